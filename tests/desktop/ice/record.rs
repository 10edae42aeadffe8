//! Pictures of a real mGBA with their truth, for `fixtures/ice-floor`.
//!
//! A person's keys walk the floors, the emulator is halted for each picture, and the truth is the
//! game's own. To take them anew: `make record`.

use super::table::Table;
use crate::support::ice_rom::{
    Action, Direction, Kind, Options, Phase, SECTIONS, Truth, Version, solution,
};
use crate::support::mgba::MGBA;
use crate::support::{folder, within};
use image::RgbImage;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ice-floor")
}

fn tile(kind: &Kind) -> &'static str {
    match kind {
        Kind::Ice => "ice",
        Kind::Cracked => "cracked",
        Kind::Hole => "hole",
        Kind::Stone => "stone",
        kind => panic!("{kind:?} is on no section"),
    }
}

/// What a picture shows, in the words of `docs/reference/files.md`.
fn truth(told: &Truth) -> Value {
    let (x, y) = (i32::from(told.at.0), i32::from(told.at.1));
    let (right, down) = (i32::from(told.offset.0), i32::from(told.offset.1));
    // In mid-step the game says where he steps to, and the picture's truth where he comes from.
    let (dx, dy) = match told.facing {
        _ if told.action == Action::Standing || told.offset == (0, 0) => (0, 0),
        Direction::Up => (0, -1),
        Direction::Down => (0, 1),
        Direction::Left => (-1, 0),
        Direction::Right => (1, 0),
    };
    let section = usize::from(told.section);
    let mut truth = json!({
        "version": told.version.name(),
        "player_map": [x - dx, y - dy],
        "pixel_offset": [16 * dx + right, 16 * dy + down],
        "stairs_open": told.opened,
        "text_box": told.phase == Phase::Talking,
    });
    if (1..=SECTIONS.len()).contains(&section) {
        let floor = told.floor(section);
        let rows = (0..floor.rows()).map(|row| floor.row(row).iter().map(tile).collect());
        truth["section"] = section.into();
        truth["grid"] = rows.collect::<Vec<Vec<_>>>().into();
    }
    truth
}

type Album = Vec<(String, RgbImage, Value)>;

fn photograph(table: &Table, name: String, album: &mut Album) {
    println!("{name}");
    let taken = table.halted(|told| (table.picture().picture.as_ref().clone(), truth(told)));
    album.push((name, taken.0, taken.1));
}

/// Walks all three sections, with pictures before, on the way, between two tiles, and after.
fn take(version: Version, scale: u8, wanted: impl Fn(&str) -> bool, album: &mut Album) {
    let options = Options::of(version);
    let table = Table::open(&folder("walk-record"), &options, scale);
    let mut show = |table: &Table, what: String| {
        if wanted(&what) {
            photograph(table, format!("{}-{scale}x-{what}.png", version.name()), album);
        }
    };
    for (section, floor) in options.floors.iter().enumerate() {
        let name = |what: &str| format!("{}-{what}", section + 1);
        show(&table, name("before"));
        table.walk("U");
        show(&table, name("start"));
        let keys = solution(floor);
        let (first, rest) = keys.split_at(keys.len() / 2);
        table.walk(first);
        show(&table, name("mid"));
        let (step, rest) = rest.split_at(1);
        table.begin_step(Direction::of_letter(step.chars().next().unwrap()));
        show(&table, name("walking"));
        table.rest();
        table.walk(rest);
        show(&table, name("done"));
        table.walk("UU");
    }
    table.walk("U");
    show(&table, "platform".to_owned());
}

/// A text box that opens in the second section.
fn take_text_box(version: Version, album: &mut Album) {
    let [first, second, _] = version.floors().map(|floor| solution(&floor));
    let keys = format!("U{first}UUU{}", &second[..3]);
    let options = Options { message: keys.len() as u16, ..Options::of(version) };
    let table = Table::open(&folder("walk-record"), &options, 1);
    let told = table.walk(&keys);
    assert_eq!(told.phase, Phase::Talking);
    photograph(&table, format!("{}-1x-2-text-box.png", version.name()), album);
}

/// As small as PNG can be.
fn save(picture: &RgbImage, path: &Path) {
    let file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive);
    picture.write_with_encoder(encoder).unwrap();
}

#[test]
#[ignore = "makes fixtures"]
fn pictures_of_all_floors() {
    let test = "ice::record::pictures_of_all_floors";
    within(Duration::from_secs(1200), test, &[MGBA], &[], || {
        let mut album = Album::new();
        for version in Version::ALL {
            take(version, 1, |_| true, &mut album);
            take_text_box(version, &mut album);
        }
        take(Version::Ruby, 2, |what| what.starts_with("2-"), &mut album);
        take(Version::Emerald, 3, |what| what == "3-mid" || what == "1-walking", &mut album);
        std::fs::create_dir_all(fixtures()).unwrap();
        album.sort_by(|one, other| one.0.cmp(&other.0));
        let mut lines = Vec::new();
        for (name, picture, truth) in &album {
            save(picture, &fixtures().join(name));
            lines.push(format!("{name:?}: {truth}"));
        }
        let json = format!("{{\n{}\n}}\n", lines.join(",\n"));
        std::fs::write(fixtures().join("truth.json"), json).unwrap();
    });
}
