//! What the program prints as JSON is what the schemas in docs/reference/schemas say.

use crate::docs::project;
use crate::support::schema::Schema;
use crate::support::scratch::Folder;
use lab::arcade::demonstration::Opening;
use serde_json::Value;
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::history::{Played, to_json};
use session::input::{Gesture, InputDevice, InputError, Key};
use session::recording::{Recorder, Start};
use session::{Control, Ending, Event, Goals, Observer, Pace, Session, View};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use voltsight::games::GAMES;

/// What a command prints, all values of it.
fn printed(arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    let output = command.current_dir(project("")).args(arguments).output().unwrap();
    values(&output.stdout)
}

fn values(json: &[u8]) -> Vec<Value> {
    serde_json::Deserializer::from_slice(json).into_iter().collect::<Result<_, _>>().unwrap()
}

/// Some pictures of these folders of fixtures.
fn pictures(folders: &[&str]) -> Vec<String> {
    let folders = folders.iter().map(|folder| project("fixtures").join(folder));
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    let pictures = files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "png"));
    let mut pictures: Vec<_> = pictures.map(|file| file.to_str().unwrap().to_owned()).collect();
    pictures.sort();
    pictures.into_iter().step_by(5).collect()
}

#[test]
fn readings_are_as_their_schema_says() {
    let pictures = pictures(&["voltorb-flip/arcade", "minesweeper", "ice-floor"]);
    let mut arguments = vec!["read", "--json", "docs/advise.png"];
    arguments.extend(pictures.iter().map(String::as_str));
    let read = printed(&arguments);
    assert_eq!(Schema::named("read").holds(&read), pictures.len() + 1);
}

#[test]
fn answers_are_as_their_schema_says() {
    let schema = Schema::named("solve");
    for arguments in [
        &["rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/3; level 5", "--explain"][..],
        &["rows 0/2 2/0; cols 1/1 1/1", "--list"],
        &["rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/2"],
        &["01.. / 12.. / .... ; mines 3", "--explain"],
        &["minesweeper", "2. / .. ; mines 1"],
        &["ice", "ruby-1", "--count", "--list", "2"],
        &["ice", "..# / #.. / ..E", "--explain"],
        &["fixtures/voltorb-flip/desmume/2x-board.png", "--explain"],
        &["fixtures/minesweeper/gnome-classic-playing.png"],
        &["fixtures/ice-floor/emerald-1x-1-before.png"],
        &["docs/play.gif"],
    ] {
        let answers = printed(&[&["solve"], arguments, &["--json"]].concat());
        assert_eq!(schema.holds(&answers), 1, "{arguments:?}");
    }
}

#[test]
fn demonstrations_and_their_files_are_as_their_schemas_say() {
    let [demo, session, recording] = ["demo", "session", "recording"].map(Schema::named);
    let folder = Folder::new("schema-sessions");
    for game in ["voltorb-flip", "minesweeper", "ice"] {
        let (log, file) = (folder.path(game), folder.path(&format!("{game}.vsr")));
        let files = ["--log", &log, "--record", &file];
        let told = printed(&[&["demo", game, "--rounds", "1", "--json"], &files[..]].concat());
        assert_eq!(demo.holds(&told), 1, "{game}");
        let said = values(&std::fs::read(Path::new(&log).join("session.jsonl")).unwrap());
        assert!(session.holds(&said) > 5, "{game}");
        let lines = lines(Path::new(&file));
        recording.holds(&lines);
        let found = kinds(&lines);
        assert_eq!(found, ["event", "gesture", "picture", "read", "recording", "same"], "{game}");
    }
}

#[test]
fn watched_pictures_are_told_as_the_schema_says() {
    let watched = printed(&["watch", "--json", "fixtures/voltorb-flip/arcade"]);
    Schema::named("session").holds(&watched);
    assert_eq!(watched.last().unwrap()["event"], "summary");
}

/// The lines of a recording. The pictures between them are left out.
fn lines(recording: &Path) -> Vec<Value> {
    let bytes = std::fs::read(recording).unwrap();
    let (mut rest, mut lines) = (&bytes[..], Vec::new());
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let line: Value = serde_json::from_slice(&rest[..end]).unwrap();
        let png = line["picture"]["bytes"].as_u64().unwrap_or(0) as usize;
        lines.push(line);
        rest = &rest[end + 1 + png..];
    }
    lines
}

/// The kinds of these lines.
fn kinds(lines: &[Value]) -> Vec<&str> {
    let names = lines.iter().flat_map(|line| line.as_object().unwrap().keys());
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Halts, resumes and ends a session at its terminal.
#[cfg(unix)]
#[test]
fn what_a_person_asks_for_is_recorded_as_the_schema_says() {
    use crate::support::terminal::Terminal;
    let folder = Folder::new("schema-requests");
    let file = folder.path("session.vsr");
    let demo = format!("demo --seed 3 --speed 3 --rounds 50 --record {file}");
    let Some(mut session) = Terminal::start("schema-requests", "", &demo) else { return };
    session.until("the board", |screen| screen.contains("chance to clear"));
    session.press("op");
    session.until("the pause", |screen| screen.contains("halted: paused"));
    session.press("q");
    session.wait();
    let lines = lines(Path::new(&file));
    Schema::named("recording").holds(&lines);
    let found = kinds(&lines);
    for kind in ["requests", "resumed"] {
        assert!(found.contains(&kind), "{kind}: {found:?}");
    }
}

/// Somebody who wants a report after so many rounds.
struct Wanting(u32, bool);

impl Observer for Wanting {
    fn notice(&mut self, _: Duration, event: &Event<'_>, _: &dyn View) {
        match event {
            Event::RoundEnd(_) => self.0 = self.0.saturating_sub(1),
            Event::Confirmed { .. } => self.1 = self.0 == 0,
            _ => {}
        }
    }

    fn requests(&mut self) -> Vec<Control> {
        match self.1 {
            true => vec![Control::Report, Control::Stop],
            false => Vec::new(),
        }
    }
}

#[test]
fn reports_from_the_middle_of_a_session_are_as_their_schema_says() {
    let schema = Schema::named("recording");
    for (game, rounds) in GAMES.into_iter().zip([6, 40]) {
        let folder = Folder::new("schema-report");
        let playing = game.playing().unwrap();
        let mut demonstration = playing.demo(Opening { seed: 5, speed: None }).unwrap();
        let (mut source, mut hand) = demonstration.game();
        let start = Start { game: game.name().to_owned(), ..Start::default() };
        let keep = |picture: &image::RgbImage, _: &[_], _: &[_]| picture.clone();
        let recorder = Recorder::in_memory(folder.path("").into(), start, keep);
        {
            let mut view = Wanting(rounds, false);
            let mut source = recorder.source(&mut *source);
            let mut hand = recorder.hand(&mut *hand);
            let mut view = recorder.view(Some(&mut view));
            let goals = Goals { rounds: Some(u64::from(rounds) + 1), ..Goals::default() };
            let session = Session::new(&mut source).playing(&mut hand).observed_by(&mut view);
            demonstration.play(session.at_pace(Pace::with(playing.timing())).until(goals));
        }
        let lines = lines(Path::new(&folder.path("report-1.vsr")));
        assert!(schema.holds(&lines) > 5, "{}", game.name());
        assert!(lines[0]["recording"]["memory"].is_object(), "{}: {}", game.name(), lines[0]);
    }
}

/// A window that is never seen, and a hand that may not act, each for every reason there is.
struct Troubled(usize);

impl Source for Troubled {
    fn name(&self) -> String {
        "DeSmuME".to_owned()
    }

    fn next(&mut self, _: Duration) -> Result<Frame, CaptureError> {
        self.0 += 1;
        let (window, why) = (self.name(), "another window covers it".to_owned());
        Err(match self.0 {
            1 => CaptureError::Lost(window),
            2 => CaptureError::Hidden { window, why },
            3 => CaptureError::Failed(why),
            _ => CaptureError::Ended(window),
        })
    }

    fn standstill(&mut self) -> Option<String> {
        (self.0 == 2).then(|| "the emulator is paused".to_owned())
    }
}

impl InputDevice for Troubled {
    fn perform(&mut self, _: &Gesture, _: &Frame) -> Result<(), InputError> {
        Err(InputError::Refused { x: 1.5, y: 2.0, why: "outside the screen".to_owned() })
    }

    fn ready(&mut self) -> Result<(), InputError> {
        self.0 += 1;
        match self.0 {
            1 => Err(InputError::UserActive("the pointer was moved".to_owned())),
            2 => Err(InputError::Failed("the display is gone".to_owned())),
            3 => Err(InputError::Stopped("Ctrl+Alt+S".to_owned())),
            _ => Ok(()),
        }
    }
}

#[test]
fn troubles_of_windows_are_recorded_as_the_schema_says() {
    let folder = Folder::new("schema-troubles");
    let file = PathBuf::from(folder.path("session.vsr"));
    let recorder = Recorder::create(&file, Start { game: "ice".to_owned(), ..Start::default() });
    let recorder = recorder.unwrap();
    {
        let (mut window, mut user) = (Troubled(0), Troubled(0));
        let (mut source, mut hand) = (recorder.source(&mut window), recorder.hand(&mut user));
        let picture = Arc::new(image::RgbImage::new(4, 3));
        let frame = Frame { picture, at: Duration::ZERO, origin: None, scale: 1.0, dialog: None };
        for _ in 0..4 {
            let _ = (source.next(Duration::ZERO), source.standstill(), hand.ready());
        }
        let gesture = Gesture::Key { key: Key::Up, hold: Duration::ZERO };
        assert!(hand.perform(&gesture, &frame).is_err());
        hand.resume();
        recorder.asking(|| Some("interrupted".to_owned()))();
    }
    recorder.finish().unwrap();
    let lines = lines(&file);
    Schema::named("recording").holds(&lines);
    let expected = ["asked", "gesture", "missing", "ready", "recording", "resumed", "standstill"];
    assert_eq!(kinds(&lines), expected);
    assert_eq!(lines.iter().filter(|line| line.get("missing").is_some()).count(), 3);
}

#[test]
fn states_of_simulations_are_as_their_schema_says() {
    let schema = Schema::named("simulate-state");
    let folder = Folder::new("schema-simulate");
    let more = ["--level", "3", "--target", "500", "--work", "1"];
    for (number, more) in [&[][..], &more].into_iter().enumerate() {
        let state = folder.path(&format!("{number}.json"));
        let experiment =
            ["--strategy", "min-risk", "--strategy", "ratio", "--rounds", "3", "--sessions", "8"];
        let experiment = [&["lab", "simulate"], &experiment[..], &["--json", "--state", &state]];
        printed(&[&experiment.concat(), more].concat());
        assert_eq!(schema.holds(&values(&std::fs::read(&state).unwrap())), 1);
    }
}

#[test]
fn outputs_of_the_laboratory_are_as_their_schema_says() {
    let schema = Schema::named("lab");
    let folder = Folder::new("schema-lab");
    let moves = folder.path("moves.jsonl");
    for (task, count) in [
        ("simulate --boards 20 --level 3 --strategy min-risk", 1),
        ("simulate --rounds 4 --sessions 4 --strategy ratio --target 50", 1),
        ("simulate --rounds 2 --sessions 4 --objective next --log MOVES", 1),
        ("simulate minesweeper --boards 20", 1),
        ("simulate --paper --boards 3", 1),
        ("stats MOVES", 1),
        ("replay fixtures/recordings/minesweeper.vsr", 1),
        ("campaign", 1),
        ("campaign --target 2000 --from 4 --per minute", 1),
        ("campaign --reach 8 --within 10", 1),
        ("mines solvable *1./11./... --open 3,3", 1),
        ("mines solvable *1./11./...", 1),
        ("mines solvable --boards 20 --guess", 1),
        ("mines generate --boards 2", 2),
    ] {
        let words = task.split(' ').map(|word| if word == "MOVES" { moves.as_str() } else { word });
        let words: Vec<&str> = ["lab"].into_iter().chain(words).chain(["--json"]).collect();
        assert_eq!(schema.holds(&printed(&words)), count, "{task}");
    }
}

#[test]
fn rounds_are_as_their_schema_says() {
    let played = |at, level, chance| {
        let (outcome, moves, score) = (Ending::Won, 8, 120);
        Played { at, level, outcome, moves, score, chance }
    };
    let rounds = [played(1_764_400_000_000, Some(3), Some(0.5)), played(1, None, None)];
    assert_eq!(Schema::named("rounds").holds(&values(to_json(&rounds).as_bytes())), 1);
}

#[test]
fn checks_are_as_their_schema_says() {
    let schema = Schema::named("check");
    let folder = "fixtures/ice-floor";
    for more in [&[][..], &["--distort", "4", "--kinds", "nearest"]] {
        let results = printed(&[&["lab", "check", "--json", folder], more].concat());
        assert_eq!(schema.holds(&results), 1, "{more:?}");
    }
}

/// Without a desktop, it says so.
#[cfg(feature = "live")]
#[test]
fn what_doctor_finds_is_as_its_schema_says() {
    assert_eq!(Schema::named("doctor").holds(&printed(&["doctor", "--json"])), 1);
}

#[test]
fn what_is_not_as_a_schema_says_is_found() {
    let schema = Schema::named("demo");
    let right = printed(&["demo", "--rounds", "1", "--json"]).remove(0);
    for (field, wrong) in [("stopped", Value::Null), ("another", true.into())] {
        let mut value = right.clone();
        value[field] = wrong;
        assert!(schema.test(&value).is_err(), "{field}");
    }
    let mut value = right.clone();
    value["session"].as_object_mut().unwrap().remove("won");
    let why = schema.test(&value).unwrap_err();
    assert_eq!(why, "/session/won is missing");
    assert_eq!(schema.holds(&[right]), 1);
}
