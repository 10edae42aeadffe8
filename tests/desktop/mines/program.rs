//! The real programs, and where their mines are.

use super::sgt;
use crate::support::{Program, find};
use grid::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Gnome,
    /// With its theme.
    KMines(&'static str),
    /// With boards that may need guesses, or only such that need none.
    Sgt {
        guesses: bool,
    },
}

/// How large and how hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Small,
    Medium,
    Expert,
}

impl Kind {
    /// As it comes.
    pub const KMINES: Self = Self::KMines("default");

    pub fn program(self) -> &'static str {
        match self {
            Self::Gnome => "gnome-mines",
            Self::KMines(_) => "kmines",
            Self::Sgt { .. } => "sgt-mines",
        }
    }

    /// What has to be installed.
    pub fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Gnome => &["gnome-mines", "cc"],
            Self::KMines(_) => &["kmines", "dbus-run-session", "cc"],
            Self::Sgt { .. } => &["sgt-mines", "cc"],
        }
    }

    /// Rows, columns and mines.
    pub fn board(self, level: Level) -> (usize, usize, usize) {
        match (self, level) {
            (Self::Gnome, Level::Small) => (8, 8, 10),
            (_, Level::Small) => (9, 9, 10),
            (_, Level::Medium) => (16, 16, 40),
            (_, Level::Expert) => (16, 30, 99),
        }
    }

    fn shim(self) -> PathBuf {
        let file = match self {
            Self::Gnome => "../shared/examples/mines/shim.c",
            Self::KMines(_) => "../shared/examples/mines/shimqt.c",
            Self::Sgt { .. } => "tests/desktop/mines/sgt.c",
        };
        Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
    }

    /// What a user has to tell who watches it.
    pub fn options(self, level: Level) -> Vec<String> {
        match self {
            Self::Gnome | Self::KMines(_) => Vec::new(),
            // Its boards need no guess only for those who count their mines.
            Self::Sgt { .. } => vec!["--mines".to_owned(), self.board(level).2.to_string()],
        }
    }

    /// Whether a number that it drew is one that says where a mine is. KMines seeds a generator for
    /// each field by its global one, by which its libraries draw other numbers, too.
    fn lays_mines_by(self, line: &str, drawn: &str) -> bool {
        let generator = |line: &str| line.split(' ').next().map(str::to_owned);
        !matches!(self, Self::KMines(_))
            || generator(line) != drawn.lines().next().and_then(generator)
    }

    /// Whether its random numbers can be had.
    pub fn can_be_told(self) -> bool {
        self.shim().is_file()
    }
}

/// A program with a game.
pub struct Mines {
    pub kind: Kind,
    pub level: Level,
    pub program: Program,
    draws: PathBuf,
    /// How many lines of `draws` belong to games before this one.
    taken: usize,
}

impl Mines {
    /// Starts it; its settings and what it draws are in `folder`.
    pub fn start(kind: Kind, level: Level, seed: u32, folder: &Path) -> Self {
        let library = folder.join("shim.so");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O2", "-o"])
            .args([&library, &kind.shim()])
            .status();
        assert!(built.unwrap().success(), "the library is built");
        let (draws, config) = (folder.join("draws.txt"), folder.join("config"));
        let _ = std::fs::remove_file(&draws);
        std::fs::create_dir_all(&config).unwrap();
        let program = find(kind.program()).unwrap();
        let mut command = match kind {
            Kind::Gnome => {
                let keyfile = config.join("glib-2.0/settings/keyfile");
                std::fs::create_dir_all(keyfile.parent().unwrap()).unwrap();
                // Its usual window has no room for an Expert board.
                let size = match level {
                    Level::Expert => "window-width=1200\nwindow-height=700\n",
                    Level::Small | Level::Medium => "",
                };
                let settings = format!("[org/gnome/Mines]\nuse-animations=false\n{size}");
                std::fs::write(keyfile, settings).unwrap();
                let mut command = Command::new(program);
                command.env("GSETTINGS_BACKEND", "keyfile").arg(match level {
                    Level::Small => "--small",
                    Level::Medium => "--medium",
                    Level::Expert => "--big",
                });
                command
            }
            Kind::KMines(theme) => {
                let level = match level {
                    Level::Small => "Easy",
                    Level::Medium => "Medium",
                    Level::Expert => "Hard",
                };
                let theme = format!("[KgTheme]\nTheme=themes/{theme}.desktop\n");
                let settings = format!("[KgDifficulty]\nLevel={level}\n{theme}");
                std::fs::write(config.join("kminesrc"), settings).unwrap();
                let mut command = Command::new("dbus-run-session");
                command.arg("--").arg(program);
                command
            }
            Kind::Sgt { guesses } => {
                let (rows, columns, mines) = kind.board(level);
                let ambiguous = if guesses { "a" } else { "" };
                let mut command = Command::new(program);
                // A seed behind them would hold for the first game only, and the mines, too.
                command.arg(format!("{columns}x{rows}n{mines}{ambiguous}"));
                command
            }
        };
        command
            .env("LD_PRELOAD", library)
            .env("MINES_SEED", seed.to_string())
            .env("MINES_LOG", &draws)
            .env("XDG_CONFIG_HOME", &config)
            .env("NO_AT_BRIDGE", "1")
            .stdout(Stdio::null());
        let program = Program::start(&mut command);
        Self { kind, level, program, draws, taken: 0 }
    }

    /// Where the mines of the next game are, which began with a click on `first`.
    pub fn next_layout(&mut self, first: Cell) -> BTreeSet<Cell> {
        let (rows, columns, mines) = self.kind.board(self.level);
        let drawn = std::fs::read_to_string(&self.draws).unwrap();
        let lines: Vec<&str> = drawn
            .lines()
            .filter(|line| self.kind.lays_mines_by(line, &drawn))
            .skip(self.taken)
            .collect();
        let is_beside = |(r, c): Cell| r.abs_diff(first.0) <= 1 && c.abs_diff(first.1) <= 1;
        let mut layout = BTreeSet::new();
        let (used, places) = match self.kind {
            Kind::Gnome => (2, gnome(&lines)),
            Kind::KMines(_) => (1, kmines(&lines, rows * columns, columns)),
            Kind::Sgt { .. } => {
                self.taken += 1;
                let id = lines.first().expect("the game has laid its mines");
                assert!(id.starts_with(&format!("{},{},", first.1, first.0)), "{id}: {first:?}");
                let layout = sgt::mines(id, rows, columns);
                assert_eq!(layout.len(), mines);
                return layout;
            }
        };
        for place in places {
            self.taken += used;
            if !is_beside(place) {
                layout.insert(place);
            }
            if layout.len() == mines {
                return layout;
            }
        }
        panic!("only {} of {mines} mines were drawn", layout.len());
    }
}

/// `Minefield.place_mines` of GNOME Mines 40: a column and a row each.
fn gnome(lines: &[&str]) -> Vec<Cell> {
    let last = |line: &&str| line.rsplit(' ').next().unwrap().parse::<usize>().unwrap();
    let drawn: Vec<usize> = lines.iter().map(last).collect();
    drawn.chunks_exact(2).map(|place| (place[1], place[0])).collect()
}

/// `MineFieldItem::generateField` of KMines 22.12: `QRandomGenerator::bounded` scales 32 bits.
fn kmines(lines: &[&str], cells: usize, columns: usize) -> Vec<Cell> {
    let last = |line: &&str| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap();
    let index = |bits: u64| ((bits * cells as u64) >> 32) as usize;
    lines.iter().map(last).map(index).map(|cell| (cell / columns, cell % columns)).collect()
}
