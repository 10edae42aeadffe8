//! How a floor is entered: its tiles are painted.

use ice_floor::notation::{FLOORS, parse_floor};
use ice_floor::solver::{Answer, Obstacle, obstacle, solve};
use serde_json::{Value, json};
use session::form::{Checked, Form, Letter, Misfit, Rules, Sheet};
use session::{Panel, Tone};

/// The form.
pub struct FloorForm;

static RULES: Rules = Rules {
    letters: &[
        Letter::new('.', ".", "", "ice", Tone::Plain),
        Letter::new('#', "#xX", "#", "stone", Tone::Dim),
        Letter { single: true, ..Letter::new('S', "sS", "@", "start", Tone::Known) },
        Letter::new('E', "eE", "E", "end", Tone::Known),
    ],
    header: None,
    marks: false,
    paints: true,
    sides: Some(32),
};

/// A floor of these rows, from the middle of the lowest to the middle of the highest.
fn begun(rows: &[&str]) -> Sheet {
    let mut sheet = Sheet::blank(&RULES, rows.len(), rows.first().map_or(0, |row| row.len()));
    for (r, row) in rows.iter().enumerate() {
        for (c, letter) in row.chars().enumerate() {
            sheet.cells[(r, c)] = letter;
        }
    }
    let middle = sheet.cells.columns() / 2;
    for (cell, letter) in [((rows.len() - 1, middle), 'S'), ((0, middle), 'E')] {
        if sheet.cells[cell] == '.' {
            sheet.cells[cell] = letter;
        }
    }
    sheet
}

impl Form for FloorForm {
    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn blank(&self) -> Sheet {
        begun(&[".....", ".....", "....."])
    }

    fn presets(&self) -> Vec<(String, Sheet)> {
        let of = |(name, rows): (&str, &str)| {
            let (first, rest) = name.split_at(1);
            let name = format!("{}{}", first.to_uppercase(), rest.replace('-', " "));
            (name, begun(&rows.split(' ').collect::<Vec<_>>()))
        };
        FLOORS.map(of).to_vec()
    }

    fn draft(&self, sheet: &Sheet) -> Value {
        json!({ "rows": sheet.rows() })
    }

    fn sheet(&self, draft: &Value) -> Option<Sheet> {
        let floor = parse_floor(&draft.to_string()).ok()?;
        let mut sheet = Sheet::blank(&RULES, floor.ice().rows(), floor.ice().columns());
        sheet.cells = floor.ice().map(|&ice| if ice { '.' } else { '#' });
        floor.ends().iter().for_each(|&end| sheet.cells[end] = 'E');
        sheet.cells[floor.start()] = 'S';
        Some(sheet)
    }

    fn check(
        &self,
        text: &str,
        deep: bool,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<Checked, String> {
        let floor = match parse_floor(text) {
            Ok(floor) => floor,
            Err(error) => {
                let misfit = Misfit { text: error.to_string(), ..Misfit::default() };
                return Ok(Checked::whole(vec![misfit]));
            }
        };
        let searched = || match solve(&floor, is_up).answer {
            Answer::Impossible(obstacle) => Some(obstacle),
            _ => None,
        };
        let found = obstacle(&floor).or_else(|| deep.then(searched).flatten());
        let misfit = found.map(|obstacle| {
            let cells = match &obstacle {
                Obstacle::Unreachable { tiles, .. } | Obstacle::DeadEnds { tiles } => tiles.clone(),
                Obstacle::StartIsEnd { start } => vec![*start],
                Obstacle::Bottleneck { tile } => vec![*tile],
                Obstacle::Parity { .. } | Obstacle::Exhausted { .. } => Vec::new(),
            };
            Misfit { text: format!("No walk: {obstacle}"), cells, ..Misfit::default() }
        });
        Ok(Checked::whole(Vec::from_iter(misfit)))
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

    fn read(&self, panel: &Panel, _: &Value, _: &Sheet) -> Option<Sheet> {
        let cells = panel.cells.as_ref()?;
        let tile = |sign: &str| match sign {
            "#" | "x" | "O" => '#',
            "@" => 'S',
            _ => '.',
        };
        let mut sheet = Sheet::blank(&RULES, cells.rows(), cells.columns());
        sheet.cells = cells.map(|cell| tile(&cell.sign));
        let end = (0, cells.columns() / 2);
        if sheet.cells.get(end) == Some(&'.') {
            sheet.cells[end] = 'E';
        }
        Some(sheet).filter(|sheet| sheet.is_of(&RULES, &self.blank()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floors_of_the_games_can_be_walked() {
        let presets = FloorForm.presets();
        assert_eq!((presets.len(), &*presets[0].0), (6, "Ruby 1"));
        for (name, sheet) in presets {
            let draft = FloorForm.draft(&sheet);
            let checked = FloorForm.check(&draft.to_string(), true, &|| false).unwrap();
            assert!(checked.complete, "{name}: {checked:?}");
            assert_eq!(FloorForm.sheet(&draft), Some(sheet), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_walked_is_marked() {
        let mut sheet = FloorForm.blank();
        sheet.cells[(1, 1)] = '#';
        sheet.cells[(0, 1)] = '#';
        sheet.cells[(1, 0)] = '#';
        let draft = FloorForm.draft(&sheet).to_string();
        let checked = FloorForm.check(&draft, false, &|| false).unwrap();
        assert!(checked.misfits[0].text.starts_with("No walk"), "{checked:?}");
        let pasted = FloorForm.pasted("..E/.#./S..").unwrap();
        assert_eq!(FloorForm.sheet(&pasted).unwrap().rows(), ["..E", ".#.", "S.."]);
        assert!(FloorForm.pasted("..?").is_err());
    }
}
