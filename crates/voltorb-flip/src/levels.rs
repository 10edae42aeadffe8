//! The levels of the game: which boards each can deal, and how one level follows from another.
//!
//! Source: the public decompilation pret/pokeheartgold, `voltorb_flip_game.c`
//! (`VoltorbFlipGameState_SelectBoardId`, `_RetryBoardGen`, `_CalcNextLevel`).

use serde::{Deserialize, Serialize};

/// A level of the game, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

/// A number that is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a level of the game: levels run from 1 to 8")]
pub struct NoSuchLevel(pub u8);

impl Level {
    /// The level with which every session starts.
    pub const FIRST: Self = Self(1);
    /// The highest level.
    pub const LAST: Self = Self(8);

    /// The tiles of every board that a level deals: 5 x 5.
    pub const TILES: usize = 25;

    /// The level's number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All levels, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=8).map(Self)
    }

    /// The ten types of board that this level deals, each with a chance of one in ten.
    pub fn types(self) -> &'static [BoardType; 10] {
        &BOARD_TYPES[usize::from(self.0) - 1]
    }

    /// Whether this level deals boards whose headers have these totals: sums and Voltorbs, of all rows
    /// or of all columns.
    pub fn deals(self, (sum, voltorbs): (u32, u32)) -> bool {
        self.types().iter().any(|t| {
            let extra = u32::from(t.twos) + 2 * u32::from(t.threes);
            u32::from(t.voltorbs) == voltorbs && Self::TILES as u32 - voltorbs + extra == sum
        })
    }
}

impl TryFrom<u8> for Level {
    type Error = NoSuchLevel;
    fn try_from(number: u8) -> Result<Self, NoSuchLevel> {
        (1..=8).contains(&number).then_some(Self(number)).ok_or(NoSuchLevel(number))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A type of board: its cards, and the limits that a deal must keep.
///
/// A 2 or 3 is *free* if its row or its column holds no Voltorb. A deal is dealt again when it has
/// `total_limit` or more free cards, or `line_limit` or more of them in one row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardType {
    /// Voltorbs on the board.
    pub voltorbs: u8,
    /// 2s on the board.
    pub twos: u8,
    /// 3s on the board.
    pub threes: u8,
    /// A line must have fewer free cards than this.
    pub line_limit: u8,
    /// The board must have fewer free cards than this.
    pub total_limit: u8,
    /// How many boards are kept, counted exactly: each is equally likely within its type.
    pub accepted: u64,
}

const fn kind(
    voltorbs: u8,
    twos: u8,
    threes: u8,
    line_limit: u8,
    total_limit: u8,
    accepted: u64,
) -> BoardType {
    BoardType { voltorbs, twos, threes, line_limit, total_limit, accepted }
}

#[rustfmt::skip]
const BOARD_TYPES: [[BoardType; 10]; 8] = [
    [
        kind(6, 3, 1, 3, 3, 1_732_660_000),
        kind(6, 0, 3, 2, 2, 81_056_200),
        kind(6, 5, 0, 3, 4, 1_407_876_600),
        kind(6, 2, 2, 3, 3, 2_598_990_000),
        kind(6, 4, 1, 3, 4, 7_039_383_000),
        kind(6, 3, 1, 3, 3, 1_732_660_000),
        kind(6, 0, 3, 2, 2, 81_056_200),
        kind(6, 5, 0, 3, 4, 1_407_876_600),
        kind(6, 2, 2, 3, 3, 2_598_990_000),
        kind(6, 4, 1, 3, 4, 7_039_383_000),
    ],
    [
        kind(7, 1, 3, 2, 3, 3_245_678_400),
        kind(7, 6, 0, 3, 4, 5_722_702_400),
        kind(7, 3, 2, 2, 3, 17_146_024_000),
        kind(7, 0, 4, 2, 3, 811_419_600),
        kind(7, 5, 1, 3, 4, 34_336_214_400),
        kind(7, 1, 3, 2, 2, 2_684_683_200),
        kind(7, 6, 0, 3, 3, 4_495_352_000),
        kind(7, 3, 2, 2, 2, 14_348_488_000),
        kind(7, 0, 4, 2, 2, 671_170_800),
        kind(7, 5, 1, 3, 3, 26_972_112_000),
    ],
    [
        kind(8, 2, 3, 2, 3, 34_839_212_000),
        kind(8, 7, 0, 3, 4, 12_979_316_000),
        kind(8, 4, 2, 3, 4, 145_577_634_000),
        kind(8, 1, 4, 2, 3, 17_419_606_000),
        kind(8, 6, 1, 4, 3, 81_740_052_800),
        kind(8, 2, 3, 2, 2, 32_177_972_000),
        kind(8, 7, 0, 3, 3, 11_677_150_400),
        kind(8, 4, 2, 3, 3, 128_566_014_000),
        kind(8, 1, 4, 2, 2, 16_088_986_000),
        kind(8, 6, 1, 3, 3, 81_740_052_800),
    ],
    [
        kind(8, 3, 3, 4, 3, 171_421_352_000),
        kind(8, 0, 5, 2, 3, 3_483_921_200),
        kind(10, 8, 0, 4, 5, 18_355_191_900),
        kind(10, 5, 2, 3, 4, 335_965_442_400),
        kind(10, 2, 4, 3, 4, 204_113_718_000),
        kind(8, 3, 3, 3, 3, 171_421_352_000),
        kind(8, 0, 5, 2, 2, 3_217_797_200),
        kind(10, 8, 0, 4, 4, 17_976_411_900),
        kind(10, 5, 2, 3, 3, 331_634_822_400),
        kind(10, 2, 4, 3, 3, 199_722_318_000),
    ],
    [
        kind(10, 7, 1, 4, 5, 146_841_535_200),
        kind(10, 4, 3, 3, 4, 559_942_404_000),
        kind(10, 1, 5, 3, 4, 81_645_487_200),
        kind(10, 9, 0, 4, 5, 13_300_405_700),
        kind(10, 6, 2, 4, 5, 513_945_373_200),
        kind(10, 7, 1, 4, 4, 143_811_295_200),
        kind(10, 4, 3, 3, 3, 552_724_704_000),
        kind(10, 1, 5, 3, 3, 79_888_927_200),
        kind(10, 9, 0, 4, 4, 13_159_573_700),
        kind(10, 6, 2, 4, 4, 503_339_533_200),
    ],
    [
        kind(10, 3, 4, 3, 4, 559_942_404_000),
        kind(10, 0, 6, 3, 4, 13_607_581_200),
        kind(10, 8, 1, 4, 5, 119_703_651_300),
        kind(10, 5, 3, 4, 5, 1_027_890_746_400),
        kind(10, 2, 5, 3, 4, 335_965_442_400),
        kind(10, 3, 4, 3, 3, 552_724_704_000),
        kind(10, 0, 6, 3, 3, 13_314_821_200),
        kind(10, 8, 1, 4, 4, 118_436_163_300),
        kind(10, 5, 3, 4, 4, 1_006_679_066_400),
        kind(10, 2, 5, 3, 3, 331_634_822_400),
    ],
    [
        kind(10, 7, 2, 4, 5, 478_814_605_200),
        kind(10, 4, 4, 4, 5, 1_284_863_433_000),
        kind(13, 1, 6, 3, 4, 25_901_458_800),
        kind(13, 9, 1, 5, 6, 3_265_542_000),
        kind(10, 6, 3, 4, 5, 1_117_234_078_800),
        kind(10, 7, 2, 4, 4, 473_744_653_200),
        kind(10, 4, 4, 4, 4, 1_258_348_833_000),
        kind(13, 1, 6, 3, 3, 25_901_458_800),
        kind(13, 9, 1, 5, 5, 3_265_542_000),
        kind(10, 6, 3, 4, 4, 1_105_404_190_800),
    ],
    [
        kind(10, 0, 7, 3, 4, 15_998_354_400),
        kind(10, 8, 2, 5, 6, 400_990_788_900),
        kind(10, 5, 4, 4, 5, 1_675_851_118_200),
        kind(10, 2, 6, 4, 5, 513_945_373_200),
        kind(10, 7, 3, 5, 6, 1_069_308_770_400),
        kind(10, 0, 7, 3, 3, 15_792_134_400),
        kind(10, 8, 2, 5, 5, 394_129_278_900),
        kind(10, 5, 4, 4, 4, 1_658_106_286_200),
        kind(10, 2, 6, 4, 4, 503_339_533_200),
        kind(10, 7, 3, 5, 5, 1_051_011_410_400),
    ],
];

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Every 2 and 3 was found.
    Won,
    /// A Voltorb was flipped.
    Lost,
    /// The player quit and took the coins.
    Quit,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Quit => "quit",
        })
    }
}

/// A finished round, as far as the next level depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// The level it was played at.
    pub level: Level,
    /// How it ended.
    pub outcome: Outcome,
    /// How many cards other than Voltorbs the player flipped, 1s included.
    pub flipped: u8,
}

/// The level of the next round; `history` holds the rounds of this session, oldest first. An empty
/// history gives level 1.
///
/// A won round leads one level up, but to no more than 7; a lost or quit one down to the number of
/// cards flipped if that is less. Level 8 is entered only after five rounds in a row, none lost,
/// with 8 cards flipped in each and the last of them at level 5 or above, and kept by winning.
pub fn next_level(history: &[Round]) -> Level {
    let Some(last) = history.last() else { return Level::FIRST };
    if last.outcome == Outcome::Won && last.level == Level::LAST {
        return Level::LAST;
    }
    if last.level.number() >= 5 && are_long(history, 5) {
        return Level::LAST;
    }
    match last.outcome {
        Outcome::Won => Level((last.level.number() + 1).min(7)),
        Outcome::Lost | Outcome::Quit => Level(last.level.number().min(last.flipped).clamp(1, 7)),
    }
}

/// The cards that have to be flipped in each of the rounds that lead to level 8.
pub const LONG_ROUND: u8 = 8;

/// Whether each of the last `rounds` rounds had [`LONG_ROUND`] cards flipped and none was lost.
pub fn are_long(history: &[Round], rounds: usize) -> bool {
    let long = |round: &Round| round.flipped >= LONG_ROUND && round.outcome != Outcome::Lost;
    history.len() >= rounds && history[history.len() - rounds..].iter().all(long)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(level: u8, outcome: Outcome, flipped: u8) -> Round {
        Round { level: Level(level), outcome, flipped }
    }

    /// The rule as the game's own code has it, case by case, against the closed form above.
    #[test]
    fn levels_follow_the_game_rule() {
        for level in 1..=8u8 {
            for outcome in [Outcome::Won, Outcome::Lost, Outcome::Quit] {
                for flipped in 0..=19u8 {
                    let expected = if level == 8 && outcome == Outcome::Won {
                        8
                    } else {
                        (2..=7)
                            .rev()
                            .find(|&k| {
                                (level >= k && flipped >= k)
                                    || (level + 1 >= k && outcome == Outcome::Won)
                            })
                            .unwrap_or(1)
                    };
                    let next = next_level(&[round(level, outcome, flipped)]);
                    assert_eq!(next.number(), expected, "{level} {outcome:?} {flipped}");
                }
            }
        }
    }

    #[test]
    fn five_long_rounds_without_a_loss_lead_to_level_8() {
        let mut history = vec![round(5, Outcome::Quit, 8); 5];
        assert_eq!(next_level(&history), Level::LAST);
        history[1].outcome = Outcome::Lost;
        assert_eq!(next_level(&history), Level(5));
        history[1] = round(4, Outcome::Won, 7);
        assert_eq!(next_level(&history), Level(5));
        assert_eq!(next_level(&[round(4, Outcome::Won, 20); 5]), Level(5));
        assert_eq!(next_level(&[]), Level::FIRST);
    }

    #[test]
    fn every_type_fits_the_board() {
        for level in Level::all() {
            for t in level.types() {
                assert!(t.voltorbs + t.twos + t.threes <= 25);
                assert!(t.accepted > 0);
            }
        }
    }
}
