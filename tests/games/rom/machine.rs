//! The committed file in a real emulator: DeSmuME on an X server of its own, its memory read
//! through the gdb stub.

use crate::support::Program;
use crate::support::gdb::Stub;
use crate::support::port::Port;
use crate::support::require::program;
use crate::support::rom::{Options, TRUTH, TRUTH_SIZE, Truth, patched, phase};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::Level;

/// A display without a screen: its number, chosen by the server.
fn display(server: PathBuf) -> (Program, String) {
    let mut command = Command::new(server);
    command
        .args(["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"])
        .stdout(Stdio::piped());
    let mut server = Program::start(&mut command);
    let mut number = String::new();
    BufReader::new(server.stdout()).read_line(&mut number).unwrap();
    (server, format!(":{}", number.trim()))
}

#[test]
fn a_real_emulator_deals_the_boards_of_the_seed() {
    let (Some(server), Some(emulator)) = (program("Xvfb"), program("desmume-cli")) else { return };
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
    let port = Port::claim();
    let mut command = Command::new(emulator);
    command
        .args(["--disable-sound", "--nojoy=1", &format!("--arm9gdb={}", port.number)])
        .arg(rom)
        .env("DISPLAY", display)
        .env("XDG_CONFIG_HOME", rom.parent().unwrap())
        .env("SDL_AUDIODRIVER", "dummy")
        .stdout(Stdio::null());
    let _emulator = Program::start(&mut command);
    let mut stub = Stub::connect(port.number, Duration::from_secs(20)).ok()?;
    let begin = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(300));
        match Truth::parse(&stub.read(TRUTH, TRUTH_SIZE).ok()?) {
            Some(truth) if truth.phase == phase::MENU => return Some(truth),
            truth => assert!(begin.elapsed() < Duration::from_secs(60), "no menu: {truth:?}"),
        }
    }
}
