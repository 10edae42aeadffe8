//! Reads a single card, even if something covers a side of it.

use super::layout::Part;
use super::looks::{Colours, DS};
use super::native::{Screen, certainty};
use super::reading::Tile;
use grid::reading::{Reading, Unreadable};
use vision::photometry::{Colour, Photometry, luminance, near};
use vision::template::Sheet;
use voltorb_flip::board::Card;

/// What the card with its corner at (x, y) shows, whose frame is seen along `framed` sides.
pub(super) fn tile(
    screen: &Screen,
    light: &Photometry,
    framed: usize,
    (x, y): (u32, u32),
) -> Reading<Tile> {
    let place = Place { screen, light, framed, x, y };
    let sides = SIDES.map(|side| place.mean(side));
    if let Some(colours) = &screen.look.manifest.colours {
        return match side(&sides, colours) {
            Some(Facing::Down) => Reading::sure(None, 0.999),
            Some(Facing::Up) => face_alone(screen, (x, y)).unwrap_or(DOUBTFUL),
            None => DOUBTFUL,
        };
    }
    if place.is_turning() {
        return Reading::none(Unreadable::Moving);
    }
    if place.is_back(&sides) {
        return Reading::sure(None, 0.999);
    }
    place.face(&sides).unwrap_or_else(|| {
        Reading::none(if framed < 3 { Unreadable::Covered } else { Unreadable::Doubtful })
    })
}

/// What a card shows of which something else tells that it lies face up, by its brightness alone.
pub(super) fn face_alone(screen: &Screen, (x, y): (u32, u32)) -> Option<Reading<Tile>> {
    face(screen, &screen.look.faces, (x + 4, y + 4), LEAST_FACE)
}

/// The place of a card with a DS's colours.
struct Place<'a> {
    screen: &'a Screen<'a>,
    light: &'a Photometry,
    /// The sides along which the frame is seen.
    framed: usize,
    x: u32,
    y: u32,
}

impl Place<'_> {
    /// The mean colour over a part.
    fn mean(&self, (dx, dy, w, h): Part) -> Colour {
        self.light.canonical(self.screen.mean(self.x + dx, self.y + dy, w, h))
    }

    /// Whether the card is narrower: dark ground shows along its whole left and right.
    fn is_turning(&self) -> bool {
        let ground = |dx| {
            [4, 9, 14].iter().all(|&dy| {
                let [r, g, b] = self.mean((dx, dy, 2, 5));
                // Video smears the cursor's red over it; a dark back is green.
                r.max(g).max(b) < 110.0 && luminance([r, g, b]) < 80.0 && !is_green(&[r, g, b])
            })
        };
        // What is left of it, down to two pixels, is light.
        let slice = || {
            let [r, g, b] = self.mean((11, 6, 2, 12));
            r.max(g).max(b) > 105.0
        };
        self.framed >= 3 && ground(2) && ground(20) && slice()
    }

    /// Whether nothing lies over a good part of the card: where a line is drawn around it, its dark
    /// edges show that.
    fn is_shown(&self) -> bool {
        let is_dark = |part: &&Part| luminance(self.mean(**part)) < MOST_EDGE;
        self.framed > 0 || EDGES.iter().filter(is_dark).count() >= 2
    }

    /// Whether the back is seen, whose `sides` show lighter squares.
    fn is_back(&self, sides: &[Colour; 4]) -> bool {
        // What lies over a card may be green, but hardly the same.
        let lit = sides.each_ref().map(|side| near(side, &SQUARE, MOST_OFF_SQUARE));
        let light = lit.iter().filter(|&&lit| lit).count();
        let green: f32 = sides.iter().zip(lit).filter(|(_, lit)| *lit).map(|(c, _)| c[1]).sum();
        let mean = green / light.max(1) as f32;
        let is_darker = |c: &Colour| is_green(c) && mean - c[1] > LEAST_CHEQUER;
        // The pencil lies over the middle one of the others, marks over those in the corners. What lies over a side may
        // darken the corners at its ends.
        let [left, right, above, below] = lit;
        let told = [true, left && above, right && above, left && below, right && below];
        let dark = DARK.map(|part| is_darker(&self.mean(part)));
        let seen = light + dark.iter().zip(told).filter(|(dark, told)| **dark && *told).count();
        // Something over its rim leaves the middle to tell.
        let middle = || dark[0] && MIDDLE.iter().all(|&part| is_green(&self.mean(part)));
        match light {
            _ if self.framed == 4 && sides.iter().all(is_green) => true,
            4 => self.framed >= 3 || seen >= LEAST_SQUARES + 2 || (self.is_shown() && middle()),
            2.. => {
                let up = sides.iter().filter(|side| is_brown(side)).count();
                up <= 1 && self.is_shown() && (middle() || seen >= LEAST_SQUARES)
            }
            _ => false,
        }
    }

    /// What a card shows that lies face up, or whose sides do that are seen.
    fn face(&self, sides: &[Colour; 4]) -> Option<Reading<Tile>> {
        let faces = &self.screen.look.faces;
        let corner = (self.x + 4, self.y + 4);
        let up = sides.iter().filter(|side| is_brown(side)).count();
        if up == 4 {
            let voltorb = |face: &Reading<Tile>| face.value == Some(Some(Card::Voltorb));
            return face(self.screen, faces, corner, LEAST_FACE)
                .filter(|face| !voltorb(face) || self.is_ball());
        }
        let down = sides.iter().filter(|side| near(side, &SQUARE, MOST_OFF_SQUARE)).count();
        if up < 2 || down > 1 {
            return None;
        }
        let hidden = sides.map(|side| if is_brown(&side) { 0 } else { HIDDEN });
        let corner = (corner.0 + hidden[0], corner.1 + hidden[2]);
        // A Voltorb is larger than a digit: a part of it fits less well, but it has its colours.
        let least = if self.is_ball() { LEAST_BALL_BESIDE } else { LEAST_FACE_BESIDE };
        face(self.screen, &faces.trimmed(hidden).ok()?, corner, least)
    }

    /// Whether it is red above and white below its middle, as only the Voltorb is.
    fn is_ball(&self) -> bool {
        let ([r, g, _], [red, green, _]) = (self.mean((8, 7, 8, 4)), self.mean((8, 15, 8, 3)));
        r - g > LEAST_RED && red - green < LEAST_RED / 2.0
    }
}

fn is_green([r, g, _]: &Colour) -> bool {
    g - r > 40.0
}

/// Whether it may be the side of a face-up card.
fn is_brown([r, g, _]: &Colour) -> bool {
    r - g > 15.0
}

/// A card that cannot be told though nothing lies over it.
pub(super) const DOUBTFUL: Reading<Tile> = Reading::none(Unreadable::Doubtful);

/// Beside the middle of each side of a card: free of marks, digits and the pencil.
pub(super) const SIDES: [Part; 4] = [(2, 9, 2, 6), (20, 9, 2, 6), (9, 2, 6, 2), (9, 20, 6, 2)];

/// The two sides of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Facing {
    Down,
    Up,
}

/// Which side lies up in a look with colours of its own, if all four places agree: each must be at
/// least twice as near to one colour as to the other.
fn side(sides: &[Colour; 4], colours: &Colours) -> Option<Facing> {
    let off = |a: &Colour, b: &Colour| {
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    };
    let near = |a: &Colour, b: &Colour| sides.iter().all(|s| 2.0 * off(s, a) < off(s, b));
    if near(&colours.down, &colours.up) {
        Some(Facing::Down)
    } else if near(&colours.up, &colours.down) {
        Some(Facing::Up)
    } else {
        None
    }
}

/// What a face-up card shows, if one of `faces` correlates with it at (x, y) and leads as is asked.
fn face(
    screen: &Screen,
    faces: &Sheet,
    (x, y): (u32, u32),
    least: (f32, f32),
) -> Option<Reading<Tile>> {
    let best = screen.best(faces, x, y);
    let score = least.0.max(screen.look.manifest.least.faces.unwrap_or(0.0));
    let card = Card::try_from(best.label).ok()?;
    let is_clear = best.score > score && best.lead > least.1 && screen.is_distinct(&best);
    is_clear.then(|| Reading::sure(Some(card), certainty(&best)))
}

/// The colour of the lighter squares on a card's back, and how far each channel may be off it.
const SQUARE: Colour = DS.table;
const MOST_OFF_SQUARE: f32 = 45.0;
/// How much lighter, of 33, they are at the least than the others; and how many of both, of nine, must
/// be seen.
const LEAST_CHEQUER: f32 = 10.0;
const LEAST_SQUARES: usize = 5;
/// The darker squares, the middle one first.
const DARK: [Part; 5] = [(9, 9, 6, 6), (3, 3, 4, 4), (17, 3, 4, 4), (3, 17, 4, 4), (17, 17, 4, 4)];
/// Around the middle one.
const MIDDLE: [Part; 4] = [(7, 7, 5, 5), (12, 7, 5, 5), (7, 12, 5, 5), (12, 12, 5, 5)];
/// The card's edges, and their most brightness: 41, more where they are blurred.
const EDGES: [Part; 4] = [(3, 0, 18, 1), (3, 23, 18, 1), (0, 3, 1, 18), (23, 3, 1, 18)];
const MOST_EDGE: f32 = 90.0;
/// How much of a face, of 16, is left out on a side over which something lies.
const HIDDEN: u32 = 4;
/// The least correlation and lead of a face on a card that looks like one on all sides.
const LEAST_FACE: (f32, f32) = (0.55, 0.2);
/// The same if something covers a part of its rim.
const LEAST_FACE_BESIDE: (f32, f32) = (0.8, 0.5);
/// The same of what has a Voltorb's colours, and by how much red exceeds green in its upper half: 120.
const LEAST_BALL_BESIDE: (f32, f32) = (0.6, 0.5);
const LEAST_RED: f32 = 60.0;
