//! The committed file in a real emulator: DeSmuME on an X server of its own, its memory read
//! through the gdb stub.

use crate::support::gdb::Stub;
use crate::support::rom::{Options, TRUTH, TRUTH_SIZE, Truth, patched, phase};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::Level;

/// A started program, stopped when dropped.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let file = std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file());
    if file.is_none() {
        eprintln!("SKIPPED: {program} is not installed");
    }
    file
}

/// A display without a screen: its number, chosen by the server.
fn display(server: PathBuf) -> (Program, String) {
    let mut child = Command::new(server)
        .args(["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut number = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut number).unwrap();
    (Program(child), format!(":{}", number.trim()))
}

#[test]
fn a_real_emulator_deals_the_boards_of_the_seed() {
    let (Some(server), Some(emulator)) = (find("Xvfb"), find("desmume-cli")) else { return };
    let (_server, display) = display(server);
    for (seed, level) in [(1, 1), (20_091_003, 8)] {
        let level = Level::try_from(level).unwrap();
        let options = Options { seed, level, coins: 1234, ..Options::default() };
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rom-machine");
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("seed-{seed}.nds"));
        std::fs::write(&file, patched(&options)).unwrap();
        let truth = (0..3)
            .find_map(|_| truth_at_menu(&emulator, &file, &display))
            .expect("three emulators in a row have not answered");
        let deal = Generator::new(seed).deal(level);
        assert_eq!((truth.seed, truth.level, truth.kind), (seed, level, deal.kind));
        assert_eq!(truth.board, deal.board);
        assert_eq!((truth.wallet, truth.shown), (1234, (1234, 0, level.number())));
        assert_eq!(truth.message, format!("Play VOLTORB Flip Lv. {level}?"));
        assert!(truth.slowest < 526, "a pass took {} scanlines", truth.slowest);
    }
}

/// The truth when the menu is open, in an emulator started for this; `None` if its stub is lost.
fn truth_at_menu(emulator: &Path, rom: &Path, display: &str) -> Option<Truth> {
    let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
    let child = Command::new(emulator)
        .args(["--disable-sound", "--nojoy=1", &format!("--arm9gdb={port}")])
        .arg(rom)
        .env("DISPLAY", display)
        .env("XDG_CONFIG_HOME", rom.parent().unwrap())
        .env("SDL_AUDIODRIVER", "dummy")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _emulator = Program(child);
    let mut stub = Stub::connect(port, Duration::from_secs(20)).ok()?;
    let begin = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(300));
        match Truth::parse(&stub.read(TRUTH, TRUTH_SIZE).ok()?) {
            Some(truth) if truth.phase == phase::MENU => return Some(truth),
            truth => assert!(begin.elapsed() < Duration::from_secs(60), "no menu: {truth:?}"),
        }
    }
}
