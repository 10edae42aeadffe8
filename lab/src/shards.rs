//! Work cut into numbered pieces, so that it can be stopped and taken up again, and shared out over
//! processes.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// One of several shares of the pieces: `I/N`, I from 1 to N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// All pieces.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether a piece belongs to it.
    pub fn has(self, piece: u64) -> bool {
        piece % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A text that names no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a share: write I/N, as in 2/4, with I from 1 to N")]
pub struct NoSuchShard(String);

impl FromStr for Shard {
    type Err = NoSuchShard;
    fn from_str(text: &str) -> Result<Self, NoSuchShard> {
        let parts = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.trim().parse().ok()?, of.trim().parse().ok()?)));
        parts
            .filter(|(number, of)| (1..=*of).contains(number))
            .map(|(number, of)| Self { number, of })
            .ok_or_else(|| NoSuchShard(text.to_owned()))
    }
}

/// Which pieces are done, as ranges, the first and the last of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(u64, u64)>", into = "Vec<(u64, u64)>")]
pub struct Done(BTreeSet<u64>);

impl Done {
    /// Notes that a piece is done; whether it was not before.
    pub fn insert(&mut self, piece: u64) -> bool {
        self.0.insert(piece)
    }

    /// Whether a piece is done.
    pub fn has(&self, piece: u64) -> bool {
        self.0.contains(&piece)
    }

    /// How many are done.
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// The first of so many pieces that is not done.
    pub fn missing(&self, pieces: u64) -> Option<u64> {
        (0..pieces).find(|piece| !self.has(*piece))
    }

    /// Takes up those of another; a piece that both have, if there is one.
    pub fn merge(&mut self, other: &Self) -> Option<u64> {
        let twice = other.0.iter().copied().find(|&piece| self.has(piece));
        self.0.extend(&other.0);
        twice
    }
}

impl From<Vec<(u64, u64)>> for Done {
    fn from(ranges: Vec<(u64, u64)>) -> Self {
        Self(ranges.into_iter().flat_map(|(first, last)| first..=last).collect())
    }
}

impl From<Done> for Vec<(u64, u64)> {
    fn from(done: Done) -> Self {
        let mut ranges: Self = Vec::new();
        for piece in done.0 {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == piece => *last = piece,
                _ => ranges.push((piece, piece)),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_belongs_to_one_share() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for piece in 0..20 {
            assert_eq!(shards.iter().filter(|shard| shard.has(piece)).count(), 1);
        }
        for wrong in ["", "0/3", "4/3", "1/0", "1", "a/b", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_done_is_kept_as_ranges_and_no_piece_counts_twice() {
        let mut done = Done::default();
        [4, 0, 1, 2, 7].into_iter().for_each(|piece| assert!(done.insert(piece)));
        let text = serde_json::to_string(&done).unwrap();
        assert_eq!(text, "[[0,2],[4,4],[7,7]]");
        assert_eq!(serde_json::from_str::<Done>(&text).unwrap(), done);
        assert_eq!((done.count(), done.missing(8)), (5, Some(3)));
        let other = Done::from(vec![(3, 3), (5, 6)]);
        assert_eq!(done.merge(&other), None);
        assert_eq!((done.missing(8), done.merge(&other)), (None, Some(3)));
    }
}
