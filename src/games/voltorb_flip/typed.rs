//! A position that is typed: the best card of it.

use grid::Cell;
use serde_json::json;
use session::question::{Judged, Question};
use session::{Panel, Setting, Units, View};
use voltorb_flip::board::Position;
use voltorb_flip::notation::parse_position;
use voltorb_flip::solver::explain::{Explanation, explain};
use voltorb_flip::solver::large::{NoAdvice, advise};
use voltorb_flip::solver::strategies::{Strategy, StrategyPlayer};
use voltorb_flip::solver::{Advice, NotListed, Objective, Solver, TileAdvice};
use voltorb_flip_game::player::panel;
use voltorb_flip_game::player::settings;

/// A board in which each line has a useful card left.
pub const EXAMPLE: &str = "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....; level 1";

/// What a strategy that plays by chance draws from.
const SEED: u32 = 1;

/// The setting what a position without a level means.
pub const LEVEL_UNKNOWN: &str = "unknown level";

/// The values of [`LEVEL_UNKNOWN`]: the level is one of the game's, each as likely as the others beforehand; or
/// another game deals, and all boards that fit are alike.
pub const UNKNOWN_LEVELS: [&str; 2] = ["one of the game's", "all boards alike"];

/// A position and what is known of it.
pub struct Typed {
    position: Position,
    strategy: Strategy,
    at_any_level: bool,
    adviser: Adviser,
    advice: Option<Advice>,
}

enum Adviser {
    Exact(Box<Solver>),
    Other(Box<StrategyPlayer>),
}

impl Adviser {
    fn new(strategy: Strategy, at_any_level: bool) -> Self {
        match strategy {
            Strategy::Exact(objective) => {
                let solver = Solver::new(objective);
                Self::Exact(Box::new(if at_any_level { solver.at_any_level() } else { solver }))
            }
            other => Self::Other(Box::new(StrategyPlayer::new(other, SEED))),
        }
    }
}

impl Typed {
    /// The question what to flip in the position of this text.
    ///
    /// # Errors
    /// It is not a position: in a sentence.
    pub fn new(text: &str) -> Result<Self, String> {
        let position = parse_position(text).map_err(|error| error.to_string())?;
        let strategy = Strategy::from(Objective::default());
        let adviser = Adviser::new(strategy, true);
        Ok(Self { position, strategy, at_any_level: true, adviser, advice: None })
    }
}

impl Question for Typed {
    fn think(&mut self, is_up: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
        let advice = match &mut self.adviser {
            Adviser::Exact(solver) => advise(solver, &self.position, &is_up),
            Adviser::Other(player) => {
                player.advise(&self.position, &is_up).map_err(|why| match why {
                    NotListed::Conflict(conflict) => conflict.into(),
                    other => NoAdvice::Unknown(other),
                })
            }
        };
        self.advice = Some(advice.map_err(|why| match why {
            NoAdvice::Conflict(conflict) => format!("No board fits: {conflict}."),
            other => other.to_string(),
        })?);
        Ok(())
    }

    fn judge(&self, cell: Cell) -> Option<Judged> {
        let advice = self.advice.as_ref()?;
        let (tile, best) = (advice.tiles.get(cell)?, advice.best?);
        let ideal = &advice.tiles[best];
        let middle = |tile: &TileAdvice| (tile.lower + tile.upper) / 2.0;
        let most = if advice.exact { advice.value } else { middle(ideal) };
        let cost = (most - tile.value.unwrap_or_else(|| middle(tile))).max(0.0);
        let is_best = cell == best || (advice.exact && cost < 1e-9);
        let (risk, least) = (tile.voltorb(), ideal.voltorb());
        let percent = |chance: f64| format!("{:.1} %", 100.0 * chance);
        let is_coins = matches!(advice.objective, Objective::Coins | Objective::Campaign(_));
        let unit = if is_coins { "coins" } else { "%" };
        if is_best {
            let words = match risk == 0.0 {
                true => "Right: it was safe, and the best card.".to_owned(),
                false => format!("Right: the best card, with {} risk.", percent(risk)),
            };
            return Some(Judged { is_best, cost: 0.0, unit, words });
        }
        let about = if advice.exact && tile.value.is_some() { "" } else { "about " };
        let (cost, price) = match advice.objective {
            _ if is_coins => (cost, format!("{about}{cost:.1} coins")),
            Objective::Clear => {
                (100.0 * cost, format!("{about}{} of the chance to clear", percent(cost)))
            }
            _ => (
                100.0 * cost,
                format!("{about}{} of the chance to reach the objective", percent(cost)),
            ),
        };
        let took = match (risk > least + 1e-9, least == 0.0) {
            (true, true) => format!("You took {} risk, and a safe card was better", percent(risk)),
            (true, false) => {
                format!("You took {} risk, and the best card had {}", percent(risk), percent(least))
            }
            (false, _) => "Another card was better".to_owned(),
        };
        Some(Judged { is_best, cost, unit, words: format!("{took}: this cost {price}.") })
    }

    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        if setting == LEVEL_UNKNOWN {
            let known = UNKNOWN_LEVELS.iter().position(|name| *name == value);
            self.at_any_level = known.ok_or_else(|| format!("{value:?} is no {setting}"))? == 0;
        } else {
            self.strategy = settings::chosen(self.strategy, setting, value)?;
        }
        self.adviser = Adviser::new(self.strategy, self.at_any_level);
        self.advice = None;
        Ok(())
    }
}

impl View for Typed {
    fn units(&self) -> Units {
        Units { score: "coins", moves: "cards" }
    }

    fn panel(&self) -> Panel {
        panel::of_position(&self.position, self.advice.as_ref())
    }

    fn record(&self) -> serde_json::Value {
        let advice = self.advice.as_ref();
        json!({
            "position": self.position,
            "best": advice.and_then(|advice| advice.best),
            "quit": advice.map(|advice| advice.quit),
            "value": advice.map(|advice| advice.value),
            "exact": advice.map(|advice| advice.exact),
            "lower": advice.map(|advice| advice.lower),
            "upper": advice.map(|advice| advice.upper),
            "objective": advice.map(|advice| advice.objective),
            "tiles": advice.map(|advice| &advice.tiles),
        })
    }

    fn reasons(&self) -> Vec<String> {
        let Some(advice) = &self.advice else { return Vec::new() };
        let Explanation { verdict, reasons } = explain(&self.position, advice);
        [vec![verdict], reasons].concat()
    }

    fn may_improve(&self) -> bool {
        self.advice.as_ref().is_some_and(|advice| !advice.exact && advice.counted)
    }

    fn settings(&self) -> Vec<Setting> {
        let names = UNKNOWN_LEVELS.map(str::to_owned);
        let value = names[usize::from(!self.at_any_level)].clone();
        let levels = Setting {
            name: LEVEL_UNKNOWN,
            key: 'l',
            value,
            values: names.to_vec(),
            words: Vec::new(),
        };
        settings::settings(self.strategy).into_iter().chain([levels]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltorb_flip::solver::never;

    #[test]
    fn the_example_is_answered_and_so_is_another_objective() {
        let mut typed = Typed::new(EXAMPLE).unwrap();
        assert_eq!(typed.panel().advice, None);
        typed.think(&never).unwrap();
        let panel = typed.panel();
        let cells = panel.cells.unwrap();
        assert_eq!(cells.iter().filter(|cell| cell.chosen).count(), 1);
        assert_eq!(cells[(0, 2)].sign, "2");
        assert!(panel.advice.is_some_and(|advice| advice.starts_with("flip ")));
        assert!(!typed.may_improve() && !typed.reasons().is_empty());
        assert_eq!(panel.facts[0].0, "chance to clear");
        typed.choose("objective", "coins").unwrap();
        typed.think(&never).unwrap();
        assert_eq!(typed.panel().facts[0].0, "expected coins");
    }

    #[test]
    fn a_choice_is_held_against_the_best() {
        let mut typed = Typed::new(EXAMPLE).unwrap();
        typed.think(&never).unwrap();
        let best = typed.advice.as_ref().and_then(|advice| advice.best).unwrap();
        assert!(typed.judge(best).is_some_and(|judged| judged.is_best && judged.cost == 0.0));
        let tiles = &typed.advice.as_ref().unwrap().tiles;
        let (worst, _) =
            tiles.cells().max_by(|a, b| a.1.voltorb().total_cmp(&b.1.voltorb())).unwrap();
        let judged = typed.judge(worst).unwrap();
        assert!(!judged.is_best && judged.cost > 0.0 && judged.unit == "%", "{judged:?}");
        typed.choose("objective", "coins").unwrap();
        typed.think(&never).unwrap();
        assert_eq!(typed.judge(worst).unwrap().unit, "coins");
        assert_eq!(typed.judge((5, 5)), None);
    }

    #[test]
    fn a_level_that_is_not_known_is_weighed_or_left_aside() {
        let text = "rows 5/1 3/3 4/2 8/1 6/1; cols 7/1 4/1 5/2 7/1 3/3";
        let mut typed = Typed::new(text).unwrap();
        let known = typed.settings().into_iter().find(|known| known.name == LEVEL_UNKNOWN);
        let chances = known.unwrap().values.into_iter().map(|value| {
            typed.choose(LEVEL_UNKNOWN, &value).unwrap();
            typed.think(&|| true).unwrap();
            typed.advice.as_ref().unwrap().tiles[(0, 0)].odds[0]
        });
        let chances: Vec<f64> = chances.collect();
        assert!((chances[0] - chances[1]).abs() > 1e-6, "{chances:?}");
    }

    #[test]
    fn what_cannot_be_is_told() {
        assert!(Typed::new("rows 6/1").is_err_and(|why| why.contains("cols")));
        let mut typed = Typed::new("rows 1/1 2/1; cols 1/1 1/1").unwrap();
        assert!(typed.think(&never).is_err_and(|why| why.starts_with("No board fits")));
    }
}
