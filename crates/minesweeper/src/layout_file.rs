//! Boards in the files that players exchange as proof: `.mbf` boards, and recorded games (`.avf` of Arbiter, `.rmv` of
//! Viennasweeper, `.evf` of Metasweeper), of which the board is read and the moves are not.
//!
//! The formats are as two open readers of recorded games have them: RawVF (M. Bashov, D. Moore) and ms_toollib, whose
//! authors also specify `.evf`.

use super::board::{BadBoard, check_size};
use super::generator::Layout;
use super::solver::topology::Topology;
use std::path::Path;

/// The most columns, rows and mines of a `.mbf` file.
const MOST_SIDE: usize = 255;
const MOST_MINES: usize = 65_535;

/// A kind of file that holds where mines lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutFile {
    /// A board of Minesweeper X, Arbiter and others.
    Mbf,
    /// A game that Arbiter recorded.
    Avf,
    /// A game that Viennasweeper recorded.
    Rmv,
    /// A game that Metasweeper recorded.
    Evf,
}

/// Why no board can be read from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLayoutFile {
    /// It ends within the board.
    #[error("the file ends before its board does: a part of it is missing")]
    Ends,
    /// It does not begin as files of its kind do.
    #[error("this is no {0} file, or of a version that is not known")]
    Unknown(&'static str),
    /// The board cannot be.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// A mine lies outside the board.
    #[error("a mine lies in row {row}, column {column}, outside the board")]
    Outside {
        /// Its row, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// There are not as many mines as are told.
    #[error("the file tells of {told} mines and has {found}")]
    Mines {
        /// As many as the file tells.
        told: usize,
        /// As many as lie on its board.
        found: usize,
    },
    /// A `.mbf` file has no room for so many rows, columns or mines.
    #[error("a .mbf file holds at most {MOST_SIDE} rows and columns and {MOST_MINES} mines")]
    TooLarge,
}

impl LayoutFile {
    /// How names of files of each kind end.
    pub const EXTENSIONS: [&'static str; 4] = [
        Self::Mbf.extension(),
        Self::Avf.extension(),
        Self::Rmv.extension(),
        Self::Evf.extension(),
    ];

    /// The kind of a file, by the end of its name.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let kinds = [Self::Mbf, Self::Avf, Self::Rmv, Self::Evf];
        kinds.into_iter().find(|kind| kind.extension() == extension)
    }

    /// How names of such files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Mbf => "mbf",
            Self::Avf => "avf",
            Self::Rmv => "rmv",
            Self::Evf => "evf",
        }
    }

    /// The board in a file of this kind.
    ///
    /// # Errors
    /// It is none, or a part of it is missing.
    ///
    /// ```
    /// use minesweeper::layout_file::LayoutFile;
    ///
    /// // 3 columns, 2 rows, one mine in the second column of the first row.
    /// let (topology, layout) = LayoutFile::Mbf.read(&[3, 2, 0, 1, 1, 0])?;
    /// assert_eq!((topology.rows(), topology.columns()), (2, 3));
    /// assert_eq!(layout.numbers, [1, 0, 1, 1, 1, 1]);
    /// # Ok::<(), minesweeper::layout_file::BadLayoutFile>(())
    /// ```
    pub fn read(self, bytes: &[u8]) -> Result<(Topology, Layout), BadLayoutFile> {
        let mut bytes = Bytes(bytes);
        match self {
            Self::Mbf => {
                let size = Size::sides_first(&mut bytes)?;
                mines_at(size, &mut bytes, |[x, y]| Some((y, x)))
            }
            Self::Avf => avf(&mut bytes),
            Self::Rmv => rmv(&mut bytes),
            Self::Evf => evf(&mut bytes),
        }
    }
}

/// A board as a `.mbf` file.
///
/// # Errors
/// It is larger than such a file can hold.
pub fn to_mbf(topology: &Topology, layout: &Layout) -> Result<Vec<u8>, BadLayoutFile> {
    let (rows, columns) = (topology.rows(), topology.columns());
    let mines: Vec<usize> = (0..layout.mines.len()).filter(|i| layout.mines[*i]).collect();
    if rows.max(columns) > MOST_SIDE || mines.len() > MOST_MINES {
        return Err(BadLayoutFile::TooLarge);
    }
    let [high, low] = (mines.len() as u16).to_be_bytes();
    let places = mines.iter().flat_map(|mine| [(mine % columns) as u8, (mine / columns) as u8]);
    Ok([columns as u8, rows as u8, high, low].into_iter().chain(places).collect())
}

/// Sides of a board and its number of mines.
#[derive(Clone, Copy)]
struct Size {
    rows: usize,
    columns: usize,
    mines: usize,
}

impl Size {
    /// Columns and rows as a byte each, then the mines as two.
    fn sides_first(bytes: &mut Bytes<'_>) -> Result<Self, BadLayoutFile> {
        let [columns, rows] = bytes.some()?;
        let mines = bytes.u16()?;
        Ok(Self { rows: rows.into(), columns: columns.into(), mines })
    }

    fn topology(self) -> Result<Topology, BadLayoutFile> {
        check_size(self.rows, self.columns)?;
        Ok(Topology::new(self.rows, self.columns))
    }
}

/// What is left of a file; the high byte of numbers comes first.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadLayoutFile> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(BadLayoutFile::Ends)?;
        self.0 = rest;
        Ok(taken)
    }

    fn some<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], BadLayoutFile> {
        self.take(COUNT)?.try_into().map_err(|_| BadLayoutFile::Ends)
    }

    fn u16(&mut self) -> Result<usize, BadLayoutFile> {
        Ok(u16::from_be_bytes(self.some()?).into())
    }

    /// Leaves out texts that end with a zero.
    fn skip_texts(&mut self, count: usize) -> Result<(), BadLayoutFile> {
        for _ in 0..count {
            let end = self.0.iter().position(|byte| *byte == 0).ok_or(BadLayoutFile::Ends)?;
            self.take(end + 1)?;
        }
        Ok(())
    }
}

/// The board whose mines follow as two bytes each; `place` makes of them a row and a column from 0.
fn mines_at(
    size: Size,
    bytes: &mut Bytes<'_>,
    place: impl Fn([usize; 2]) -> Option<(usize, usize)>,
) -> Result<(Topology, Layout), BadLayoutFile> {
    let topology = size.topology()?;
    let mut mines = vec![false; topology.cells()];
    for _ in 0..size.mines {
        let pair = bytes.some::<2>()?.map(usize::from);
        match place(pair) {
            Some((row, column)) if row < size.rows && column < size.columns => {
                mines[row * size.columns + column] = true;
            }
            Some((row, column)) => {
                return Err(BadLayoutFile::Outside { row: row + 1, column: column + 1 });
            }
            None => return Err(BadLayoutFile::Outside { row: pair[0], column: pair[1] }),
        }
    }
    counted(size, topology, mines)
}

/// The board with these mines, if they are as many as was told.
fn counted(
    size: Size,
    topology: Topology,
    mines: Vec<bool>,
) -> Result<(Topology, Layout), BadLayoutFile> {
    let found = mines.iter().filter(|mine| **mine).count();
    if found != size.mines {
        return Err(BadLayoutFile::Mines { told: size.mines, found });
    }
    let layout = Layout::new(&topology, mines);
    Ok((topology, layout))
}

/// A version, four bytes by chance, the level, and of a custom one its sides less one and its mines. Rows and columns of
/// mines count from 1.
fn avf(bytes: &mut Bytes<'_>) -> Result<(Topology, Layout), BadLayoutFile> {
    let [_version, .., level] = bytes.some::<6>()?;
    let size = match level {
        3 => Size { rows: 8, columns: 8, mines: 10 },
        4 => Size { rows: 16, columns: 16, mines: 40 },
        5 => Size { rows: 16, columns: 30, mines: 99 },
        6 => {
            let Size { rows, columns, mines } = Size::sides_first(bytes)?;
            Size { rows: rows + 1, columns: columns + 1, mines }
        }
        _ => return Err(BadLayoutFile::Unknown(".avf")),
    };
    mines_at(size, bytes, |[row, column]| Some((row.checked_sub(1)?, column.checked_sub(1)?)))
}

/// A header with the lengths of the parts that follow, the version of the program, the player's texts, the time, and the
/// board.
fn rmv(bytes: &mut Bytes<'_>) -> Result<(Topology, Layout), BadLayoutFile> {
    const TEXTS: usize = 4;
    let unknown = BadLayoutFile::Unknown(".rmv");
    if bytes.take(4)? != b"*rmv" {
        return Err(unknown);
    }
    let version = bytes.u16()?;
    // What of the header is another's length: the program and the file's size, the result, the rest.
    let (before, has_result, after) = match version {
        1 => (4, true, 4 + 2 + 2 + 6),
        2 => (2 + 4, false, 4 + 2 + 2 + 2 + 6),
        _ => return Err(unknown),
    };
    bytes.take(before)?;
    let result = if has_result { bytes.u16()? } else { 0 };
    let program = bytes.u16()?;
    bytes.take(after)?;
    bytes.take(result)?;
    bytes.take(program)?;
    for _ in 0..bytes.u16()?.min(TEXTS) {
        let [length] = bytes.some()?;
        bytes.take(length.into())?;
    }
    bytes.take(4)?;
    let size = Size::sides_first(bytes)?;
    mines_at(size, bytes, |[x, y]| Some((y, x)))
}

/// Marks, the board's sides and mines, numbers about the game, texts, and a bit for each cell.
fn evf(bytes: &mut Bytes<'_>) -> Result<(Topology, Layout), BadLayoutFile> {
    const TRANSLATED: u8 = 0b1000;
    let [version, marks] = bytes.some()?;
    let (more_marks, numbers) = match version {
        0..=2 => (0, 1 + 2 + 2 + 3),
        3 => (1, 1 + 2 + 2 + 3),
        // The time of the game takes a byte more; a country and two times follow.
        4 => (1, 1 + 2 + 2 + 4 + 2 + 8 + 8),
        _ => return Err(BadLayoutFile::Unknown(".evf")),
    };
    bytes.take(more_marks)?;
    let [rows, columns] = bytes.some()?;
    let size = Size { rows: rows.into(), columns: columns.into(), mines: bytes.u16()? };
    let topology = size.topology()?;
    bytes.take(numbers)?;
    match version {
        0 | 1 => bytes.skip_texts(7)?,
        2 | 3 => bytes.skip_texts(8)?,
        _ => {
            bytes.skip_texts(if marks & TRANSLATED == 0 { 4 } else { 6 })?;
            let device = bytes.u16()?;
            bytes.take(device)?;
        }
    }
    let bits = bytes.take(topology.cells().div_ceil(8))?;
    let is_mine = |cell: usize| bits[cell / 8] & (0x80 >> (cell % 8)) != 0;
    let mines = (0..topology.cells()).map(is_mine).collect();
    counted(size, topology, mines)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mines of two rows of nine: in the second column of the first row, and in the last of the second.
    const MINES: [usize; 2] = [1, 17];

    /// A file of each kind, as the formats are described, with the board of [`MINES`] and something after it.
    fn files() -> Vec<(LayoutFile, Vec<u8>)> {
        let avf = [34, 1, 2, 3, 4, 6, 8, 1, 0, 2, 1, 2, 2, 9, 7, 7];
        let board = [9, 2, 0, 2, 1, 0, 8, 1, 7, 7];
        let rmv_1 = [
            b"*rmv\x00\x01\x00\x00\x00\x63\x00\x05\x00\x03\x00\x00\x00\x00\x00\x00\x00\x04"
                .as_slice(),
            b"\x00\x00\x00\x00\x00\x00won.\nV.1\x00\x01\x02me\x00\x00\x00\x00",
            &board,
        ];
        let rmv_2 = [
            b"*rmv\x00\x02\x01\x02\x00\x00\x00\x63\x00\x03\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00"
                .as_slice(),
            b"\x00\x00\x00\x00\x00\x00V.1\x00\x00\x00\x00\x00\x00",
            &board,
        ];
        let bits = [0b0100_0000, 0, 0b0100_0000, 7];
        let numbers = [16, 0, 0, 0, 9, 0, 0, 1];
        let size = [2, 9, 0, 2];
        let evf = |version: u8, texts: &[u8]| {
            let marks = if version == 3 { vec![version, 0x80, 0] } else { vec![version, 0x80] };
            [&marks, size.as_slice(), &numbers, texts, &bits].concat()
        };
        let evf_4 = |marks: u8, texts: &[u8]| {
            [&[4, marks, 0], size.as_slice(), &[0; 27], texts, b"\x00\x02id", &bits].concat()
        };
        vec![
            (LayoutFile::Mbf, board.to_vec()),
            (LayoutFile::Avf, avf.to_vec()),
            (LayoutFile::Rmv, rmv_1.concat()),
            (LayoutFile::Rmv, rmv_2.concat()),
            (LayoutFile::Evf, evf(0, b"a\0b\0c\0\0\0\0DE\0")),
            (LayoutFile::Evf, evf(2, b"a\0b\0c\0\0\0\0DE\0id\0")),
            (LayoutFile::Evf, evf(3, b"a\0b\0c\0\0\0\0DE\0id\0")),
            (LayoutFile::Evf, evf_4(0x80, b"a\0b\0c\0\0")),
            (LayoutFile::Evf, evf_4(0x88, b"a\0t\0utf-8\0b\0c\0\0")),
        ]
    }

    #[test]
    fn the_board_of_each_kind_of_file_is_read() {
        for (i, (kind, bytes)) in files().iter().enumerate() {
            let (topology, layout) = kind.read(bytes).unwrap_or_else(|why| panic!("{i}: {why}"));
            assert_eq!((topology.rows(), topology.columns()), (2, 9), "{i}");
            let mines: Vec<usize> = (0..18).filter(|cell| layout.mines[*cell]).collect();
            assert_eq!(mines, MINES, "{i}");
        }
    }

    #[test]
    fn a_part_of_a_file_is_told_and_so_is_another_kind() {
        for (kind, bytes) in files() {
            // The last bytes lie behind the board.
            let whole = (0..=bytes.len()).rfind(|end| kind.read(&bytes[..*end]).is_err());
            for end in 0..=whole.unwrap() {
                let told = kind.read(&bytes[..end]);
                assert_eq!(told.err(), Some(BadLayoutFile::Ends), "{kind:?} up to {end}");
            }
        }
        let rmv = &files()[2].1;
        assert_eq!(LayoutFile::Evf.read(rmv).err(), Some(BadLayoutFile::Unknown(".evf")));
        assert_eq!(LayoutFile::Avf.read(rmv).err(), Some(BadLayoutFile::Unknown(".avf")));
        assert_eq!(LayoutFile::Rmv.read(&[9; 40]).err(), Some(BadLayoutFile::Unknown(".rmv")));
    }

    #[test]
    fn a_board_that_cannot_be_is_told() {
        let read = |bytes: &[u8]| LayoutFile::Mbf.read(bytes).unwrap_err();
        assert_eq!(read(&[0, 4, 0, 0]), BadBoard::Empty.into());
        assert_eq!(read(&[2, 2, 0, 1, 2, 0]), BadLayoutFile::Outside { row: 1, column: 3 });
        assert_eq!(read(&[2, 2, 0, 2, 1, 0, 1, 0]), BadLayoutFile::Mines { told: 2, found: 1 });
        let avf = [34, 1, 2, 3, 4, 6, 1, 1, 0, 1, 0, 1];
        let outside = BadLayoutFile::Outside { row: 0, column: 1 };
        assert_eq!(LayoutFile::Avf.read(&avf).err(), Some(outside));
    }

    #[test]
    fn a_board_is_written_as_it_is_read() {
        let (topology, layout) = LayoutFile::Mbf.read(&files()[0].1).unwrap();
        let written = to_mbf(&topology, &layout).unwrap();
        assert_eq!(written, [9, 2, 0, 2, 1, 0, 8, 1]);
        let large = Topology::new(2, 256);
        let layout = Layout::new(&large, vec![false; 512]);
        assert_eq!(to_mbf(&large, &layout), Err(BadLayoutFile::TooLarge));
    }

    #[test]
    fn the_kind_is_told_by_the_name() {
        let kind = |name: &str| LayoutFile::of(Path::new(name));
        assert_eq!(kind("won/Exp_49.25.AVF"), Some(LayoutFile::Avf));
        assert_eq!(kind("board.mbf"), Some(LayoutFile::Mbf));
        assert_eq!((kind("board.txt"), kind("mbf")), (None, None));
    }
}
