//! A position that is still being typed: what is known of it while headers are missing, and what in it cannot be.

use super::conflict::{self, Conflict, LineId};
use super::rules::Candidates;
use super::{Boards, MOST_BOARDS, Monitor, NotListed};
use crate::board::{Card, Line, Position, totals};
use crate::levels::Level;
use grid::{Cell, Grid};
use serde::{Deserialize, Serialize};

/// A number of a header that may be missing: its sum, its Voltorbs. `null` in JSON.
pub type DraftLine = [Option<u8>; 2];

/// A position of which headers may be missing. In JSON the fields of a [`Position`], with `null` for a number that
/// is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The level, if known.
    #[serde(default)]
    pub level: Option<Level>,
    /// The row headers, top to bottom: one for each row of tiles.
    pub rows: Vec<DraftLine>,
    /// The column headers, left to right: one for each column of tiles.
    pub cols: Vec<DraftLine>,
    /// The cards, `None` = face down.
    pub tiles: Grid<Option<Card>>,
}

/// Something that cannot be, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// What cannot be.
    pub conflict: Conflict,
    /// The headers that it is about.
    pub lines: Vec<LineId>,
    /// The cards face up that it is about.
    pub cells: Vec<Cell>,
    /// Whether it is about the level.
    pub level: bool,
}

impl From<Position> for Draft {
    fn from(Position { level, rows, cols, tiles }: Position) -> Self {
        let lines = |lines: Vec<Line>| {
            lines.into_iter().map(|line| [Some(line.sum), Some(line.voltorbs)]).collect()
        };
        Self { level, rows: lines(rows), cols: lines(cols), tiles }
    }
}

fn whole(&[sum, voltorbs]: &DraftLine) -> Option<Line> {
    Some(Line { sum: sum?, voltorbs: voltorbs? })
}

fn all(lines: &[DraftLine]) -> Option<Vec<Line>> {
    lines.iter().map(whole).collect()
}

impl Draft {
    /// The position, once no header is missing.
    pub fn position(&self) -> Option<Position> {
        let (rows, cols) = (all(&self.rows)?, all(&self.cols)?);
        Some(Position { level: self.level, rows, cols, tiles: self.tiles.clone() })
    }

    /// The sums and the Voltorbs of all rows, and of all columns, that are whole.
    pub fn totals(&self) -> [(u32, u32); 2] {
        [&self.rows, &self.cols]
            .map(|lines| totals(&lines.iter().filter_map(whole).collect::<Vec<Line>>()))
    }

    /// Each header that is there, with its line.
    fn lines(&self) -> impl Iterator<Item = (LineId, Line)> {
        let rows = self.rows.iter().enumerate().map(|(r, line)| (LineId::Row(r), line));
        let cols = self.cols.iter().enumerate().map(|(c, line)| (LineId::Column(c), line));
        rows.chain(cols).filter_map(|(id, line)| Some((id, whole(line)?)))
    }

    fn cells(&self, line: LineId) -> Vec<Cell> {
        match line {
            LineId::Row(r) => (0..self.tiles.columns()).map(|c| (r, c)).collect(),
            LineId::Column(c) => (0..self.tiles.rows()).map(|r| (r, c)).collect(),
        }
    }

    /// The check of a line, with `instead` for one of its cards.
    fn check(&self, id: LineId, line: Line, instead: Option<(Cell, Card)>) -> Result<(), Conflict> {
        let cells = self.cells(id);
        conflict::line(id, line, cells.len())?;
        let card = |&cell: &Cell| match instead {
            Some((other, card)) if other == cell => Some(card),
            _ => self.tiles[cell],
        };
        let cards: Vec<Option<Card>> = cells.iter().map(card).collect();
        conflict::shown(id, line, cards.iter())
    }

    /// What each card can still be as far as the row and the column that it lies in show, each by itself; a card
    /// face up is itself. Means nothing where something cannot be.
    pub fn candidates(&self) -> Grid<Candidates> {
        let mut candidates = self.tiles.map(|tile| tile.map_or(Candidates::ALL, Candidates::only));
        for (id, line) in self.lines() {
            for cell in self.cells(id).into_iter().filter(|&cell| self.tiles[cell].is_none()) {
                for card in Card::ALL {
                    if self.check(id, line, Some((cell, card))).is_err() {
                        candidates[cell] = candidates[cell].without(card);
                    }
                }
            }
        }
        candidates
    }

    /// All that cannot be as far as single lines, two lines that cross, totals and the level's counts show: each
    /// with its place, and only what the conflicts before it do not explain. Takes microseconds.
    pub fn misfits(&self) -> Vec<Misfit> {
        let alone = self.lines().filter_map(|(id, line)| {
            let conflict = self.check(id, line, None).err()?;
            let shown = self.cells(id).into_iter().filter(|&cell| self.tiles[cell].is_some());
            let cells = match conflict {
                Conflict::LineVoltorbs { .. } | Conflict::LineSum { .. } => Vec::new(),
                _ => shown.collect(),
            };
            Some(Misfit { conflict, lines: vec![id], cells, level: false })
        });
        let alone: Vec<Misfit> = alone.collect();
        if !alone.is_empty() {
            return alone;
        }
        let candidates = self.candidates();
        let none = candidates.cells().filter(|(_, candidates)| candidates.is_empty());
        let crossings: Vec<Misfit> = none
            .map(|((row, column), _)| Misfit {
                conflict: Conflict::Crossing { row, column },
                lines: vec![LineId::Row(row), LineId::Column(column)],
                cells: Vec::new(),
                level: false,
            })
            .collect();
        if crossings.is_empty() { self.in_total() } else { crossings }
    }

    /// What the totals, and the level's counts, show.
    fn in_total(&self) -> Vec<Misfit> {
        let rows: Vec<LineId> = (0..self.rows.len()).map(LineId::Row).collect();
        let columns: Vec<LineId> = (0..self.cols.len()).map(LineId::Column).collect();
        let both = [rows.clone(), columns.clone()].concat();
        let (by_row, by_column) = (all(&self.rows), all(&self.cols));
        let side = |lines: &Option<Vec<Line>>| lines.as_ref().map(|lines| totals(lines));
        let (row_total, column_total) = (side(&by_row), side(&by_column));
        if let (Some(of_rows), Some(of_columns)) = (row_total, column_total)
            && of_rows != of_columns
        {
            // The side whose totals the level deals is the right one.
            let deals = |total| self.level.is_some_and(|level| level.deals(total));
            let lines = match (deals(of_rows), deals(of_columns)) {
                (true, false) => columns,
                (false, true) => rows,
                _ => both,
            };
            let of =
                |conflict| Misfit { conflict, lines: lines.clone(), cells: vec![], level: false };
            let sums = (of_rows.0 != of_columns.0)
                .then(|| of(Conflict::Sums { rows: of_rows.0, columns: of_columns.0 }));
            let voltorbs = (of_rows.1 != of_columns.1)
                .then(|| of(Conflict::Voltorbs { rows: of_rows.1, columns: of_columns.1 }));
            return sums.into_iter().chain(voltorbs).collect();
        }
        let Some((level, total)) = self.level.zip(row_total.or(column_total)) else {
            return Vec::new();
        };
        // Which lines do not matter to the level's counts, but their totals.
        let lines = by_row.or(by_column).unwrap_or_default();
        let position = Position {
            level: self.level,
            rows: lines.clone(),
            cols: lines,
            tiles: self.tiles.clone(),
        };
        let Err(conflict) = conflict::counts(&position, level, total) else { return Vec::new() };
        let cells = match conflict {
            Conflict::LevelCards { card, .. } => self.showing(card),
            _ => Vec::new(),
        };
        vec![Misfit { conflict, lines: Vec::new(), cells, level: true }]
    }

    fn showing(&self, value: u8) -> Vec<Cell> {
        let shows = |&(_, tile): &(Cell, &Option<Card>)| tile.is_some_and(|c| c.value() == value);
        self.tiles.cells().filter(shows).map(|(cell, _)| cell).collect()
    }

    /// [`Draft::misfits`], and where these show nothing and no header is missing, what a look at all boards that fit
    /// shows. Nothing also if time is up before that is known.
    pub fn all_misfits(&self, monitor: &dyn Monitor) -> Vec<Misfit> {
        let misfits = self.misfits();
        let Some(position) = self.position().filter(|_| misfits.is_empty()) else { return misfits };
        let listed = Boards::list_in_time(&position, MOST_BOARDS, monitor);
        let Err(NotListed::Conflict(conflict)) = listed else { return Vec::new() };
        let shown = || self.tiles.cells().filter(|(_, tile)| tile.is_some()).map(|(cell, _)| cell);
        let (mut lines, mut cells, mut level) = (Vec::new(), Vec::new(), false);
        match conflict {
            Conflict::Tile { row, column, .. } => cells.push((row, column)),
            Conflict::Cards => cells.extend(shown()),
            Conflict::Level { .. } => level = true,
            _ => lines.extend(self.lines().map(|(id, _)| id)),
        }
        vec![Misfit { conflict, lines, cells, level }]
    }

    /// The header that follows from all others, where one alone is missing, in whole or in part: rows and columns
    /// have the same totals.
    pub fn implied(&self) -> Option<(LineId, Line)> {
        let missing = |lines: &[DraftLine]| -> Vec<usize> {
            (0..lines.len()).filter(|&i| whole(&lines[i]).is_none()).collect()
        };
        let (id, lines, others) = match (&missing(&self.rows)[..], &missing(&self.cols)[..]) {
            (&[row], []) => (LineId::Row(row), &self.rows, &self.cols),
            ([], &[column]) => (LineId::Column(column), &self.cols, &self.rows),
            _ => return None,
        };
        let total = totals(&all(others)?);
        let known: Vec<Line> = lines.iter().filter_map(whole).collect();
        let known = totals(&known);
        let rest = |total: u32, known: u32| u8::try_from(total.checked_sub(known)?).ok();
        let line = Line { sum: rest(total.0, known.0)?, voltorbs: rest(total.1, known.1)? };
        self.check(id, line, None).is_ok().then_some((id, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_board;
    use crate::solver::never;
    use crate::solver::rules::{Rule, deduce};
    use crate::solver::testing::{Stream, hidden, random_board};

    fn draft() -> Draft {
        hidden(&parse_board("12201-01300-21011-21101-11111").unwrap(), Some(1)).into()
    }

    fn words(draft: &Draft) -> Vec<String> {
        draft.all_misfits(&never).iter().map(|misfit| misfit.conflict.to_string()).collect()
    }

    #[test]
    fn each_line_that_cannot_be_is_named_while_others_are_missing() {
        let mut draft = draft();
        draft.rows[0] = [None, Some(1)];
        draft.cols[3] = [None; 2];
        assert_eq!(draft.misfits(), []);
        draft.rows[1] = [Some(14), Some(2)];
        draft.rows[4] = [Some(5), Some(6)];
        let misfits = draft.misfits();
        let lines: Vec<_> = misfits.iter().flat_map(|misfit| &misfit.lines).collect();
        assert_eq!(lines, [&LineId::Row(1), &LineId::Row(4)]);
    }

    #[test]
    fn lines_that_cross_contradict_each_other() {
        let mut draft = draft();
        draft.rows[2] = [Some(5), Some(0)];
        draft.cols[4] = [Some(0), Some(5)];
        let found = draft.misfits();
        assert_eq!(found[0].lines, [LineId::Row(2), LineId::Column(4)]);
        assert!(words(&draft)[0].starts_with("row 3 and column 5 contradict each other"));
    }

    #[test]
    fn the_level_says_which_side_is_wrong() {
        let mut draft = draft();
        draft.cols[1][1] = Some(draft.cols[1][1].unwrap() + 1);
        let found = draft.misfits();
        assert_eq!(found.len(), 1);
        assert!(found[0].lines.iter().all(|line| matches!(line, LineId::Column(_))), "{found:?}");
        draft.level = None;
        assert_eq!(draft.misfits()[0].lines.len(), 10);
    }

    #[test]
    fn the_level_and_cards_are_marked() {
        let mut draft = draft();
        draft.level = Level::try_from(3).ok();
        assert!(draft.misfits()[0].level);
        draft = self::draft();
        draft.tiles[(4, 0)] = Some(Card::Voltorb);
        let found = draft.misfits();
        assert_eq!((&found[0].lines, &found[0].cells), (&vec![LineId::Row(4)], &vec![(4, 0)]));
    }

    #[test]
    fn the_last_header_follows_from_the_others() {
        let whole = draft();
        for c in 0..5 {
            let mut draft = whole.clone();
            draft.cols[c] = [None, whole.cols[c][1]];
            let (id, line) = draft.implied().unwrap();
            assert_eq!(id, LineId::Column(c));
            assert_eq!([Some(line.sum), Some(line.voltorbs)], whole.cols[c]);
        }
        assert_eq!(whole.implied(), None);
    }

    /// No board that is there is called impossible, and what is excluded the rules exclude too.
    #[test]
    fn boards_that_are_there_never_misfit() {
        let mut stream = Stream::new(3);
        for _ in 0..300 {
            let board = random_board(5, 5, &mut stream);
            let mut position = hidden(&board, None);
            for (cell, &card) in board.cells() {
                position.tiles[cell] = (stream.below(3) == 0).then_some(card);
            }
            let by_rules = deduce(&position, &Rule::ALL).candidates;
            let mut draft = Draft::from(position);
            let candidates = draft.candidates();
            for (cell, &card) in board.cells() {
                assert!(candidates[cell].contains(card));
                assert!(Card::ALL.iter().all(|&card| {
                    candidates[cell].contains(card) || !by_rules[cell].contains(card)
                }));
            }
            draft.rows[stream.below(5)] = [None; 2];
            draft.cols[stream.below(5)][stream.below(2)] = None;
            assert_eq!(draft.misfits(), []);
        }
    }
}
