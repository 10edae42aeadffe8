//! Our own test game for the Game Boy Advance, `fixtures/rom/ice-floor`: copies of it with other
//! floors, and the truth that it keeps in its memory and in its battery file. Offsets and codes are
//! those of its `game/options.h` and `game/truth.h`.

use grid::Grid;
use ice_floor::floor::keys;
use ice_floor::notation::{FLOORS, parse_floor};
use ice_floor::solver::{Answer, solve};
use std::path::{Path, PathBuf};

/// The folder of the game.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rom/ice-floor")
}

/// The committed game.
pub fn committed() -> Vec<u8> {
    let file = folder().join("ice-floor.gba");
    std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The keys from a section's first tile to its last.
pub fn solution(floor: &str) -> String {
    match solve(&parse_floor(floor).unwrap(), &|| false).answer {
        Answer::Walk(path) => keys(&path),
        answer => panic!("{floor}: {answer:?}"),
    }
}

/// Where the options are in the file.
const OPTIONS: usize = 0x100;
const OPTIONS_SIZE: usize = 0x64;
const OPTIONS_MAGIC: &[u8] = b"VSIOPT01";

/// How the gym looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    Ruby,
    Emerald,
}

impl Version {
    pub const ALL: [Self; 2] = [Self::Ruby, Self::Emerald];

    /// As the names of floors begin.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ruby => "ruby",
            Self::Emerald => "emerald",
        }
    }

    /// The floors that the real game of this look has, from the lowest section.
    pub fn floors(self) -> [String; 3] {
        std::array::from_fn(|section| {
            let name = format!("{}-{}", self.name(), section + 1);
            FLOORS.iter().find(|(floor, _)| *floor == name).unwrap().1.to_owned()
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// From the letter that `floor::keys` writes.
    pub fn of_letter(letter: char) -> Self {
        match letter {
            'U' => Self::Up,
            'D' => Self::Down,
            'L' => Self::Left,
            'R' => Self::Right,
            _ => panic!("{letter:?} is not a direction"),
        }
    }

    /// Where one comes from.
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The bit of its key in the machine's register.
    pub fn button(self) -> u16 {
        [0x40, 0x80, 0x20, 0x10][self as usize]
    }
}

/// The button A in the machine's register.
pub const BUTTON_A: u16 = 1;

/// The options of a game. The defaults are those of the committed file.
#[derive(Clone, Debug)]
pub struct Options {
    pub version: Version,
    /// Rows from the top, `.` ice and `#` stone, with or without white space: 3 x 3, 3 x 7, 4 x 11.
    pub floors: [String; 3],
    /// The map's column and row where the hero begins.
    pub start: (u8, u8),
    pub facing: Direction,
    /// Of so many presses of an arrow key the last is not seen; 0: all are.
    pub lost: u16,
    /// A text box opens after so many steps; 0: never.
    pub message: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self::of(Version::Ruby)
    }
}

impl Options {
    /// The real game's floors, walked from the stairs at the bottom.
    pub fn of(version: Version) -> Self {
        Self {
            version,
            floors: version.floors(),
            start: (8, 20),
            facing: Direction::Up,
            lost: 0,
            message: 0,
        }
    }

    /// The block as it is in the file.
    pub fn block(&self) -> Vec<u8> {
        let mut block = committed()[OPTIONS..OPTIONS + OPTIONS_SIZE].to_vec();
        assert_eq!(&block[..8], OPTIONS_MAGIC, "the options are where they were");
        block[0x0c] = self.version as u8;
        (block[0x0d], block[0x0e]) = self.start;
        block[0x0f] = self.facing as u8;
        block[0x10..0x12].copy_from_slice(&self.lost.to_le_bytes());
        block[0x12..0x14].copy_from_slice(&self.message.to_le_bytes());
        let floor = |at: usize| self.floors[at].bytes().filter(|cell| !cell.is_ascii_whitespace());
        let cells: Vec<u8> = (0..3).flat_map(floor).collect();
        assert_eq!(cells.len(), 3 * 3 + 3 * 7 + 4 * 11, "{:?}", self.floors);
        block[0x18..][..cells.len()].copy_from_slice(&cells);
        block
    }
}

/// The committed game with these options.
pub fn patched(options: &Options) -> Vec<u8> {
    let mut rom = committed();
    rom[OPTIONS..][..OPTIONS_SIZE].copy_from_slice(&options.block());
    rom
}

/// Where the truth is in the machine's memory; its battery file begins with the same bytes.
pub const TRUTH: u32 = 0x0200_0000;
pub const TRUTH_SIZE: usize = 0x700;
const TRUTH_MAGIC: &[u8] = b"VSITRU01";
const LOG: usize = 0x300;
const LOGGED_STEPS: u32 = 256;

/// The size of the maps in cells: columns, rows.
pub const MAP: (usize, usize) = (17, 26);

/// The column, row, width and height of the three sections on the map.
pub const SECTIONS: [(usize, usize, usize, usize); 3] =
    [(7, 17, 3, 3), (5, 12, 7, 3), (3, 6, 11, 4)];

/// What a cell of the gym is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Wall,
    Ice,
    Cracked,
    Hole,
    Stone,
    Slide,
    Stairs,
    Ladder,
    Person,
}

impl Kind {
    const ALL: [Self; 10] = [
        Self::Plain,
        Self::Wall,
        Self::Ice,
        Self::Cracked,
        Self::Hole,
        Self::Stone,
        Self::Slide,
        Self::Stairs,
        Self::Ladder,
        Self::Person,
    ];
}

/// What the game is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Walking,
    /// A section is done, its exit about to open.
    Opening,
    Falling,
    FadingOut,
    FadingIn,
    Landing,
    /// A text box waits for A or B.
    Talking,
}

impl Phase {
    const ALL: [Self; 7] = [
        Self::Walking,
        Self::Opening,
        Self::Falling,
        Self::FadingOut,
        Self::FadingIn,
        Self::Landing,
        Self::Talking,
    ];
}

/// What the hero does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Standing,
    Stepping,
    Turning,
    Bumping,
    Sliding,
}

impl Action {
    const ALL: [Self; 5] =
        [Self::Standing, Self::Stepping, Self::Turning, Self::Bumping, Self::Sliding];
}

/// A step or slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub in_basement: bool,
    /// The cell that was stepped on: column and row of the map.
    pub to: (u8, u8),
    pub direction: Direction,
}

/// The truth about the picture that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// Frames since the start.
    pub frame: u32,
    pub version: Version,
    pub in_basement: bool,
    /// 1 to 3 from the bottom, 0 in the hall, 4 on the leader's platform.
    pub section: u8,
    pub phase: Phase,
    /// The cell that the hero stands on or moves to: column and row of the map.
    pub at: (u8, u8),
    /// Pixels from there to where he is shown: right, down.
    pub offset: (i8, i8),
    pub facing: Direction,
    pub action: Action,
    /// Exits that are open.
    pub opened: u8,
    /// Whether the hero is shown.
    pub visible: bool,
    /// 0 to 16: how far the picture is on the way to black.
    pub dark: u8,
    /// Counts the tiles stepped on; see the game's README.
    pub counter: u16,
    /// Since the start, as all below.
    pub steps: u32,
    pub slides: u32,
    pub falls: u32,
    pub turns: u32,
    pub bumps: u32,
    pub presses: u32,
    pub lost: u32,
    pub messages: u32,
    /// The longest frame so far in scanlines; at 228 the game would be late.
    pub slowest: u32,
    /// The gym's cells.
    pub cells: Grid<Kind>,
    /// The latest steps and slides, at most 256, oldest first.
    pub log: Vec<Step>,
}

fn direction(code: u8) -> Option<Direction> {
    Direction::ALL.get(usize::from(code)).copied()
}

impl Truth {
    /// Reads the first [`TRUTH_SIZE`] bytes at [`TRUTH`]. `None` if the game has not begun, or they
    /// are being written: read again.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        if bytes.len() < TRUTH_SIZE || &bytes[..8] != TRUTH_MAGIC {
            return None;
        }
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        if !number(0x0c).is_multiple_of(2) {
            return None;
        }
        let cell = |row, column| Kind::ALL.get(usize::from(bytes[0x48 + row * MAP.0 + column]));
        let cells = Grid::from_fn(MAP.1, MAP.0, cell);
        let cells = cells.iter().all(Option::is_some).then(|| cells.map(|kind| *kind.unwrap()))?;
        let (steps, slides) = (number(0x24), number(0x28));
        let log = (0..steps + slides).rev().take(LOGGED_STEPS as usize).map(|step| {
            let entry = &bytes[LOG + 4 * (step % LOGGED_STEPS) as usize..][..4];
            let to = (entry[1], entry[2]);
            Some(Step { in_basement: entry[0] == 1, to, direction: direction(entry[3])? })
        });
        let mut log: Vec<Step> = log.collect::<Option<_>>()?;
        log.reverse();
        Some(Self {
            frame: number(0x10),
            version: *Version::ALL.get(usize::from(bytes[0x14]))?,
            in_basement: bytes[0x15] == 1,
            section: bytes[0x16],
            phase: *Phase::ALL.get(usize::from(bytes[0x17]))?,
            at: (bytes[0x18], bytes[0x19]),
            offset: (bytes[0x1a] as i8, bytes[0x1b] as i8),
            facing: direction(bytes[0x1c])?,
            action: *Action::ALL.get(usize::from(bytes[0x1d]))?,
            opened: bytes[0x1e],
            visible: bytes[0x1f] == 1,
            dark: bytes[0x20],
            counter: u16::from_le_bytes([bytes[0x22], bytes[0x23]]),
            steps,
            slides,
            falls: number(0x2c),
            turns: number(0x30),
            bumps: number(0x34),
            presses: number(0x38),
            lost: number(0x3c),
            messages: number(0x40),
            slowest: number(0x44),
            cells,
            log,
        })
    }

    /// Reads it from a battery file while the emulator runs, which maps the file into its memory.
    /// `None` as for [`Truth::parse`], or if it was being written.
    pub fn read(battery: &Path) -> Option<Self> {
        let read = || std::fs::read(battery).ok().filter(|bytes| bytes.len() >= TRUTH_SIZE);
        let (before, after) = (read()?, read()?);
        let same = before[..TRUTH_SIZE] == after[..TRUTH_SIZE];
        same.then(|| Self::parse(&before)).flatten()
    }

    /// What is at a column and row of the gym.
    pub fn kind(&self, (column, row): (u8, u8)) -> Kind {
        self.cells[(row.into(), column.into())]
    }

    /// The cells of a section, 1 to 3.
    pub fn floor(&self, section: usize) -> Grid<Kind> {
        let (x, y, width, height) = SECTIONS[section - 1];
        Grid::from_fn(height, width, |row, column| self.cells[(y + row, x + column)])
    }
}
