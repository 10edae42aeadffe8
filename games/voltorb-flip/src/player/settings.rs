//! The settings that can change during play: the objective and the strategy.

use session::Setting;
use voltorb_flip::solver::strategies::Strategy;
use voltorb_flip::solver::{Objective, Per};

const OBJECTIVE: &str = "objective";
const STRATEGY: &str = "strategy";

/// The best play for the objective, as a value of the setting "strategy".
const BEST: &str = "best";

/// The objectives that are offered, with what they mean to a player; others can be given on the command line.
const OBJECTIVES: [(Objective, [&str; 2]); 7] = [
    (Objective::Clear, ["Clear the board", "The best chance to find every 2 and 3."]),
    (
        Objective::Coins,
        ["Most coins now", "Quits with the coins when the next flip is not worth its risk."],
    ),
    (
        Objective::Campaign(Per::Round),
        [
            "Most coins over many rounds",
            "Also counts what the level is worth in later rounds. It must know the level.",
        ],
    ),
    (
        Objective::Level,
        [
            "Keep the level",
            "The best chance to stay at this level or to rise. It must know the level.",
        ],
    ),
    (
        Objective::Survive(8),
        [
            "Reach level 8",
            "Flips 8 cards without a Voltorb. Five such rounds in a row lead to level 8.",
        ],
    ),
    (
        Objective::ClearWith(8),
        ["Clear with 8 cards", "Clears the board, and flips at least 8 cards."],
    ),
    (
        Objective::Next,
        [
            "Survive the next flip",
            "The lowest risk for the next card. It ignores the rest of the round.",
        ],
    ),
];

/// The strategies that are offered beside the best play.
const STRATEGIES: [Strategy; 5] =
    [Strategy::MinRisk, Strategy::ScoreFirst, Strategy::Ratio, Strategy::Logic, Strategy::BogoFlip];

/// The settings, with the values that `strategy` means.
pub fn settings(strategy: Strategy) -> Vec<Setting> {
    let (objective, name) = match strategy {
        Strategy::Exact(objective) => (objective.to_string(), BEST.to_owned()),
        other => ("none".to_owned(), other.to_string()),
    };
    let names = OBJECTIVES.iter().map(|(objective, _)| objective.to_string()).collect();
    let words = OBJECTIVES.iter().map(|(_, words)| *words).collect();
    let ways = std::iter::once(BEST.to_owned()).chain(STRATEGIES.iter().map(ToString::to_string));
    vec![
        Setting { name: OBJECTIVE, key: 'o', value: objective, values: names, words },
        Setting {
            name: STRATEGY,
            key: 's',
            value: name,
            values: ways.collect(),
            words: Vec::new(),
        },
    ]
}

/// The strategy after `setting` was set to `value`.
///
/// # Errors
/// There is no such setting or value.
pub fn chosen(now: Strategy, setting: &str, value: &str) -> Result<Strategy, String> {
    match (setting, now) {
        (OBJECTIVE, _) => value.parse().map(Strategy::Exact).map_err(|why| format!("{why}")),
        (STRATEGY, Strategy::Exact(objective)) if value == BEST => Ok(Strategy::Exact(objective)),
        (STRATEGY, _) if value == BEST => Ok(Strategy::Exact(Objective::default())),
        (STRATEGY, _) => value.parse().map_err(|why| format!("{why}")),
        _ => Err(format!("there is no {setting} to choose")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_that_is_offered_can_be_chosen() {
        let now = Strategy::Exact(Objective::Coins);
        for setting in settings(now) {
            for value in &setting.values {
                let then = chosen(now, setting.name, value).unwrap();
                let offered = settings(then).into_iter().find(|s| s.name == setting.name).unwrap();
                assert_eq!(&offered.value, value);
                assert!(offered.next().is_some_and(|next| next != value));
            }
        }
        assert_eq!(
            chosen(Strategy::MinRisk, STRATEGY, BEST),
            Ok(Strategy::Exact(Objective::Clear))
        );
    }
}
