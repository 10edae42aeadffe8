//! Parses the grounds of cells from the files of themes, with lines along the sides of a cell.

use super::colour::{Colour, colour};
use super::reading::CELL;
use super::zones::{AXES, DEPTH, Kind, Side, Tolerance, Zones, side_distance};
use serde::Deserialize;

/// The least relief, in grey levels of a channel.
const FLAT: f32 = 5.0;

/// The phases that are tried where pixels of a finer drawing are left out. They follow from where the board begins.
const PHASES: u32 = 16;

/// A ground: how a cell looks without its mark.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub kind: Kind,
    /// The number that goes with this ground, in themes where the ground shows it.
    pub number: Option<u8>,
    /// Which of the two colours of a chequered board it has; neighbouring cells have different ones.
    pub chequer: Option<bool>,
    /// Whether a closed cell under the pointer has it too.
    pub hovered: bool,
    /// Where marks on it begin, as a share of the cell, if not where they do on the theme's other grounds.
    pub margin: Option<f64>,
    /// Its sides, each line as wide as it is drawn, and its colour.
    pub zones: Zones,
    /// What else the sides may look like that face each other along each of [`AXES`]: where pixels of a finer drawing are
    /// left out, a narrow line is there or not.
    pub reduced: [Vec<[Side; 2]>; 2],
}

/// A ground as a file has it. A line's width is a share of the cell, or pixels of the picture from 1 on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drawn {
    kind: Kind,
    number: Option<u8>,
    /// As [`Ground::chequer`].
    chequer: Option<bool>,
    /// As [`Ground::hovered`].
    #[serde(default)]
    hovered: bool,
    /// As [`Ground::margin`].
    margin: Option<f64>,
    fill: String,
    #[serde(default)]
    top: Lines,
    #[serde(default)]
    left: Lines,
    #[serde(default)]
    bottom: Lines,
    #[serde(default)]
    right: Lines,
    /// A line along all four sides, outside of the others: where it has the colour of the desktop's theme, a ground for
    /// each that it may have.
    gap: Option<Gap>,
    /// A line that each of the four sides may have or not, outside of the others: a ground for each case.
    rim: Option<Line>,
}

/// How wide, and its colour.
type Line = (f32, String);

/// How wide, and its colours.
type Gap = (f32, Colours);

/// One colour, or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Colours {
    One(String),
    Several(Vec<String>),
}

impl Colours {
    fn all(&self) -> &[String] {
        match self {
            Self::One(colour) => std::slice::from_ref(colour),
            Self::Several(colours) => colours,
        }
    }
}

/// The lines along a side: one, or several from the side inwards.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Lines {
    One(Line),
    Several(Vec<Line>),
}

impl Default for Lines {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

impl Lines {
    fn all(&self) -> &[Line] {
        match self {
            Self::One(line) => std::slice::from_ref(line),
            Self::Several(lines) => lines,
        }
    }
}

impl Ground {
    /// The ground with sides as they are seen, in a picture or a learned theme.
    pub fn seen(kind: Kind, zones: Zones) -> Self {
        let reduced = Default::default();
        Self { kind, number: None, chequer: None, hovered: false, margin: None, zones, reduced }
    }

    /// The sides that face each other along an axis, in the way they may be drawn that is nearest to what is seen there, if
    /// that is lighter by `lighter`; and how far off they are: the roots of the mean square differences of the first
    /// `depth` lines, in grey levels.
    fn facing(
        &self,
        axis: [usize; 2],
        seen: &Zones,
        lighter: Colour,
        depth: usize,
    ) -> ([&Side; 2], [f32; 2]) {
        let off = |side: &Side, i: usize| {
            side_distance(&side[..depth], &seen.sides[axis[i]][..depth], lighter)
        };
        let even = axis.map(|i| &self.zones.sides[i]);
        let ways = self.reduced[axis[0]].iter().map(|sides| sides.each_ref());
        let ways = ways.chain([even]).map(|[a, b]| ([a, b], [off(a, 0), off(b, 1)]));
        let square = |off: &[f32; 2]| off[0] * off[0] + off[1] * off[1];
        let nearest = ways.reduce(|a, b| if square(&b.1) < square(&a.1) { b } else { a });
        nearest.expect("as they are drawn")
    }

    /// The mean square difference of the sides along some axes from a cell that is lighter by `lighter`.
    pub fn square_of(
        &self,
        seen: &Zones,
        lighter: Colour,
        axes: &[[usize; 2]],
        depth: usize,
    ) -> f32 {
        let off = axes.iter().flat_map(|axis| self.facing(*axis, seen, lighter, depth).1);
        off.map(|off| off * off).sum::<f32>() / (2 * axes.len()) as f32
    }

    /// The distance of the farther of the sides that face each other along an axis, in grey levels.
    pub fn distance_along(&self, axis: [usize; 2], seen: &Zones, depth: usize) -> f32 {
        let [near, far] = self.facing(axis, seen, [0.0; 3], depth).1;
        near.max(far)
    }

    /// By how much the ground is lighter than a cell's.
    pub fn lighter(&self, seen: &Zones) -> Colour {
        std::array::from_fn(|i| self.zones.ground[i] - seen.ground[i])
    }

    /// The distances of the sides and of the ground from a cell's, in units of the tolerance. Sides are compared with
    /// their own grounds.
    pub fn parts(&self, seen: &Zones, tolerance: &Tolerance) -> [f32; 5] {
        let lighter = self.lighter(seen);
        let sides = |axis| self.facing(axis, seen, lighter, tolerance.depth).1;
        let [[top, bottom], [left, right]] = AXES.map(sides);
        let [top, left, bottom, right] =
            [top, left, bottom, right].map(|side| side / tolerance.sides);
        [top, left, bottom, right, self.zones.ground_distance(seen, tolerance)]
    }

    /// The distance from a cell in units of the tolerance: of the part that is farthest off.
    pub fn distance(&self, seen: &Zones, tolerance: &Tolerance) -> f32 {
        self.parts(seen, tolerance).into_iter().fold(0.0, f32::max)
    }

    /// The share of its relief that the sides of a cell along some axes show: their differences from the ground, projected
    /// on those that are drawn. 0 for a flat area, about 1 for a cell as drawn, 1 if it is drawn flat.
    pub fn relief(&self, seen: &Zones, axes: &[[usize; 2]]) -> f32 {
        let lighter = self.lighter(seen);
        let (mut across, mut square, mut count) = (0.0, 0.0, 0.0);
        for axis in axes {
            let drawn = self.facing(*axis, seen, lighter, DEPTH).0;
            let lines =
                axis.iter().zip(drawn).flat_map(|(i, drawn)| seen.sides[*i].iter().zip(drawn));
            for (seen_line, drawn_line) in lines {
                for i in 0..3 {
                    let expected = drawn_line[i] - self.zones.ground[i];
                    across += expected * (seen_line[i] - seen.ground[i]);
                    square += expected * expected;
                }
                count += 3.0;
            }
        }
        if square > FLAT * FLAT * count { across / square } else { 1.0 }
    }
}

/// The grounds of cells that are `pitch` pixels wide.
///
/// # Errors
/// A text that is not a colour.
pub(super) fn grounds(
    drawn: &[Drawn],
    pitch: f64,
    scale: Option<f64>,
) -> Result<Vec<Ground>, String> {
    let mut all = Vec::new();
    for drawn in drawn {
        let cases = if drawn.rim.is_some() { 16 } else { 1 };
        for gap in drawn.gaps() {
            for rimmed in 0..cases {
                all.push(drawn.ground(pitch, gap.as_ref(), rimmed, scale)?);
            }
        }
    }
    Ok(all)
}

impl Drawn {
    /// The widths of all lines.
    fn widths(&self) -> impl Iterator<Item = f32> {
        let lines = self.sides().into_iter().flat_map(Lines::all).chain(&self.rim);
        lines.map(|(width, _)| *width).chain(self.gap.iter().map(|(width, _)| *width))
    }

    /// Each gap that it may have; of what has none, that.
    fn gaps(&self) -> Vec<Option<Line>> {
        let Some((width, colours)) = &self.gap else { return vec![None] };
        colours.all().iter().map(|colour| Some((*width, colour.clone()))).collect()
    }

    fn sides(&self) -> [&Lines; 4] {
        [&self.top, &self.left, &self.bottom, &self.right]
    }

    /// Whether it has lines of a fixed width in pixels.
    pub fn has_pixels(&self) -> bool {
        self.widths().any(|width| width >= 1.0)
    }

    /// The ways in which cells may have been reduced that were drawn at such a scale: how many pixels wide, and the phase.
    /// None if no line grows with the cell: then nothing is drawn finer.
    fn ways(&self, pitch: f64, scale: Option<f64>) -> impl Iterator<Item = (f64, f64)> {
        let scale = scale.filter(|_| self.widths().any(|width| width < 1.0));
        let wide = scale.map(|scale| [(pitch * scale).floor(), (pitch * scale).ceil()]);
        let phases = || (0..PHASES).map(|i| (f64::from(i) + 0.5) / f64::from(PHASES));
        wide.into_iter().flatten().flat_map(move |wide| phases().map(move |phase| (wide, phase)))
    }

    /// Whether it has a gap of a fixed width in pixels.
    pub fn has_gap(&self) -> bool {
        self.gap.as_ref().is_some_and(|(width, _)| *width >= 1.0)
    }

    /// The ground of cells that are so wide, in pixels, with such a gap. Bit `i` of `rimmed` says whether side `i` has
    /// the rim.
    fn ground(
        &self,
        pitch: f64,
        gap: Option<&Line>,
        rimmed: u32,
        scale: Option<f64>,
    ) -> Result<Ground, String> {
        let fill = colour(&self.fill)?;
        let mut profiles = Vec::new();
        for (i, lines) in self.sides().into_iter().enumerate() {
            let rim = self.rim.iter().filter(|_| rimmed >> i & 1 == 1);
            let mut profile = Profile { fill, lines: Vec::new() };
            for (width, text) in rim.chain(gap).chain(lines.all()) {
                let width = if *width < 1.0 { *width } else { *width / pitch as f32 };
                let from = profile.lines.last().map_or(0.0, |line| line.to);
                profile.lines.push(ProfileLine { to: from + width, colour: colour(text)? });
            }
            profiles.push(profile);
        }
        let sides = std::array::from_fn(|i| profiles[i].even());
        let zones = Zones { sides, ground: fill, uniform: 1.0 };
        let reduced = AXES.map(|[near, far]| {
            let sides = |way| {
                [profiles[near].reduced(pitch, way, false), profiles[far].reduced(pitch, way, true)]
            };
            let mut different: Vec<[Side; 2]> = Vec::new();
            for sides in self.ways(pitch, scale).map(sides) {
                if !different.contains(&sides) {
                    different.push(sides);
                }
            }
            different
        });
        let Self { kind, number, chequer, hovered, margin, .. } = *self;
        Ok(Ground { kind, number, chequer, hovered, margin, zones, reduced })
    }
}

/// The lines along a side, from it inwards, and the ground behind them.
struct Profile {
    fill: Colour,
    lines: Vec<ProfileLine>,
}

/// A line that begins where the one before it ends.
struct ProfileLine {
    /// Where it ends, as a share of the cell.
    to: f32,
    colour: Colour,
}

impl Profile {
    /// The mean colour between two places, shares of the cell from the side.
    fn mean(&self, from: f32, to: f32) -> Colour {
        let mut mean = self.fill;
        let mut start = 0.0;
        for ProfileLine { to: end, colour } in &self.lines {
            let share = (to.min(*end) - from.max(start)).max(0.0) / (to - from);
            mean = std::array::from_fn(|i| mean[i] + share * (colour[i] - self.fill[i]));
            start = *end;
        }
        mean
    }

    /// The side with each line as wide as it is drawn.
    fn even(&self) -> Side {
        let mut side = [self.fill; DEPTH];
        let mut from = 0.0;
        for ProfileLine { to, colour } in &self.lines {
            mix(&mut side, from * CELL as f32, to * CELL as f32, self.fill, *colour);
            from = *to;
        }
        side
    }

    /// The side of a cell that is `pitch` pixels wide and was reduced, from one of so many pixels, by leaving pixels out. Of
    /// the sides that face each other the far one has other pixels. The phase is where in a pixel the one that stays lies.
    fn reduced(&self, pitch: f64, (drawn, phase): (f64, f64), is_far: bool) -> Side {
        let mut side = [self.fill; DEPTH];
        let (cells, pixel) = (pitch.round(), CELL as f32 / pitch as f32);
        for i in 0..(DEPTH as f32 / pixel).ceil() as u32 {
            let from_side = |at: f64, all: f64| if is_far { all - 1.0 - at } else { at };
            let at = ((from_side(f64::from(i), cells) + phase) * drawn / cells).floor();
            let at = from_side(at, drawn);
            let colour = self.mean((at / drawn) as f32, ((at + 1.0) / drawn) as f32);
            mix(&mut side, i as f32 * pixel, (i + 1) as f32 * pixel, self.fill, colour);
        }
        side
    }
}

/// Draws a colour over the ground between two places of a side, in native pixels.
fn mix(side: &mut Side, from: f32, to: f32, fill: Colour, colour: Colour) {
    for (i, line) in side.iter_mut().enumerate() {
        let (low, high) = (i as f32, i as f32 + 1.0);
        let share = (to.min(high) - from.max(low)).max(0.0);
        *line = std::array::from_fn(|i| line[i] + share * (colour[i] - fill[i]));
    }
}
