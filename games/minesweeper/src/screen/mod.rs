//! The reader of Minesweeper: it finds a board with a known theme in a picture, and reads it as a [`MineReading`].
//!
//! `docs/explanation/minesweeper.md` explains how it works.

mod before;
mod beyond;
mod border;
mod cell;
mod colour;
mod counter;
mod drawing;
mod drawn;
mod extent;
mod face;
mod form;
mod light;
mod likelihood;
mod likeness;
mod locate;
mod look;
mod panels;
mod phase;
mod reading;
mod reconcile;
mod sample;
mod scaled;
mod scene;
mod shapes;
pub mod shipped;
mod shrunk;
mod strokes;
pub mod taught;
pub mod teach;
mod text;
mod trace;
mod zones;

pub use form::HEIGHTS;
pub(crate) use reading::is_at_its_end;
pub use reading::{CELL, MineReading};
pub use vision::lattice::borders::{CellAxis, CellLattice};

use before::{Before, ReadBoard, ReadWith, read_cell, too_many, too_many_of_new};
use beyond::Beyond;
use cell::CellReading;
use form::Form;
use grid::Grid;
use grid::reading::{Reading, Unreadable};
use image::RgbImage;
use light::{Light, lights};
use likeness::Likenesses;
use locate::{BORDERS, Located, lattices, locate, still_there};
use look::MineLook;
use minesweeper::board::{CellState, GameState};
use sample::{IntegralImage, Sample};
use scaled::{Scaled, Shown};
use shrunk::is_shrunk;
use std::sync::Arc;
use taught::TaughtMineLook;
use text::Texts;
use vision::levels::Levels;
use vision::oversize;

/// The error for a picture without a readable board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMineBoard {
    /// No rectangle of cells has the grounds of a theme.
    #[error(
        "no Minesweeper board found: if the program shows a menu, begin a game; its cells must be at least 12 pixels \
         wide, in a known theme"
    )]
    NoCells,
    /// A part of the board is cut off by the window or by the picture's edge, or may be.
    #[error(
        "a part of the Minesweeper board is cut off, or may be: show all of it and a little around it"
    )]
    CutOff,
    /// Cells go on beyond the part that looks like a board.
    #[error(
        "{rows} x {columns} cells look like a Minesweeper board ({look}), but it goes on beyond them with cells \
         that cannot be read: `voltsight look learn minesweeper` learns another theme from a picture of it"
    )]
    GoesOn {
        /// Rows of the part.
        rows: usize,
        /// Columns of the part.
        columns: usize,
        /// The theme of the part.
        look: String,
    },
    /// Something covers a part of the board, which goes on beyond it.
    #[error(
        "a part of the Minesweeper board is covered: it goes on beyond the {rows} x {columns} visible cells; \
         move what covers it"
    )]
    Covered {
        /// Rows of the part.
        rows: usize,
        /// Columns of the part.
        columns: usize,
    },
    /// The board went out of sight, and the rest of the picture is as it was.
    #[error(
        "the Minesweeper board is hidden, and the rest of the window is as before: the game is paused, or something \
         covers the board. Resume the game there"
    )]
    Hidden,
    /// The picture has so few colours that those of a scene, which tell its cells, are not among them.
    #[error(
        "{rows} x {columns} cells look like a Minesweeper board ({look}), but the picture has too few colours to tell \
         them: save it as a PNG of all colours, not as a GIF"
    )]
    FewColours {
        /// Rows of the grid.
        rows: usize,
        /// Columns of the grid.
        columns: usize,
        /// The theme.
        look: String,
    },
    /// There are cells, but most of their marks are unknown.
    #[error(
        "{rows} x {columns} cells look like a Minesweeper board ({look}), but {unread} of them cannot be read"
    )]
    Unlike {
        /// Rows of the grid.
        rows: usize,
        /// Columns of the grid.
        columns: usize,
        /// The nearest theme.
        look: String,
        /// The number of unread cells.
        unread: usize,
    },
}

/// A reader of Minesweeper for successive pictures: it looks at the last known position first.
#[derive(Clone, Debug)]
pub struct MineReader {
    /// The themes in groups: the later groups are used if the first ones leave something unread.
    looks: Vec<Vec<Arc<MineLook>>>,
    /// The board of the previous picture.
    before: Option<Before>,
    /// The cache of compared marks.
    known: Likenesses,
    /// The light of the previous picture, if it is not the themes' own, and what reads under it.
    lit: Option<Box<Lit>>,
    /// How the previous picture was enlarged, if it had to be undone, and what reads what it was.
    scaled: Option<Box<Scaled>>,
    /// Whether a board was read in the themes' own light; then no other light is tried.
    in_own_light: bool,
    /// Whether oblong cells are searched if no square ones are found.
    finds_oblong: bool,
}

/// A reader of pictures in another light, which is undone first.
#[derive(Clone, Debug)]
struct Lit {
    light: Levels,
    reader: MineReader,
}

impl Lit {
    /// Reads a picture: of the first only what lies on these lattices, on which the light was found.
    fn read(
        &mut self,
        picture: &RgbImage,
        among: Option<&[CellLattice]>,
    ) -> Result<MineReading, NoMineBoard> {
        let seen = self.reader.read_among(&Shown::whole(&self.light.undone(picture)), among)?;
        Ok(MineReading { in_own_light: false, ..seen })
    }
}

impl Default for MineReader {
    fn default() -> Self {
        Self::new()
    }
}

impl MineReader {
    /// Creates a reader with the built-in themes.
    pub fn new() -> Self {
        Self::with([])
    }

    /// Creates a reader that also knows learned themes: it uses them if the built-in ones read less of a picture.
    pub fn with(taught: impl IntoIterator<Item = TaughtMineLook>) -> Self {
        let taught = taught.into_iter().flat_map(|taught| taught.looks).collect();
        Self::of(vec![shipped::shipped().to_vec(), taught])
    }

    /// Creates a reader with one learned theme alone.
    pub fn only(taught: TaughtMineLook) -> Self {
        Self::of(vec![taught.looks])
    }

    /// A reader with the same themes that has seen no picture yet.
    #[must_use]
    pub fn anew(&self) -> Self {
        Self::of(self.looks.clone())
    }

    /// The names of the built-in themes.
    pub fn shipped_looks() -> impl Iterator<Item = &'static str> {
        shipped::shipped().iter().map(|look| look.name.as_str())
    }

    fn of(mut looks: Vec<Vec<Arc<MineLook>>>) -> Self {
        looks.retain(|looks| !looks.is_empty());
        let known = Likenesses::default();
        Self {
            looks,
            before: None,
            known,
            lit: None,
            scaled: None,
            in_own_light: false,
            finds_oblong: true,
        }
    }

    /// Reads one picture. If no theme fits, it also tries other lights.
    ///
    /// # Errors
    /// There is no board, or it is not readable.
    pub fn read(&mut self, picture: &RgbImage) -> Result<MineReading, NoMineBoard> {
        let (picture, by) = oversize::reduced(picture);
        let seen = self.read_reduced(&picture)?;
        let (placement, lattice) = (seen.placement.times(by), seen.lattice.times(by));
        Ok(MineReading { placement, lattice, ..seen })
    }

    /// Reads a picture that is small enough to be read at full size.
    fn read_reduced(&mut self, picture: &RgbImage) -> Result<MineReading, NoMineBoard> {
        if let Some(Ok(seen)) = self.lit.as_mut().map(|lit| lit.read(picture, None)) {
            return Ok(seen);
        }
        self.lit = None;
        let scaled = self.scaled(picture);
        if let Some(Ok(seen)) = scaled {
            return Ok(seen);
        }
        let own = self.read_among(&Shown::whole(picture), None);
        if own.is_ok() {
            self.scaled = None;
        } else if let Some(Err(why)) = scaled {
            return Err(why);
        } else if let Some((scaled, seen)) = Scaled::find(picture, &self.looks) {
            self.scaled = Some(Box::new(scaled));
            return Ok(seen);
        }
        self.in_own_light |= own.as_ref().is_ok_and(|seen| reconcile::is_mostly_told(&seen.cells));
        if !self.in_own_light
            && let Some((lit, seen)) = self.lit(picture)
        {
            self.lit = Some(Box::new(lit));
            return Ok(seen);
        }
        own
    }

    /// The light in which most of a picture is read, beyond doubt.
    fn lit(&self, picture: &RgbImage) -> Option<(Lit, MineReading)> {
        // A scene has no grounds to tell the light by, and a symbol no shape of its own. A ground that tells a number is held
        // against the number's shape.
        let is_fit = |look: &Arc<MineLook>| look.scene.is_none() && !look.symbols;
        let looks: Vec<_> = self.looks.concat().into_iter().filter(is_fit).collect();
        let mut best: Option<(usize, Lit, MineReading)> = None;
        for Light { levels, looks, lattices } in lights(&IntegralImage::new(picture), &looks) {
            // The light was fitted to square cells.
            let reader = Self { finds_oblong: false, ..Self::of(vec![looks]) };
            let mut lit = Lit { light: levels, reader };
            let Ok(seen) = lit.read(picture, Some(&lattices)) else { continue };
            let unread = reconcile::unread(&seen.cells);
            let better = best.as_ref().is_none_or(|(least, ..)| unread < *least);
            if better && reconcile::is_beyond_doubt(&seen.cells) {
                best = Some((unread, lit, seen));
            }
            if unread == 0 && best.is_some() {
                break;
            }
        }
        best.map(|(_, lit, seen)| (lit, seen))
    }

    /// Reads a picture as the previous one was, if that was enlarged and this one has its size.
    fn scaled(&mut self, picture: &RgbImage) -> Option<Result<MineReading, NoMineBoard>> {
        let scaled = self.scaled.as_mut()?;
        scaled.is_of(picture).then(|| scaled.read(picture))
    }

    /// Reads a picture in the looks' own light, on these lattices, or on all that are found. Where the board was is
    /// known until it is read elsewhere: what lies over it may go away again.
    fn read_among(
        &mut self,
        shown: &Shown<'_>,
        among: Option<&[CellLattice]>,
    ) -> Result<MineReading, NoMineBoard> {
        let before = self.before.take();
        let (seen, now) = match self.read_after(before.as_ref(), shown, among) {
            Ok((seen, now)) => (Ok(seen), Some(now)),
            Err(why) => {
                let is_hidden =
                    before.as_ref().is_some_and(|before| before.is_hidden(shown.picture));
                (Err(if is_hidden { NoMineBoard::Hidden } else { why }), before)
            }
        };
        self.before = now;
        seen
    }

    /// Reads a picture after the one that was read `before`.
    fn read_after(
        &mut self,
        before: Option<&Before>,
        shown: &Shown<'_>,
        among: Option<&[CellLattice]>,
    ) -> Result<(MineReading, Before), NoMineBoard> {
        let summed = IntegralImage::new(shown.picture);
        if let Some(board) = before.and_then(|before| before.again(&summed, &mut self.known)) {
            return Self::judged(&summed, shown, board, before, false);
        }
        // Of the looks that ship and those that were learned the ones that tell most of the picture.
        let mut best: Option<((bool, usize), Result<_, _>)> = None;
        for looks in self.looks.clone() {
            let Some(board) = self.read_with(&summed, before, &looks, among) else { continue };
            let told = board.told();
            let is_whole = told == board.lattice.x.cells() * board.lattice.y.cells();
            let judged = Self::judged(&summed, shown, board, before, true);
            if judged.is_ok() && is_whole {
                return judged;
            }
            let rank = (judged.is_ok(), told);
            if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                best = Some((rank, judged));
            }
        }
        best.map_or(Err(NoMineBoard::NoCells), |(_, judged)| judged)
    }

    /// The reading of a board, unless something speaks against it. `is_new`: it was found by a search of the whole
    /// picture.
    fn judged(
        summed: &IntegralImage<'_>,
        shown: &Shown<'_>,
        board: ReadBoard,
        before: Option<&Before>,
        is_new: bool,
    ) -> Result<(MineReading, Before), NoMineBoard> {
        let picture = summed.picture;
        let (lattice, look) = (&board.lattice, &board.best().look);
        let cells = reconcile::reconcile(&board.seen(), look);
        let unread = reconcile::unread(&cells);
        let (rows, columns) = (cells.rows(), cells.columns());
        let is_flat = is_flat(cells.iter().map(|cell| cell.value));
        if too_many(unread, &cells) || reconcile::refuted(&cells) || is_flat {
            let look = look.name.clone();
            let unread = if is_flat { rows * columns } else { unread };
            return Err(NoMineBoard::Unlike { rows, columns, look, unread });
        }
        // What lies beside a board may be as wide as its cells. Of a board that was seen before, a line may be covered.
        let size = |lattice: &CellLattice| (lattice.y.cells(), lattice.x.cells());
        let was_seen = before.is_some_and(|b| size(&b.board.lattice) == size(lattice));
        if !was_seen && (too_many_of_new(unread, &cells) || reconcile::has_untold_end(&cells)) {
            return Err(NoMineBoard::Unlike { rows, columns, look: look.name.clone(), unread });
        }
        if look.scene.is_some() && scene::has_palette(picture) {
            return Err(NoMineBoard::FewColours { rows, columns, look: look.name.clone() });
        }
        if trace::cut_off(summed, lattice, look) {
            return Err(NoMineBoard::CutOff);
        }
        if is_new && trace::covered(summed, lattice, look) {
            return Err(NoMineBoard::Covered { rows, columns });
        }
        match is_new.then(|| beyond::beyond(summed, lattice, look)).flatten() {
            Some(Beyond::Cells) => {
                return Err(NoMineBoard::GoesOn { rows, columns, look: look.name.clone() });
            }
            Some(Beyond::CutOff) => return Err(NoMineBoard::CutOff),
            Some(Beyond::Covered) => return Err(NoMineBoard::Covered { rows, columns }),
            None => {}
        }
        if !was_seen && let Some(unread) = reconcile::unexplained(&cells, look.shows_explosion()) {
            return Err(NoMineBoard::Unlike { rows, columns, look: look.name.clone(), unread });
        }
        let placement = MineReading::placement_of(lattice);
        let state = state(&cells);
        // Counters may be written finer than the cells are drawn.
        let (beside, there) = shown.finest(lattice);
        let (area, pitch) = (there.area(), there.x.pitch());
        let texts = look.text.map(|side| {
            let (place, flags) =
                (text::place(beside, &area, pitch, side), reconcile::flags(&cells));
            let again = before.and_then(|b| b.texts.as_ref()?.again(beside, place, &flags));
            again.cloned().unwrap_or_else(|| Texts::read(beside, place, flags))
        });
        let (counter, clock) = match texts.clone() {
            Some(Texts { counter, clock, .. }) => (counter, clock),
            None => counter::read(beside, &area, pitch, look),
        };
        let is_lost =
            || counter.why != Some(Unreadable::Contradicts) && reconcile::shows_all_mines(&cells);
        let (cells, state) = match state.value {
            Some(GameState::Lost) if !is_lost() => {
                (reconcile::without_loss(&cells), Reading::none(Unreadable::Contradicts))
            }
            _ => (cells, state),
        };
        let reading = MineReading {
            look: look.name.clone(),
            in_own_light: true,
            placement,
            lattice: lattice.clone(),
            mines_left: reconcile::reconcile_counter(counter, &state, &cells),
            clock,
            state,
            cells,
            restart: face::face(picture, &placement),
        };
        Ok((reading, Before { picture: picture.clone(), board, texts }))
    }

    /// Locates the board, at its last known position first, and reads all of it with some themes. A lattice found on
    /// a board without marks may be a little off: if a cell cannot be read, the board is searched again.
    fn read_with(
        &mut self,
        summed: &IntegralImage<'_>,
        before: Option<&Before>,
        looks: &[Arc<MineLook>],
        among: Option<&[CellLattice]>,
    ) -> Option<ReadBoard> {
        let (scenes, looks): (Vec<_>, Vec<_>) =
            looks.iter().cloned().partition(|look| look.scene.is_some());
        let there = before.and_then(|b| still_there(summed, &b.board.lattice, &looks));
        let there = there.and_then(|there| self.read_at(summed, there));
        let is_read = |board: &ReadBoard| board.best().seen.iter().all(CellReading::is_read);
        let there = match there {
            Some(board) if is_read(&board) => return Some(board),
            there => there,
        };
        // Between strong borders, between weak ones, as a scene; and as cells that are not square.
        let given = among.map(<[_]>::to_vec).into_iter();
        let searched = BORDERS.into_iter().take_while(|_| among.is_none());
        let searched = searched.map(|least| lattices(summed, Form::Square, least));
        let between = given.chain(searched).flat_map(|found| locate(summed, &looks, &found));
        let scene = std::iter::once_with(|| scene::place::locate(summed, &scenes));
        let found = between.chain(scene.flatten());
        let mut anew = first_readable(found.filter_map(|found| self.read_at(summed, found)));
        let is_none =
            |board: &Option<ReadBoard>| board.as_ref().is_none_or(ReadBoard::mostly_unread);
        if self.finds_oblong && is_none(&anew) && is_none(&there) {
            let found = locate(summed, &looks, &lattices(summed, Form::Oblong, BORDERS[0]));
            let oblong: Vec<_> =
                found.into_iter().filter_map(|found| self.read_at(summed, found)).collect();
            anew = first_readable(oblong.into_iter().chain(anew));
        }
        // Of a board that is covered in part, the rest may look like a smaller one.
        let is_smaller = |there: &ReadBoard, anew: &ReadBoard| {
            let of = |before: &Before| {
                let before = (&IntegralImage::new(&before.picture), &there.lattice);
                is_shrunk((summed, &anew.lattice), before)
            };
            is_read(anew) && before.is_some_and(of)
        };
        let better = |there: ReadBoard, anew: ReadBoard| {
            let is_anew = anew.best().fit() > there.best().fit() || is_smaller(&there, &anew);
            if is_anew { anew } else { there }
        };
        there.into_iter().chain(anew).reduce(better)
    }

    /// Reads a board with each look that it may have.
    fn read_at(
        &mut self,
        summed: &IntegralImage<'_>,
        Located { lattice, looks }: Located,
    ) -> Option<ReadBoard> {
        let sample = Sample::new(summed, &lattice);
        let mut with = |look: Arc<MineLook>| {
            let seen = Grid::from_fn(lattice.y.cells(), lattice.x.cells(), |row, column| {
                read_cell(&look, &sample, (row, column), &mut self.known)
            });
            ReadWith { look, seen }
        };
        let read: Vec<_> = looks.into_iter().map(&mut with).collect();
        (!read.is_empty()).then_some(ReadBoard { lattice, read })
    }
}

/// Whether nothing but open cells without a number is seen: a game has mines, so it is something flat.
fn is_flat(mut cells: impl Iterator<Item = Option<CellState>>) -> bool {
    cells.all(|state| state.is_none_or(|state| state == CellState::Open(0)))
}

/// The first board that is read in full, otherwise the one that is read best.
fn first_readable(boards: impl Iterator<Item = ReadBoard>) -> Option<ReadBoard> {
    let mut best: Option<(f32, ReadBoard)> = None;
    for board in boards {
        let seen = &board.best().seen;
        if is_flat(seen.iter().map(|cell| cell.reading.value)) {
            continue;
        }
        let (told, all) = (seen.iter().filter(|cell| cell.is_read()).count(), seen.iter().count());
        if told == all {
            return Some(board);
        }
        let rank = 2.0 * told as f32 - all as f32;
        if best.as_ref().is_none_or(|(most, _)| rank > *most) {
            best = Some((rank, board));
        }
    }
    best.map(|(_, board)| board)
}

/// The state of the game by its cells: lost if a mine shows, won if every closed cell has a flag, fresh if no cell is
/// open.
fn state(cells: &Grid<Reading<CellState>>) -> Reading<GameState> {
    let any =
        |which: &dyn Fn(CellState) -> bool| cells.iter().filter_map(|cell| cell.value).any(which);
    let unread = cells.iter().any(|cell| cell.value.is_none());
    let least = cells.iter().map(|cell| cell.confidence).fold(1.0, f32::min);
    if any(&reconcile::tells_loss) {
        Reading::sure(GameState::Lost, 0.99)
    } else if any(&|state| {
        matches!(state, CellState::Closed | CellState::Question | CellState::Safe)
    }) {
        match any(&|state| matches!(state, CellState::Open(_))) {
            // A cell that is not read may be a mine that is shown.
            true if !unread => Reading::sure(GameState::Playing, 0.99),
            _ if unread => Reading::none(Unreadable::Doubtful),
            _ => Reading::sure(GameState::Fresh, 0.99),
        }
    } else if unread {
        Reading::none(Unreadable::Doubtful)
    } else {
        Reading::sure(GameState::Won, least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::geometry::{Point, Rect};
    use image::imageops;

    /// What lies over a board goes away again.
    #[test]
    fn where_a_board_was_is_known_while_something_lies_over_it() {
        let mut picture = fixture("kmines-default-34.png");
        let mut reader = MineReader::new();
        let seen = reader.read(&picture).unwrap();
        let area = seen.lattice.area();
        let over = imageproc::rect::Rect::at(area.x as i32 + 20, area.y as i32 + 20);
        let over = over.of_size(area.w as u32 - 40, area.h as u32 - 40);
        imageproc::drawing::draw_filled_rect_mut(&mut picture, over, image::Rgb([30, 32, 36]));
        assert!(reader.read(&picture).is_err());
        let known = reader.before.as_ref().map(|before| &before.board.lattice);
        assert_eq!(known, Some(&seen.lattice));
    }

    /// KMines shows the end of a game in a translucent message over the board.
    #[test]
    fn what_a_message_leaves_of_a_board_that_was_read_is_read() {
        let (plain, mut reader) = (fixture("kmines-default-92.png"), MineReader::new());
        let seen = reader.read(&plain).unwrap();
        let (top, bottom) = (seen.lattice.cell((3, 1)), seen.lattice.cell((5, 7)));
        let over = Rect::spanning(top.x + 20.0, bottom.x + 60.0, top.y + 70.0, bottom.y + 30.0);
        let mut picture = plain;
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            if over.contains(Point::new(f64::from(x), f64::from(y))) {
                pixel.0 = pixel.0.map(|value| ((u32::from(value) + 9 * 240) / 10) as u8);
            }
        }
        let now = reader.read(&picture).unwrap();
        assert_eq!(now.lattice, seen.lattice);
        let mut read = 0;
        for (cell, was) in seen.cells.cells() {
            let is = now.cells[cell].value;
            assert!(is.is_none() || is == was.value, "{cell:?}: {is:?}, was {:?}", was.value);
            read += usize::from(is.is_some());
        }
        assert!((60..=70).contains(&read), "{read} cells");
    }

    /// Its counter is read where it is written, at the display's own scale.
    #[test]
    fn what_a_display_enlarges_by_whole_pixels_is_read() {
        for (name, scale) in [
            ("kmines-classic-playing.png", 1.25),
            ("kmines-graveyard-30.png", 1.5),
            ("winemine-playing.png", 1.75),
        ] {
            let picture = fixture(name);
            let is = MineReader::new().read(&picture).unwrap();
            let at = |v: u32| ((f64::from(v) + 0.5) / scale) as u32;
            let size = |v: u32| (f64::from(v - 1) * scale) as u32;
            let (width, height) = (size(picture.width()), size(picture.height()));
            let large = RgbImage::from_fn(width, height, |x, y| *picture.get_pixel(at(x), at(y)));
            let mut reader = MineReader::new();
            let seen = reader.read(&large).unwrap_or_else(|error| panic!("{name}: {error}"));
            let values = |of: &MineReading| of.cells.map(|cell| cell.value);
            assert_eq!(values(&seen), values(&is), "{name}");
            let (small, area) = (is.lattice.area(), seen.lattice.area());
            let ends = [(small.x, area.x), (small.y + small.h, area.y + area.h)];
            assert!(ends.iter().all(|(a, b)| (a * scale - b).abs() <= 1.5), "{name}: {area:?}");
            assert_eq!(reader.read(&large).as_ref(), Ok(&seen), "{name}");
            // As in a pause.
            let mut hidden = large;
            let board = seen.lattice.area();
            let over = imageproc::rect::Rect::at(board.x as i32 - 4, board.y as i32 - 4);
            let over = over.of_size(board.w as u32 + 8, board.h as u32 + 8);
            imageproc::drawing::draw_filled_rect_mut(&mut hidden, over, image::Rgb([70, 80, 120]));
            assert_eq!(reader.read(&hidden), Err(NoMineBoard::Hidden), "{name}");
        }
    }

    /// A board of Windows with fewer rows than the one before, in the same place.
    #[test]
    fn a_smaller_board_is_told_from_one_that_is_covered_in_part() {
        let whole = fixture("winemine-fresh.png");
        let mut reader = MineReader::new();
        let seen = reader.read(&whole).unwrap();
        let (rows, area) = (seen.cells.rows(), seen.lattice.area());
        assert!(rows > 6, "{rows}");
        // The rim below the last row, moved up by two rows, and the desktop below it.
        let (end, two) = ((area.y + area.h) as u32, 2 * seen.lattice.y.pitch() as u32);
        let below = imageops::crop_imm(&whole, 0, end, whole.width(), whole.height() - end);
        let mut shorter = drawn_over(&whole, end - two, [0, 128, 128]);
        imageops::replace(&mut shorter, &below.to_image(), 0, i64::from(end - two));
        let now = reader.clone().read(&shorter);
        assert_eq!(now.map(|now| now.cells.rows()), Ok(rows - 2));
        // A window that begins just there.
        let covered = drawn_over(&whole, end - two, [30, 32, 36]);
        if let Ok(now) = reader.read(&covered) {
            assert_eq!((now.cells.rows(), now.board().is_some()), (rows, false));
        }
    }

    /// The picture with one colour from a line on down.
    fn drawn_over(picture: &RgbImage, from: u32, colour: [u8; 3]) -> RgbImage {
        let mut drawn = picture.clone();
        for (_, _, pixel) in drawn.enumerate_pixels_mut().filter(|(_, y, _)| *y >= from) {
            pixel.0 = colour;
        }
        drawn
    }

    fn fixture(name: &str) -> RgbImage {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/minesweeper");
        image::open(format!("{folder}/{name}")).unwrap().into_rgb8()
    }
}
