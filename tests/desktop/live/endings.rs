//! However `voltsight play` ends, no button stays pressed, the pointer is where it was, and what
//! happened is told.

use crate::support::painter::Painter;
use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{Program, eventually, folder, on_desktop, start_server, within};
use desktop::PlatformKind;
use desktop::hotkeys::{Hotkey, Hotkeys};
use desktop::input::DesktopInput;
use grid::geometry::{Point, Rect};
use rand_mt::Mt;
use session::capture::Source;
use session::consoles::ds::TIMING;
use session::input::{Gesture, InputDevice};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const HOME: (i16, i16) = (1500, 1000);

/// `voltsight play` beside a stand-in.
struct Play {
    program: Program,
    folder: PathBuf,
}

impl Play {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let said = std::fs::File::create(folder.join("said.txt")).unwrap();
        Self::start_into(folder, arguments, Stdio::from(said), None)
    }

    fn start_into(folder: &Path, arguments: &[&str], to: Stdio, display: Option<&str>) -> Self {
        let log = folder.join("log");
        let _ = std::fs::remove_dir_all(&log);
        let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        command.args(["play", "--log"]).arg(log).args(arguments).stdout(to);
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        Self { program: Program::start(&mut command), folder: folder.to_owned() }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log/session.jsonl")).unwrap_or_default()
    }

    fn said(&self) -> String {
        std::fs::read_to_string(self.folder.join("said.txt")).unwrap_or_default()
    }

    /// Waits for its end, and sees that it has told what happened.
    fn ends_in_order(&mut self) -> i32 {
        let code = self.program.ends().code().expect("it was not killed");
        let (said, log) = (self.said(), self.log());
        assert!(said.contains("\nrounds "), "no summary: {said}");
        assert!(log.lines().last().is_some_and(|line| line.contains("\"stopped\"")), "{log}");
        code
    }
}

fn assert_released(user: &User) {
    let (pressed, at) = (user.is_pressing(), user.pointer());
    user.release();
    user.move_pointer(HOME.0, HOME.1);
    assert!(!pressed, "the button is left pressed");
    assert_eq!(at, HOME, "the pointer is displaced");
}

/// Ends `count` sessions by signals at random moments, half of them in mid-press.
fn signals(test: &str, count: usize) {
    let folder = folder(&test.replace("::", "-"));
    let user = User::new();
    let mut random = Mt::new(1);
    let mut in_mid_press = 0;
    for i in 0..count {
        user.move_pointer(HOME.0, HOME.1);
        let game = StandIn::show(1 + i as u32, (200, 150));
        let mut play = Play::start(&folder, &[]);
        let mut delay = |most: u32| {
            std::thread::sleep(Duration::from_millis((random.next_u32() % most).into()));
        };
        if i % 2 == 0 {
            // A busy machine may take its time; a session that has ended never presses.
            let presses = 1 + i / 2 % 2;
            while game.presses() < presses {
                assert_eq!(play.program.status(), None, "it ended by itself:\n{}", play.said());
                std::thread::sleep(Duration::from_millis(2));
            }
            delay(100);
        } else {
            delay(1500);
        }
        let name = ["TERM", "HUP", "INT"][i % 3];
        in_mid_press += usize::from(game.is_down());
        play.program.signal(name);
        let code = play.program.ends().code();
        assert_released(&user);
        match code {
            // It had not begun to watch: there is nothing to sum up.
            Some(0) if play.log().is_empty() => {}
            // Before it listens to signals it presses nothing.
            None => assert!(!play.log().contains("\"acted\""), "killed by {name}:\n{}", play.log()),
            Some(_) => assert_eq!(play.ends_in_order(), 0, "{name}"),
        }
        if (i + 1) % 50 == 0 {
            println!("{} signals, {in_mid_press} of them in mid-press", i + 1);
        }
    }
    println!("{count} signals, {in_mid_press} of them in mid-press: all released");
    assert!(in_mid_press > 0, "none came in mid-press");
}

#[test]
fn a_signal_leaves_no_button_pressed() {
    let test = "live::endings::a_signal_leaves_no_button_pressed";
    on_desktop(test, &[], || signals(test, 12));
}

/// As many as `SIGNALS` says, 1000 without it, which take an hour.
#[test]
#[ignore = "long play: make soak"]
fn soak_of_signals_leaves_no_button_pressed() {
    let count = std::env::var("SIGNALS").map_or(1000, |n| n.parse().expect("SIGNALS is a number"));
    let test = "live::endings::soak_of_signals_leaves_no_button_pressed";
    let limit = Duration::from_secs(600 + 15 * count as u64);
    within(limit, test, &[], &[], || signals(test, count));
}

#[test]
fn a_killed_program_leaves_no_button_pressed() {
    on_desktop("live::endings::a_killed_program_leaves_no_button_pressed", &[], || {
        let (user, folder) = (User::new(), folder("killed"));
        for round in 0..4 {
            user.move_pointer(HOME.0, HOME.1);
            let game = StandIn::show(1 + round, (200, 150));
            let mut play = Play::start(&folder, &[]);
            eventually("it is pressed", || game.is_down().then_some(()));
            play.program.signal("KILL");
            assert_eq!(play.program.ends().code(), None, "it ended by itself:\n{}", play.said());
            eventually("the button is released", || (!user.is_pressing()).then_some(()));
        }
    });
}

#[test]
fn suspension_waits_until_nothing_is_pressed() {
    let test = "live::endings::suspension_waits_until_nothing_is_pressed";
    on_desktop(test, &[], || {
        let user = User::new();
        user.move_pointer(HOME.0, HOME.1);
        let game = StandIn::show(5, (200, 150));
        let mut play = Play::start(&folder("suspension"), &[]);
        eventually("it is pressed", || game.is_down().then_some(()));
        play.program.signal("TSTP");
        let stat = format!("/proc/{}/stat", play.program.pid());
        eventually("it is stopped", || {
            let stat = std::fs::read_to_string(&stat).unwrap();
            stat.rsplit(')').next().unwrap().trim_start().starts_with('T').then_some(())
        });
        assert_released(&user);
        let presses = game.presses();
        play.program.signal("CONT");
        eventually("it plays on", || (game.presses() > presses).then_some(()));
        play.program.signal("TERM");
        assert_eq!(play.ends_in_order(), 0);
    });
}

#[test]
fn a_hangup_that_is_ignored_does_not_end_it() {
    let test = "live::endings::a_hangup_that_is_ignored_does_not_end_it";
    on_desktop(test, &["nohup"], || {
        let game = StandIn::show(5, (200, 150));
        let mut command = Command::new("nohup");
        command.arg(env!("CARGO_BIN_EXE_voltsight")).args(["play"]);
        let mut program = Program::start(command.stdout(Stdio::null()));
        eventually("it is pressed", || (game.presses() > 0).then_some(()));
        program.signal("HUP");
        let presses = game.presses();
        eventually("it plays on", || (game.presses() > presses + 1).then_some(()));
        assert!(program.status().is_none());
        program.signal("TERM");
        assert_eq!(program.ends().code(), Some(0));
    });
}

#[test]
fn it_stops_when_nobody_reads_on() {
    on_desktop("live::endings::it_stops_when_nobody_reads_on", &[], || {
        let user = User::new();
        let folder = folder("unread");
        for arguments in [&[][..], &["--quiet"]] {
            user.move_pointer(HOME.0, HOME.1);
            let game = StandIn::show(6, (200, 150));
            let mut play = Play::start_into(&folder, arguments, Stdio::piped(), None);
            let mut reader = BufReader::new(play.program.stdout());
            if arguments.is_empty() {
                reader.read_line(&mut String::new()).unwrap();
            } else {
                eventually("it is pressed", || (game.presses() > 0).then_some(()));
            }
            let presses = game.presses();
            drop(reader);
            assert_eq!(play.program.ends().code(), Some(0), "a closed pipe is a quiet end");
            assert!(game.presses() <= presses + 1, "it has played on unseen");
            assert!(play.log().contains("nobody reads the output"), "{}", play.log());
            assert_released(&user);
        }
    });
}

#[test]
fn a_full_disk_is_a_sentence() {
    on_desktop("live::endings::a_full_disk_is_a_sentence", &[], || {
        let game = StandIn::show(6, (200, 150));
        let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        command.args(["play"]).stdout(std::fs::File::create("/dev/full").unwrap());
        let output = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("standard output cannot be written: No space left"), "{said}");
        assert!(!said.contains("panicked"), "{said}");
        drop(game);
    });
}

#[test]
fn the_window_dies_in_mid_press() {
    on_desktop("live::endings::the_window_dies_in_mid_press", &[], || {
        let user = User::new();
        user.move_pointer(HOME.0, HOME.1);
        let game = StandIn::show(7, (200, 150));
        let mut play = Play::start(&folder("window-dies"), &[]);
        game.die_when_pressed();
        eventually("it sees that", || play.log().contains("was closed").then_some(()));
        // It is told within the press, which ends after its least length.
        let released = || !user.is_pressing() && user.pointer() == HOME;
        eventually("the press ends", || released().then_some(()));
        assert_released(&user);
        play.program.signal("TERM");
        assert_eq!(play.ends_in_order(), 0);
    });
}

#[test]
fn the_server_dies_in_mid_press() {
    on_desktop("live::endings::the_server_dies_in_mid_press", &[], || {
        let (server, display) = start_server(&[]);
        let _manager = Program::start(Command::new("openbox").env("DISPLAY", &display));
        let folder = folder("server-dies");
        let game = StandIn::show_on(Some(&display), 8, (200, 150), std::process::id());
        let said = std::fs::File::create(folder.join("said.txt")).unwrap();
        let mut play = Play::start_into(&folder, &[], Stdio::from(said), Some(&display));
        eventually("it is pressed", || game.is_down().then_some(()));
        drop(server);
        assert_eq!(play.ends_in_order(), 1);
        let said = std::fs::read_to_string(folder.join("said.txt")).unwrap();
        assert!(said.contains("is gone") || said.contains("did not answer"), "{said}");
        assert!(!said.contains("the pointer cannot be used"), "{said}");
    });
}

/// A gesture that presses a window for long.
fn press_of(painter: &Painter) -> (Gesture, session::frame::Frame) {
    let frame = super::capture::open("^game").next(super::capture::NOW).unwrap();
    let (w, h) = frame.picture.dimensions();
    let gesture = Gesture::tap(
        Point::new(50.5, 60.5),
        Rect::new(0.0, 0.0, w.into(), h.into()),
        Duration::from_secs(5),
    );
    assert_eq!(painter.presses(), []);
    (gesture, frame)
}

#[test]
fn a_panic_in_mid_press_releases() {
    on_desktop("live::endings::a_panic_in_mid_press_releases", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let user = User::new();
        user.move_pointer(HOME.0, HOME.1);
        let (gesture, frame) = press_of(&painter);
        let probe = User::new();
        let mut hand =
            DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap().cut_short_if(move || {
                assert!(!probe.is_pressing(), "meant");
                false
            });
        let perform = std::panic::AssertUnwindSafe(|| hand.perform(&gesture, &frame));
        assert!(std::panic::catch_unwind(perform).is_err());
        assert_released(&user);
        eventually("it was pressed", || (painter.presses().len() == 1).then_some(()));
    });
}

/// The sockets of this process, as numbers of its files.
fn sockets() -> Vec<i32> {
    let files = std::fs::read_dir("/proc/self/fd").unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|file| {
            std::fs::read_link(file).is_ok_and(|to| to.to_string_lossy().starts_with("socket:"))
        })
        .map(|file| file.file_name().unwrap().to_str().unwrap().parse().unwrap())
        .collect()
}

/// Shuts a socket of this process down, as a lost connection would be.
fn cut(socket: i32) {
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
    let this = pidfd_open(getpid(), PidfdFlags::empty()).unwrap();
    let socket = pidfd_getfd(this, socket, PidfdGetfdFlags::empty()).unwrap();
    std::os::unix::net::UnixStream::from(socket).shutdown(std::net::Shutdown::Both).unwrap();
}

#[test]
fn a_hand_whose_connection_breaks_releases_on_another() {
    on_desktop("live::endings::a_hand_whose_connection_breaks_releases_on_another", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let user = User::new();
        user.move_pointer(HOME.0, HOME.1);
        let (gesture, frame) = press_of(&painter);
        let before = sockets();
        let hand = DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap();
        let mut made = sockets().into_iter().filter(|socket| !before.contains(socket));
        let socket = made.next().expect("the hand has a connection");
        assert_eq!(made.next(), None, "and only one");
        let probe = User::new();
        let mut hand = hand.cut_short_if(move || {
            if probe.is_pressing() {
                cut(socket);
            }
            probe.is_pressing()
        });
        let begin = Instant::now();
        let _ = hand.perform(&gesture, &frame);
        assert!(begin.elapsed() < Duration::from_secs(4), "it is cut short");
        assert_released(&user);
        // And goes on with the new connection.
        let mut quick = gesture.clone();
        if let Gesture::Tap { hold, .. } = &mut quick {
            *hold = Duration::from_millis(80);
        }
        let mut hand = hand.cut_short_if(|| false);
        hand.perform(&quick, &frame).unwrap();
        assert_released(&user);
    });
}

#[test]
fn keys_typed_elsewhere_arrive_there() {
    on_desktop("live::endings::keys_typed_elsewhere_arrive_there", &[], || {
        let user = User::new();
        user.move_pointer(HOME.0, HOME.1);
        let game = StandIn::show(9, (200, 150));
        let mut play = Play::start(&folder("typing"), &[]);
        eventually("it plays", || (game.presses() > 1).then_some(()));
        let other = Painter::show("editor", 2, (900, 150), (400, 300));
        user.restore(other.window);
        eventually("it halts", || play.log().contains("has the keyboard").then_some(()));
        let presses = game.presses();
        for _ in 0..60 {
            user.press_keys(&[u32::from('x')]);
            std::thread::sleep(Duration::from_millis(40));
        }
        eventually("all keys have arrived", || (other.keys().len() == 60).then_some(()));
        assert_eq!((game.keys(), game.presses()), (0, presses));
        user.restore(game.window);
        eventually("it plays on", || (game.presses() > presses).then_some(()));
        play.program.signal("INT");
        assert_eq!(play.ends_in_order(), 0);
    });
}

#[test]
fn a_bad_hotkey_or_a_missing_safeguard_refuses_to_play() {
    let test = "live::endings::a_bad_hotkey_or_a_missing_safeguard_refuses_to_play";
    on_desktop(test, &[], || {
        let refused = |arguments: &[&str]| {
            let mut command = Command::new("timeout");
            command.args(["60", env!("CARGO_BIN_EXE_voltsight")]);
            let output = command.args(["play"]).args(arguments).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            String::from_utf8_lossy(&output.stderr).into_owned()
        };
        // Whether there is a window to play in or not.
        let without = refused(&["--pause-key", "Ctrl+Nonsense"]);
        let game = StandIn::show(10, (200, 150));
        for said in [without, refused(&["--pause-key", "Ctrl+Nonsense"])] {
            assert!(said.contains("\"Ctrl+Nonsense\" is not a hotkey"), "{said}");
        }
        let taken =
            Hotkeys::register(PlatformKind::Native, &[(Hotkey::Stop, Hotkey::Pause.usual_key())])
                .unwrap();
        let said = refused(&[]);
        assert!(said.contains("--without-guard hotkeys"), "{said}");
        assert_eq!(game.presses(), 0);
        let mut play = Play::start(&folder("refused"), &["--without-guard", "hotkeys"]);
        eventually("it plays", || (game.presses() > 0).then_some(()));
        play.program.signal("INT");
        assert_eq!(play.ends_in_order(), 0);
        drop(taken);
    });
}
