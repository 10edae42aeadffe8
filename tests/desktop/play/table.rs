//! A real emulator with our game, and the game's own truth.

use crate::support::desmume::Kind;
use crate::support::gdb::Stub;
use crate::support::port::Port;
use crate::support::process_memory::ProcessMemory;
use crate::support::rom::{self, Round, TRUTH, TRUTH_MAGIC, TRUTH_SIZE, Truth};
use crate::support::{Program, eventually, find, retroarch};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How the emulator shows the game: the lines of DeSmuME's settings that matter. RetroArch has no
/// magnifying filters in its core; there [`View::filter`] is how many times the native size it draws.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// 0 vertical, 1 horizontal, 2 the touch screen alone.
    pub layout: u8,
    /// The touch screen above.
    pub swapped: bool,
    /// Pixels between the screens.
    pub gap: u8,
    /// The magnifying filter; 0 is none.
    pub filter: u8,
    /// How the result is scaled to the window: cairo's filters, 3 nearest, 4 bilinear.
    pub scaling: u8,
    /// The size in steps of half the native one; 0 follows the window.
    pub halves: u8,
}

/// Twice the native size and all else as DeSmuME has it by itself.
impl Default for View {
    fn default() -> Self {
        Self { layout: 0, swapped: false, gap: 0, filter: 0, scaling: 3, halves: 4 }
    }
}

/// What is put on the table.
#[derive(Clone, Debug)]
pub struct Setup {
    pub kind: Kind,
    pub view: View,
    pub game: rom::Options,
}

impl Default for Setup {
    fn default() -> Self {
        Self { kind: Kind::Gtk, view: View::default(), game: rom::Options::default() }
    }
}

/// A running emulator. Stopped when dropped.
pub struct Table {
    pub emulator: Program,
    memory: Memory,
}

/// How the game's memory is read.
enum Memory {
    Stub { stub: Stub, _port: Port },
    Process(ProcessMemory),
}

impl Memory {
    fn read_all(&mut self, places: &[(u32, usize)]) -> io::Result<Vec<Vec<u8>>> {
        match self {
            Self::Stub { stub, .. } => stub.read_all(places),
            Self::Process(memory) => memory.read_all(places),
        }
    }
}

impl Table {
    /// Starts the emulator; again if its stub is lost, which happens on a busy machine.
    pub fn open(folder: &Path, setup: &Setup) -> Self {
        let rom = folder.join("voltorb-flip.nds");
        std::fs::write(&rom, rom::patched(&setup.game)).unwrap();
        if setup.kind == Kind::RetroArch {
            let emulator = retroarch::start(&rom, &setup.view.in_retroarch());
            let memory = Memory::Process(memory_of(&emulator));
            return Self { emulator, memory };
        }
        settings(&setup.view);
        (0..4)
            .find_map(|_| {
                let port = Port::claim();
                let emulator = start(setup.kind, &rom, &port);
                let stub = Stub::connect(port.number, Duration::from_secs(20)).ok()?;
                let mut table = Self { emulator, memory: Memory::Stub { stub, _port: port } };
                std::thread::sleep(Duration::from_millis(500));
                table.try_truth().ok().map(|_| table)
            })
            .expect("four emulators in a row have not answered")
    }

    fn try_truth(&mut self) -> io::Result<Option<Truth>> {
        Ok(Truth::parse(&self.memory.read_all(&[(TRUTH, TRUTH_SIZE)])?[0]))
    }

    /// What the game knows. It stands still meanwhile, for some 50 ms: ask between taps.
    pub fn truth(&mut self) -> Truth {
        // Now and then it is stopped while it writes.
        eventually("the game has told its truth", || self.try_truth().unwrap())
    }

    /// The last round that has ended.
    pub fn last_round(&mut self) -> Option<Round> {
        let number = self.truth().rounds.checked_sub(1)?;
        Round::parse(&self.memory(&[Round::place(number)])[0])
    }

    /// Reads several places of the game's memory at one moment.
    pub fn memory(&mut self, places: &[(u32, usize)]) -> Vec<Vec<u8>> {
        self.memory.read_all(places).unwrap()
    }
}

/// The game's memory in a process: where its truth stands and goes on.
fn memory_of(emulator: &Program) -> ProcessMemory {
    let goes_on = |read: &mut dyn FnMut() -> Vec<u8>| {
        let mut passes = || Some(Truth::parse(&read())?.passes);
        let before = passes();
        std::thread::sleep(Duration::from_millis(200));
        before.zip(passes()).is_some_and(|(before, after)| before < after)
    };
    eventually("the game has begun", || {
        let place = (TRUTH, TRUTH_SIZE);
        ProcessMemory::find(emulator.pid(), place, TRUTH_MAGIC, goes_on).ok()
    })
}

impl View {
    /// The same in RetroArch, as far as it has it.
    fn in_retroarch(self) -> retroarch::View {
        let layout = match (self.layout, self.swapped) {
            (0, false) => "top/bottom",
            (0, true) => "bottom/top",
            (1, false) => "left/right",
            (1, true) => "right/left",
            _ => "bottom only",
        };
        let inside = self.filter.max(1);
        let smooth = self.scaling == 4;
        retroarch::View { layout, gap: self.gap, inside, halves: self.halves, smooth }
    }
}

fn start(kind: Kind, rom: &Path, port: &Port) -> Program {
    let mut command = Command::new(find(kind.program()).unwrap());
    command.args(["--disable-sound", &format!("--arm9gdb={}", port.number)]).stdout(Stdio::null());
    if kind == Kind::Cli {
        command.arg("--nojoy=1");
    }
    Program::start(command.arg(rom))
}

/// Writes DeSmuME's settings for the next start.
fn settings(view: &View) {
    let View { layout, swapped, gap, filter, scaling, halves } = view;
    let mut text = String::from("[View]\n");
    for (key, value) in [
        ("ScreenLayout", *layout),
        ("SwapScreens", u8::from(*swapped)),
        ("ScreenGap", *gap),
        ("Filter", *filter),
        ("SecondaryFilter", *scaling),
    ] {
        writeln!(text, "{key}={value}").unwrap();
    }
    writeln!(text, "\n[Window]\nScale2x={halves}").unwrap();
    let folder = PathBuf::from(std::env::var_os("XDG_CONFIG_HOME").unwrap()).join("desmume");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.cfg"), text).unwrap();
}
