//! A floor that is typed: a walk over all of its tiles.

use grid::Grid;
use ice_floor::floor::{Floor, keys};
use ice_floor::notation::parse_floor;
use ice_floor::solver::{Answer, Solution, solve};
use serde_json::json;
use session::question::Question;
use session::{Panel, PanelCell, Tone, Units, View};

/// The second floor of Ruby and Sapphire.
pub const EXAMPLE: &str = "....... / .#..... / ....#..";

/// A floor and its walk.
pub struct Typed {
    floor: Floor,
    solution: Option<Solution>,
}

impl Typed {
    /// The question how to walk over the floor of this text.
    ///
    /// # Errors
    /// It is not a floor: in a sentence.
    pub fn new(text: &str) -> Result<Self, String> {
        let floor = parse_floor(text).map_err(|error| error.to_string())?;
        Ok(Self { floor, solution: None })
    }

    fn walk(&self) -> &[(usize, usize)] {
        match &self.solution {
            Some(Solution { answer: Answer::Walk(walk), .. }) => walk,
            _ => &[],
        }
    }

    fn cell(&self, place: (usize, usize)) -> PanelCell {
        let step = self.walk().iter().position(|tile| *tile == place);
        let (sign, tone) = match (self.floor.ice()[place], step) {
            (_, Some(0)) => ("@".to_owned(), Tone::Known),
            (_, Some(step)) => (step.to_string(), Tone::Safe),
            (true, None) => (".".to_owned(), Tone::Plain),
            (false, None) => ("#".to_owned(), Tone::Dim),
        };
        let chosen = self.walk().get(1) == Some(&place);
        PanelCell { sign, lines: Vec::new(), tone, chosen, field: String::new() }
    }
}

impl Question for Typed {
    fn think(&mut self, is_up: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
        let solution = solve(&self.floor, is_up);
        let why = match &solution.answer {
            Answer::Impossible(why) => Some(format!("No walk: {why}.")),
            _ => None,
        };
        self.solution = Some(solution);
        why.map_or(Ok(()), Err)
    }
}

impl View for Typed {
    fn units(&self) -> Units {
        Units { score: "walks", moves: "steps" }
    }

    fn panel(&self) -> Panel {
        let (rows, columns) = (self.floor.ice().rows(), self.floor.ice().columns());
        let unknown = self.solution.as_ref().is_some_and(|found| found.answer == Answer::Unknown);
        let advice = match self.walk() {
            [] if unknown => Some("whether there is a walk was not found in time".to_owned()),
            [] => None,
            walk => Some(format!("walk {}", keys(walk))),
        };
        Panel {
            title: "Sootopolis ice floor",
            cells: Some(Grid::from_fn(rows, columns, |row, column| self.cell((row, column)))),
            legend: vec![("@", "the start"), ("1, 2 ...", "steps of the walk"), ("#", "a stone")],
            facts: vec![("tiles", self.floor.tiles().to_string())],
            advice,
            ..Panel::default()
        }
    }

    fn record(&self) -> serde_json::Value {
        json!({"walk": self.walk(), "keys": keys(self.walk()), "tiles": self.floor.tiles()})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_walked() {
        let mut typed = Typed::new(EXAMPLE).unwrap();
        typed.think(&|| false).unwrap();
        assert!(typed.floor.is_walk(typed.walk()));
        let panel = typed.panel();
        assert_eq!(panel.cells.unwrap().iter().filter(|cell| cell.chosen).count(), 1);
        assert!(panel.advice.is_some_and(|advice| advice.starts_with("walk ")));
    }

    #[test]
    fn what_cannot_be_is_told() {
        assert!(Typed::new("..?").is_err());
        let mut typed = Typed::new("#.# / ...").unwrap();
        assert!(typed.think(&|| false).is_err_and(|why| why.starts_with("No walk")));
    }
}
