//! Draws the screen of a fan game: the cards of the built-in game, with a panel beside them.
//!
//! Places are those of the games' scripts (`XSTART`, `pbUpdateCoins`, `pbDrawShadowText`), which draw on
//! 512x384 and 640x480 pixels; two of them make a pixel of a DS. The art is our own.

use super::game::FanGame;
use super::kind::FanKind;
use crate::voltorb_flip::arcade::draw::{self, Canvas, LABEL, MESSAGE, place};
use crate::voltorb_flip::arcade::screen::{Coins, Screen};
use grid::{Cell, Grid};
use image::{Rgb, RgbImage, imageops};
use std::sync::LazyLock;
use vision::template::Sheet;
use voltorb_flip::levels::Level;
use voltorb_flip_game::screen::looks::all_templates;

/// The sheets that the reader looks for: drawn by us, at twice the size of a DS's pixels for the level.
fn sheet(name: &str) -> Sheet {
    let templates = all_templates();
    let built_in = templates.iter().find(|(path, _)| *path == format!("voltorb-flip/{name}"));
    let (_, text) = built_in.expect("the sheet ships");
    Sheet::parse(text).expect("the sheets that ship are well-formed")
}

static COINS: LazyLock<Sheet> = LazyLock::new(|| sheet("essentials/coins.txt"));
static MARKS: LazyLock<Sheet> = LazyLock::new(|| sheet("essentials/marks-middle.txt"));
static ESSENTIALS_LEVEL: LazyLock<Sheet> = LazyLock::new(|| sheet("essentials/level-title.txt"));
static RPG_MAKER_LEVEL: LazyLock<Sheet> = LazyLock::new(|| sheet("rmxp/level-title.txt"));

const TABLE: Rgb<u8> = Rgb([41, 165, 107]);
const PAPER: Rgb<u8> = Rgb([255; 3]);
const RIM: Rgb<u8> = Rgb([66, 66, 66]);
/// What the black that dims the screen lets through, of 255.
const THROUGH: u16 = 155;

/// The letters that a line of a box has room for.
const LINE: usize = 34;

/// Where things are, in pixels of a DS, but for the level.
struct Places {
    size: (u32, u32),
    /// Where the touch screen of a DS would begin.
    table: (i32, i32),
    /// The left of the digits of the level, in pixels of the screen.
    level: u32,
}

impl FanKind {
    fn places(self) -> Places {
        match self {
            Self::Essentials => Places { size: (256, 192), table: (60, -4), level: 85 },
            Self::RpgMaker => Places { size: (320, 240), table: (60, 20), level: 94 },
        }
    }
}

/// What the screen shows at a moment.
#[derive(PartialEq)]
pub(super) struct FanScreen {
    /// The cards, the headers and what lies over a card.
    table: Screen,
    marks: Grid<bool>,
    cursor: Cell,
    marking: bool,
    /// In the wallet, and of this round.
    coins: [u32; 2],
    level: Level,
    dimmed: bool,
    /// The box's text and the answers over it.
    text: Option<(String, &'static [&'static str])>,
}

impl FanScreen {
    /// What it shows now.
    pub fn of(game: &FanGame) -> Self {
        let mut table = Screen::new(Coins { level: 1, total: 0, round: 0 });
        let mut round = 0;
        if game.in_play() {
            table.headers = game.play.headers();
            round = game.play.payout;
        }
        table.cards = game.cards.clone();
        table.effect = game.effect();
        Self {
            table,
            marks: game.marks.clone(),
            cursor: game.cursor,
            marking: game.marking,
            coins: [game.wallet, round],
            level: game.level,
            dimmed: game.dimmed(),
            text: game.text().map(|text| (text, game.answers().unwrap_or_default())),
        }
    }
}

/// Draws it.
pub(super) fn draw(shown: &FanScreen, kind: FanKind) -> RgbImage {
    let mut table = draw::table(&shown.table);
    for (cell, _) in shown.marks.cells().filter(|(_, on)| **on) {
        mark(&mut table, place(cell));
    }
    let cursor = if shown.marking { "cursor.memo" } else { "cursor.frame" };
    let (x, y) = place(shown.cursor);
    table.stamp(cursor, x - 2, y - 2);
    draw::effect(&mut table, &shown.table);
    let mut screen = beside(kind, &table.0, shown.coins, shown.level);
    if shown.dimmed {
        for channel in screen.iter_mut() {
            *channel = (u16::from(*channel) * THROUGH / 255) as u8;
        }
    }
    if let Some((text, answers)) = &shown.text {
        say(&mut screen, text, answers);
    }
    screen
}

/// The screen with the cards of a DS's touch screen, and the panel.
pub fn beside(kind: FanKind, touch: &RgbImage, coins: [u32; 2], level: Level) -> RgbImage {
    let Places { size: (w, h), table: (x, y), level: left } = kind.places();
    let mut native = RgbImage::from_pixel(w, h, TABLE);
    // The cards and headers: what is right of them are the buttons of a DS.
    let cards = imageops::crop_imm(touch, 4, 4, 192, 188).to_image();
    imageops::replace(&mut native, &cards, (x + 4).into(), (y + 4).into());
    let mut panel = Canvas(native);
    frame(&mut panel, (1, 4), (63, 88));
    panel.text(33, 11, true, LABEL, "Your Coins");
    panel.text(33, 44, true, LABEL, "Earned");
    panel.text(30, 78, true, LABEL, "Lv.");
    frame(&mut panel, (6, h as i32 - 62), (52, 56));
    panel.text(32, h as i32 - 40, true, LABEL, "Memo");
    panel.text(32, h as i32 - 20, true, LABEL, "X: Quit");
    if kind == FanKind::RpgMaker {
        frame(&mut panel, (w as i32 - 64, 4), (62, h as i32 - 8));
        panel.text(w as i32 - 33, 11, true, LABEL, "High Scores");
    }
    let mut screen = imageops::resize(&panel.0, 2 * w, 2 * h, imageops::FilterType::Nearest);
    for (count, y) in coins.into_iter().zip([44, 110]) {
        let digits = format!("{count:05}");
        for (digit, i) in digits.bytes().zip(0..) {
            stamp(&mut screen, &COINS, digit - b'0', (6 + 24 * i, y), 2);
        }
    }
    let sheet = match kind {
        FanKind::Essentials => &ESSENTIALS_LEVEL,
        FanKind::RpgMaker => &RPG_MAKER_LEVEL,
    };
    stamp(&mut screen, sheet, level.number(), (left, 155), 1);
    screen
}

/// A box with paper in it.
fn frame(canvas: &mut Canvas, at: (i32, i32), size: (i32, i32)) {
    canvas.fill(at, size, RIM);
    canvas.fill((at.0 + 2, at.1 + 2), (size.0 - 4, size.1 - 4), PAPER);
}

/// The mark for a Voltorb in the middle of a card.
fn mark(canvas: &mut Canvas, (x, y): (i32, i32)) {
    let Some((_, pixels)) = MARKS.glyphs().find(|(digit, _)| *digit == 0) else { return };
    for (i, brightness) in (0..).zip(pixels) {
        let colour = match brightness as u8 {
            ..90 => RIM,
            90..120 => continue,
            120..230 => Rgb([247, 206, 49]),
            _ => PAPER,
        };
        canvas.set(x + 4 + i % 16, y + 4 + i / 16, colour);
    }
}

/// A digit, each pixel of its sheet `size` wide.
fn stamp(screen: &mut RgbImage, sheet: &Sheet, digit: u8, at: (u32, u32), size: u32) {
    let Some((_, pixels)) = sheet.glyphs().find(|(known, _)| *known == digit) else { return };
    for (i, brightness) in (0..).zip(pixels) {
        let (x, y) = (at.0 + i % sheet.size().0 * size, at.1 + i / sheet.size().0 * size);
        for (dx, dy) in (0..size).flat_map(|dx| (0..size).map(move |dy| (dx, dy))) {
            screen.put_pixel(x + dx, y + dy, Rgb([brightness as u8; 3]));
        }
    }
}

/// The box at the lower edge with its text, and the answers above it at the right.
fn say(screen: &mut RgbImage, text: &str, answers: &[&str]) {
    let (w, h) = (screen.width() / 2, screen.height() / 2);
    let mut put = |canvas: Canvas, x: u32, y: u32| {
        let (w, h) = (2 * canvas.0.width(), 2 * canvas.0.height());
        let large = imageops::resize(&canvas.0, w, h, imageops::FilterType::Nearest);
        imageops::replace(screen, &large, (2 * x).into(), (2 * y).into());
    };
    let mut canvas = Canvas(RgbImage::new(w, 48));
    frame(&mut canvas, (0, 0), (w as i32, 48));
    // Two lines, parted between words.
    let end = text.get(..LINE).and_then(|line| line.rfind(' '));
    let (first, rest) = end.map_or((text, ""), |end| text.split_at(end));
    canvas.text(12, 12, false, MESSAGE, first);
    canvas.text(12, 28, false, MESSAGE, rest.trim_start());
    put(canvas, 0, h - 48);
    if !answers.is_empty() {
        let height = 16 * answers.len() as u32 + 16;
        let mut canvas = Canvas(RgbImage::new(80, height));
        frame(&mut canvas, (0, 0), (80, height as i32));
        for (answer, i) in answers.iter().zip(0..) {
            canvas.text(18, 11 + 16 * i, false, MESSAGE, answer);
        }
        canvas.text(8, 11, false, MESSAGE, "-");
        put(canvas, w - 80, h - 48 - height);
    }
}
