//! Pictures of real emulator windows with their truth, for `fixtures/voltorb-flip/desmume`.
//!
//! They are taken while `voltsight play` plays, halted for each by its pause hotkey, and
//! the truth is asked of the game. To take them anew:
//!
//! ```sh
//! make record
//! ```

use super::game::Game;
use super::table::{Setup, View};
use super::views::short_game;
use crate::support::desmume::Kind;
use crate::support::rom::{Options, Truth as Told, phase};
use crate::support::within;
use grid::Grid;
use session::frame::Frame;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use voltorb_flip::board::{Card, headers};
use voltorb_flip_game::player::Move;
use voltorb_flip_game::screen::Phase;
use voltorb_flip_game::truth::{FlipTruth, Hidden, Mark};

/// Longer than anything the game does between two taps, but for its messages.
const SETTLED: Duration = Duration::from_millis(700);

type Album = BTreeMap<String, (Frame, FlipTruth)>;

/// What is photographed of a view.
struct Session {
    name: &'static str,
    kind: Kind,
    view: View,
    /// The size of the window, where it is not that of the game.
    size: Option<(u32, u32)>,
    phases: &'static [Phase],
}

fn sessions() -> Vec<Session> {
    use Phase::{Board, Clear, Memo, Menu, Message, Notice, Quit, Reveal};
    let of = |name, view, phases| Session { name, kind: Kind::Gtk, view, size: None, phases };
    let usual = View::default();
    let size = |halves| View { halves, ..usual };
    vec![
        of("2x", usual, &[Menu, Board, Message, Memo, Quit, Clear, Reveal, Notice]),
        of("1x", size(2), &[Board, Message, Memo, Reveal, Menu]),
        of("3x-4xbrz", View { filter: 21, ..size(6) }, &[Board]),
        of("1.5x-bilinear", View { scaling: 4, ..size(3) }, &[Menu, Board, Message, Reveal]),
        of("2x-hq2x", View { filter: 3, ..usual }, &[Board, Memo, Quit]),
        of("1.5x-2xbrz", View { filter: 19, ..size(3) }, &[Board, Clear, Reveal]),
        of("1.5x-horizontal", View { layout: 1, ..size(3) }, &[Board, Message]),
        of("1x-gap", View { gap: 64, ..size(2) }, &[Board, Notice]),
        of("1.5x-swapped", View { swapped: true, ..size(3) }, &[Board, Menu]),
        of("2x-touch", View { layout: 2, swapped: true, ..usual }, &[Menu, Board, Message]),
        Session { size: Some((437, 709)), ..of("free", size(0), &[Board, Memo, Reveal]) },
        Session { kind: Kind::Cli, ..of("cli", usual, &[Board, Message, Clear]) },
    ]
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/voltorb-flip/desmume")
}

/// What the game waits for, by the names of the reader. `None` where it goes on by itself.
fn state(told: &Told) -> Option<Phase> {
    Some(match told.phase {
        phase::LEVEL_NEWS => Phase::Notice,
        phase::MENU => Phase::Menu,
        phase::BOARD => Phase::Board,
        phase::MEMO => Phase::Memo,
        phase::RECEIVED => Phase::Message,
        phase::CLEARED | phase::AWARDED => Phase::Clear,
        phase::QUIT_QUESTION => Phase::Quit,
        phase::REVEALED => Phase::Reveal,
        _ => return None,
    })
}

/// What a picture shows in which the game waits.
fn truth(told: &Told, state: Phase, top: bool) -> FlipTruth {
    let all = |lines: std::ops::Range<usize>| -> Vec<(usize, usize)> {
        lines.flat_map(|line| [(line, 0), (line, 1)]).collect()
    };
    let seen = |coins: u32| top.then_some(coins);
    let truth = FlipTruth {
        state: Some(state),
        level: (told.shown.2 == told.level.number()).then_some(told.level),
        total_coins: seen(told.shown.0),
        round_coins: seen(told.shown.1),
        ..FlipTruth::default()
    };
    if !told.in_play {
        return FlipTruth { rows: Some(None), cols: Some(None), tiles: Some(None), ..truth };
    }
    let (rows, cols) = headers(&told.board);
    let up = |cell| told.face_up[cell] || state == Phase::Reveal;
    let tile = |r: usize, c: usize| up((r, c)).then(|| told.board[(r, c)]);
    // Not compared where the big window lies over it.
    let big = matches!(state, Phase::Clear | Phase::Quit);
    let cursor = Some(told.cursor).filter(|at| !(big && at.is_some_and(|(row, _)| row == 4)));
    let marks = |marks: &[bool; 4]| {
        let marked = Card::ALL.iter().zip(marks).filter(|(_, on)| **on);
        marked.map(|(card, _)| Mark::of(*card)).collect()
    };
    FlipTruth {
        rows: Some(Some(rows)),
        cols: Some(Some(cols)),
        tiles: Some(Some(Grid::from_fn(5, 5, tile))),
        memos: Some(Some(told.marks.map(marks))),
        cursor,
        unreadable: match state {
            // A big window over the lowest quarter, a small one over the column headers.
            _ if big => Hidden {
                rows: vec![(4, 1)],
                cols: all(0..5),
                tiles: (0..5).map(|column| (4, column)).collect(),
                ..Hidden::default()
            },
            Phase::Message => Hidden { cols: all(0..5), ..Hidden::default() },
            _ => Hidden::default(),
        },
        ..truth
    }
}

/// A picture and its truth, if the game waits for a tap and nothing changes meanwhile.
fn photograph(game: &mut Game, top: bool) -> Option<(Phase, Frame, FlipTruth)> {
    std::thread::sleep(SETTLED);
    let before = game.table.truth();
    std::thread::sleep(Duration::from_millis(150));
    let frame = game.picture()?;
    let after = game.table.truth();
    let same = Told { passes: before.passes, slowest: before.slowest, ..after } == before;
    let state = state(&before).filter(|_| same)?;
    let truth = truth(&before, state, top);
    Some((state, frame, truth))
}

fn take(session: &Session, seed: u32, album: &mut Album) {
    let setup = Setup {
        kind: session.kind,
        view: session.view,
        game: Options { seed, coins: 1234 * seed, ..short_game() },
    };
    let mut game = Game::start("record", &setup, &[]);
    if let Some((width, height)) = session.size {
        game.user.resize_window(game.window(), width, height);
    }
    let top = session.view.layout != 2;
    let mut missing = session.phases.to_vec();
    while !missing.is_empty() {
        game.until("it is about to act", |entry| entry.kind() == "advised");
        game.user.press_hotkey('p');
        let mut found = photograph(&mut game, top);
        for (wanted, by) in [(Phase::Memo, Move::CloseMemo), (Phase::Quit, Move::AskToQuit)] {
            let on_board = matches!(found, Some((Phase::Board, ..)));
            if on_board && !missing.contains(&Phase::Board) && missing.contains(&wanted) {
                game.tap(by);
                found = photograph(&mut game, top);
                // The question comes on a page of its own.
                for _ in 0..6 {
                    if matches!(&found, Some((state, ..)) if *state == wanted) {
                        break;
                    }
                    game.tap(Move::Advance);
                    found = photograph(&mut game, top);
                }
            }
        }
        if let Some((state, frame, truth)) = found
            && missing.contains(&state)
        {
            missing.retain(|phase| *phase != state);
            println!("{}: {}", session.name, state.name());
            album.insert(format!("{}-{}.png", session.name, state.name()), (frame, truth));
        }
        game.user.press_hotkey('p');
    }
}

#[test]
#[ignore = "makes fixtures"]
fn pictures_of_all_views() {
    let test = "play::record::pictures_of_all_views";
    let screen = ["-screen", "0", "1600x1400x24"];
    within(Duration::from_secs(3600), test, &["desmume"], &screen, || {
        let mut album = Album::new();
        for (session, seed) in sessions().iter().zip(7..) {
            take(session, seed, &mut album);
        }
        std::fs::create_dir_all(folder()).unwrap();
        let mut lines = Vec::new();
        for (file, (frame, truth)) in &album {
            frame.picture.save(folder().join(file)).unwrap();
            lines.push(format!("{file:?}: {}", serde_json::to_string(truth).unwrap()));
        }
        let json = format!("{{\n{}\n}}\n", lines.join(",\n"));
        std::fs::write(folder().join("truth.json"), json).unwrap();
    });
}
