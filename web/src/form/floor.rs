//! The form of the ice floor.

use super::{Form, Misfit};
use ice_floor::notation::parse_floor;
use ice_floor::solver::{Answer, Obstacle, obstacle, solve};
use serde_json::{Value, json};

pub struct FloorForm;

impl Form for FloorForm {
    fn check(&self, text: &str, deep: bool) -> Result<Value, String> {
        let mut misfits = Vec::new();
        match parse_floor(text) {
            Err(error) => misfits.push(Misfit { text: error.to_string(), ..Misfit::default() }),
            Ok(floor) => {
                let searched = || match solve(&floor, &|| false).answer {
                    Answer::Impossible(obstacle) => Some(obstacle),
                    _ => None,
                };
                let found = obstacle(&floor).or_else(|| deep.then(searched).flatten());
                if let Some(obstacle) = found {
                    let cells = match &obstacle {
                        Obstacle::Unreachable { tiles, .. } | Obstacle::DeadEnds { tiles } => {
                            tiles.clone()
                        }
                        Obstacle::StartIsEnd { start } => vec![*start],
                        Obstacle::Bottleneck { tile } => vec![*tile],
                        Obstacle::Parity { .. } | Obstacle::Exhausted { .. } => Vec::new(),
                    };
                    let text = format!("No walk: {obstacle}");
                    misfits.push(Misfit { text, cells, ..Misfit::default() });
                }
            }
        }
        Ok(json!({ "complete": misfits.is_empty(), "missing": 0, "misfits": misfits }))
    }

    fn pasted(&self, text: &str) -> Result<Value, String> {
        let floor = parse_floor(text).map_err(|error| error.to_string())?;
        let ice = floor.ice();
        let letters = |row: usize| -> String {
            ice.row(row).iter().map(|&ice| if ice { '.' } else { '#' }).collect()
        };
        Ok(json!({
            "rows": (0..ice.rows()).map(letters).collect::<Vec<_>>(),
            "start": floor.start(),
            "ends": floor.ends(),
        }))
    }
}
