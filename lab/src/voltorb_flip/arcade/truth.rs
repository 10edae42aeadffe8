//! What a picture of the game shows, field by field.

use super::screen::{CardLook, Dialog, Focus, MemoLook, Screen};
use super::words;
use crate::arcade::print::Printer;
use grid::geometry::Rect;
use grid::{Cell, Grid};
use serde::Serialize;
use voltorb_flip::board::{Card, Line};
use voltorb_flip::generator::SIDE;
use voltorb_flip::levels::Level;
use voltorb_flip_game::screen::Phase;
use voltorb_flip_game::truth::{Animating, FlipTruth, Hidden, Mark};

/// What a picture shows, and what of it no reader tells. In JSON an entry of a `truth.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// "both" or "touch".
    pub screens: &'static str,
    /// What is going on, by its look; `None` while one thing turns into another.
    pub state: Option<Phase>,
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
    /// The cards in motion.
    pub animating: Option<Animating>,
    /// What this picture hides.
    pub unreadable: Hidden,
    /// The wallet; `None` if it is not shown.
    pub total_coins: Option<u32>,
    /// The coins of this round; `None` if they are not shown.
    pub round_coins: Option<u32>,
}

impl From<Shown> for FlipTruth {
    fn from(shown: Shown) -> Self {
        Self {
            state: shown.state,
            level: shown.level,
            rows: Some(shown.rows.map(Vec::from)),
            cols: Some(shown.cols.map(Vec::from)),
            tiles: Some(shown.tiles),
            memos: Some(shown.memos),
            cursor: Some(shown.cursor),
            total_coins: shown.total_coins,
            round_coins: shown.round_coins,
            animating: shown.animating,
            unreadable: shown.unreadable,
        }
    }
}

/// Tells what `screen` shows. `level` is the true one.
pub(super) fn tell(screen: &Screen, level: Level, shows_top: bool) -> Shown {
    let on_table = screen.in_play && screen.list.is_none();
    let moving: Vec<Cell> =
        screen.cards.cells().filter(|(_, look)| look.moves()).map(|(cell, _)| cell).collect();
    let tiles = screen.cards.map(|look| match look {
        CardLook::Face(card) => Some(*card),
        _ => None,
    });
    let counters = (shows_top && screen.help.is_none()).then_some(&screen.coins);
    Shown {
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
        animating: match moving[..] {
            [] => None,
            [cell] => Some(Animating::One(cell)),
            _ => Some(Animating::Many(moving.clone())),
        },
        unreadable: if on_table { hidden(screen, &tiles, &moving) } else { Hidden::default() },
        tiles: on_table.then_some(tiles),
        total_coins: counters.map(|coins| coins.total),
        round_coins: counters.map(|coins| coins.round),
    }
}

fn state(screen: &Screen, moving: bool) -> Option<Phase> {
    let faces = screen.cards.iter().filter(|look| matches!(look, CardLook::Face(_))).count();
    let voltorbs = screen.cards.iter().any(|look| *look == CardLook::Face(Card::Voltorb));
    let explosion = screen.effect.is_some_and(|effect| effect.kind.side() > 32);
    Some(if let Some(list) = screen.list {
        if list.entries == words::INFO_MENU { Phase::Info } else { Phase::Menu }
    } else if screen.question.is_some() {
        Phase::Quit
    } else if moving || explosion {
        Phase::Moving
    } else if !screen.in_play {
        if screen.dialog.is_some() { Phase::Notice } else { Phase::Between }
    } else {
        match (&screen.dialog, screen.memo) {
            (Some(Dialog::Big(_)), _) => Phase::Clear,
            (Some(Dialog::Small(_)), _) => Phase::Message,
            (None, MemoLook::Open) => Phase::Memo,
            (None, MemoLook::Closed) if faces == SIDE * SIDE => Phase::Reveal,
            // A lost board about to be revealed, or one that is being cleared.
            (None, _) if voltorbs => return None,
            (None, MemoLook::Closed) => Phase::Board,
            (None, _) => return None,
        }
    })
}

fn marks(marks: &[bool; 4]) -> Vec<Mark> {
    Card::ALL
        .into_iter()
        .zip(marks)
        .filter(|(_, on)| **on)
        .map(|(card, _)| Mark::of(card))
        .collect()
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
        marks: Vec::new(),
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
