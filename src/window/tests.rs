//! The window without a display: what is shown, found as a screen reader would find it, and clicked.

use super::app::App;
use super::board;
use super::host::Host;
use super::start_page::StartPage;
use crate::games::GAMES;
use crate::show::scene::Scene;
use desktop::PlatformKind;
use eframe::egui::{self, Event, Modifiers, PointerButton, Pos2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use grid::Grid;
use rand_mt::Mt;
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
    #[cfg(feature = "live")]
    let page = StartPage::new(PlatformKind::Native, Vec::new());
    #[cfg(not(feature = "live"))]
    let page = StartPage::default();
    let app = App::new(page, Arc::new(Host::default()));
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
        ("row 1, column 1: ok, the best", vec!["a"]),
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
        wait(&mut window, ", the best");
        click(&mut window, "Start page");
        wait(&mut window, "Read a screenshot");
    }
}

#[test]
fn a_cell_is_corrected_from_the_list_of_its_values_and_taken_back() {
    let mut window = window_with(&[fixture("minesweeper/gnome-classic-playing.png")]);
    wait(&mut window, ", the best");
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
    wait(&mut window, ", the best");
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
        wait(&mut window, "paused until you go on");
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
    wait(&mut window, ", the best");
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

#[test]
fn the_window_can_be_kept_on_top() {
    let mut window = window();
    click(&mut window, "Stay on top of other windows");
    let stays = window.get_by_label("Stay on top of other windows").accesskit_node().toggled();
    assert_eq!(stays, Some(egui::accesskit::Toggled::True));
}
