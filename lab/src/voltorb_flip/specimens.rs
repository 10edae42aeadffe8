//! Pictures of the built-in game to distort, and what they truly show.

use crate::distort::Subject;
use crate::specimen::Specimen;
use crate::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Presentation};
use grid::geometry::{Placement, Point, Rect};
use rand_mt::Mt;
use session::capture::{CaptureError, Source};
use session::consoles::ds::TAP_HOLD;
use session::input::{Gesture, InputDevice, InputError};
use std::time::Duration;
use voltorb_flip::levels::Level;
use voltorb_flip_game::screen::layout::{self, SCREEN, SIZE, buttons};
use voltorb_flip_game::truth::FlipTruth;

/// Why the built-in game gave no pictures.
#[derive(Debug, thiserror::Error)]
pub enum BuiltInError {
    /// No picture.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// No tap.
    #[error(transparent)]
    Input(#[from] InputError),
}

/// `count` pictures of the built-in game, played by chance from `seed`: all levels, with and without
/// the top screen, in all states that random taps lead to.
///
/// # Errors
/// None that a sound built-in game causes.
pub fn built_in(count: usize, seed: u32) -> Result<Vec<Specimen<FlipTruth>>, BuiltInError> {
    const A_GAME: usize = 12;
    let mut specimens = Vec::with_capacity(count);
    let mut dice = Mt::new(seed);
    while specimens.len() < count {
        let levels: Vec<Level> = Level::all().collect();
        let options = FlipArcadeOptions {
            seed: dice.next_u32(),
            level: levels[dice.next_u32() as usize % levels.len()],
            coins: dice.next_u32() % 50_000,
            presentation: Presentation {
                top: dice.next_u32().is_multiple_of(2),
                ..Default::default()
            },
            ..FlipArcadeOptions::default()
        };
        let mut game = FlipArcade::new(options.clone());
        let wanted = (count - specimens.len()).min(A_GAME);
        let name = format!("built-in-{}", options.seed);
        play(&mut game, &options, wanted, &name, &mut dice, &mut specimens)?;
    }
    Ok(specimens)
}

/// Taps by chance and keeps `wanted` pictures.
fn play(
    game: &mut FlipArcade,
    options: &FlipArcadeOptions,
    wanted: usize,
    name: &str,
    dice: &mut Mt,
    specimens: &mut Vec<Specimen<FlipTruth>>,
) -> Result<(), BuiltInError> {
    let touch = options.presentation.touch_screen();
    let mut kept = 0;
    // A game that left the table shows nothing more: the next one goes on.
    for _ in 0..40 * wanted {
        if kept == wanted || game.inside().over {
            break;
        }
        let wait = Duration::from_millis(200 + u64::from(dice.next_u32() % 3000));
        let frame = game.next(wait)?;
        let told = game.shown();
        // Between two states there is nothing to check.
        if told.state.is_some() && told.dimmed.is_some() && dice.next_u32().is_multiple_of(3) {
            let truth = FlipTruth::from(told);
            let name = format!("{name}-{kept}");
            let subject = Subject::native(&frame.picture, SCREEN);
            specimens.extend(subject.map(|subject| Specimen { name, subject, truth }));
            kept += 1;
        }
        tap(game, &touch, whim(dice), &frame)?;
    }
    Ok(())
}

/// A place that a player might touch.
fn whim(dice: &mut Mt) -> Point {
    // The panel's four toggles.
    let memo = Point::new;
    match dice.next_u32() % 20 {
        0..=9 => {
            let cell = (dice.next_u32() as usize % SIZE, dice.next_u32() as usize % SIZE);
            layout::card(cell).centre()
        }
        10 | 11 => buttons::MEMO.centre(),
        12 => memo(212.0, 92.0),
        13 => memo(236.0, 92.0),
        14 => memo(212.0, 116.0),
        15 => memo(236.0, 116.0),
        16 => buttons::PLAY.centre(),
        17 if dice.next_u32().is_multiple_of(3) => buttons::QUIT.centre(),
        _ => layout::NEUTRAL,
    }
}

fn tap(
    game: &mut FlipArcade,
    touch: &Placement,
    at: Point,
    frame: &session::frame::Frame,
) -> Result<(), InputError> {
    let within: Rect = touch.area;
    game.perform(&Gesture::tap(touch.to_picture(at), within, TAP_HOLD), frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_built_in_game_gives_pictures_in_many_states() {
        let specimens = built_in(120, 1).unwrap();
        assert_eq!(specimens.len(), 120);
        let states: HashSet<_> = specimens.iter().filter_map(|s| s.truth.state).collect();
        assert!(states.len() >= 5, "{states:?}");
        let levels: HashSet<_> = specimens.iter().filter_map(|s| s.truth.level).collect();
        assert!(levels.len() >= 6, "{levels:?}");
        let again = built_in(120, 1).unwrap();
        assert!(specimens.iter().zip(&again).all(|(a, b)| a.truth == b.truth));
    }
}
