//! Looks of other boards, taught by one picture each: `fixtures/looks` holds one that chance drew, and
//! `../shared` six pictures of four that other people drew.

use crate::support::require::shared;
use lab::check::{entries, folders};
use lab::taught::OtherPicture;
use lab::voltorb_flip::random_look;
use session::capture::decode::decode;
use std::path::Path;
use std::sync::Arc;
use voltorb_flip::board::Position;
use voltorb_flip_game::screen::learn::Shot;
use voltorb_flip_game::screen::taught::TaughtLook;
use voltorb_flip_game::screen::teach::{add, teach};
use voltorb_flip_game::screen::{FlipReader, LineReading, Looks};
use voltorb_flip_game::truth::{FlipTruth, compare};

/// Pictures of clones, in the shared folder.
const CLONES_OF_OTHERS: &str = "screens/voltorb-flip/clones";

/// The pictures of each look; the first teaches it.
const CLONES: [&[&str]; 4] =
    [&["web-2", "web-1"], &["desktop-1", "desktop-2"], &["phone-1"], &["spaced-1"]];

/// The headers and cards that a picture shows, and the picture.
fn shot(folder: &Path, name: &str) -> Shot {
    let file = format!("{name}.png");
    let picture = decode(&folder.join(&file)).unwrap();
    let truth = FlipTruth::from_json(&entries(folder).unwrap()[&file]).unwrap();
    let [rows, cols] = [truth.rows, truth.cols].map(|lines| lines.flatten().unwrap());
    let tiles = truth.tiles.flatten().unwrap();
    Shot { picture, shows: Position { level: None, rows, cols, tiles } }
}

fn reader(look: &Arc<TaughtLook>) -> FlipReader {
    let only = Looks { taught: vec![look.clone()], only_learned: true, ..Looks::default() };
    FlipReader::with_looks(only)
}

/// One picture of each look teaches it; all pictures of it are read then, and none of another look.
#[test]
fn clones_are_taught_by_one_picture_and_told_from_each_other() {
    let Some(folder) = shared(CLONES_OF_OTHERS) else { return };
    let folder = folder.as_path();
    for pictures in CLONES {
        let lesson = teach("taught", &[shot(folder, pictures[0])], None, None).unwrap();
        for (name, same) in CLONES.into_iter().flat_map(|others| {
            others.iter().map(move |name| (name, std::ptr::eq(others, pictures)))
        }) {
            let shot = shot(folder, name);
            let seen = reader(&lesson.look).read(&shot.picture);
            assert_eq!(seen.is_ok(), same, "{name} with the look of {}", pictures[0]);
            let Ok(seen) = seen else { continue };
            let board = seen.board.as_ref().unwrap();
            let lines = board.rows.iter().chain(&board.cols);
            let shown = shot.shows.rows.iter().chain(&shot.shows.cols);
            for (i, (seen, shown)) in lines.zip(shown).enumerate() {
                assert_eq!(seen.line(), Some(*shown), "{name}, line {i}");
            }
            let truth = FlipTruth::from(shot.shows);
            let told = compare(&truth, Some(&seen));
            assert!(told.wrong.is_empty(), "{name}: {:?}", told.wrong);
            // Cards that the first picture did not show, and one under the pencil.
            let unread = if *name == "desktop-2" { 3 } else { 0 };
            assert_eq!(told.unreadable.len(), unread, "{name}: {:?}", told.unreadable);
        }
    }
}

/// A look that is ours: the first picture teaches all digits but the 0 and the 8, the second the 8.
#[test]
fn a_second_picture_adds_what_the_first_did_not_show() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/looks");
    let first = teach("taught", &[shot(&folder, "first")], None, None).unwrap();
    let both =
        teach("taught", &[shot(&folder, "first"), shot(&folder, "later")], None, None).unwrap();
    let other = shot(&folder, "other");
    let truth = FlipTruth::from(other.shows.clone());
    let eights =
        other.shows.rows.iter().chain(&other.shows.cols).filter(|line| line.sum == 8).count();
    assert!(eights > 0);
    for (lesson, unread) in [(first, eights), (both, 0)] {
        let seen = reader(&lesson.look).read(&other.picture).unwrap();
        let told = compare(&truth, Some(&seen));
        assert!(told.wrong.is_empty(), "{:?}", told.wrong);
        assert_eq!(told.unreadable.len(), unread, "{:?}", told.unreadable);
    }
}

/// Each look, taught by one picture, refuses every picture of another look, those that ship included; the
/// looks that ship read no other look's picture wrong.
#[test]
fn no_picture_of_one_look_is_read_as_another() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (ours, clones) = (project.join("fixtures/looks"), shared(CLONES_OF_OTHERS));
    let mut looks: Vec<(&Path, Vec<&str>)> = vec![(&ours, vec!["first", "later", "other"])];
    if let Some(clones) = &clones {
        looks.extend(CLONES.map(|names| (clones.as_path(), names.to_vec())));
    }
    let shipped = project.join("fixtures/voltorb-flip");
    let mut known: Vec<_> = folders(&shipped)
        .unwrap()
        .into_iter()
        .flat_map(|folder| {
            let names = entries(&folder).unwrap().into_keys();
            names.map(move |name| folder.join(name)).collect::<Vec<_>>()
        })
        .collect();
    known.sort();
    assert!(known.len() >= 10, "{known:?}");
    // Each look is tried on some of them, and all are tried.
    let some = |i: usize| known.iter().skip(i % 4).step_by(4);
    for (i, (folder, names)) in looks.iter().enumerate() {
        let lesson = teach("taught", &[shot(folder, names[0])], None, None).unwrap();
        let mut reader = reader(&lesson.look);
        for file in some(i) {
            let seen = reader.read(&decode(file).unwrap());
            assert!(seen.is_err(), "{} with the look of {}", file.display(), names[0]);
        }
        for (j, (folder, others)) in looks.iter().enumerate() {
            for name in others {
                let seen = reader.read(&shot(folder, name).picture);
                assert_eq!(seen.is_ok(), i == j, "{name} with the look of {}", names[0]);
            }
        }
    }
}

/// So many pictures of a look that chance draws, which another one teaches; none without the fonts.
fn others(seed: u32, count: usize) -> Vec<OtherPicture> {
    let fonts = match random_look::fonts() {
        Ok(fonts) => fonts,
        Err(why) => {
            println!("left out: {why}");
            return Vec::new();
        }
    };
    let trial = random_look::trial(seed, count, fonts);
    assert_eq!(trial.refused, None);
    assert_eq!(trial.others.len(), count);
    trial.others
}

/// That every field of these pictures is read, and right.
fn assert_all_read(others: impl IntoIterator<Item = OtherPicture>) {
    for other in others {
        assert_eq!(other.comparison.wrong, [""; 0]);
        assert_eq!(other.comparison.unreadable, [""; 0]);
    }
}

/// A look whose Voltorb ball is drawn in two halves, which were taken for the numbers beside the rows.
#[test]
fn halves_of_a_ball_are_not_taken_for_numbers() {
    for other in others(5032, 6) {
        let compared = &other.comparison;
        assert_eq!(compared.wrong, [""; 0]);
        assert!(compared.fully_right(), "{:?}", compared.unreadable);
    }
}

/// A look whose faces have thin lines: they are a pixel thicker or thinner at other sizes.
#[test]
fn faces_of_thin_lines_are_read_at_other_sizes() {
    let others = others(12, 20);
    assert!(others.is_empty() || others.iter().filter(|other| other.resized).count() == 10);
    for other in others {
        assert!(other.comparison.wrong.is_empty(), "{:?}", other.comparison.wrong);
        let cards = other.comparison.unreadable.iter().filter(|name| name.starts_with("card"));
        assert_eq!(cards.count(), 0, "{:?}", other.comparison.unreadable);
    }
}

/// The first picture shows 2 Voltorbs in every column: the boxes of the headers are alike, too, and are no 2.
#[test]
fn what_is_the_same_in_every_line_is_no_digit() {
    let others = others(1000, 6);
    for other in others {
        assert!(other.comparison.wrong.is_empty(), "{:?}", other.comparison.wrong);
        assert!(other.comparison.right > 30, "{:?}", other.comparison);
    }
}

/// A place one row beside the board was believed: the headers of its rows stand in line with other rows.
#[test]
fn a_place_beside_the_board_is_not_believed() {
    let others = others(1017, 16);
    for other in others {
        assert_eq!(other.comparison.wrong, [""; 0]);
        // The squares of its pattern make up a grid as well, and the cards change outside them.
        assert!(other.is_found);
    }
}

/// Strokes that are thinner than a pixel at other sizes.
#[test]
fn digits_are_read_at_other_sizes() {
    assert_all_read(others(1011, 20));
}

/// Two digits that are doubtful by themselves, at other sizes: the totals say what they look like.
#[test]
fn doubtful_digits_are_settled_by_the_totals() {
    assert_all_read(others(1009, 2).into_iter().chain(others(1018, 6)));
}

/// The dot in a zero is high enough to be a piece of ink of its own where the zero is drawn larger.
#[test]
fn the_dot_of_a_zero_belongs_to_it_at_any_size() {
    assert_all_read(others(1012, 8).into_iter().chain(others(1027, 8)));
}

/// Thin strokes on a ground that is little unlike them, a blob within a digit, and a digit that is
/// seen from another ground than its own: each gave pieces of a digit.
#[test]
fn digits_of_faint_strokes_are_in_one_piece() {
    let seeds = [82012, 82017, 50009, 50035];
    assert_all_read(seeds.into_iter().flat_map(|seed| others(seed, 8)));
}

/// Looks whose first picture has as many Voltorbs in every row, or column, and no other such digit.
#[test]
fn voltorbs_that_are_all_equal_are_taught_where_they_stand_as_the_others_do() {
    assert_all_read(others(50027, 8).into_iter().chain(others(71011, 8)));
}

/// A ball as high as digits, before the Voltorbs: it was taken for a leading zero, or for the number.
#[test]
fn a_ball_is_neither_a_leading_zero_nor_a_number() {
    assert_all_read(others(90026, 4).into_iter().chain(others(71008, 4)));
}

/// What else stands on the lines of digits is higher: the height of digits was taken from it.
#[test]
fn the_height_of_digits_is_theirs() {
    assert_all_read(others(150005, 4).into_iter().chain(others(150007, 4)));
}

/// One square of the backs' pattern was taken for the card, so that a 3 looked like a 1: every column has 2
/// Voltorbs, and the boxes of the headers were taken for them.
#[test]
fn a_square_of_a_pattern_is_no_card() {
    assert_all_read(others(150012, 8));
}

/// Sums and Voltorbs of the columns change together, and could stand for each other but for the rows.
#[test]
fn sums_and_voltorbs_that_change_together_are_told_by_the_rows() {
    assert_all_read(others(150004, 4));
}

/// So few cards lie face down that only the whole cards make up a grid, no square of their pattern.
#[test]
fn a_board_of_open_cards_is_found() {
    assert_all_read(others(90008, 8));
}

/// The looks that ship never take a clone for their own: what they read of one is right.
#[test]
fn no_clone_is_misread_by_the_looks_that_ship() {
    let Some(folder) = shared(CLONES_OF_OTHERS) else { return };
    let folder = folder.as_path();
    for name in CLONES.into_iter().flatten() {
        let shot = shot(folder, name);
        let Ok(seen) = FlipReader::new().read(&shot.picture) else { continue };
        let Some(board) = seen.board else { continue };
        let lines = board.rows.iter().chain(&board.cols);
        let shown = shot.shows.rows.iter().chain(&shot.shows.cols);
        for (seen, shown) in lines.zip(shown) {
            assert!([None, Some(shown.sum)].contains(&seen.sum.value), "{name}: {seen:?}");
            assert!(
                [None, Some(shown.voltorbs)].contains(&seen.voltorbs.value),
                "{name}: {seen:?}"
            );
        }
    }
}

/// The board of the web page ships: our own pictures of it, and those of others, are read to the last number
/// without anything taught.
#[test]
fn the_web_page_is_read_without_a_profile() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/web-look");
    let mut pictures: Vec<Shot> =
        ["first", "later", "smaller", "between", "larger"].map(|name| shot(&ours, name)).into();
    if let Some(clones) = shared(CLONES_OF_OTHERS) {
        pictures.extend(CLONES[0].iter().map(|name| shot(&clones, name)));
    }
    for Shot { picture, shows } in pictures {
        let seen = FlipReader::new().read(&picture).unwrap();
        assert_eq!((seen.look.name(), seen.look.learned()), ("web", false));
        let board = seen.board.unwrap();
        for (lines, shown) in [(&board.rows, &shows.rows), (&board.cols, &shows.cols)] {
            let read: Vec<_> = lines.iter().map(LineReading::line).collect();
            assert_eq!(read, shown.iter().copied().map(Some).collect::<Vec<_>>());
        }
        assert!(board.tiles.iter().all(|tile| tile.value.is_some()));
    }
}

/// The templates of that look are what the first two pictures teach.
#[test]
fn the_look_of_the_web_page_is_what_its_pictures_teach() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/web-look");
    let first = teach("web", &[shot(&ours, "first")], None, None).unwrap();
    let lesson = add(&first.files, &first.look, &[shot(&ours, "later")]).unwrap();
    let shipped = include_str!("../../templates/voltorb-flip/web/board.json");
    assert_eq!(lesson.look.file().trim_end(), shipped.trim_end());
}

/// A number of Voltorbs before each sum stands like a first digit, and the pieces of a ball like digits.
#[test]
fn what_stands_beside_a_sum_is_told_from_its_digits() {
    for seed in [1018, 1019] {
        for other in others(seed, 4) {
            assert_eq!(other.comparison.wrong, [""; 0]);
            assert!(other.is_found);
        }
    }
}
