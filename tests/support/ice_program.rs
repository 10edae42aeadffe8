//! The C files of `fixtures/rom/ice-floor`, compiled for this machine: a frame at a time.

use super::ice_rom::{Action, Direction, Options, Phase, TRUTH_SIZE, Truth, folder};
use super::rom_build;
use image::RgbImage;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The game as a program, built once; `None` (and why, printed) without make, a C compiler or
/// Python.
fn built() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(|| rom_build::program(&folder())).as_deref()
}

/// The machine's screen in pixels.
pub const SCREEN: (u32, u32) = (240, 160);

/// A game that is being played.
pub struct Game {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// After the latest frame.
    pub truth: Truth,
    /// What is shown then, if that is asked for.
    pub picture: Option<RgbImage>,
}

impl Game {
    /// Starts it and lets one frame pass; `None` where it cannot be compiled.
    pub fn start(options: &Options) -> Option<Self> {
        Self::begin(options, false)
    }

    /// As [`Game::start`], with pictures.
    pub fn shown(options: &Options) -> Option<Self> {
        Self::begin(options, true)
    }

    fn begin(options: &Options, shown: bool) -> Option<Self> {
        static GAMES: AtomicU32 = AtomicU32::new(0);
        let program = built()?;
        let file = program.with_file_name(format!(
            "options-{}-{}",
            std::process::id(),
            GAMES.fetch_add(1, Ordering::Relaxed)
        ));
        std::fs::write(&file, options.block()).unwrap();
        let mut child = Command::new(program)
            .arg(&file)
            .args(shown.then_some("pictures"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut picture = shown.then(|| RgbImage::new(SCREEN.0, SCREEN.1));
        let truth = frame(&mut stdin, &mut stdout, &mut picture, 0);
        std::fs::remove_file(file).unwrap();
        Some(Self { child, stdin, stdout, truth, picture })
    }

    /// A frame passes with these buttons held.
    pub fn frame(&mut self, buttons: u16) -> &Truth {
        self.truth = frame(&mut self.stdin, &mut self.stdout, &mut self.picture, buttons);
        &self.truth
    }

    /// So many frames pass with these buttons held.
    pub fn frames(&mut self, buttons: u16, count: usize) {
        for _ in 0..count {
            self.frame(buttons);
        }
    }

    /// Presses a key for 12 frames and lets go until the hero has come to rest.
    pub fn press(&mut self, direction: Direction) {
        self.frames(direction.button(), 12);
        self.rest();
    }

    /// Presses one after another, by the letters of `floor::keys`.
    pub fn walk(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.press(Direction::of_letter(key)));
    }

    /// Nothing is held until the hero stands, his controls are free, and he was seen not to go on.
    pub fn rest(&mut self) {
        let mut rested = 0;
        for _ in 0..400 {
            self.frame(0);
            let Truth { action, phase, .. } = self.truth;
            let rests = matches!(phase, Phase::Walking | Phase::Talking);
            rested = if rests && action == Action::Standing { rested + 1 } else { 0 };
            // In the first frame after a step no key was looked at yet.
            if rested == 2 {
                return;
            }
        }
        panic!("the hero comes to no rest: {:?}", self.truth);
    }
}

fn frame(
    stdin: &mut ChildStdin,
    stdout: &mut ChildStdout,
    picture: &mut Option<RgbImage>,
    buttons: u16,
) -> Truth {
    stdin.write_all(&buttons.to_le_bytes()).unwrap();
    stdin.flush().unwrap();
    let mut bytes = [0; TRUTH_SIZE];
    stdout.read_exact(&mut bytes).unwrap();
    if let Some(picture) = picture {
        stdout.read_exact(picture).unwrap();
    }
    Truth::parse(&bytes).unwrap()
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
