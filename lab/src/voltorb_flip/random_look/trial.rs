//! Teaching a look that chance drew by one picture, and reading others of it.

use super::dice::Dice;
use super::draw::draw;
use super::fonts::Font;
use super::look::RandomLook;
use crate::taught::{OtherPicture, TaughtTrial};
use std::collections::BTreeSet;
use voltorb_flip::board::{Line, Position, headers};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::Level;
use voltorb_flip_game::screen::learn::Shot;
use voltorb_flip_game::screen::teach::teach;
use voltorb_flip_game::screen::{FlipReader, Looks, Tile};
use voltorb_flip_game::truth::{FlipTruth, Hidden, compare};

/// The width of a card in the first picture, in pixels.
const CARD: (f64, f64) = (36.0, 96.0);
/// Every second picture is drawn larger or smaller by these factors, with cards no narrower than this.
const FACTORS: (f64, f64) = (0.7, 1.5);
const NARROWEST: f64 = 30.0;
/// The chance of a card to lie face up, in the first picture and in others.
const FACE_UP: (f64, f64) = (0.2, 0.3);
/// The most fields of its own picture that a look may leave unread, of 45.
const MOST_UNREAD: usize = 4;

/// Draws a look by chance from `seed`, teaches it by one picture, and reads `others` more pictures of it.
pub fn trial(seed: u32, others: usize, fonts: &[Font]) -> TaughtTrial {
    let look = RandomLook::new(seed, fonts.len());
    let font = &fonts[look.font];
    let mut dice = Dice::new(seed.wrapping_add(1_000_000));
    let mut generator = Generator::new(seed);
    let card = dice.between(CARD.0, CARD.1).round();
    let shows = position(&mut dice, &mut generator, FACE_UP.0);
    let picture = draw(&look, font, &shows, card, 0.6);
    let first = Shot { picture, shows };
    let lesson = teach("taught", std::slice::from_ref(&first), None, None);
    let refused = match &lesson {
        Err(why) => Some(why.to_string()),
        Ok(lesson) => {
            let comparison = &lesson.trials[0].comparison;
            let unread = comparison.unreadable.len();
            (!comparison.wrong.is_empty() || unread > MOST_UNREAD).then(|| {
                let wrong = comparison.wrong.len();
                format!("it reads {wrong} fields of its own picture wrong, and {unread} not")
            })
        }
    };
    let mut trial = TaughtTrial { seed, picture: first.picture, refused, others: Vec::new() };
    let Ok(lesson) = lesson else { return trial };
    if trial.refused.is_some() {
        return trial;
    }
    let known = Known::of(&look, &first.shows);
    let only = Looks { taught: vec![lesson.look], only_learned: true, ..Looks::default() };
    for i in 0..others {
        let shows = position(&mut dice, &mut generator, FACE_UP.1);
        let resized = i % 2 == 1;
        let factor = if resized { dice.between(FACTORS.0, FACTORS.1) } else { 1.0 };
        let margin = dice.between(0.2, 1.2);
        let card = (card * factor).round().max(NARROWEST);
        let picture = draw(&look, font, &shows, card, margin);
        let truth = FlipTruth { unreadable: known.hidden(&look, &shows), ..shows.into() };
        let seen = FlipReader::with_looks(only.clone()).read(&picture);
        let comparison = compare(&truth, seen.as_ref().ok());
        trial.others.push(OtherPicture { picture, resized, is_found: seen.is_ok(), comparison });
    }
    trial
}

/// A board of any level with some of its cards face up.
fn position(dice: &mut Dice, generator: &mut Generator, face_up: f64) -> Position {
    let levels: Vec<Level> = Level::all().collect();
    let board = generator.deal(levels[dice.below(levels.len())]).board;
    let (rows, cols) = headers(&board);
    let tiles = board.map(|card| dice.chance(face_up).then_some(*card));
    Position { level: None, rows, cols, tiles }
}

/// The digits and cards that a picture shows.
struct Known {
    digits: BTreeSet<char>,
    cards: BTreeSet<Tile>,
}

impl Known {
    fn of(look: &RandomLook, shows: &Position) -> Self {
        let lines = shows.rows.iter().chain(&shows.cols);
        let written = lines.map(|l| look.written(l.sum, true) + &look.written(l.voltorbs, false));
        Self {
            digits: written.flat_map(|text| text.chars().collect::<Vec<_>>()).collect(),
            cards: shows.tiles.iter().copied().collect(),
        }
    }

    /// What another picture shows and this one did not.
    fn hidden(&self, look: &RandomLook, shows: &Position) -> Hidden {
        let known = |number, is_sum| {
            look.written(number, is_sum).chars().all(|digit| self.digits.contains(&digit))
        };
        let lines = |lines: &[Line]| -> Vec<(usize, usize)> {
            let parts = lines.iter().enumerate().flat_map(|(i, line)| {
                [((i, 0), known(line.sum, true)), ((i, 1), known(line.voltorbs, false))]
            });
            parts.filter(|(_, known)| !known).map(|(at, _)| at).collect()
        };
        Hidden {
            rows: lines(&shows.rows),
            cols: lines(&shows.cols),
            tiles: shows
                .tiles
                .cells()
                .filter(|(_, tile)| !self.cards.contains(tile))
                .map(|(cell, _)| cell)
                .collect(),
            ..Hidden::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voltorb_flip::random_look::fonts;
    use grid::reading::Unreadable;
    use voltorb_flip_game::screen::Phase;

    #[test]
    fn a_learned_look_tells_the_end_of_a_round_and_what_it_was_not_taught() {
        let fonts = match fonts() {
            Ok(fonts) => fonts,
            Err(why) => return eprintln!("skipped: {why}"),
        };
        let mut told = 0;
        for seed in 1..=12 {
            if told == 3 {
                break;
            }
            let look = RandomLook::new(seed, fonts.len());
            let mut dice = Dice::new(seed);
            let mut generator = Generator::new(seed);
            let mut shown = |chance: f64| {
                let shows = position(&mut dice, &mut generator, chance);
                let picture = draw(&look, &fonts[look.font], &shows, 64.0, 0.6);
                Shot { picture, shows }
            };
            let Ok(lesson) = teach("taught", &[shown(0.6), shown(0.6)], None, None) else {
                continue;
            };
            let only = Looks { taught: vec![lesson.look], only_learned: true, ..Looks::default() };
            for (chance, phase) in [(0.3, Phase::Board), (1.0, Phase::Reveal)] {
                let shot = shown(chance);
                let seen = FlipReader::with_looks(only.clone()).read(&shot.picture);
                // What is not read is told by other tests.
                let Ok(seen) = seen else { continue };
                assert_eq!(seen.total_coins.why, Some(Unreadable::Untaught));
                if seen.phase.value.is_some() {
                    assert_eq!(seen.phase.value, Some(phase), "seed {seed}");
                    told += usize::from(phase == Phase::Reveal);
                }
            }
        }
        assert_eq!(told, 3);
    }
}
