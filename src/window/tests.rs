//! The window without a display: what is shown, found as a screen reader would find it, and clicked.

use super::app::App;
use super::board;
use super::host::Host;
use super::memory::Memory;
use super::shared::News;
use super::start_page::StartPage;
use crate::games::GAMES;
use crate::show::scene::Scene;
use desktop::PlatformKind;
use eframe::egui::{self, Event, Modifiers, PointerButton, Pos2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use grid::Grid;
use rand_mt::Mt;
use session::Seen;
use session::form::{Place, Side};
use session::observation::Field;
use session::{Panel, PanelCell, PanelHeader, Tone};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longer than anything takes here that does not fail.
const PATIENCE: Duration = Duration::from_secs(60);

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The window at its first page.
fn window() -> Harness<'static, App> {
    window_that_remembers(Memory::default(), None)
}

/// The window at its first page, with what is remembered.
fn window_that_remembers(memory: Memory, broken: Option<String>) -> Harness<'static, App> {
    #[cfg(feature = "live")]
    let page = StartPage::new(PlatformKind::Native, Vec::new());
    #[cfg(not(feature = "live"))]
    let page = StartPage::default();
    let app = App::new(page, memory, broken, Arc::new(Host::default()));
    Harness::builder()
        .with_size(vec2(1100.0, 800.0))
        .with_accessibility_check(false)
        .build_ui_state(|ui, app: &mut App| app.show(ui), app)
}

/// The window with this picture opened, as if it had been named on the command line.
fn window_with(pictures: &[PathBuf]) -> Harness<'static, App> {
    let mut window = window();
    let context = window.ctx.clone();
    window.state_mut().begin(&context, pictures.to_vec(), None);
    window
}

/// Draws until there is something with this in its label.
fn wait(window: &mut Harness<'_, App>, label: &str) {
    let start = Instant::now();
    while window.query_all_by_label_contains(label).next().is_none() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {label:?}: {:?}", labels(window));
        std::thread::sleep(Duration::from_millis(20));
        window.step();
    }
}

fn labels(window: &Harness<'_, App>) -> Vec<String> {
    let all = window.query_all(egui_kittest::kittest::By::new());
    all.filter_map(|node| node.accesskit_node().label()).collect()
}

fn click(window: &mut Harness<'_, App>, label: &str) {
    wait(window, label);
    let node = window.query_all_by_label_contains(label).next().expect("it was waited for");
    node.click();
    window.step();
    window.step();
}

/// Clicks what has this in its label until there is something with `then`: what arrives meanwhile may move it
/// from under the pointer.
fn click_until(window: &mut Harness<'_, App>, label: &str, then: &str) {
    let start = Instant::now();
    while window.query_all_by_label_contains(then).next().is_none() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {then:?}: {:?}", labels(window));
        if let Some(node) = window.query_all_by_label_contains(label).next() {
            node.click();
        }
        window.step();
        window.step();
    }
}

fn scene() -> Scene {
    let cell = |sign: &str, tone, chosen, field: &str| PanelCell {
        sign: sign.to_owned(),
        lines: Vec::new(),
        tone,
        chosen,
        field: field.to_owned(),
    };
    let cells = [
        cell("ok", Tone::Safe, true, "a"),
        cell("14", Tone::Risk(0.14), false, "b"),
        cell("1", Tone::Known, false, ""),
        cell("x", Tone::Useless, false, "d"),
    ];
    let header = |text: &str, field: &str| PanelHeader {
        text: text.to_owned(),
        fields: vec![format!("{field} sum"), format!("{field} count")],
    };
    let cells = Grid::from_fn(2, 2, |row, column| cells[2 * row + column].clone());
    let right = vec![header("6/1", "row 1"), header("5/2", "row 2")];
    let panel = Panel { cells: Some(cells), right, ..Panel::default() };
    let mut scene = Scene::new(false);
    scene.panel = panel;
    scene
}

#[test]
fn a_click_on_a_cell_or_a_header_means_its_fields() {
    let scene = scene();
    let clicked: Vec<String> = Vec::new();
    let mut harness = Harness::builder().with_size(vec2(400.0, 300.0)).build_ui_state(
        |ui, clicked: &mut Vec<String>| {
            let cells = scene.panel.cells.as_ref().unwrap();
            if let Some(found) = board::show(ui, &scene, cells, vec2(380.0, 280.0)) {
                *clicked = found.fields;
            }
        },
        clicked,
    );
    harness.step();
    for (label, fields) in [
        ("row 1, column 1: ok, best move", vec!["a"]),
        ("row 1, column 2: 14", vec!["b"]),
        ("right 2: 5/2", vec!["row 2 sum", "row 2 count"]),
        // A cell that was not read has nothing to type over: what was clicked before stays.
        ("row 2, column 1: 1", vec!["row 2 sum", "row 2 count"]),
        ("row 2, column 2: x", vec!["d"]),
    ] {
        harness.get_by_label(label).click();
        harness.step();
        harness.step();
        assert_eq!(harness.state(), &fields, "{label}");
    }
}

#[test]
fn a_picture_of_each_game_is_read_and_advised_on() {
    for (name, game) in ["minesweeper/gnome-classic-playing.png", "ice-floor/ruby-1x-2-mid.png"]
        .into_iter()
        .zip(["Minesweeper", "Sootopolis"])
    {
        let mut window = window_with(&[fixture(name)]);
        wait(&mut window, game);
        wait(&mut window, "Advice: ");
        wait(&mut window, ", best move");
        click(&mut window, "Start page");
        wait(&mut window, "Open a picture");
    }
}

#[test]
fn a_cell_is_corrected_from_the_list_of_its_values_and_taken_back() {
    let mut window = window_with(&[fixture("minesweeper/gnome-classic-playing.png")]);
    wait(&mut window, ", best move");
    click(&mut window, "row 1, column 1:");
    wait(&mut window, "cell (1, 1)");
    window.get_by_label("8").click();
    window.step();
    wait(&mut window, "typed by hand");
    click_until(&mut window, "Undo the last correction", "is read again");
}

#[test]
fn what_is_no_picture_is_told_in_the_words_of_the_command_line() {
    let path = fixture("minesweeper/README.md");
    let expected = session::capture::decode::decode(&path).unwrap_err().to_string();
    let mut window = window_with(&[path]);
    wait(&mut window, &expected);
    let mut window = window_with(&[fixture("no-such-file.png")]);
    let expected = session::capture::decode::decode(&fixture("no-such-file.png")).unwrap_err();
    wait(&mut window, &expected.to_string());
}

#[test]
fn a_dropped_picture_is_opened() {
    #[derive(Debug)]
    struct Dropped(PathBuf);
    impl egui::DroppedFile for Dropped {
        fn path(&self) -> &Path {
            &self.0
        }
        fn bytes(&self) -> Result<Vec<u8>, String> {
            std::fs::read(&self.0).map_err(|error| error.to_string())
        }
    }
    let mut window = window();
    window.step();
    let dropped = ["gnome-classic-playing.png", "gnome-classic-lost.png"]
        .map(|name| fixture("minesweeper").join(name));
    for path in dropped {
        window.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    }
    window.step();
    wait(&mut window, "picture 1 of 2");
    wait(&mut window, ", best move");
    click(&mut window, "Next");
    wait(&mut window, "picture 2 of 2");
    wait(&mut window, "gnome-classic-lost.png");
}

#[test]
fn each_built_in_game_is_played_and_stopped() {
    for game in GAMES.into_iter().filter(|game| game.playing().is_some()) {
        let mut window = window();
        window.step();
        click(&mut window, game.title());
        wait(&mut window, "Let it play");
        wait(&mut window, "the picture");
        click(&mut window, "Let it play");
        wait(&mut window, "STOP");
        // Events begin with their time; a move is one.
        wait(&mut window, " s  ");
        click(&mut window, "Pause");
        wait(&mut window, "paused until you resume");
        click(&mut window, "Step");
        click(&mut window, "STOP");
        wait(&mut window, "Let it play");
        click(&mut window, "New game");
        wait(&mut window, "Let it play");
    }
}

#[test]
fn what_is_pasted_is_told_if_it_is_no_picture() {
    let mut window = window();
    window.step();
    // There is no display here, or no picture on the clipboard of whoever runs this.
    if desktop::clipboard::picture().is_err() {
        window.key_press_modifiers(Modifiers::COMMAND, egui::Key::V);
        window.step();
        // It stands beside what went wrong.
        click(&mut window, "OK");
    }
}

/// A click at a point of the window, or a wheel turned there, or a key.
fn random_act(window: &Harness<'_, App>, random: &mut Mt) {
    let mut below = |n: u32| random.next_u32() % n;
    let at: Pos2 = pos2(below(1100) as f32, below(800) as f32);
    let button = [PointerButton::Primary, PointerButton::Secondary][usize::from(below(5) == 0)];
    window.event(Event::PointerMoved(at));
    for pressed in [true, false] {
        let modifiers = Modifiers::NONE;
        window.event(Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    let keys = [egui::Key::ArrowDown, egui::Key::Enter, egui::Key::Escape, egui::Key::Tab];
    if below(8) == 0 {
        window.key_press(keys[below(keys.len() as u32) as usize]);
    }
    if below(16) == 0 {
        window.event(Event::Text(format!("{}", below(10))));
    }
}

#[test]
fn random_clicks_and_keys_do_no_harm() {
    let mut random = Mt::new(19);
    let mut window = window_with(&[fixture("minesweeper/gnome-classic-playing.png")]);
    wait(&mut window, ", best move");
    for i in 0..2000 {
        random_act(&window, &mut random);
        window.step();
        if i % 400 == 399 {
            let context = window.ctx.clone();
            let game = GAMES[(i / 400) % GAMES.len()];
            window.state_mut().begin(&context, Vec::new(), Some(game));
        }
    }
    window.step();
}

/// Types these keys.
fn type_keys(window: &mut Harness<'_, App>, keys: &str) {
    for key in keys.chars() {
        window.event(Event::Text(key.to_string()));
        window.step();
    }
}

/// Whether something has this in its label now.
fn shows(window: &Harness<'_, App>, label: &str) -> bool {
    window.query_all_by_label_contains(label).next().is_some()
}

/// The page on which boards are entered.
fn entering() -> Harness<'static, App> {
    let mut window = window();
    window.step();
    click(&mut window, "Enter a board");
    wait(&mut window, "row 1 sum: missing");
    window
}

const HEADERS: &str = "617141424180416101460";

#[test]
fn a_board_is_typed_and_advised_on() {
    let mut window = entering();
    type_keys(&mut window, &HEADERS[..20]);
    wait(&mut window, "Fill in column 5: 6/0");
    click(&mut window, "Fill in column 5: 6/0");
    wait(&mut window, "best move");
    wait(&mut window, "level 1: 100%");
    // The first card has the keys now.
    type_keys(&mut window, "2");
    wait(&mut window, "row 1, column 1, 2");
    click(&mut window, "row 1, column 1, 2");
    wait(&mut window, "row 1, column 1, face down");
    click(&mut window, "row 2, column 3");
    click(&mut window, "enter 3");
    wait(&mut window, "row 2, column 3, 3");
    click(&mut window, "Undo");
    wait(&mut window, "row 2, column 3, face down");
    click(&mut window, "Redo");
    wait(&mut window, "row 2, column 3, 3");
    click(&mut window, "Clear");
    wait(&mut window, "row 5 sum: missing");
}

#[test]
fn what_cannot_be_is_marked_where_it_stands() {
    let mut window = entering();
    type_keys(&mut window, "142");
    wait(&mut window, "row 1 sum: 14, impossible");
    wait(&mut window, "This board is impossible");
    click(&mut window, "row 1 sum: 14");
    click(&mut window, "enter 6");
    wait(&mut window, "18 of 20 numbers are missing");
    assert!(!shows(&window, "impossible:"));
}

#[test]
fn a_text_is_pasted_and_the_next_round_follows() {
    let mut window = entering();
    window.event(Event::Paste("6 7 4 4 4 8 4 6 1 6\n1 1 1 2 1 0 1 1 4 0".to_owned()));
    wait(&mut window, "best move");
    click(&mut window, "Next round");
    wait(&mut window, "row 1 sum: missing");
    click(&mut window, "Undo");
    wait(&mut window, "best move");
    click(&mut window, "level 1");
    wait(&mut window, "row 1, column 1, face down");
    window.event(Event::Paste("hello".to_owned()));
    wait(&mut window, "The text is not a board");
}

#[test]
fn rounds_are_noted_kept_and_deleted() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("app.json");
    let begin = || {
        let mut window = window_that_remembers(Memory::at(path.clone()).0, None);
        window.step();
        click(&mut window, "Enter a board");
        window
    };
    let mut window = begin();
    wait(&mut window, "Sessions: no rounds yet");
    type_keys(&mut window, HEADERS);
    wait(&mut window, "best move");
    click(&mut window, "row 1, column 3, face down");
    type_keys(&mut window, "2");
    click(&mut window, "Next round");
    wait(&mut window, "Sessions: 1 round, 2 coins");
    // Taken back, and ended by another card.
    click(&mut window, "Undo");
    click_until(&mut window, "Undo", "row 1, column 3, 2");
    click(&mut window, "row 2, column 1, face down");
    type_keys(&mut window, "v");
    wait(&mut window, "row 2, column 1, Voltorb");
    click(&mut window, "Next round");
    wait(&mut window, "Sessions: 1 round, 0 coins");
    let mut window = begin();
    wait(&mut window, "Sessions: 1 round, 0 coins");
    wait(&mut window, "strategy");
    click_until(&mut window, "Sessions: ", "highest level");
    click_until(&mut window, "Delete all", "Keep them");
    click_until(&mut window, "Keep them", "Export CSV");
    click_until(&mut window, "Delete all", "Yes, delete them");
    click_until(&mut window, "Yes, delete them", "Sessions: no rounds yet");
    wait(&mut begin(), "Sessions: no rounds yet");
}

#[test]
fn levels_that_cannot_be_are_dimmed_and_aims_are_told_in_sentences() {
    let mut window = entering();
    wait(&mut window, "level 8");
    assert!(!shows(&window, "level 8, impossible with these totals"));
    type_keys(&mut window, HEADERS);
    wait(&mut window, "level 8, impossible with these totals");
    assert!(!shows(&window, "level 1, impossible with these totals"));
    click_until(&mut window, "Objective: Clear the board", "Quits with the coins when");
    click_until(&mut window, "Most coins now", "Objective: Most coins now");
    wait(&mut window, "expected coins");
}

/// The boards whose first answer is timed: easy ones, and some whose exact answer takes long.
const TIMED: [&str; 3] = [
    "61 71 41 42 41 80 41 61 14 60",
    "rows 5/2 4/2 6/2 3/3 6/1; cols 4/2 5/2 7/1 5/2 3/3; level 5",
    "rows 5/1 4/2 6/1 5/1 4/2; cols 4/2 5/1 6/1 5/1 4/2; level 2",
];

#[test]
#[ignore = "it measures"]
fn time_from_the_last_entry_to_chances() {
    let mut window = entering();
    for text in TIMED {
        let mut times = Vec::new();
        for _ in 0..5 {
            click(&mut window, "Clear");
            // The chances of the board before are gone, too.
            let start = Instant::now();
            while shows(&window, "best move") || !shows(&window, "row 1 sum: missing") {
                assert!(start.elapsed() < PATIENCE, "the board is not empty");
                window.step();
            }
            window.event(Event::Paste(text.to_owned()));
            let start = Instant::now();
            while !shows(&window, "best move") {
                assert!(start.elapsed() < PATIENCE, "no chances");
                window.step();
            }
            times.push(start.elapsed());
        }
        println!("{:?} at most from the entry to chances: {text}", times.iter().max().unwrap());
    }
}

#[test]
fn marks_are_kept_beside_the_cards() {
    let mut window = entering();
    click(&mut window, "row 3, column 2");
    type_keys(&mut window, "m2v");
    wait(&mut window, "row 3, column 2, face down, marked 2V");
    click(&mut window, "Marks");
    type_keys(&mut window, "1");
    wait(&mut window, "row 3, column 2, 1, marked 2V");
}

#[test]
fn cells_are_painted_and_a_floor_is_chosen() {
    let mut window = entering();
    click(&mut window, "Minesweeper");
    wait(&mut window, "row 9, column 9, closed");
    click(&mut window, "enter 1");
    click(&mut window, "row 1, column 1,");
    wait(&mut window, "row 1, column 1, 1");
    wait(&mut window, "best move");
    click(&mut window, "Expert");
    wait(&mut window, "row 16, column 30, closed");
    click(&mut window, "first click may be a mine");
    wait(&mut window, "The first cell may be a mine");
    click(&mut window, "Sootopolis ice floor");
    click(&mut window, "Ruby 1");
    wait(&mut window, "Walk RULLUR");
}

#[test]
fn what_was_read_is_edited() {
    let mut window = window_with(&[fixture("voltorb-flip/desmume/2x-board.png")]);
    click_until(&mut window, "Edit this board", "Paste as text");
    wait(&mut window, "row 5 Voltorbs: ");
    wait(&mut window, "best move");
    assert!(!shows(&window, "missing"), "{:?}", labels(&window));
    click(&mut window, "Start page");
    wait(&mut window, "Continue with the board of");
}

#[test]
fn fields_that_were_not_read_for_certain_are_doubtful() {
    let field = |name: &str, value: Option<&str>, confidence| Field {
        name: name.to_owned(),
        place: None,
        value: value.map(str::to_owned),
        label: None,
        confidence,
        why: None,
    };
    let fields = vec![
        field("a", Some("1"), 0.99),
        field("b", Some("2"), 0.7),
        field("row 1 count", None, 0.0),
    ];
    let seen = Seen { look: String::new(), screens: Vec::new(), fields, report: None };
    let news = News { scene: scene(), seen: Some(Arc::new(seen)), ..News::default() };
    let doubts = super::game_page::doubts(&news);
    let header = Place::Header { side: Side::Right, at: 0, part: 1 };
    let told: Vec<_> = doubts.iter().map(|(place, doubt)| (*place, doubt.as_str())).collect();
    assert_eq!(told, [(Place::Cell((0, 1)), "read as 2, confidence 70 %"), (header, "unread")]);
}

#[test]
fn the_window_remembers_what_was_done() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("app.json");
    let picture = fixture("minesweeper/gnome-classic-playing.png");
    {
        let mut window = window_that_remembers(Memory::at(path.clone()).0, None);
        let context = window.ctx.clone();
        window.state_mut().begin(&context, vec![picture], None);
        wait(&mut window, "best move");
        click(&mut window, "Start page");
        click(&mut window, "Enter a board");
        type_keys(&mut window, "61");
        wait(&mut window, "row 1 Voltorbs: 1");
        click(&mut window, "Start page");
        click(&mut window, "Light");
        eframe::App::on_exit(window.state_mut(), None);
    }
    let (memory, broken) = Memory::at(path.clone());
    assert_eq!(broken, None);
    let mut window = window_that_remembers(memory, broken);
    let context = window.ctx.clone();
    window.state_mut().begin(&context, Vec::new(), None);
    wait(&mut window, "gnome-classic-playing.png");
    assert_eq!(window.ctx.theme(), egui::Theme::Light);
    click(&mut window, "Continue with the board of");
    wait(&mut window, "row 1 Voltorbs: 1");
    std::fs::write(&path, "{").unwrap();
    let (memory, broken) = Memory::at(path);
    let mut window = window_that_remembers(memory, broken);
    wait(&mut window, "cannot be read");
    click(&mut window, "OK");
}

#[test]
fn without_a_dialog_for_files_it_says_what_to_do() {
    if desktop::system::why_no_file_dialog().is_none() {
        // A person would have to close the dialog.
        return;
    }
    let mut window = window();
    window.step();
    click(&mut window, "Open a picture");
    wait(&mut window, "Until then drop the picture on this window");
}

#[test]
fn random_keys_and_clicks_on_a_form_do_no_harm() {
    let mut random = Mt::new(23);
    let mut window = entering();
    for i in 0..1500 {
        random_act(&window, &mut random);
        if i % 2 == 0 {
            let keys = ["1", "2", "0", "6", "v", "m", " ", "F", "#"];
            let key = keys[(random.next_u32() % keys.len() as u32) as usize];
            window.event(Event::Text(key.to_owned()));
        }
        window.step();
        if i % 300 == 299 && !shows(&window, "Paste as text") {
            let context = window.ctx.clone();
            window.state_mut().begin(&context, Vec::new(), None);
            click_until(&mut window, "Start page", "Enter a board");
            click(&mut window, "Enter a board");
        }
    }
}

#[test]
fn the_window_can_be_kept_on_top() {
    let mut window = window();
    click(&mut window, "Stay on top of other windows");
    let stays = window.get_by_label("Stay on top of other windows").accesskit_node().toggled();
    assert_eq!(stays, Some(egui::accesskit::Toggled::True));
}
