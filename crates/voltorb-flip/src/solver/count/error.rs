//! Why boards cannot be counted.

/// The longest side of a board that can be counted.
pub const LONGEST_SIDE: usize = 10;

/// Why boards could not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// A side is longer than [`LONGEST_SIDE`], or there are no tiles.
    #[error(
        "boards of {rows} x {columns} cannot be counted: each side must be from 1 to {LONGEST_SIDE}"
    )]
    Size {
        /// Rows of the position.
        rows: usize,
        /// Columns of the position.
        columns: usize,
    },
    /// The numbers of headers and of rows or columns of tiles differ.
    #[error("there must be a header for each row and each column of tiles")]
    Headers,
    /// Counting takes too many states.
    #[error(
        "counting the boards that fit takes more than {0} intermediate states; \
         it takes fewer when more cards are face up"
    )]
    TooManyStates(usize),
    /// Time was up.
    #[error("time was up before the boards that fit were counted: allow more time")]
    TimeUp,
    /// The number of boards exceeds 128 bits.
    #[error("more than 10^38 boards fit, too many to count exactly")]
    TooManyBoards,
}
