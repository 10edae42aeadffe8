//! The form of Minesweeper.

use super::{Form, Misfit};
use minesweeper::notation::parse_board;
use minesweeper::solver::proof::{Claim, prove};
use minesweeper_game::words;
use serde_json::{Value, json};

pub struct MineForm;

impl Form for MineForm {
    fn check(&self, text: &str, deep: bool) -> Result<Value, String> {
        let mut misfits = Vec::new();
        match parse_board(text) {
            Err(error) => {
                misfits.push(Misfit { text: error.to_string(), mines: true, ..Misfit::default() });
            }
            Ok(board) if deep => {
                if let Some(proof) = prove(&board, Claim::Contradiction) {
                    let columns = board.cells.columns();
                    let place =
                        |&cell: &u16| (usize::from(cell) / columns, usize::from(cell) % columns);
                    misfits.push(Misfit {
                        text: words::contradiction(&board, &proof),
                        cells: proof.numbers.iter().map(place).collect(),
                        mines: proof.mine_count,
                        ..Misfit::default()
                    });
                }
            }
            Ok(_) => {}
        }
        Ok(json!({ "complete": misfits.is_empty(), "missing": 0, "misfits": misfits }))
    }

    fn pasted(&self, text: &str) -> Result<Value, String> {
        parse_board(text).map(|board| json!(board)).map_err(|error| error.to_string())
    }
}
