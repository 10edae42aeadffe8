//! What a picture of the game shows, field by field, in the format of a `truth.json`.

use super::print::Printer;
use super::screen::{CardLook, Dialog, Focus, MemoLook, Screen};
use super::words::MAIN_MENU;
use crate::games::voltorb_flip::board::{Card, Line};
use crate::games::voltorb_flip::generator::SIDE;
use crate::games::voltorb_flip::levels::Level;
// By another name: the arcade's own `Phase` is what the game is at, not how it looks.
pub use crate::games::voltorb_flip::screen::Phase as State;
use crate::geometry::Rect;
use crate::grid::{Cell, Grid};
use serde::Serialize;

/// One entry of a `truth.json`: what this picture shows, for a reader to be checked against.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Truth {
    /// "both" or "touch".
    pub screens: &'static str,
    /// What is going on, by its look; `None` while one thing turns into another.
    pub state: Option<State>,
    /// The level; `None` while the upper screen claims a wrong one.
    pub level: Option<Level>,
    /// The row headers, top to bottom; `None` while no round is on the table.
    pub rows: Option<[Line; SIDE]>,
    /// The column headers, left to right.
    pub cols: Option<[Line; SIDE]>,
    /// The cards: `null` = face down.
    pub tiles: Option<Grid<Option<Card>>>,
    /// The marks on each card.
    pub memos: Option<Grid<Vec<Mark>>>,
    /// The card that the cursor is on.
    pub cursor: Option<Cell>,
    /// Whether all but the dialogs is dimmed; `None` while it is changing.
    pub dimmed: Option<bool>,
    /// The text in the window.
    pub message: Option<String>,
    /// The card in motion, if it is one.
    pub animating: Option<Cell>,
    /// What this picture hides.
    pub unreadable: Hidden,
    /// The wallet; `None` if it is not shown.
    pub total_coins: Option<u32>,
    /// The coins of this round; `None` if they are not shown.
    pub round_coins: Option<u32>,
}

/// A mark of the memo. In JSON: `"V"`, 1, 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Mark {
    /// The Voltorb.
    Voltorb(VoltorbMark),
    /// A number.
    Number(u8),
}

/// The mark of a Voltorb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum VoltorbMark {
    /// Written "V".
    V,
}

/// The fields that a picture hides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Hidden {
    /// (row, 0 = sum or 1 = Voltorbs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<(usize, usize)>,
    /// (column, 0 = sum or 1 = Voltorbs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cols: Vec<(usize, usize)>,
    /// (row, column).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<Cell>,
}

/// Tells what `screen` shows. `level` is the true one.
pub(super) fn tell(screen: &Screen, level: Level, shows_top: bool) -> Truth {
    let on_table = screen.in_play && screen.list.is_none();
    let moving: Vec<Cell> =
        screen.cards.cells().filter(|(_, look)| look.moves()).map(|(cell, _)| cell).collect();
    let tiles = screen.cards.map(|look| match look {
        CardLook::Face(card) => Some(*card),
        _ => None,
    });
    let counters = (shows_top && screen.help.is_none()).then_some(&screen.coins);
    Truth {
        screens: if shows_top { "both" } else { "touch" },
        state: state(screen, !moving.is_empty()),
        level: (screen.coins.level == level.number()).then_some(level),
        rows: on_table.then_some(screen.headers[0]),
        cols: on_table.then_some(screen.headers[1]),
        memos: on_table.then(|| screen.marks.map(marks)),
        cursor: match screen.cursor {
            Some(Focus::Card(cell)) if on_table => Some(cell),
            _ => None,
        },
        dimmed: match screen.dim {
            0 => Some(false),
            Screen::DIMMED => Some(true),
            _ => None,
        },
        message: screen.dialog.as_ref().map(|dialog| match dialog {
            Dialog::Small(text) => text.clone(),
            Dialog::Big(printer) => message(printer),
        }),
        animating: if let [cell] = moving[..] { Some(cell) } else { None },
        unreadable: if on_table { hidden(screen, &tiles, &moving) } else { Hidden::default() },
        tiles: on_table.then_some(tiles),
        total_coins: counters.map(|coins| coins.total),
        round_coins: counters.map(|coins| coins.round),
    }
}

fn state(screen: &Screen, moving: bool) -> Option<State> {
    let faces = screen.cards.iter().filter(|look| matches!(look, CardLook::Face(_))).count();
    let voltorbs = screen.cards.iter().any(|look| *look == CardLook::Face(Card::Voltorb));
    let explosion = screen.effect.is_some_and(|effect| effect.kind.side() > 32);
    Some(if let Some(list) = &screen.list {
        if list.entries == MAIN_MENU { State::Menu } else { State::Info }
    } else if screen.question.is_some() {
        State::Quit
    } else if moving || explosion {
        State::Moving
    } else if !screen.in_play {
        if matches!(screen.dialog, Some(Dialog::Big(_))) { State::Notice } else { State::Between }
    } else {
        match (&screen.dialog, screen.memo) {
            (Some(Dialog::Big(_)), _) => State::Clear,
            (Some(Dialog::Small(_)), _) => State::Message,
            (None, MemoLook::Open) => State::Memo,
            (None, MemoLook::Closed) if faces == SIDE * SIDE => State::Reveal,
            // A lost board about to be revealed, or one that is being cleared.
            (None, _) if voltorbs => return None,
            (None, MemoLook::Closed) => State::Board,
            (None, _) => return None,
        }
    })
}

fn marks(marks: &[bool; 4]) -> Vec<Mark> {
    const ALL: [Mark; 4] =
        [Mark::Voltorb(VoltorbMark::V), Mark::Number(1), Mark::Number(2), Mark::Number(3)];
    ALL.into_iter().zip(marks).filter(|(_, on)| **on).map(|(mark, _)| mark).collect()
}

fn message(printer: &Printer) -> String {
    printer.lines().join("\n").trim_end().to_owned()
}

/// What lies under a window, the pencil or a sprite, or is in motion.
fn hidden(screen: &Screen, tiles: &Grid<Option<Card>>, moving: &[Cell]) -> Hidden {
    let mut over: Vec<Rect> = Vec::new();
    match screen.dialog {
        Some(Dialog::Big(_)) => over.push(Rect::spanning(0.0, 256.0, 144.0, 192.0)),
        Some(Dialog::Small(_)) => over.push(Rect::spanning(0.0, 256.0, 160.0, 192.0)),
        None => {}
    }
    if let Some(effect) = screen.effect {
        let side = f64::from(effect.kind.side());
        let centre = super::controls::card(effect.cell).centre();
        over.push(Rect::new(centre.x - side / 2.0, centre.y - side / 2.0, side, side));
    }
    let covered = |field: Rect| over.iter().any(|rect| rect.intersection(&field).is_some());
    let pencil = match screen.cursor {
        Some(Focus::Card(cell)) if screen.memo.has_pencil() => Some(cell),
        _ => None,
    };
    let fields = || (0..SIDE).flat_map(|line| [(line, 0), (line, 1)]);
    Hidden {
        rows: fields().filter(|&(line, field)| covered(row_field(line, field))).collect(),
        cols: fields().filter(|&(line, field)| covered(column_field(line, field))).collect(),
        tiles: tiles
            .cells()
            .filter(|(cell, tile)| {
                moving.contains(cell)
                    || (tile.is_some() && pencil == Some(*cell))
                    || covered(super::controls::card(*cell))
            })
            .map(|(cell, _)| cell)
            .collect(),
    }
}

/// Where the digits of a row header are: 0 = sum, 1 = Voltorbs.
fn row_field(line: usize, field: usize) -> Rect {
    let y = 8.0 + 32.0 * line as f64;
    if field == 0 { Rect::new(176.0, y, 16.0, 8.0) } else { Rect::new(184.0, y + 13.0, 8.0, 8.0) }
}

/// Where the digits of a column header are: 0 = sum, 1 = Voltorbs.
fn column_field(line: usize, field: usize) -> Rect {
    let x = 8.0 + 32.0 * line as f64;
    if field == 0 {
        Rect::new(x + 8.0, 168.0, 16.0, 8.0)
    } else {
        Rect::new(x + 16.0, 181.0, 8.0, 8.0)
    }
}
