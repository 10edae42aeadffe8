//! Why a text is not a position.

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum NotationError {
    #[error(
        "{0:?} stands before any of the words rows, cols, tiles and level: begin with one, as in \"rows 6/1 4/2; cols 8/0 2/3\""
    )]
    NoPart(String),
    #[error(
        "{0} headers without the words rows and cols: give as many for the rows as, after them, for \
         the columns, or write rows and cols before them"
    )]
    Halves(usize),
    #[error("{0} is given twice: give it once")]
    Twice(&'static str),
    #[error("the {0} are missing: give them as sum/Voltorbs, as in \"{0} 6/1 7/1 4/1 4/2 4/1\"")]
    Missing(&'static str),
    #[error("{0:?} is not a header: a header is sum/Voltorbs, as in 6/1")]
    Header(String),
    #[error(
        "{0:?} is not a card: a card is . (face down), 1, 2, 3, or 0 or V (Voltorb), the cards of a row \
         together, as in ..2.1"
    )]
    Card(char),
    #[error("{rows} x {columns} cards are needed for these headers, a word for each row: {found}")]
    Tiles { rows: usize, columns: usize, found: String },
    #[error("{0:?} is not a level: give one number from 1 to 8, or leave it out")]
    Level(String),
    #[error(
        "{0} numbers were pasted: give ten headers, those of the rows first, as 6/1 or as two numbers each"
    )]
    Numbers(usize),
    #[error("{0} was not read: read a picture that shows it, or fill it in")]
    Unread(String),
    #[error(
        "the JSON is not a position: {0}; expected {{\"level\": 3 or null, \"rows\": [[sum, voltorbs], ...], \
         \"cols\": [...], \"tiles\": [[null, 2, ...], ...]}}"
    )]
    Json(String),
}
