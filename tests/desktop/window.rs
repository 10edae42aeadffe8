//! `voltsight app` on a desktop, with a real pointer: what a person sees and clicks.

use crate::support::dialogs::Dialogs;
use crate::support::schema::Schema;
use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{Program, eventually, folder, on_desktop, patience, within};
use desktop::PlatformKind;
use desktop::input::DesktopInput;
use desktop::system::connect;
use desktop::window::{WindowChoice, WindowSource, candidates};
use grid::geometry::{Point, Rect};
use rand_mt::Mt;
use session::capture::Source;
use session::frame::Frame;
use session::input::{Gesture, InputDevice};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The colour of the frame around the best cell.
const BEST: [u8; 3] = [0, 214, 255];

/// The colour of a cell that is certainly safe.
const SAFE: [u8; 3] = [10, 94, 168];

/// The third large choice of the first page, to enter a board.
const ENTER: Point = Point { x: 920.0, y: 140.0 };

/// A picture of a game in play.
const PICTURE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/minesweeper/gnome-classic-playing.png");

/// How long a button is held.
const HOLD: Duration = Duration::from_millis(60);

/// What all of this needs to be installed.
const NEEDS: [&str; 0] = [];

/// Whether it comes to be before a person would try once more.
fn soon(seconds: u64, mut is: impl FnMut() -> bool) -> bool {
    let (begin, limit) = (Instant::now(), patience(Duration::from_secs(seconds)));
    loop {
        if is() {
            return true;
        }
        if begin.elapsed() > limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A running `voltsight app`.
struct App {
    program: Program,
    folder: PathBuf,
    window: WindowSource,
    hand: DesktopInput,
}

impl App {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::start_on("disabled:", folder, arguments)
    }

    /// Starts it with a session bus of this address.
    fn start_on(bus: &str, folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        command.arg("app").args(arguments).arg("--log").arg(folder.join("log"));
        command.stdout(File::create(folder.join("said.txt")).unwrap());
        command.env("DBUS_SESSION_BUS_ADDRESS", bus);
        let program = Program::start(&mut command);
        let window = eventually("its window is there", || {
            let all = candidates(&*connect().unwrap()).ok()?;
            all.into_iter().find(|candidate| candidate.pid == Some(program.pid()))
        });
        let window = WindowSource::open_candidate(WindowChoice::default(), window).unwrap();
        let hand = DesktopInput::new(PlatformKind::Native, Duration::from_millis(40))
            .unwrap()
            .without_restoring();
        Self { program, folder: folder.to_owned(), window, hand }
    }

    fn frame(&mut self) -> Frame {
        self.window.next(Duration::from_millis(50)).unwrap()
    }

    /// Clicks a point of the window.
    fn click(&mut self, at: Point) {
        let frame = self.frame();
        let (width, height) = frame.picture.dimensions();
        let within = Rect::new(0.0, 0.0, width.into(), height.into());
        self.hand.perform(&Gesture::tap(at, within, HOLD), &frame).unwrap();
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log/session.jsonl")).unwrap_or_default()
    }

    fn count(&self, event: &str) -> usize {
        self.log().matches(&format!("\"event\":\"{event}\"")).count()
    }

    /// Whether cells that are certainly safe are shown.
    fn shows_safe(&mut self) -> bool {
        let frame = self.frame();
        frame.picture.pixels().filter(|pixel| pixel.0 == SAFE).count() > 1000
    }

    /// The frames around the best cell, from left to right: in the picture, then on the board.
    fn best(&mut self) -> Vec<Rect> {
        let frame = self.frame();
        let picture = &frame.picture;
        let (width, height) = picture.dimensions();
        let is_best = |x: u32, y: u32| {
            let pixel = picture.get_pixel(x, y).0;
            pixel.iter().zip(BEST).all(|(&a, b)| a.abs_diff(b) < 12)
        };
        let mut left: BTreeSet<(u32, u32)> = (0..width)
            .flat_map(|x| (0..height).map(move |y| (x, y)))
            .filter(|&(x, y)| is_best(x, y))
            .collect();
        // A frame is what hangs together.
        let mut frames: Vec<Vec<(u32, u32)>> = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut frame, mut open) = (vec![first], vec![first]);
            while let Some((x, y)) = open.pop() {
                let beside = |at: u32| at.saturating_sub(1)..=at + 1;
                let around = beside(x).flat_map(|x| beside(y).map(move |y| (x, y)));
                let found: Vec<_> = around.filter(|at| left.remove(at)).collect();
                frame.extend(&found);
                open.extend(found);
            }
            frames.push(frame);
        }
        let bounds = |frame: Vec<(u32, u32)>| {
            let (left, right) =
                (frame.iter().map(|p| p.0).min()?, frame.iter().map(|p| p.0).max()?);
            let (top, bottom) =
                (frame.iter().map(|p| p.1).min()?, frame.iter().map(|p| p.1).max()?);
            // Larger than a letter of the advice.
            let (w, h) = (f64::from(right - left), f64::from(bottom - top));
            (w > 17.0 && h > 17.0).then(|| Rect::new(left.into(), top.into(), w, h))
        };
        frames.into_iter().filter_map(bounds).collect()
    }

    /// Closes the window as its close button does, and waits for the program's end.
    fn close(mut self, user: &User) -> String {
        user.close_window(self.window.candidate().id);
        let status = self.program.ends();
        assert_eq!(status.code(), Some(0));
        std::fs::read_to_string(self.folder.join("said.txt")).unwrap()
    }
}

fn centre(area: Rect) -> Point {
    Point::new(area.x + area.w / 2.0, area.y + area.h / 2.0)
}

#[test]
fn a_picture_is_advised_on_and_a_cell_of_it_corrected() {
    let test = "window::a_picture_is_advised_on_and_a_cell_of_it_corrected";
    on_desktop(test, &NEEDS, || {
        let user = User::new();
        let mut app = App::start(&folder(&test.replace("::", "-")), &[PICTURE]);
        let best = eventually("the best cell is framed in the picture and on the board", || {
            let best = app.best();
            (best.len() == 2).then_some(best)
        });
        // Somewhere below the cell is the list of its values, once the program has got round to it.
        let corner = Point::new(best[1].x + 14.0, best[1].y + best[1].h);
        let is_corrected = (0..3).any(|_| {
            app.click(centre(best[1]));
            (40..90).step_by(8).any(|below| {
                app.click(Point::new(corner.x, corner.y + f64::from(below)));
                soon(1, || app.count("corrected") > 0)
            })
        });
        assert!(is_corrected, "no value was found: {}", app.log());
        assert!(app.log().contains("typed by hand"), "{}", app.log());
        app.close(&user);
    });
}

#[test]
fn a_picture_on_the_clipboard_is_pasted() {
    let test = "window::a_picture_on_the_clipboard_is_pasted";
    on_desktop(test, &NEEDS, || {
        let user = User::new();
        let picture = session::capture::decode::decode(Path::new(PICTURE)).unwrap();
        let (width, height) = picture.dimensions();
        let rgba = image::DynamicImage::ImageRgb8(picture).into_rgba8();
        let (width, height) = (width as usize, height as usize);
        let data = arboard::ImageData { width, height, bytes: rgba.into_raw().into() };
        let mut clipboard = arboard::Clipboard::new().unwrap();
        clipboard.set_image(data).unwrap();
        let mut app = App::start(&folder(&test.replace("::", "-")), &[]);
        user.restore(app.window.candidate().id);
        eventually("the picture is advised on", || {
            const CONTROL: u32 = 0xffe3;
            // Each press begins to read the picture anew.
            user.press_keys(&[CONTROL, u32::from('v')]);
            soon(4, || app.count("advised") > 0 && app.best().len() == 2).then_some(())
        });
        app.close(&user);
    });
}

#[test]
fn a_built_in_game_is_played_by_hand() {
    let test = "window::a_built_in_game_is_played_by_hand";
    on_desktop(test, &NEEDS, || {
        let user = User::new();
        let mut app = App::start(&folder(&test.replace("::", "-")), &["minesweeper", "--built-in"]);
        for turn in 1..=5 {
            eventually("there is advice", || (app.count("advised") >= turn).then_some(()));
            // The frame may still be about to move to the next cell.
            eventually("the game has gone on", || {
                let best = app.best().first().copied()?;
                app.click(centre(best));
                soon(4, || app.count("advised") > turn).then_some(())
            });
        }
        app.close(&user);
    });
}

fn clicks_anywhere(test: &str, count: usize) {
    within(Duration::from_secs(600), test, &NEEDS, &[], || {
        let user = User::new();
        let mut app = App::start(&folder(&test.replace("::", "-")), &[PICTURE]);
        let frame = app.frame();
        let origin = frame.origin.unwrap();
        let mut random = Mt::new(19);
        for _ in 0..count {
            let x = random.next_u32() % frame.picture.width();
            let y = random.next_u32() % frame.picture.height();
            let (x, y) = (origin.x + f64::from(x), origin.y + f64::from(y));
            user.move_pointer(x as i16, y as i16);
            user.click();
            std::thread::sleep(Duration::from_millis(3));
        }
        assert!(app.program.status().is_none(), "it has ended");
        app.close(&user);
    });
}

#[test]
fn two_hundred_clicks_anywhere_do_no_harm() {
    clicks_anywhere("window::two_hundred_clicks_anywhere_do_no_harm", 200);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_of_two_thousand_clicks_anywhere() {
    clicks_anywhere("window::soak_of_two_thousand_clicks_anywhere", 2000);
}

#[test]
fn a_window_is_played_in_and_closing_it_in_mid_press_releases() {
    let test = "window::a_window_is_played_in_and_closing_it_in_mid_press_releases";
    on_desktop(test, &NEEDS, || {
        let user = User::new();
        let game = StandIn::show(1, (1200, 150));
        let mut app = App::start(&folder(&test.replace("::", "-")), &[]);
        user.move_window(app.window.candidate().id, 20, 20);
        // The first large choice watches the game that is open.
        eventually("the window is chosen", || {
            app.click(Point::new(200.0, 140.0));
            soon(4, || app.count("advised") > 0).then_some(())
        });
        app.click(Point::new(60.0, 60.0));
        // Its own window has the keyboard: the same reason to halt as that of `voltsight play`.
        eventually("it is halted", || app.log().contains("has the keyboard").then_some(()));
        user.restore(game.window);
        let (start, limit) = (Instant::now(), patience(Duration::from_secs(60)));
        // A press is short: this looks more often than `eventually`.
        while !game.is_down() {
            assert!(start.elapsed() < limit, "it plays: {}", app.log());
            std::thread::sleep(Duration::from_millis(1));
        }
        let said = app.close(&user);
        assert!(!user.is_pressing(), "the button is left pressed");
        assert!(said.contains("\nrounds "), "no summary: {said}");
    });
}

#[test]
fn a_file_is_chosen_in_the_desktops_dialog_and_its_theme_followed() {
    let test = "window::a_file_is_chosen_in_the_desktops_dialog_and_its_theme_followed";
    on_desktop(test, &Dialogs::NEEDS, || {
        let (user, portal) = (User::new(), Dialogs::start());
        let folder = folder(&test.replace("::", "-"));
        let mut app = App::start_on(&portal.address(), &folder, &[]);
        user.restore(app.window.candidate().id);
        let corner = |app: &mut App| app.frame().picture.get_pixel(3, 3).0;
        eventually("it is light", || (corner(&mut app)[0] > 200).then_some(()));
        portal.darken();
        eventually("it is dark", || (corner(&mut app)[0] < 60).then_some(()));
        // Closed first: nothing happens, and it can be opened again.
        for file in [None, Some(Path::new(PICTURE))] {
            portal.choose(file);
            let before = portal.opened();
            eventually("the dialog is opened", || {
                app.click(Point::new(560.0, 140.0));
                soon(2, || portal.opened() > before).then_some(())
            });
        }
        eventually("the picture is advised on", || {
            (app.count("advised") > 0 && app.best().len() == 2).then_some(())
        });
        app.close(&user);
    });
}

#[test]
fn a_board_is_typed_and_what_was_done_is_remembered() {
    let test = "window::a_board_is_typed_and_what_was_done_is_remembered";
    on_desktop(test, &NEEDS, || {
        let user = User::new();
        let folder = folder(&test.replace("::", "-"));
        let mut app = App::start(&folder, &[]);
        user.restore(app.window.candidate().id);
        let kept = PathBuf::from(std::env::var_os("XDG_STATE_HOME").unwrap());
        let kept = kept.join("voltsight/app.json");
        let remembered = || -> serde_json::Value {
            let text = std::fs::read_to_string(&kept).unwrap_or_default();
            serde_json::from_str(&text).unwrap_or_default()
        };
        eventually("the board is there", || {
            app.click(ENTER);
            soon(4, || remembered()["last"]["board"] == "voltorb-flip").then_some(())
        });
        // The keyboard alone, as fast as a person who looks at what is shown.
        for key in "617141424180416101460".chars() {
            let before = app.frame();
            user.press_keys(&[u32::from(key)]);
            eventually("the key is seen", || (app.frame().picture != before.picture).then_some(()));
        }
        assert!(soon(20, || app.shows_safe()), "no safe card is shown: {}", remembered());
        app.close(&user);
        let kept = remembered();
        Schema::named("app").holds(std::slice::from_ref(&kept));
        assert_eq!(kept["last"]["board"], "voltorb-flip");
        assert_eq!(kept["boards"]["voltorb-flip"]["right"][0], serde_json::json!([6, 1]));
        let mut app = App::start(&folder, &[]);
        user.restore(app.window.candidate().id);
        eventually("the board is there again", || {
            app.click(ENTER);
            soon(4, || app.shows_safe()).then_some(())
        });
        app.close(&user);
    });
}

#[test]
fn without_a_display_it_says_what_is_missing() {
    let said = Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .arg("app")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(2), "{text}");
    assert!(text.contains("no window can be opened here"), "{text}");
    assert!(text.contains("named by DISPLAY"), "{text}");
}
