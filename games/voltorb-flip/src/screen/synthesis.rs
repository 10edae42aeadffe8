//! What a card would look like in this picture, drawn by its light and its blur, and how much of what is seen that
//! leaves unexplained: analysis by synthesis (A. Yuille and D. Kersten, "Vision as Bayesian inference: analysis by
//! synthesis?", Trends in Cognitive Sciences 10, 2006).
//!
//! The places and colours by which [`super::tile`] tells a card are few, and another light may move one colour onto
//! another: under a sepia filter a face has the colour of a back. The whole of a card has not: its squares, its rim
//! and its number lie where they lie. So what was read is believed only if its drawing explains the card, and better
//! than that of the other side.

use super::layout::CARD;
use super::looks::{self, DS, States};
use super::marks::{DARK, MARKS};
use super::native::Screen;
use super::reading::{Memo, Tile};
use super::tile::DOUBTFUL;
use grid::reading::{Reading, Unreadable};
use std::sync::LazyLock;
use vision::photometry::{Colour, Photometry};
use vision::template::{BLURS, MARGIN, blurred};
use voltorb_flip::board::Card;

/// What is compared of a card: all but its rim, where the cursor's frame lies.
const RIM: u32 = 2;
const INNER: u32 = CARD - 2 * RIM;
/// What is drawn of it: all, and what a blur draws in from around it.
const DRAWN: u32 = CARD + 2 * MARGIN;

/// What the card shows in one of its states, as [`Tile`] names them, drawn in the game's own colours.
struct Drawing {
    tile: Tile,
    /// [`DRAWN`] pixels wide and high, by channel.
    channels: [Vec<f32>; 3],
    /// For each of [`BLURS`], what is compared of it.
    inner: Vec<Vec<Colour>>,
}

impl Drawing {
    fn new(tile: Tile, colour: impl Fn(u32, u32) -> Colour) -> Self {
        let beyond = |v: u32| v.wrapping_sub(MARGIN);
        let places = (0..DRAWN).flat_map(|y| (0..DRAWN).map(move |x| (beyond(x), beyond(y))));
        let pixels: Vec<Colour> = places
            .map(|(x, y)| match frame_distance(x).max(frame_distance(y)) {
                0 => colour(x, y),
                1 | 2 => DS.frame,
                _ => DS.table,
            })
            .collect();
        let channels = [0, 1, 2].map(|c| pixels.iter().map(|p| p[c]).collect::<Vec<f32>>());
        let cut = |pixels: &[f32]| -> Vec<f32> {
            let (from, count) = ((MARGIN + RIM) as usize, INNER as usize);
            let rows = pixels.chunks_exact(DRAWN as usize).skip(from).take(count);
            rows.flat_map(|row| &row[from..from + count]).copied().collect()
        };
        let inner = BLURS
            .iter()
            .map(|&sigma| {
                let [r, g, b] =
                    channels.each_ref().map(|c| cut(&blurred(c, (DRAWN, DRAWN), sigma)));
                (0..r.len()).map(|i| [r[i], g[i], b[i]]).collect()
            })
            .collect();
        Self { tile, channels, inner }
    }
}

/// How far outside the card a coordinate lies.
fn frame_distance(v: u32) -> u32 {
    if v < CARD { 0 } else { (v.wrapping_sub(CARD - 1)).min(0u32.wrapping_sub(v)) }
}

/// The ground of a face and the line around it, the red of the Voltorb, white and ink.
const GROUND: Colour = [189.0, 140.0, 132.0];
const LINE: Colour = [165.0, 90.0, 82.0];
const RED: Colour = [230.0, 115.0, 82.0];
const WHITE: Colour = [251.0, 251.0, 251.0];
const INK: Colour = [66.0, 66.0, 66.0];

/// The colours that a DS draws for the inks of the sheet of faces.
const FACE_INKS: [(f32, Colour); 4] = [(66.0, INK), (250.0, WHITE), (155.0, GROUND), (150.0, RED)];

/// Whether a place of a card lies so near to its rim.
fn at_rim(x: u32, y: u32, width: u32) -> bool {
    [x, y].iter().any(|&v| v < width || v >= CARD - width)
}

/// The back of a card: three by three squares of which the middle one is the larger.
fn back(x: u32, y: u32) -> Colour {
    let square = |v: u32| usize::from(v >= 8) + usize::from(v >= 16);
    match () {
        () if at_rim(x, y, 1) => DS.edge,
        () if (square(x) + square(y)).is_multiple_of(2) => DARK,
        () => DS.table,
    }
}

/// The back of a card with all four marks.
static MARKED: LazyLock<Drawing> = LazyLock::new(|| {
    let sheet: Vec<(u8, Vec<f32>)> = looks::ds().marks.glyphs().collect();
    Drawing::new(None, |x, y| {
        let inked = MARKS.iter().any(|&(card, left, top)| {
            let (u, v) = (x.wrapping_sub(left), y.wrapping_sub(top));
            let glyph = sheet.iter().find(|(label, _)| *label == card.value());
            let ink = || glyph.map(|(_, pixels)| pixels[(6 * v + u) as usize]);
            u < 6 && v < 6 && ink() == Some(MARK_INK)
        });
        if inked { YELLOW } else { back(x, y) }
    })
});

/// The colour of marks, and their ink in the sheet.
const YELLOW: Colour = [255.0, 206.0, 49.0];
const MARK_INK: f32 = 207.0;

/// A card on a DS in each of its states.
static DRAWINGS: LazyLock<Vec<Drawing>> = LazyLock::new(|| {
    let back = Drawing::new(None, back);
    let sheet = looks::ds().faces.glyphs();
    let faces = sheet.filter_map(|(label, pixels)| {
        let card = Card::try_from(label).ok()?;
        Some(Drawing::new(Some(card), |x, y| match (x.wrapping_sub(4), y.wrapping_sub(4)) {
            _ if at_rim(x, y, 1) => DS.edge,
            _ if at_rim(x, y, 2) => LINE,
            (u @ ..16, v @ ..16) => {
                let ink = pixels[(16 * v + u) as usize];
                let drawn = FACE_INKS.iter().find(|(brightness, _)| *brightness == ink);
                drawn.map_or(GROUND, |(_, colour)| *colour)
            }
            _ => GROUND,
        }))
    });
    std::iter::once(back).chain(faces).collect()
});

/// How a card would look in this picture.
pub(super) struct Synthesis<'a> {
    screen: &'a Screen<'a>,
    light: &'a Photometry,
    /// In this light and with this blur; empty where each place mixes pixels in its own way.
    drawn: Vec<(Tile, Vec<Colour>)>,
}

/// What each side of a card leaves unexplained of its pixels' variance, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unexplained {
    pub down: f32,
    /// By the face that explains most, and which that is.
    pub up: f32,
    pub face: Card,
}

impl<'a> Synthesis<'a> {
    /// The synthesis of a screen whose theme draws the cards of a DS; `None` for others.
    pub fn of(screen: &'a Screen<'a>, light: &'a Photometry) -> Option<Self> {
        let manifest = &screen.look.manifest;
        if manifest.colours.is_some() || manifest.states != States::Boxes {
            return None;
        }
        let mut synthesis = Self { screen, light, drawn: Vec::new() };
        if screen.lens.is_none() {
            let all = DRAWINGS.iter().map(|drawing| (drawing.tile, synthesis.in_light(drawing)));
            synthesis.drawn = all.collect();
        }
        Some(synthesis)
    }

    /// What is compared of a drawing, in this light and with this blur.
    fn in_light(&self, drawing: &Drawing) -> Vec<Colour> {
        drawing.inner[self.screen.blur].iter().map(|&colour| self.light.seen(colour)).collect()
    }

    /// What is compared of the card with its corner at (x, y).
    fn seen(&self, (x, y): (u32, u32)) -> Vec<Colour> {
        let (left, top) = (x + RIM, y + RIM);
        let row = |y: u32| (left..left + INNER).map(move |x| (x, y));
        let places = (top..top + INNER).flat_map(row);
        places.map(|(x, y)| self.screen.colour.get_pixel(x, y).0.map(f32::from)).collect()
    }

    /// The marks on a card that lies face down: each is there to a share, by least squares, that must be near to none
    /// or all, and with them nothing else may lie on the card. `None` if it does, or below native size.
    pub fn memo(&self, corner: (u32, u32)) -> Option<Memo> {
        let (_, back) = self.drawn.iter().find(|(tile, _)| tile.is_none())?;
        let (seen, with_all) = (self.seen(corner), self.in_light(&MARKED));
        let middle: Vec<usize> = (0..seen.len()).filter(|&i| !is_corner(i)).collect();
        let offset: Colour = std::array::from_fn(|channel| {
            let sum: f32 = middle.iter().map(|&i| seen[i][channel] - back[i][channel]).sum();
            sum / middle.len() as f32
        });
        let mut drawn = back.clone();
        let mut doubtful = false;
        let memo = Memo::from_fn(|card| {
            let (_, left, top) = MARKS[card as usize];
            let inner = |v: u32| v.max(RIM) - RIM..(v + 6).min(CARD - RIM) - RIM;
            let places =
                inner(top).flat_map(|y| inner(left).map(move |x| (y * INNER + x) as usize));
            let (mut mark, mut both) = (0.0, 0.0);
            for i in places.clone() {
                for channel in 0..3 {
                    let step = with_all[i][channel] - back[i][channel];
                    mark += step * step;
                    both += step * (seen[i][channel] - back[i][channel] - offset[channel]);
                }
            }
            let share = both / mark.max(f32::MIN_POSITIVE);
            let marked = (1.0 - share).abs() < MOST_OFF_SHARE;
            doubtful |= !marked && share.abs() > MOST_OFF_SHARE;
            if marked {
                places.for_each(|i| drawn[i] = with_all[i]);
            }
            marked
        });
        let left = unexplained(&drawn, &seen, |_| true);
        (!doubtful && left < MOST_BESIDE_MARKS).then_some(memo)
    }

    /// The unexplained variance of the card with its corner at (x, y).
    pub fn unexplained(&self, (x, y): (u32, u32)) -> Unexplained {
        let at = (x + RIM, y + RIM);
        let seen = self.seen((x, y));
        let mut all = Unexplained { down: 1.0, up: 1.0, face: Card::Voltorb };
        let mut add = |tile: Tile, left: f32| match tile {
            None => all.down = left,
            Some(face) if left < all.up => (all.up, all.face) = (left, face),
            Some(_) => {}
        };
        match &self.screen.lens {
            None => {
                for (tile, drawn) in &self.drawn {
                    add(*tile, unexplained(drawn, &seen, |i| !is_corner(i)));
                }
            }
            Some(lens) => {
                for drawing in DRAWINGS.iter() {
                    let see = |c: &Vec<f32>| lens.see(c, (INNER, INNER), MARGIN + RIM, at);
                    let [r, g, b] = drawing.channels.each_ref().map(see);
                    let drawn: Vec<Colour> =
                        (0..r.len()).map(|i| self.light.seen([r[i], g[i], b[i]])).collect();
                    add(drawing.tile, unexplained(&drawn, &seen, |i| !is_corner(i)));
                }
            }
        }
        all
    }
}

/// The share of the variance of `seen` that `drawn` leaves, under the best brightness of each channel and the best
/// contrast of all: what lies over a whole card dims it and leaves it what it is. Of the pixels that `counts` names.
fn unexplained(drawn: &[Colour], seen: &[Colour], counts: impl Fn(usize) -> bool) -> f32 {
    let pairs = || drawn.iter().zip(seen).enumerate().filter(|(i, _)| counts(*i));
    let count = pairs().count() as f32;
    let (mut a, mut b) = ([0.0; 3], [0.0; 3]);
    let (mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0);
    for (_, (drawn, seen)) in pairs() {
        for channel in 0..3 {
            let (d, s) = (drawn[channel], seen[channel]);
            a[channel] += d;
            b[channel] += s;
            aa += d * d;
            bb += s * s;
            ab += d * s;
        }
    }
    for (a, b) in a.iter().zip(b) {
        aa -= a * a / count;
        bb -= b * b / count;
        ab -= a * b / count;
    }
    // A picture's pixels are whole grey levels: less contrast than that tells nothing.
    let least = 3.0 * count;
    if ab <= 0.0 || bb < least { 1.0 } else { 1.0 - ab * ab / (aa.max(least) * bb) }
}

/// Whether a pixel of what is compared lies in a corner, where marks may lie.
fn is_corner(i: usize) -> bool {
    let corner = |v: usize| !(CORNER..INNER as usize - CORNER).contains(&v);
    corner(i % INNER as usize) && corner(i / INNER as usize)
}

/// The width and height of a corner.
const CORNER: usize = 5;

/// How far the share of a mark may be off none or all, and what may be left unexplained of a card with its marks.
const MOST_OFF_SHARE: f32 = 0.3;
const MOST_BESIDE_MARKS: f32 = 0.3;

/// The most that is left unexplained by what is believed at all, and by what is told by its drawing alone.
const MOST: f32 = 0.8;
const MOST_ALONE: f32 = 0.5;
/// By how much more the other side must leave where the drawing decides.
const LEAST_MORE: f32 = 0.25;

impl Unexplained {
    /// What the drawing says of the card by itself: the side, if it is clear, and the face that fits best.
    fn told(&self) -> Option<Tile> {
        if self.down < MOST_ALONE && self.up > self.down + LEAST_MORE {
            Some(None)
        } else if self.up < MOST_ALONE && self.down > self.up + LEAST_MORE {
            Some(Some(self.face))
        } else {
            None
        }
    }

    /// What was read of a card, held against this: refused where the other side is clear, or where it explains
    /// nothing of a card that is `whole`, its frame seen on all sides. `face` reads the number of a card that lies face
    /// up, which is read where only the colours told too little: both must name the same.
    pub fn held_against(
        &self,
        read: Reading<Tile>,
        whole: bool,
        face: impl FnOnce() -> Option<Reading<Tile>>,
    ) -> Reading<Tile> {
        let told = self.told();
        let stands = match (read.value, read.why) {
            (Some(value), _) => {
                let left = if value.is_none() { self.down } else { self.up };
                let contradicted = told.is_some_and(|told| value.is_some() != told.is_some());
                !contradicted && (left < MOST || !whole)
            }
            (None, Some(Unreadable::Doubtful | Unreadable::Covered)) => told.is_none(),
            (None, _) => true,
        };
        if stands {
            return read;
        }
        match told {
            Some(None) => Reading::sure(None, TOLD),
            Some(told) => face().filter(|face| face.value == Some(told)).unwrap_or(DOUBTFUL),
            None => DOUBTFUL,
        }
    }
}

/// The confidence of a back, or of a card's marks, that only the drawing shows.
pub(super) const TOLD: f32 = 0.97;

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(tile: Tile) -> &'static Drawing {
        DRAWINGS.iter().find(|drawing| drawing.tile == tile).unwrap()
    }

    #[test]
    fn each_state_explains_its_own_drawing_and_no_other_side_does() {
        for drawn in DRAWINGS.iter() {
            assert!(unexplained(&drawn.inner[0], &drawn.inner[0], |_| true) < 0.001);
            for other in DRAWINGS.iter().filter(|d| d.tile.is_some() != drawn.tile.is_some()) {
                assert!(unexplained(&other.inner[0], &drawn.inner[0], |i| !is_corner(i)) > 0.9);
            }
        }
        for tile in [None].into_iter().chain(Card::ALL.map(Some)) {
            assert_eq!(drawing(tile).tile, tile);
        }
    }

    #[test]
    fn neither_sepia_nor_grey_makes_a_face_a_back() {
        // The matrix of the filter effect `sepia`, by the CSS Filter Effects Module, and luminance alone.
        let sepia = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]];
        let grey = [[0.299, 0.587, 0.114]; 3];
        for matrix in [sepia, grey] {
            let filter = |colour: &Colour| {
                matrix.map(|row: [f32; 3]| {
                    row.iter().zip(colour).map(|(a, b)| a * b).sum::<f32>().min(255.0)
                })
            };
            for tile in [None, Some(Card::One), Some(Card::Voltorb)] {
                let seen: Vec<Colour> = drawing(tile).inner[0].iter().map(filter).collect();
                let left = |tile| {
                    let drawn: Vec<Colour> = drawing(tile).inner[0].iter().map(filter).collect();
                    unexplained(&drawn, &seen, |i| !is_corner(i))
                };
                let faces = Card::ALL.map(|card| (left(Some(card)), card));
                let (up, face) = faces.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
                assert_eq!(Unexplained { down: left(None), up, face }.told(), Some(tile));
            }
        }
    }

    #[test]
    fn what_explains_nothing_is_refused_and_what_is_contradicted_is_read_by_both() {
        let down = Reading::sure(None, 0.999);
        let nothing = Unexplained { down: 0.95, up: 0.97, face: Card::One };
        assert_eq!(nothing.held_against(down.clone(), true, || None), DOUBTFUL);
        // Something lies over a side of it.
        assert_eq!(nothing.held_against(down.clone(), false, || None), down);
        let back = Unexplained { down: 0.05, up: 0.97, face: Card::One };
        assert_eq!(back.held_against(down.clone(), true, || None), down);
        let one = Unexplained { down: 0.95, up: 0.1, face: Card::One };
        let face = |card| move || Some(Reading::sure(Some(card), 0.98));
        let read = Some(Some(Card::One));
        for before in [down, DOUBTFUL, Reading::none(Unreadable::Covered)] {
            assert_eq!(one.held_against(before.clone(), true, face(Card::One)).value, read);
            assert_eq!(one.held_against(before.clone(), false, face(Card::Two)), DOUBTFUL);
        }
        // A card that turns, and one outside the picture, are told elsewhere.
        for before in [Unreadable::Moving, Unreadable::Outside].map(Reading::none) {
            assert_eq!(one.held_against(before.clone(), true, face(Card::One)), before);
        }
    }
}
