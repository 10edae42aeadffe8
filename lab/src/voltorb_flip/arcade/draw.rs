//! Draws both screens, pixel by pixel where the real game has its things.
//!
//! Places are those of `voltorb_flip.c` (`PrintBoardPoints`, `PrintBoardVoltorbs`, `PrintCoins`,
//! the screen maps); the pictures are our own, see [`super::art`].

use super::art::{ART, Pixel, Rim, Step};
use super::controls;
use super::screen::{Button, CardLook, Dialog, EffectKind, Focus, List, MemoLook, Screen};
use grid::Cell;
use image::{Rgb, RgbImage};
use session::consoles::ds::SCREEN;
use std::sync::LazyLock;
use voltorb_flip::board::{Card, Line};
use voltorb_flip::generator::SIDE;

/// The ink of messages and what sets it off.
pub(super) const MESSAGE: (Rgb<u8>, Rim) = (Rgb([82, 82, 90]), Rim::Shadow(Rgb([173, 173, 189])));
/// The ink of titles and what sets it off.
const TITLE: (Rgb<u8>, Rim) = (Rgb([255, 255, 255]), Rim::Shadow(Rgb([90, 90, 90])));
/// The ink of names in the counters.
pub(super) const LABEL: (Rgb<u8>, Rim) = (Rgb([82, 82, 82]), Rim::Shadow(Rgb([181, 198, 189])));
/// The ink of entries and answers.
const ENTRY: (Rgb<u8>, Rim) = (Rgb([239, 247, 247]), Rim::Outline(Rgb([82, 82, 90])));

/// Where the level's digit stands in the title.
const LEVEL: (i32, i32) = (170, 11);

/// What is the same in every picture, drawn once: most of the work.
static TOP: LazyLock<RgbImage> = LazyLock::new(|| Canvas::with_scene("top").0);
static TOUCH: LazyLock<RgbImage> = LazyLock::new(|| Canvas::with_scene("touch").0);

/// Both screens, 256x384: the upper one above the touch screen.
pub(super) fn draw(screen: &Screen, name: &str) -> RgbImage {
    let mut rows = top(screen, name).0.into_raw();
    rows.extend(touch(screen).0.into_raw());
    RgbImage::from_raw(SCREEN.0, 2 * SCREEN.1, rows).expect("two screens of one width")
}

/// How many columns a line of text takes.
pub(super) fn text_width(words: &str) -> usize {
    words.chars().filter_map(letter).map(|picture| picture.width + 1).sum()
}

fn letter(c: char) -> Option<&'static super::art::Picture> {
    let mut name = [0; 4];
    let name = if c == ' ' { "space" } else { c.encode_utf8(&mut name) };
    ART.picture(&format!("font.{name}"))
}

fn top(screen: &Screen, name: &str) -> Canvas {
    let mut canvas = Canvas(TOP.clone());
    let coins = &screen.coins;
    let title = "VOLTORB Flip Lv. ";
    let (x, y) = LEVEL;
    canvas.text(x - text_width(title) as i32, y, false, TITLE, &format!("{title}{}", coins.level));
    if let Some(page) = screen.help {
        canvas.scene(&format!("help-{page}"), 0, 0);
        return canvas;
    }
    canvas.scene("top-coins", 0, 0);
    canvas.text(84, 115, true, LABEL, &format!("{name}'s"));
    for (count, y) in [(coins.total, 112), (coins.round, 152)] {
        for (i, digit) in format!("{count:05}").chars().enumerate() {
            canvas.stamp(&format!("coins.{digit}"), 168 + 16 * i as i32, y);
        }
    }
    canvas
}

/// The table of the touch screen with its headers and cards, without anything beside or over them.
pub(super) fn table(screen: &Screen) -> Canvas {
    let mut canvas = Canvas(TOUCH.clone());
    headers(&mut canvas, screen);
    for (cell, look) in screen.cards.cells() {
        card(&mut canvas, *look, place(cell));
    }
    canvas
}

fn touch(screen: &Screen) -> Canvas {
    let mut canvas = table(screen);
    for cell in screen.cards.cells().map(|(cell, _)| cell) {
        for (mark, _) in screen.marks[cell].iter().enumerate().filter(|(_, on)| **on) {
            let (x, y) = place(cell);
            let name = ["voltorb", "1", "2", "3"][mark];
            let (dx, dy) = (16 * (mark as i32 % 2), 16 * (mark as i32 / 2));
            canvas.stamp(&format!("marks.{name}"), x + dx, y + dy);
        }
    }
    sprites(&mut canvas, screen);
    canvas.dim(screen.dim);
    windows(&mut canvas, screen);
    canvas
}

/// The top-left corner of a card.
pub(super) fn place(cell: Cell) -> (i32, i32) {
    (8 + 32 * cell.1 as i32, 8 + 32 * cell.0 as i32)
}

fn headers(canvas: &mut Canvas, screen: &Screen) {
    let mut header = |line: &Line, sum: (i32, i32), voltorbs: (i32, i32)| {
        canvas.stamp(&format!("digits.{}", line.sum / 10), sum.0, sum.1);
        canvas.stamp(&format!("digits.{}", line.sum % 10), sum.0 + 8, sum.1);
        canvas.stamp(&format!("digits.{}", line.voltorbs), voltorbs.0, voltorbs.1);
    };
    let [rows, columns] = &screen.headers;
    for i in 0..SIDE {
        let step = 32 * i as i32;
        header(&rows[i], (176, 8 + step), (184, 21 + step));
        header(&columns[i], (16 + step, 168), (24 + step, 181));
    }
}

fn card(canvas: &mut Canvas, look: CardLook, (x, y): (i32, i32)) {
    match look {
        CardLook::Hidden => canvas.stamp("cards.hidden", x, y),
        CardLook::BackTurned => canvas.stamp("cards.back-turned", x, y),
        CardLook::Edge => canvas.stamp("cards.edge", x, y),
        CardLook::FaceTurned(card) => {
            canvas.stamp("cards.face-turned", x, y);
            match card {
                Card::Voltorb => canvas.stamp("ball.turned", x + 8, y + 4),
                card => canvas.stamp(&format!("faces.{}-turned", card.value()), x + 9, y + 7),
            }
        }
        CardLook::Face(card) => {
            canvas.stamp("cards.face", x, y);
            match card {
                Card::Voltorb => canvas.stamp("ball.card", x + 4, y + 4),
                card => canvas.stamp(&format!("faces.{}", card.value()), x + 8, y + 7),
            }
        }
    }
}

/// What lies over the board but under the windows: buttons, memo, cursor, effects.
fn sprites(canvas: &mut Canvas, screen: &Screen) {
    let pressed = |button| i32::from(screen.pressed == Some(button));
    let (memo, quit) = (pressed(Button::Memo), pressed(Button::Quit));
    let label = if screen.memo.has_pencil() { "memo-close" } else { "memo-open" };
    canvas.scene("memo-button", 197 + memo, 9 + memo);
    canvas.scene(label, 197 + memo, 9 + memo);
    canvas.scene("quit-button", 195 + quit, 164 + quit);
    let out = match screen.memo {
        MemoLook::Closed => 0,
        MemoLook::Opening(fifths) | MemoLook::Closing(fifths) => i32::from(fifths),
        MemoLook::Open => 5,
    };
    if out > 0 {
        canvas.scene("memo-panel", 197 + 12 * (5 - out), 77);
    }
    match screen.cursor {
        Some(Focus::QuitButton) => canvas.scene("quit-cursor", 195 + quit, 164 + quit),
        Some(Focus::Card(cell)) => {
            let (x, y) = place(cell);
            if screen.memo == MemoLook::Open {
                toggles(canvas, &screen.marks[cell]);
            }
            if screen.memo.has_pencil() {
                canvas.stamp("cursor.memo", x - 2, y - 2);
                canvas.stamp("cursor.pencil", x + 6, y + 6);
            } else {
                canvas.stamp("cursor.frame", x - 2, y - 2);
            }
        }
        None => {}
    }
    effect(canvas, screen);
}

/// A sprite over a card, if there is one.
pub(super) fn effect(canvas: &mut Canvas, screen: &Screen) {
    if let Some(effect) = screen.effect {
        let (name, looks) = match effect.kind {
            EffectKind::Sparkle => ("sparkle", 3),
            EffectKind::Explosion => ("explosion", 4),
        };
        let look = effect.age * looks / effect.kind.length();
        let ((x, y), half) = (place(effect.cell), effect.kind.side() as i32 / 2);
        canvas.stamp(&format!("effects.{name}-{look}"), x + 12 - half, y + 12 - half);
    }
}

fn toggles(canvas: &mut Canvas, marks: &[bool; 4]) {
    for (mark, on) in marks.iter().enumerate() {
        let lit = if *on { "-lit" } else { "" };
        let centre = controls::TOGGLES[mark].centre();
        let (x, y) = (centre.x as i32, centre.y as i32);
        match mark {
            0 => canvas.stamp(&format!("memo.voltorb{lit}"), x - 7, y - 7),
            number => canvas.stamp(&format!("memo.{number}{lit}"), x - 4, y - 4),
        }
    }
}

/// What is not dimmed: the text windows, the lists, the answers.
fn windows(canvas: &mut Canvas, screen: &Screen) {
    match &screen.dialog {
        Some(Dialog::Small(words)) => {
            canvas.scene("small-window", 0, 0);
            canvas.text(16, 172, false, MESSAGE, words);
        }
        Some(Dialog::Big(printer)) => {
            canvas.scene("big-window", 0, 0);
            for (line, y) in printer.lines().iter().zip([155, 171]) {
                canvas.text(16, y, false, MESSAGE, line);
            }
            if printer.waits() {
                canvas.scene("waiting", 0, 0);
            }
        }
        None => {}
    }
    if let Some(list) = &screen.list {
        canvas.scene(&format!("list-{}", list.entries.len()), 0, 0);
        for (i, words) in list.entries.iter().enumerate() {
            let touch = controls::entry(i, list.entries.len());
            let (x, y) = (touch.x as i32 - 4, touch.y as i32 - 3);
            canvas.scene(look("entry", list, i).as_str(), x, y);
            canvas.text(x + 56, y + 6, true, ENTRY, words);
        }
    }
    if let Some(question) = &screen.question {
        for (i, touch) in [controls::YES, controls::NO].iter().enumerate() {
            let (x, y) = (touch.x as i32, touch.y as i32);
            canvas.scene(look("answer", question, i).as_str(), x, y);
            canvas.text(x + 24, y + 11, true, ENTRY, question.entries[i]);
        }
    }
}

/// The scene of an entry of a list.
fn look(scene: &str, list: &List, index: usize) -> String {
    match (list.selected == index, list.lit) {
        (true, true) => format!("{scene}-lit"),
        (true, false) => format!("{scene}-framed"),
        _ => scene.to_owned(),
    }
}

/// A screen being drawn; what lies outside it is left out.
pub(super) struct Canvas(pub RgbImage);

impl Canvas {
    fn with_scene(name: &str) -> Self {
        let mut canvas = Self(RgbImage::new(SCREEN.0, SCREEN.1));
        canvas.scene(name, 0, 0);
        canvas
    }

    pub fn set(&mut self, x: i32, y: i32, colour: Rgb<u8>) {
        if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
            && let Some(pixel) = self.0.get_pixel_mut_checked(x, y)
        {
            *pixel = colour;
        }
    }

    /// Fills a rectangle with this top-left corner, columns and rows.
    pub fn fill(&mut self, (x, y): (i32, i32), (w, h): (i32, i32), colour: Rgb<u8>) {
        let (width, height) = (self.0.width() as i32, self.0.height() as i32);
        let columns = x.clamp(0, width)..(x + w).clamp(0, width);
        for row in y.clamp(0, height)..(y + h).clamp(0, height) {
            let [from, to] = [columns.start, columns.end].map(|x| 3 * (row * width + x) as usize);
            self.0.as_mut()[from..to]
                .chunks_exact_mut(3)
                .for_each(|pixel| pixel.copy_from_slice(&colour.0));
        }
    }

    fn scene(&mut self, name: &str, x: i32, y: i32) {
        for step in ART.scene(name) {
            match step {
                Step::Rect { at, size, colour, repeat } => {
                    for (x0, y0) in repeat.places((at.0 + x, at.1 + y)) {
                        self.fill((x0, y0), *size, *colour);
                    }
                }
                Step::Stamp { picture, at, repeat } => {
                    for (x, y) in repeat.places((at.0 + x, at.1 + y)) {
                        self.stamp(picture, x, y);
                    }
                }
                Step::Text { at, centred, ink, rim, words } => {
                    self.text(at.0 + x, at.1 + y, *centred, (*ink, *rim), words);
                }
            }
        }
    }

    pub fn stamp(&mut self, name: &str, x: i32, y: i32) {
        let Some(picture) = ART.picture(name) else { return };
        for (i, pixel) in picture.pixels.iter().enumerate() {
            if let Pixel::Colour(colour) = pixel {
                let (dx, dy) = (i % picture.width, i / picture.width);
                self.set(x + dx as i32, y + dy as i32, *colour);
            }
        }
    }

    /// Draws a line of text; `y` is the top of the capitals. Letters that there are not are
    /// left out.
    pub fn text(&mut self, x: i32, y: i32, centred: bool, look: (Rgb<u8>, Rim), words: &str) {
        let start = if centred { x - text_width(words) as i32 / 2 } else { x };
        let (ink, rim) = look;
        let (rim, around): (_, &[(i32, i32)]) = match rim {
            Rim::Shadow(colour) => (colour, &[(1, 0), (0, 1), (1, 1)]),
            Rim::Outline(colour) => {
                (colour, &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)])
            }
        };
        for (offsets, colour) in [(around, rim), (&[(0, 0)], ink)] {
            let mut x = start;
            for picture in words.chars().filter_map(letter) {
                for (i, _) in picture.pixels.iter().enumerate().filter(|(_, p)| **p == Pixel::Ink) {
                    let (dx, dy) = ((i % picture.width) as i32, (i / picture.width) as i32);
                    for (ox, oy) in offsets {
                        self.set(x + dx + ox, y + dy + oy, colour);
                    }
                }
                x += picture.width as i32 + 1;
            }
        }
    }

    /// Takes `sixteenths` of each channel away, as the DS does with its 5-bit channels.
    fn dim(&mut self, sixteenths: u8) {
        if sixteenths == 0 {
            return;
        }
        for channel in self.0.iter_mut() {
            let bits = *channel >> 3;
            let dimmed = bits - ((bits * sixteenths) >> 4);
            *channel = (dimmed << 3) | (dimmed >> 2);
        }
    }
}
