//! The live view on a real terminal: drawn there, and the terminal given back after every way out.
#![cfg(unix)]

use crate::support::terminal::Terminal;
use std::time::Duration;

const DEMO: &str = "demo --seed 3 --speed 3 --rounds 50";

/// What the terminal is like after the program has ended.
fn after(mut terminal: Terminal) -> String {
    let ended = |screen: &str| screen.contains("-echonl") || screen.contains("echoke");
    let screen = terminal.until("the end", ended);
    terminal.wait();
    let written = String::from_utf8_lossy(&terminal.written()).into_owned();
    let left = written.rfind("\u{1b}[?1049l").expect("the alternate screen is left");
    assert!(written.rfind("\u{1b}[?1049h").is_some_and(|entered| entered < left));
    assert!(written.rfind("\u{1b}[?25h") > written.rfind("\u{1b}[?25l"), "the cursor is shown");
    let modes: Vec<&str> = written[left..].split_whitespace().collect();
    for mode in ["echo", "icanon", "isig"] {
        assert!(modes.contains(&mode), "{mode} is off: {modes:?}");
    }
    screen
}

fn plays(screen: &str) -> bool {
    screen.contains("chance to clear") && screen.contains('▶')
}

#[test]
fn the_terminal_is_given_back_after_a_key() {
    let Some(mut session) = Terminal::start("terminal-key", "", DEMO) else { return };
    session.until("the board", plays);
    session.press("pzz");
    let paused = session.until("the pause", |screen| screen.contains("halted: paused"));
    assert!(!paused.contains("zz"), "keys are not shown:\n{paused}");
    session.press("q");
    let screen = after(session);
    assert!(screen.contains("left with 0"), "{screen}");
}

#[test]
fn the_terminal_is_given_back_after_every_signal() {
    for signal in ["INT", "TERM", "HUP", "QUIT"] {
        let name = format!("terminal-{signal}");
        let Some(session) = Terminal::start(&name, "", DEMO) else { return };
        session.until("the board", plays);
        assert!(session.signal(signal));
        let screen = after(session);
        assert!(screen.contains("left with 0"), "{signal}: {screen}");
    }
}

#[test]
fn ctrl_c_is_a_signal_also_while_keys_are_heard() {
    let Some(mut session) = Terminal::start("terminal-ctrl-c", "", DEMO) else { return };
    session.until("the board", plays);
    session.press("\u{3}");
    let written = |session: &Terminal| String::from_utf8_lossy(&session.written()).into_owned();
    // The shell around it may be interrupted as well; where it is not, what it tells moves this off the screen.
    session.until("the end", |_| written(&session).contains("stopped: interrupted"));
    let written = written(&session);
    assert!(written.rfind("\u{1b}[?1049l") > written.rfind("\u{1b}[?1049h"), "it is given back");
    session.wait();
}

#[test]
fn the_terminal_is_given_back_while_it_is_suspended() {
    let Some(mut session) = Terminal::start("terminal-suspended", "", DEMO) else { return };
    session.until("the board", plays);
    let taken = |session: &Terminal| {
        let written = String::from_utf8_lossy(&session.written()).into_owned();
        written.matches("\u{1b}[?1049h").count() - written.matches("\u{1b}[?1049l").count()
    };
    assert_eq!(taken(&session), 1);
    assert!(session.signal("TSTP"));
    session.until("the suspension", |_| taken(&session) == 0);
    assert!(session.signal("CONT"));
    session.until("the board again", |screen| taken(&session) == 1 && plays(screen));
    session.press("q");
    let screen = after(session);
    assert!(screen.contains("left with 0"), "{screen}");
}

#[test]
fn the_terminal_is_given_back_after_a_panic() {
    let program = std::env::current_exe().unwrap();
    let child = "--ignored --exact terminal::a_view_during_a_panic --nocapture";
    let Some(session) =
        Terminal::of(program.to_str().unwrap(), "terminal-panic", "RUST_BACKTRACE=0", child)
    else {
        return;
    };
    let screen = after(session);
    assert!(screen.contains("a fault on purpose"), "what went wrong is to be read: {screen}");
}

/// Not a test: run by the one above, in a terminal of its own.
#[test]
#[ignore = "run in a terminal by another test"]
fn a_view_during_a_panic() {
    use session::{Event, Observer, Panel, Units, View};
    use voltsight::show::terminal::Terminal;

    struct Nothing;

    impl View for Nothing {
        fn units(&self) -> Units {
            Units::default()
        }

        fn panel(&self) -> Panel {
            Panel::default()
        }

        fn record(&self) -> serde_json::Value {
            serde_json::Value::Null
        }
    }

    let mut view = Terminal::standard(false, false);
    view.notice(Duration::ZERO, &Event::Note("begun"), &Nothing);
    std::thread::sleep(Duration::from_millis(300));
    let ended = std::thread::spawn(|| panic!("a fault on purpose")).join();
    assert!(ended.is_err());
}

#[test]
fn no_colours_and_no_placing_where_they_are_not_wanted() {
    let Some(mut session) = Terminal::start("terminal-no-color", "NO_COLOR=1", DEMO) else {
        return;
    };
    session.until("the board", plays);
    session.press("q");
    let written = String::from_utf8_lossy(&session.written()).into_owned();
    for colour in ["\u{1b}[38;", "\u{1b}[48;", "\u{1b}[31m", "\u{1b}[36m"] {
        assert!(!written.contains(colour), "{colour:?}");
    }
    after(session);
    let Some(session) = Terminal::start("terminal-dumb", "TERM=dumb", "demo --rounds 1") else {
        return;
    };
    session.until("the end", |screen| screen.contains("left with 0"));
    let written = String::from_utf8_lossy(&session.written()).into_owned();
    assert!(!written.contains("\u{1b}["), "lines only");
}
