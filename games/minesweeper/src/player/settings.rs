//! The settings that can change during play: the strategy, and whether to flag mines.

use super::MinePlayerOptions;
use minesweeper::solver::strategies::MineStrategy;
use session::Setting;

const STRATEGY: &str = "strategy";
const FLAGS: &str = "flags";
const ON: &str = "on";
const OFF: &str = "off";

/// The settings while it plays so.
pub(super) fn settings(options: &MinePlayerOptions) -> Vec<Setting> {
    let strategies = MineStrategy::ALL.iter().map(ToString::to_string).collect();
    let flags = if options.flags { ON } else { OFF };
    vec![
        Setting {
            name: STRATEGY,
            key: 's',
            value: options.strategy.to_string(),
            values: strategies,
            words: Vec::new(),
        },
        Setting {
            name: FLAGS,
            key: 'f',
            value: flags.to_owned(),
            values: [ON, OFF].map(str::to_owned).to_vec(),
            words: Vec::new(),
        },
    ]
}

/// How to play once `setting` has this value.
///
/// # Errors
/// There is no such value, or setting.
pub(super) fn chosen(
    now: MinePlayerOptions,
    setting: &str,
    value: &str,
) -> Result<MinePlayerOptions, String> {
    match (setting, value) {
        (STRATEGY, _) => Ok(MinePlayerOptions { strategy: value.parse()?, ..now }),
        (FLAGS, ON | OFF) => Ok(MinePlayerOptions { flags: value == ON, ..now }),
        (FLAGS, _) => Err(format!("{value:?} is neither on nor off")),
        _ => Err(format!("there is no {setting} to choose")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_that_is_offered_can_be_chosen() {
        let now = MinePlayerOptions::default();
        for setting in settings(&now) {
            for value in &setting.values {
                let then = chosen(now, setting.name, value).unwrap();
                let offered = settings(&then).into_iter().find(|s| s.name == setting.name).unwrap();
                assert_eq!(&offered.value, value);
                assert!(offered.next().is_some_and(|next| next != value));
            }
        }
        for (setting, value) in [("strategy", "luck"), ("flags", "perhaps"), ("colour", "red")] {
            assert!(chosen(now, setting, value).is_err());
        }
    }
}
