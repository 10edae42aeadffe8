//! The live view: drawn in several sizes and compared with what it should be, and driven by random
//! keys and sizes while a game is played.
//!
//! `REGENERATE=1 cargo test --release --test commands view::` writes the expected pictures under tests/commands/view/ anew.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use lab::arcade::demonstration::Opening;
use rand_mt::Mt;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use session::{Control, Event, Observer, Pace, Session, Stopped, View};
use std::path::Path;
use std::time::Duration;
use voltsight::game::Playing;
use voltsight::games::GAMES;
use voltsight::show::terminal::{Mode, Scene, draw};
use voltsight::show::theme::Palette;

/// Looks on until `enough`, and keeps what is to be shown then.
struct Looker<F> {
    scene: Scene,
    enough: F,
    done: bool,
}

impl<F: FnMut(&Event<'_>) -> bool> Observer for Looker<F> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        if !self.done {
            self.scene.take_in(at, event, view);
            self.done = (self.enough)(event);
        }
    }

    fn objection(&self) -> Option<Stopped> {
        self.done.then_some(Stopped::Unread)
    }
}

/// Plays a game's own demonstration with someone who looks on.
fn play(game: &dyn Playing, observer: &mut dyn Observer) -> Stopped {
    let mut demonstration = game.demo(Opening { seed: 1, speed: None }).unwrap();
    let (mut source, mut hand) = demonstration.game();
    let session = Session::new(&mut *source)
        .playing(&mut *hand)
        .at_pace(Pace::with(game.timing()))
        .observed_by(observer);
    demonstration.play(session)
}

/// What the first game shows before its `moves`-th move.
fn scene(moves: usize) -> Scene {
    let game = GAMES.iter().find_map(|game| game.playing()).unwrap();
    let mut advised = 0;
    let enough = |event: &Event<'_>| {
        advised += usize::from(matches!(event, Event::Advised { act, .. } if !act.dismissal));
        advised == moves
    };
    let mut looker = Looker { scene: Scene::new(true), enough, done: false };
    play(game, &mut looker);
    looker.scene
}

fn drawn(scene: &Scene, mode: &Mode, (width, height): (u16, u16), palette: Palette) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, scene, mode, palette)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(buffer: &Buffer) -> String {
    let row = |y| -> String {
        let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        line.trim_end().to_owned() + "\n"
    };
    (0..buffer.area.height).map(row).collect()
}

fn press(mode: &mut Mode, keys: &[KeyCode], scene: &Scene) -> Vec<Control> {
    let press = |&key| mode.press(KeyEvent::new(key, KeyModifiers::NONE), scene);
    keys.iter().flat_map(press).collect()
}

#[test]
fn it_looks_as_it_should_in_each_size() {
    let scene = scene(4);
    let mut help = Mode::default();
    press(&mut help, &[KeyCode::Char('?')], &scene);
    let mut editing = Mode::default();
    let keys = [KeyCode::Char('e'), KeyCode::Right, KeyCode::Down, KeyCode::Char('2')];
    press(&mut editing, &keys, &scene);
    let watching = Mode::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/view");
    let mut wrong = Vec::new();
    for (name, mode, size) in [
        ("40x12", &watching, (40, 12)),
        ("80x24", &watching, (80, 24)),
        ("120x40", &watching, (120, 40)),
        ("200x60", &watching, (200, 60)),
        ("help-80x24", &help, (80, 24)),
        ("edit-80x24", &editing, (80, 24)),
    ] {
        let shown = text(&drawn(&scene, mode, size, Palette::Full));
        let plain = drawn(&scene, mode, size, Palette::None);
        assert_eq!(text(&plain), shown, "{name}: without colours the same text");
        let colours = plain.content().iter().flat_map(|cell| [cell.fg, cell.bg]);
        assert!(colours.into_iter().all(|colour| colour == Color::Reset), "{name}");
        let path = folder.join(format!("{name}.txt"));
        if std::env::var_os("REGENERATE").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &shown).unwrap();
        } else if std::fs::read_to_string(&path).unwrap_or_default() != shown {
            wrong.push(format!("{name}:\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let readme = include_str!("../../README.md");
    let shown = text(&drawn(&scene, &watching, (80, 24), Palette::Full));
    assert!(readme.contains(shown.trim_end()), "README.md shows another view than:\n{shown}");
}

#[test]
fn the_best_cell_stands_out_with_and_without_colours() {
    let scene = scene(4);
    for palette in [Palette::None, Palette::Basic, Palette::Full] {
        for size in [(40, 12), (80, 24), (120, 40)] {
            let buffer = drawn(&scene, &Mode::default(), size, palette);
            let marks = |sign| buffer.content().iter().filter(move |c| c.symbol() == sign);
            let stands_out = |c: &&Cell| match palette {
                Palette::None => c.modifier.contains(Modifier::REVERSED),
                // Its ink and its ground are its own, whatever colour the terminal is.
                Palette::Basic => (c.fg, c.bg) == (Color::Black, Color::Cyan),
                Palette::Full => (c.fg, c.bg) == (Color::Indexed(16), Color::Indexed(45)),
            };
            assert_eq!(
                marks("▶").filter(stands_out).count(),
                1,
                "{palette:?} {size:?}: one cell is the best"
            );
        }
    }
}

#[test]
fn what_halts_it_stays_until_it_is_over() {
    struct Nothing;
    impl View for Nothing {
        fn units(&self) -> session::Units {
            Default::default()
        }
        fn panel(&self) -> session::Panel {
            Default::default()
        }
        fn record(&self) -> serde_json::Value {
            serde_json::Value::Null
        }
    }
    let mut scene = Scene::new(true);
    let why = "the pointer was moved. Ctrl+Alt+P resumes";
    let shows = |scene: &Scene| {
        text(&drawn(scene, &Mode::default(), (40, 12), Palette::None))
            .contains("the pointer was moved")
    };
    let at = Duration::ZERO;
    scene.take_in(at, &Event::Held(why), &Nothing);
    for event in [Event::Refined, Event::Waiting("the next round"), Event::Note("news")] {
        scene.take_in(at, &event, &Nothing);
        assert!(shows(&scene));
    }
    let state = |scene: &Scene| {
        text(&drawn(scene, &Mode::default(), (60, 12), Palette::None))
            .lines()
            .next()
            .map(String::from)
    };
    scene.take_in(at, &Event::Resumed, &Nothing);
    assert!(state(&scene).is_some_and(|state| state.starts_with("playing")), "{:?}", state(&scene));
}

#[test]
fn a_field_is_typed_over_where_the_cursor_is() {
    let scene = scene(2);
    let mut mode = Mode::default();
    // To the headers at the right of the first row: the sum and the Voltorbs are typed together.
    let mut keys = vec![KeyCode::Char('e')];
    keys.extend([KeyCode::Up; 5]);
    keys.extend([KeyCode::Right; 9]);
    keys.extend(['8', '/', '1'].map(KeyCode::Char));
    keys.push(KeyCode::Enter);
    let asked = press(&mut mode, &keys, &scene);
    let correct = |field: &str, value: &str| Control::Correct {
        field: field.to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(asked, [correct("row 1 sum", "8"), correct("row 1 Voltorbs", "1")]);
    let undone = press(&mut mode, &[KeyCode::Char('u')], &scene);
    assert_eq!(undone, [Control::Undo]);
}

/// Someone who presses keys at random, in a window whose size changes all the time.
struct Fidget {
    scene: Scene,
    mode: Mode,
    dice: Mt,
    keys: usize,
    resizes: usize,
}

impl Fidget {
    fn below(&mut self, bound: u32) -> u32 {
        self.dice.next_u32() % bound
    }

    fn key(&mut self) -> KeyCode {
        const KEYS: &[u8] = b"pnosu?heeee 0123456789/-vV.x";
        match self.below(8) {
            0 => KeyCode::Up,
            1 => KeyCode::Down,
            2 => KeyCode::Left,
            3 => KeyCode::Right,
            4 => [KeyCode::Enter, KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::Backspace]
                [self.below(5) as usize],
            _ => KeyCode::Char(KEYS[self.below(KEYS.len() as u32) as usize].into()),
        }
    }
}

impl Observer for Fidget {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        self.scene.take_in(at, event, view);
    }

    fn requests(&mut self) -> Vec<Control> {
        if self.resizes > 0 && self.below(4) == 0 {
            self.resizes -= 1;
            let size = (1 + self.below(200) as u16, 1 + self.below(60) as u16);
            drawn(&self.scene, &self.mode, size, Palette::Full);
        }
        self.keys = self.keys.saturating_sub(1);
        let key = self.key();
        self.mode.press(KeyEvent::new(key, KeyModifiers::NONE), &self.scene)
    }

    fn objection(&self) -> Option<Stopped> {
        (self.keys == 0 && self.resizes == 0).then_some(Stopped::Unread)
    }
}

#[test]
fn keys_and_sizes_at_random_do_no_harm() {
    for game in GAMES.iter().filter_map(|game| game.playing()) {
        let (scene, mode, dice) = (Scene::new(true), Mode::default(), Mt::new(19));
        let mut fidget = Fidget { scene, mode, dice, keys: 1000, resizes: 100 };
        let stopped = play(game, &mut fidget);
        // Values typed at random may well make no sense to the player, which then does not play on.
        assert!(!matches!(stopped, Stopped::Fault(_)), "{stopped}");
        let mode = fidget.mode;
        for size in [(1, 1), (40, 12), (200, 60)] {
            drawn(&fidget.scene, &mode, size, Palette::Basic);
        }
    }
}
