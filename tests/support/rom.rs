//! Our own test game for the DS, `fixtures/rom/voltorb-flip`: copies of it with other options, and
//! the truth that it keeps in its memory. Offsets and codes are those of its `game/options.h` and
//! `game/truth.h`.

use grid::Grid;
use lab::voltorb_flip::arcade::TextSpeed;
use std::path::{Path, PathBuf};
use voltorb_flip::board::{Board, Card};
use voltorb_flip::levels::{Level, Outcome};

/// The folder of the game.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/rom/voltorb-flip")
}

/// The committed game.
pub fn committed() -> Vec<u8> {
    let file = folder().join("voltorb-flip.nds");
    std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Where the options are in the file.
const OPTIONS: usize = 0x240;
const OPTIONS_MAGIC: &[u8] = b"VSOPTS01";

/// The options of a game. The defaults are those of the committed file and of the built-in game.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the board generator's stream begins.
    pub seed: u32,
    /// The level of the first round of a session.
    pub level: Level,
    /// What is in the wallet, 0 to 50,000.
    pub coins: u32,
    pub text_speed: TextSpeed,
    /// The look of the big text window, 0 to 3; 0 is that of the built-in game.
    pub frame_style: u8,
    /// The player's name: at most 11 ASCII letters.
    pub name: String,
    pub lengths: Lengths,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            level: Level::FIRST,
            coins: 0,
            text_speed: TextSpeed::Mid,
            frame_style: 0,
            name: "Ada".to_owned(),
            lengths: Lengths::default(),
        }
    }
}

/// How long sounds are waited for, in passes of the game: 29.9 are a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    pub before_turn: u16,
    pub suspense: u16,
    pub coins: u16,
    pub explosion: u16,
    pub loss: u16,
    pub win: u16,
    pub award: u16,
    pub level: u16,
}

impl Default for Lengths {
    fn default() -> Self {
        Self {
            before_turn: 2,
            suspense: 60,
            coins: 12,
            explosion: 45,
            loss: 90,
            win: 120,
            award: 15,
            level: 20,
        }
    }
}

/// The game's own number for a text speed.
pub fn text_speed(speed: TextSpeed) -> u8 {
    match speed {
        TextSpeed::Slow => 0,
        TextSpeed::Mid => 1,
        TextSpeed::Fast => 2,
    }
}

/// The committed game with these options.
pub fn patched(options: &Options) -> Vec<u8> {
    let mut rom = committed();
    let block = &mut rom[OPTIONS..OPTIONS + 0x38];
    assert_eq!(&block[..8], OPTIONS_MAGIC, "the options are where they were");
    assert!(options.name.is_ascii() && options.name.len() < 12, "{}", options.name);
    let mut name = [0; 12];
    name[..options.name.len()].copy_from_slice(options.name.as_bytes());
    block[0x0c..0x10].copy_from_slice(&options.seed.to_le_bytes());
    block[0x10..0x14].copy_from_slice(&options.coins.to_le_bytes());
    block[0x14] = options.level.number();
    block[0x15] = text_speed(options.text_speed);
    block[0x16] = options.frame_style;
    block[0x18..0x24].copy_from_slice(&name);
    let Lengths { before_turn, suspense, coins, explosion, loss, win, award, level } =
        options.lengths;
    for (i, length) in
        [before_turn, suspense, coins, explosion, loss, win, award, level].iter().enumerate()
    {
        block[0x24 + 2 * i..][..2].copy_from_slice(&length.to_le_bytes());
    }
    rom
}

/// Where the truth is in the machine's memory.
pub const TRUTH: u32 = 0x0230_0000;
/// How much of it comes before its logs: what [`Truth::parse`] needs.
pub const TRUTH_SIZE: usize = 0x200;
pub const TRUTH_MAGIC: &[u8] = b"VSTRUTH1";
/// The logs: rounds and taps. Entry `n` is at `n` modulo their lengths.
const ROUNDS: (u32, u32, usize) = (TRUTH + 0x200, 256, 52);
const TOUCHES: (u32, u32, usize) = (TRUTH + 0x3600, 1024, 12);

/// What a tap has hit: the codes of `enum hit`, of which [`Truth::hits`] has one counter each.
pub mod hit {
    pub const NOTHING: usize = 0;
    pub const CARD: usize = 1;
    pub const FACE_UP_CARD: usize = 2;
    pub const PENCIL: usize = 3;
    pub const MARK: usize = 4;
    pub const MEMO_BUTTON: usize = 5;
    pub const QUIT_BUTTON: usize = 6;
    pub const ENTRY: usize = 7;
    pub const YES: usize = 8;
    pub const NO: usize = 9;
    pub const ADVANCE: usize = 10;
}

/// What the game is at: the codes of `enum phase` in which it waits for a tap, and the last.
pub mod phase {
    pub const LEVEL_NEWS: u8 = 2;
    pub const MENU: u8 = 6;
    pub const BOARD: u8 = 13;
    pub const MEMO: u8 = 16;
    pub const RECEIVED: u8 = 23;
    pub const LOSS: u8 = 25;
    pub const CLEARED: u8 = 26;
    pub const AWARDED: u8 = 28;
    pub const QUIT_QUESTION: u8 = 30;
    pub const REVEALED: u8 = 33;
    pub const OVER: u8 = 35;
}

/// The truth about the picture that is shown, but for the counters of taps and rounds, which may
/// be one pass ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// Passes since the start.
    pub passes: u32,
    /// The longest pass so far in scanlines; at 526 the game would be late.
    pub slowest: u32,
    pub seed: u32,
    pub wallet: u32,
    pub payout: u32,
    /// The counters of the upper screen: wallet, this round, level.
    pub shown: (u32, u32, u8),
    /// See [`phase`].
    pub phase: u8,
    pub level: Level,
    /// Which type of the level's boards it is.
    pub kind: usize,
    pub flipped: u8,
    /// Whether the headers are those of the board; else they show 0.
    pub in_play: bool,
    /// The card that the cursor is on.
    pub cursor: Option<(usize, usize)>,
    pub board: Board,
    pub face_up: Grid<bool>,
    /// The memo's marks on each card: Voltorb, 1, 2, 3.
    pub marks: Grid<[bool; 4]>,
    /// Where the pen was last down.
    pub pen: (u16, u16),
    /// Taps so far.
    pub touches: u32,
    /// Rounds that have ended so far.
    pub rounds: u32,
    /// Taps by what they hit, see [`hit`].
    pub hits: [u32; 16],
    /// What is in the text window.
    pub message: String,
}

impl Truth {
    /// Reads the first [`TRUTH_SIZE`] bytes at [`TRUTH`]. `None` if the game has not begun, or was
    /// stopped while it was writing them: let it run and read again.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let short = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
        let cards = |at: usize| Grid::from_fn(5, 5, |r, c| bytes[at + 5 * r + c]);
        if &bytes[..8] != TRUTH_MAGIC || !number(0x0c).is_multiple_of(2) {
            return None;
        }
        let line = |at: usize| -> String {
            bytes[at..at + 64].iter().take_while(|c| **c != 0).map(|c| char::from(*c)).collect()
        };
        Some(Self {
            passes: number(0x10),
            slowest: number(0x18),
            seed: number(0x1c),
            wallet: number(0x20),
            payout: number(0x24),
            shown: (number(0x28), number(0x2c), bytes[0x35]),
            phase: bytes[0x30],
            level: Level::try_from(bytes[0x31]).ok()?,
            kind: bytes[0x32].into(),
            flipped: bytes[0x34],
            in_play: bytes[0x36] == 1,
            cursor: (bytes[0x37] < 25)
                .then_some((bytes[0x37] as usize / 5, bytes[0x37] as usize % 5)),
            board: board(&bytes[0x40..])?,
            face_up: cards(0x59).map(|up| *up == 1),
            marks: cards(0x8b).map(|marks| std::array::from_fn(|mark| marks >> mark & 1 == 1)),
            pen: (short(0xb8), short(0xba)),
            touches: number(0xbc),
            rounds: number(0xc0),
            hits: std::array::from_fn(|i| number(0xc4 + 4 * i)),
            message: format!("{}\n{}", line(0x104), line(0x144)).trim_end().to_owned(),
        })
    }
}

/// A board of 25 bytes.
fn board(cards: &[u8]) -> Option<Board> {
    let cards: Option<Vec<Card>> =
        cards[..25].iter().map(|card| Card::try_from(*card).ok()).collect();
    let cards = cards?;
    Some(Grid::from_fn(5, 5, |r, c| cards[5 * r + c]))
}

/// A round that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// The pass in which it ended, and the taps until then.
    pub pass: u32,
    pub touches: u32,
    /// What it paid, and the wallet after that.
    pub coins: u32,
    pub wallet: u32,
    pub level: Level,
    pub kind: usize,
    pub outcome: Outcome,
    pub flipped: u8,
    pub board: Board,
}

impl Round {
    /// Where round `number` is in the machine's memory, and its size.
    pub fn place(number: u32) -> (u32, usize) {
        place(ROUNDS, number)
    }

    /// Reads a round.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        Some(Self {
            number: number(0x00),
            pass: number(0x04),
            touches: number(0x08),
            coins: number(0x0c),
            wallet: number(0x10),
            level: Level::try_from(bytes[0x14]).ok()?,
            kind: bytes[0x15].into(),
            outcome: [Outcome::Won, Outcome::Lost, Outcome::Quit]
                [usize::from(bytes[0x16]).checked_sub(1)?],
            flipped: bytes[0x17],
            board: board(&bytes[0x18..])?,
        })
    }
}

/// A tap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub pass: u32,
    /// Where, in pixels of the touch screen.
    pub at: (u16, u16),
    /// What it has hit, see [`hit`].
    pub hit: usize,
    /// The card, or the number of the entry.
    pub what: u8,
    /// The mark, or the list.
    pub detail: u8,
    /// See [`phase`].
    pub phase: u8,
}

impl Touch {
    /// Where tap `number` is in the machine's memory, and its size.
    pub fn place(number: u32) -> (u32, usize) {
        place(TOUCHES, number)
    }

    /// Reads a tap.
    pub fn parse(bytes: &[u8]) -> Self {
        let short = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap());
        Self {
            pass: u32::from_le_bytes(bytes[..4].try_into().unwrap()),
            at: (short(4), short(6)),
            hit: bytes[8].into(),
            what: bytes[9],
            detail: bytes[10],
            phase: bytes[11],
        }
    }
}

fn place((begin, count, size): (u32, u32, usize), number: u32) -> (u32, usize) {
    (begin + number % count * size as u32, size)
}
