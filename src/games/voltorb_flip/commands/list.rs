//! `voltsight solve --list`: the boards that fit, each with its chance.

use crate::output::print_on;
use voltorb_flip::board::{Board, Position, write_board};
use voltorb_flip::solver::{BoardStream, NotListed};

/// Whether and how to list the boards that fit.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct List {
    /// List the boards that fit, each with its chance, instead of solving: all of them as they are
    /// found, or the N likeliest, the most likely first. With --json a line of JSON for each.
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = number)]
    #[expect(clippy::option_option, reason = "the option without its number means all of them")]
    list: Option<Option<usize>>,
    /// Print the list as CSV.
    #[arg(long, requires = "list", conflicts_with = "json")]
    csv: bool,
}

/// The most boards of which the likeliest are kept in memory.
const MOST: usize = 1_000_000;

fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| {
        format!(
            "{text:?} is not a number from 1 to {MOST}: to list all boards of a position, write the \
             position before --list"
        )
    })
}

/// Why there is no list.
#[derive(Debug, thiserror::Error)]
pub enum ListError {
    /// No board fits.
    #[error(transparent)]
    NotListed(#[from] NotListed),
    /// It cannot be written.
    #[error(transparent)]
    Output(#[from] anyhow::Error),
}

/// How a board is written.
#[derive(Clone, Copy, Debug)]
enum Form {
    Text,
    Csv,
    JsonLines,
}

/// So much is written at a time, in bytes.
const PIECE: usize = 1 << 16;

impl List {
    /// Whether a list is asked for.
    pub fn is_wanted(self) -> bool {
        self.list.is_some()
    }

    /// Prints the boards that fit the position, until nobody reads the output.
    ///
    /// # Errors
    /// No board fits, or the list cannot be written.
    pub fn print(self, position: &Position, json: bool) -> Result<(), ListError> {
        let form = match (self.csv, json) {
            (true, _) => Form::Csv,
            (false, true) => Form::JsonLines,
            (false, false) => Form::Text,
        };
        let boards = BoardStream::new(position)?;
        let mut text = form.heading(boards.count());
        match self.list.flatten() {
            Some(most) => {
                for (board, chance) in boards.likeliest(most) {
                    text += &form.line(&board, chance);
                }
            }
            None => {
                let mut written = Ok(true);
                boards.each(|board, chance| {
                    text += &form.line(board, chance);
                    if text.len() >= PIECE {
                        written = print_on(&text);
                        text.clear();
                    }
                    matches!(written, Ok(true))
                });
                if !written? {
                    return Ok(());
                }
            }
        }
        print_on(&text)?;
        Ok(())
    }
}

impl Form {
    fn heading(self, count: u128) -> String {
        match self {
            Self::Text if count == 1 => "1 board fits; 0 is a Voltorb.\n".to_owned(),
            Self::Text => format!("{count} boards fit; 0 is a Voltorb.\n"),
            Self::Csv => "board,chance\n".to_owned(),
            Self::JsonLines => String::new(),
        }
    }

    fn line(self, board: &Board, chance: f64) -> String {
        let board = write_board(board);
        match self {
            Self::Text => format!("{board}  {:.4} %\n", 100.0 * chance),
            Self::Csv => format!("{board},{chance}\n"),
            Self::JsonLines => {
                format!("{}\n", serde_json::json!({"board": board, "chance": chance}))
            }
        }
    }
}
