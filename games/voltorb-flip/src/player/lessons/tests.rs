use super::*;
use crate::player::{FlipPlayer, FlipPlayerOptions};
use crate::profiles::{self, in_folder};
use crate::screen::Looks;
use image::Rgb;
use session::Player;
use session::capture::decode::decode;
use session::frame::Frame;
use std::path::Path;
use std::time::Duration;
use voltorb_flip::board::Card;

/// A card that may be any by the headers of the picture.
const FIELD: &str = "card (1, 2)";
const CELL: (usize, usize) = (0, 1);

fn fixture(name: &str) -> RgbImage {
    decode(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)).unwrap()
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("voltsight-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A picture of the board of the web page on which one card shows a face that nobody has drawn
/// before.
fn with_face() -> RgbImage {
    let mut picture = fixture("web-look/first.png");
    let seen = FlipReader::new().read(&picture).unwrap();
    let card = seen.touch.rect_to_picture(crate::screen::layout::card(CELL));
    for y in 0..picture.height() {
        for x in 0..picture.width() {
            let (dx, dy) = ((f64::from(x) - card.x) / card.w, (f64::from(y) - card.y) / card.h);
            if (0.05..0.95).contains(&dx) && (0.05..0.95).contains(&dy) {
                let cross = (dx - dy).abs() < 0.12 || (dx + dy - 1.0).abs() < 0.12;
                picture.put_pixel(
                    x,
                    y,
                    if cross { Rgb([20, 20, 60]) } else { Rgb([240, 230, 200]) },
                );
            }
        }
    }
    picture
}

/// What a reader with the looks of these profiles says of the card.
fn read(profiles: &ProfileFolder, picture: &RgbImage) -> Option<Tile> {
    let taught =
        profiles.names().unwrap().into_iter().map(|name| match profiles::load(profiles, &name) {
            Ok(profiles::Profile::Taught(look)) => look,
            other => panic!("{other:?}"),
        });
    let looks = Looks { taught: taught.collect(), ..Looks::default() };
    let seen = FlipReader::with_looks(looks).read(picture).unwrap();
    seen.board.unwrap().tiles[CELL].value
}

#[test]
fn a_card_that_is_named_is_known_from_then_on_and_no_more_once_that_is_taken_back() {
    let profiles = in_folder(folder("lessons"));
    let options = FlipPlayerOptions { profiles: Some(profiles.clone()), ..Default::default() };
    let mut player = FlipPlayer::new(options);
    let picture = with_face();
    assert_eq!(read(&profiles, &picture), None, "it is new");
    let frame = Frame::new(picture.clone(), Duration::ZERO);
    let name = |player: &mut FlipPlayer, field: &str, value: &str| {
        let mut sight = player.look(&frame).unwrap();
        player.correct(&mut sight, field, value).unwrap();
        player.learn(&frame, &sight, field)
    };
    let note = name(&mut player, FIELD, "2").unwrap();
    assert!(note.contains("cards that show 2 are known now: profile my-web, in "), "{note}");
    let seen = player.look(&frame).unwrap();
    assert_eq!(seen.reading.board.unwrap().tiles[CELL].value, Some(Some(Card::Two)));
    assert_eq!(read(&profiles, &picture), Some(Some(Card::Two)), "in other sessions, too");
    // Of a card that is known there is nothing to learn, whatever is typed over it.
    assert_eq!(name(&mut player, "card (1, 1)", "3"), None);
    // The same card, named otherwise.
    name(&mut player, FIELD, "v").unwrap();
    assert_eq!(read(&profiles, &picture), Some(Some(Card::Voltorb)));
    let note = player.unlearn(FIELD).unwrap();
    assert!(note.contains("what was learned from it is dropped"), "{note}");
    assert_eq!(player.unlearn(FIELD), None);
    assert_eq!(profiles.names().unwrap(), Vec::<String>::new());
    let seen = player.look(&frame).unwrap();
    assert_eq!(seen.reading.board.unwrap().tiles[CELL].value, None, "it is new again");
    std::fs::remove_dir_all(profiles.folder()).unwrap();
}

#[test]
fn a_profile_of_the_users_learns_and_nothing_is_lost_of_it() {
    let profiles = in_folder(folder("lessons-own"));
    let shipped = &crate::screen::taught::shipped()[0];
    let (_, files) = renamed("mine", shipped).unwrap();
    profiles.save("mine", &files, false).unwrap();
    let Ok(profiles::Profile::Taught(look)) = profiles::load(&profiles, "mine") else { panic!() };
    let looks = Looks { taught: vec![look], only_learned: true, ..Looks::default() };
    let options =
        FlipPlayerOptions { profiles: Some(profiles.clone()), looks, ..Default::default() };
    let mut player = FlipPlayer::new(options);
    let frame = Frame::new(with_face(), Duration::ZERO);
    let mut sight = player.look(&frame).unwrap();
    player.correct(&mut sight, FIELD, "3").unwrap();
    let note = player.learn(&frame, &sight, FIELD).unwrap();
    assert!(note.contains("profile mine"), "{note}");
    assert_eq!(read(&profiles, &frame.picture), Some(Some(Card::Three)));
    player.unlearn(FIELD).unwrap();
    assert_eq!(profiles.load("mine").unwrap(), files);
    std::fs::remove_dir_all(profiles.folder()).unwrap();
}

#[test]
fn without_profiles_it_is_known_until_the_session_ends() {
    let mut player = FlipPlayer::new(FlipPlayerOptions::default());
    let frame = Frame::new(with_face(), Duration::ZERO);
    let mut sight = player.look(&frame).unwrap();
    player.correct(&mut sight, FIELD, "1").unwrap();
    let note = player.learn(&frame, &sight, FIELD).unwrap();
    assert!(note.ends_with("until this session ends"), "{note}");
    let seen = player.look(&frame).unwrap();
    assert_eq!(seen.reading.board.unwrap().tiles[CELL].value, Some(Some(Card::One)));
}
