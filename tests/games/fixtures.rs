//! The pictures under `fixtures/voltorb-flip/arcade`: the built-in game in every state, at several
//! scales, with their truth. `voltsight lab check fixtures/voltorb-flip` reads them.
//!
//! They are made, after a change of the game's looks, by
//!
//! ```sh
//! REGENERATE=1 cargo test --test games fixtures::
//! ```
//!
//! And those under `fixtures/voltorb-flip/desmume`: windows of a real DeSmuME with our own game, at
//! several sizes, layouts and filters. `make record` takes them.

use grid::geometry::Rect;
use image::{RgbImage, imageops};
use lab::check::{check, truths};
use lab::distort::{Distortion, Kernel, Step};
use lab::voltorb_flip::specimens;
use minesweeper_game::screen::{MineReader, MineReading};
use session::capture::memory::Memory;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use voltorb_flip_game::screen::FlipReader;
use voltorb_flip_game::truth::FlipTruth;
use voltsight::game::Game;
use voltsight::games::GAMES;

/// How the pictures are enlarged, in turn.
const SCALES: [(Kernel, f64); 4] = [
    (Kernel::Nearest, 1.0),
    (Kernel::Nearest, 2.0),
    (Kernel::Bilinear, 1.5),
    (Kernel::Nearest, 3.0),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/voltorb-flip/arcade")
}

/// Two pictures of each state that random play shows.
fn album() -> BTreeMap<String, (RgbImage, FlipTruth)> {
    let mut album = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for specimen in specimens::built_in(300, 4).expect("the built-in game plays") {
        let Some(state) = specimen.truth.state else { continue };
        let count = counts.entry(state.name()).or_default();
        if *count == 2 {
            continue;
        }
        *count += 1;
        let (kernel, x) = SCALES[album.len() % SCALES.len()];
        let recipe = Distortion { seed: 1, steps: vec![Step::Scale { kernel, x, y: x }] };
        let picture = recipe.apply(&specimen.subject, &specimen.subject).picture;
        album.insert(format!("{}-{count}.png", state.name()), (picture, specimen.truth));
    }
    album
}

fn regenerate() {
    let (album, folder) = (album(), folder());
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (file, (picture, _)) in &album {
        picture.save(folder.join(file)).expect("a PNG is written");
    }
    let lines: Vec<String> = album
        .iter()
        .map(|(file, (_, truth))| {
            format!("{file:?}: {}", serde_json::to_string(truth).expect("truth is JSON"))
        })
        .collect();
    std::fs::write(folder.join("truth.json"), format!("{{\n{}\n}}\n", lines.join(",\n")))
        .expect("truth.json is written");
}

#[test]
fn the_committed_pictures_are_read_without_a_fault() {
    if std::env::var_os("REGENERATE").is_some() {
        regenerate();
    }
    assert_right(&folder(), 15);
}

#[test]
fn the_pictures_of_real_windows_are_read_without_a_fault() {
    assert_right(&folder().with_file_name("desmume"), 35);
}

/// That no field of at least `count` pictures is read wrong, and all of those that hide nothing.
fn assert_right(folder: &Path, count: usize) {
    let checked = {
        let truth = |game: &dyn Game, entry: &_| game.pictures().unwrap().truth(entry);
        let (_, truths) = truths(&GAMES, truth, folder).unwrap();
        check(folder, truths, &FlipReader::new(), &Memory::new(1 << 30), || {})
    };
    assert!(checked.pictures.len() >= count, "{}", checked.pictures.len());
    for picture in &checked.pictures {
        assert!(picture.comparison.wrong.is_empty(), "{}: {:?}", picture.file, picture.comparison);
        // In the other states something hides or moves a part.
        if ["board", "memo", "reveal"].iter().any(|state| picture.file.contains(state)) {
            assert!(picture.comparison.fully_right(), "{}: {:?}", picture.file, picture.comparison);
        }
    }
}

/// The picture with pixels enlarged until it is larger than what is read without being reduced first.
fn larger_than_a_display(picture: &RgbImage) -> (RgbImage, f64) {
    let (w, h) = picture.dimensions();
    let by = (2..).step_by(2).find(|by| w * h * by * by > 1 << 24).expect("there is one");
    (imageops::resize(picture, w * by, h * by, imageops::FilterType::Nearest), f64::from(by))
}

#[test]
fn pictures_larger_than_a_display_are_read_as_well() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let open = |file: &str| image::open(fixtures.join(file)).expect("it is there").into_rgb8();
    let off = |a: Rect, b: Rect| {
        [a.x - b.x, a.y - b.y, a.w - b.w, a.h - b.h].map(f64::abs).into_iter().fold(0.0, f64::max)
    };

    let board = open("voltorb-flip/arcade/board-1.png");
    let (large, by) = larger_than_a_display(&board);
    let read = |picture| FlipReader::new().read(picture).expect("a board is in it");
    let (small, large) = (read(&board), read(&large));
    assert_eq!(small.position(), large.position());
    assert!(large.position().is_some() && off(small.touch.area.times(by), large.touch.area) < by);

    let board = open("minesweeper/gnome-default-playing.png");
    let (large, by) = larger_than_a_display(&board);
    let read = |picture| MineReader::new().read(picture).expect("a board is in it");
    let (small, large) = (read(&board), read(&large));
    let cells = |seen: &MineReading| seen.cells.map(|cell| cell.value);
    assert_eq!(cells(&small), cells(&large));
    let (seen, expected) = (large.lattice.area(), small.lattice.area().times(by));
    assert!(off(seen, expected) < 2.0 * by, "{seen:?} {expected:?} {by}");
    assert_eq!(large.placement.area, seen);
}
