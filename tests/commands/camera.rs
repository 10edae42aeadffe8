//! `voltsight watch --camera` on video files, which ffmpeg makes of our own pictures: a device takes the same way
//! but for how ffmpeg is asked for it.

use crate::support::Program;
use crate::support::require::program;
use crate::support::scratch::Folder;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const BOARD: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/voltorb-flip/desmume/2x-board.png");
const MINES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/minesweeper/gnome-default-playing.png");
/// Two glaring spots on the board, in pixels of its picture: over headers, and over cards. Each is there for half a
/// second.
const GLARE: &str = "drawbox=x=322:y=478:w=70:h=150:color=white@0.9:t=fill:enable='lt(mod(t,1),0.5)',\
                     drawbox=x=60:y=640:w=70:h=60:color=white@0.9:t=fill:enable='gte(mod(t,1),0.5)'";
/// How a console lies on a table: a bit turned.
const LYING: &str = "scale=-1:640,pad=iw+40:ih+40:20:20:color=0x303030,format=rgba,\
                     rotate=3*PI/180:ow=rotw(3*PI/180):oh=roth(3*PI/180):c=none";
/// What a camera's lens and chip do.
const LENS: &str = "gblur=0.6,noise=alls=8:allf=t";

/// The seconds of a film, which is shown as often as it takes.
const SECONDS: u32 = 3;

/// A video of a picture on a table, held by an unsteady hand, shown so many times; `there` is done to the picture,
/// `taken` to the whole.
fn film(ffmpeg: &Path, picture: &str, there: &str, taken: &str, times: u32, video: &str) {
    let graph = format!(
        "[1]{there}[board];[0][board]overlay=(W-w)/2+12*sin(2*t):(H-h)/2+6*cos(3*t):shortest=1,{taken}"
    );
    let made = Command::new(ffmpeg)
        .args(["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=0x6b5a48:s=1280x720:r=4"])
        .args(["-loop", "1", "-framerate", "4", "-i", picture, "-filter_complex", &graph])
        .args(["-t", &SECONDS.to_string(), "-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p"])
        .arg(format!("{video}.once.avi"))
        .status()
        .unwrap();
    assert!(made.success());
    let repeated = Command::new(ffmpeg)
        .args(["-nostdin", "-v", "error", "-stream_loop", &(times - 1).to_string()])
        .args(["-i", &format!("{video}.once.avi"), "-c", "copy", video])
        .status();
    assert!(repeated.unwrap().success());
}

/// The next event of this name that a session tells, as JSON.
fn event(told: &mut impl BufRead, name: &str) -> Value {
    for line in told.lines() {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if event["event"] == name {
            return event;
        }
    }
    panic!("no {name} is told")
}

fn watch(arguments: &[&str]) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    Program::start(command.arg("watch").args(arguments).stdout(Stdio::piped()))
}

/// How it ended, and what it printed and said.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_voltsight")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(arguments).1).unwrap()
}

/// The processes that have this video open, by their numbers.
fn readers_of(video: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let ffmpegs = processes.filter(|process| {
        let words = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let mut words = words.split(|&byte| byte == 0);
        words.next().is_some_and(|name| name.ends_with(b"ffmpeg"))
            && words.any(|word| word == video.as_bytes())
    });
    ffmpegs.map(|process| process.file_name().into_string().unwrap()).collect()
}

#[test]
fn what_glare_hides_in_each_picture_is_put_together_and_ffmpeg_ends_with_the_session() {
    let Some(ffmpeg) = program("ffmpeg") else { return };
    let folder = Folder::new("camera");
    let (video, picture) = (folder.path("glare.avi"), folder.path("glare.png"));
    film(&ffmpeg, BOARD, &[GLARE, LYING].join(","), LENS, 40, &video);
    // No picture shows all of the board.
    for time in ["0.25", "0.75"] {
        let taken = Command::new(&ffmpeg)
            .args(["-nostdin", "-v", "error", "-y", "-ss", time, "-i", &video, "-frames:v", "1"])
            .arg(&picture)
            .status();
        assert!(taken.unwrap().success());
        let unread = &json(&["read", "voltorb-flip", "--json", &picture])["unreadable"];
        assert!(
            unread.as_object().is_some_and(|unread| !unread.is_empty()),
            "at {time} s all is read"
        );
    }
    let mut session = watch(&["voltorb-flip", "--json", "--camera", &video]);
    let mut told = BufReader::new(session.stdout());
    let advised = event(&mut told, "advised");
    let known = json(&["solve", "--json", BOARD]);
    assert_eq!(advised["on"]["position"], known["on"]["position"], "{advised}");
    assert!(!readers_of(&video).is_empty());
    session.signal("TERM");
    assert!(session.ends().success());
    assert_eq!(readers_of(&video), Vec::<String>::new());
}

#[test]
fn the_game_is_found_in_the_video_and_its_end_is_told() {
    let Some(ffmpeg) = program("ffmpeg") else { return };
    let folder = Folder::new("camera-mines");
    let video = folder.path("mines.avi");
    film(&ffmpeg, MINES, "null", "null", 1, &video);
    let (code, printed, said) = run(&["watch", "--camera", &video]);
    assert_eq!(code, Some(0), "{printed}{said}");
    assert!(said.contains("the game is Minesweeper"), "{said}");
    assert!(printed.contains(&format!("no more pictures from {video}")), "{printed}{said}");
}

#[test]
fn a_camera_that_is_gone_is_told() {
    let Some(ffmpeg) = program("ffmpeg") else { return };
    let folder = Folder::new("camera-gone");
    let video = folder.path("board.avi");
    film(&ffmpeg, BOARD, LYING, LENS, 40, &video);
    let mut session = watch(&["voltorb-flip", "--json", "--camera", &video]);
    let mut told = BufReader::new(session.stdout());
    event(&mut told, "advised");
    let killed = Command::new("kill").args(["-s", "KILL"]).args(readers_of(&video)).status();
    assert!(killed.unwrap().success());
    let why = event(&mut told, "stopped")["why"].to_string();
    assert!(why.contains("ffmpeg has ended"), "{why}");
    session.ends();
}

#[test]
fn what_gives_no_pictures_is_refused_in_a_sentence() {
    let Some(_) = program("ffmpeg") else { return };
    let folder = Folder::new("camera-none");
    let text = folder.path("text.mp4");
    std::fs::write(&text, "no video").unwrap();
    for (camera, why) in [
        (folder.path("none.mp4"), "there is no camera or video file"),
        (folder.path(""), "is a folder"),
        (text, "gives no pictures: Invalid data"),
    ] {
        let (code, _, said) = run(&["watch", "voltorb-flip", "--camera", &camera]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn nothing_is_tapped_through_a_camera() {
    for arguments in [&["play"][..], &["play", "--dry-run"], &["watch", "--auto"]] {
        let (code, _, said) = run(&[arguments, &["--camera", "/dev/video0"]].concat());
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("cannot tap through a camera"), "{said}");
    }
}
