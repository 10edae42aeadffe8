//! Reading a board with a learned theme.

use super::card_picture::CardPicture;
use super::header::{Header, HeaderPlace, Number};
use super::look::TaughtLook;
use super::place::{BoardPlace, LineAt};
use super::totals;
use super::view::View;
use crate::screen::layout::SIZE;
use crate::screen::reading::{BoardReading, FlipReading, HeaderAreas, LineReading, Phase};
use crate::screen::reconcile;
use grid::Grid;
use grid::geometry::{Point, Rect};
use grid::reading::{Reading, Unreadable};
use image::RgbImage;
use voltorb_flip::board::Position;

/// How many of the ten numbers of the rows' headers must be read, and of the columns'. With fewer it is another
/// board, or a place beside the right one.
const LEAST_READ: usize = 3;
/// By how many numbers and cards the right place must lead over any other.
const LEAST_MORE: usize = 3;
/// The confidence that a round is on if all numbers and cards were read.
const IN_PLAY: f32 = 0.99;

/// What the headers say by themselves.
fn plain(lines: &[[Number; 2]]) -> Vec<LineReading> {
    let line = |[sum, voltorbs]: &[Number; 2]| LineReading {
        sum: sum.reading.clone(),
        voltorbs: voltorbs.reading.clone(),
    };
    lines.iter().map(line).collect()
}

impl TaughtLook {
    /// Reads a picture, and tells where the board is; `None` if it is not there.
    pub(in super::super) fn read(&self, picture: &RgbImage) -> Option<(BoardPlace, FlipReading)> {
        let places = self.find(picture).into_iter();
        let mut read: Vec<(usize, BoardPlace, FlipReading)> = places
            .filter_map(|place| {
                let (read, seen) = self.read_at(picture, &place)?;
                Some((read, place, seen))
            })
            .collect();
        read.sort_by_key(|(read, ..)| std::cmp::Reverse(*read));
        // Where a place beside shows about as much, neither can be believed.
        if let [(most, ..), (next, ..), ..] = read.as_slice()
            && most - next < LEAST_MORE
        {
            return None;
        }
        read.into_iter().next().map(|(_, place, seen)| (place, seen))
    }

    /// Reads a picture whose board was at this place in the picture before; `None` if it is there no more.
    pub(in super::super) fn read_again(
        &self,
        picture: &RgbImage,
        place: BoardPlace,
    ) -> Option<FlipReading> {
        if !self.is_at(picture, &place) {
            return None;
        }
        self.read_at(picture, &place).map(|(_, seen)| seen)
    }

    /// Reads a board at a place, and tells how many numbers of its headers and how many cards were read, also if
    /// they contradict each other.
    fn read_at(&self, picture: &RgbImage, place: &BoardPlace) -> Option<(usize, FlipReading)> {
        let view = View::of(picture, place, self.cells.tolerance);
        let tiles = Grid::from_fn(SIZE, SIZE, |r, c| {
            self.cards.read(&CardPicture::of(picture, place, (r, c), self.cells.card))
        });
        let lines = |at: fn(usize) -> LineAt, header: &HeaderPlace| -> Vec<[Number; 2]> {
            (0..SIZE).map(|i| self.line(&view, at(i), header)).collect()
        };
        let seen = (lines(LineAt::Row, &self.rows), lines(LineAt::Column, &self.columns));
        let [mut rows, mut cols] = [&seen.0, &seen.1].map(|lines| plain(lines));
        let read = |lines: &[LineReading]| {
            let numbers = lines.iter().flat_map(|line| [&line.sum, &line.voltorbs]);
            numbers.filter(|number| number.value.is_some()).count()
        };
        let (in_rows, in_cols) = (read(&rows), read(&cols));
        if in_rows.min(in_cols) < LEAST_READ {
            return None;
        }
        let cards = tiles.iter().filter(|tile| tile.value.is_some()).count();
        totals::reconcile((&mut rows, &mut cols), (&seen.0, &seen.1), &tiles);
        reconcile::refuse(&mut rows, &mut cols, &tiles, &[]);
        let whole = rows.iter().chain(&cols).all(|line| line.line().is_some())
            && tiles.iter().all(|tile| tile.value.is_some());
        let revealed = tiles.iter().all(|tile| matches!(tile.value, Some(Some(_))));
        let untaught = || Reading::none(Unreadable::Untaught);
        let memos = Grid::from_fn(SIZE, SIZE, |_, _| Reading::none(Unreadable::Absent));
        let seen = FlipReading {
            look: self.look.clone(),
            phase: match whole {
                true if revealed => Reading::sure(Phase::Reveal, IN_PLAY),
                true => Reading::sure(Phase::Board, IN_PLAY),
                false => Reading::none(Unreadable::Doubtful),
            },
            touch: place.touch(),
            top: None,
            others: 0,
            board: Some(BoardReading { rows, cols, tiles, memos }),
            headers: self.header_areas(place),
            cursor: match &self.cursor {
                Some(rims) => rims.read(picture, place, self.cells.card),
                None => Reading::none(Unreadable::Absent),
            },
            level: Reading::none(Unreadable::Untaught),
            total_coins: untaught(),
            round_coins: untaught(),
        };
        Some((in_rows + in_cols + cards, seen))
    }

    fn header(&self, view: &View, line: LineAt, header: &HeaderPlace) -> Header {
        Header::of(view, line, (header.before, header.reach), self.cells.contrast)
    }

    /// The sum and the Voltorbs of a line.
    fn line(&self, view: &View, line: LineAt, header: &HeaderPlace) -> [Number; 2] {
        let seen = self.header(view, line, header);
        // No line of a board has more of either.
        let numbers = [(&header.sum, 3 * SIZE), (&header.voltorbs, SIZE)];
        numbers.map(|(place, most)| seen.number(place, &self.shapes, most as u8))
    }

    /// Where the numbers stand, in the native pixels of the touch screen whose cards are there.
    fn header_areas(&self, place: &BoardPlace) -> HeaderAreas {
        let touch = place.touch();
        let area = |line: LineAt, number: &super::header::NumberPlace| {
            let (x, y) = line.origin();
            let high = number.middle + y - number.height / 2.0;
            let area = Rect::new(number.left + x, high, number.right - number.left, number.height);
            let Rect { x, y, w, h } = place.area(area);
            let from = touch.to_native(Point::new(x, y));
            let to = touch.to_native(Point::new(x + w, y + h));
            Rect::spanning(from.x, to.x, from.y, to.y)
        };
        let areas = |at: fn(usize) -> LineAt, header: &HeaderPlace| {
            std::array::from_fn(|i| [area(at(i), &header.sum), area(at(i), &header.voltorbs)])
        };
        HeaderAreas {
            rows: areas(LineAt::Row, &self.rows),
            cols: areas(LineAt::Column, &self.columns),
        }
    }

    /// Takes up what another picture of this look shows: digits and cards that are new, and other ways in
    /// which those that are known look. Whether its board was found, and digits were where they should be.
    pub(in super::super) fn add(&mut self, picture: &RgbImage, shows: &Position) -> bool {
        let Some((place, _)) = self.read(picture) else { return false };
        let view = View::of(picture, &place, self.cells.tolerance);
        let mut shapes = Vec::new();
        for i in 0..SIZE {
            for (line, header, shown) in [
                (LineAt::Row(i), self.rows, shows.rows[i]),
                (LineAt::Column(i), self.columns, shows.cols[i]),
            ] {
                let seen = self.header(&view, line, &header);
                for (number, value) in [(header.sum, shown.sum), (header.voltorbs, shown.voltorbs)]
                {
                    let written = number.format.write(value);
                    match seen.digits(&number, &self.shapes, written.len()) {
                        Some(found) => shapes.extend(written.into_iter().zip(found)),
                        None => return false,
                    }
                }
            }
        }
        let mut known = std::mem::take(&mut self.shapes);
        for (digit, shape) in shapes {
            known.add(Some(digit), shape);
        }
        self.shapes = known.settled();
        for (cell, &tile) in shows.tiles.cells() {
            self.cards.add(tile, CardPicture::of(picture, &place, cell, self.cells.card));
        }
        true
    }
}
