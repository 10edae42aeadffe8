//! Looks of Minesweeper that pictures of other people teach: `../shared` has them.

use crate::support::require::shared;
use grid::Grid;
use grid::geometry::Rect;
use lab::check::entries;
use minesweeper_game::screen::MineReader;
use minesweeper_game::screen::taught::TaughtMineLook;
use minesweeper_game::screen::teach::teach;
use minesweeper_game::truth::MineTruth;
use session::capture::decode::decode;
use session::truth::compare;

/// Where the table of the second picture is, about: to look for it takes long.
const TABLE: Rect = Rect { x: 52.0, y: 155.0, w: 1871.0, h: 808.0 };

/// The looks that ship read these not at all, or less well: folder, picture, where its cells are if that is told, and how
/// many of them something lies over.
const TAUGHT: [(&str, &str, Option<Rect>, usize); 3] = [
    ("screens/minesweeper-reports/05-discs", "dark_no_num.png", None, 0),
    ("screens/minesweeper-reports/11-cells-wider-than-high", "frame060.png", Some(TABLE), 5),
    ("screens/mines-desktop", "jsminesweeper-playing.png", None, 0),
];

#[test]
fn looks_of_others_are_taught_by_one_picture_and_preferred() {
    for (folder, name, area, covered) in TAUGHT {
        let Some(folder) = shared(folder) else { return };
        let picture = decode(&folder.join(name)).unwrap();
        let truth = MineTruth::from_json(&entries(&folder).unwrap()[name]).unwrap();
        let cells = Grid::try_from(truth.cells.clone().unwrap()).unwrap();
        let lesson = teach("mine", &picture, &cells, area).unwrap();
        assert!(lesson.is_good(), "{name}: {:?}", lesson.comparison);
        let look = TaughtMineLook::from_file("mine", &lesson.look.to_file()).unwrap();
        let seen = MineReader::with([look]).read(&picture).unwrap();
        assert_eq!(seen.look, "mine", "{name}");
        let truth = MineTruth { cells: truth.cells, ..MineTruth::default() };
        let compared = compare(&truth, Some(&seen));
        assert_eq!(compared.wrong, [""; 0], "{name}");
        assert!(compared.unreadable.len() <= covered, "{name}: {:?}", compared.unreadable);
    }
}
