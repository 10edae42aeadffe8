//! Shapes of marks: drawn with strokes in a text file, stretched to one size, compared by normalised
//! cross-correlation.

use std::sync::LazyLock;

/// Width and height to which shapes are stretched.
pub(super) const WIDTH: usize = 14;
pub(super) const HEIGHT: usize = 18;

/// A shape narrower than this part of its height is not stretched further than to that.
const NARROWEST: f32 = 0.5;

/// What a shape means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A number, 1 to 8.
    Number(u8),
    /// A flag.
    Flag,
    /// A question mark.
    Question,
    /// A mine.
    Mine,
    /// A cross over a flag or a mine.
    Wrong,
    /// A flag with a question mark.
    FlagQuestion,
    /// The flash of an explosion.
    Flash,
}

/// How much ink there is, 0 to 1, on a grid of pixels.
#[derive(Clone, Debug)]
pub(super) struct Ink {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<f32>,
}

/// A shape of [`WIDTH`] x [`HEIGHT`], with zero mean and unit norm.
#[derive(Clone, Debug)]
pub(super) struct Shape(Vec<f32>);

impl Shape {
    /// The ink between (left, top) and (right, bottom), in pixels, stretched; `None` if it is of one
    /// strength everywhere.
    pub fn of(ink: &Ink, [left, top, right, bottom]: [f32; 4]) -> Option<Self> {
        let (w, h) = (right - left, bottom - top);
        let wide = w.max(h * NARROWEST);
        let left = left - (wide - w) / 2.0;
        let (sx, sy) = (wide / WIDTH as f32, h / HEIGHT as f32);
        let columns: Vec<_> = (0..WIDTH).map(|i| taps(left + i as f32 * sx, sx)).collect();
        let mut pixels = Vec::with_capacity(WIDTH * HEIGHT);
        for j in 0..HEIGHT {
            let rows = taps(top + j as f32 * sy, sy);
            for columns in &columns {
                let mut sum = 0.0;
                for &(y, wy) in &rows {
                    for &(x, wx) in columns {
                        sum += wx * wy * ink.at(x, y);
                    }
                }
                pixels.push(sum);
            }
        }
        let mean = pixels.iter().sum::<f32>() / pixels.len() as f32;
        pixels.iter_mut().for_each(|p| *p -= mean);
        let norm = pixels.iter().map(|p| p * p).sum::<f32>().sqrt();
        (norm > 1e-3).then(|| {
            pixels.iter_mut().for_each(|p| *p /= norm);
            Self(pixels)
        })
    }

    /// Normalised cross-correlation, -1 to 1.
    pub fn likeness(&self, other: &Self) -> f32 {
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum()
    }
}

/// The pixels that an interval covers, with weights that sum to 1; it counts as at least a pixel wide.
fn taps(start: f32, length: f32) -> Vec<(i32, f32)> {
    let half = length.max(1.0) / 2.0;
    let middle = start + length / 2.0;
    let (low, high) = (middle - half, middle + half);
    let weight = |p: i32| ((p as f32 + 1.0).min(high) - (p as f32).max(low)) / (high - low);
    (low.floor() as i32..high.ceil() as i32).map(|p| (p, weight(p))).collect()
}

impl Ink {
    fn at(&self, x: i32, y: i32) -> f32 {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        if inside { self.pixels[y as usize * self.width + x as usize] } else { 0.0 }
    }

    /// The box of all ink stronger than `least`: left, top, right, bottom. A line at its rim whose
    /// strongest pixel is weak counts as far as it is strong.
    pub fn bounds(&self, least: f32) -> Option<[f32; 4]> {
        let strongest = |pixels: &mut dyn Iterator<Item = usize>| {
            pixels.map(|i| self.pixels[i]).fold(0.0, f32::max)
        };
        let column = |x: usize| strongest(&mut (0..self.height).map(|y| y * self.width + x));
        let row = |y: usize| strongest(&mut (0..self.width).map(|x| y * self.width + x));
        let ends = |lines: &[f32]| {
            let first = lines.iter().position(|line| *line > least)?;
            let last = lines.iter().rposition(|line| *line > least)?;
            let (low, high) = (first as f32 + 1.0 - lines[first], last as f32 + lines[last]);
            (high > low).then_some((low, high))
        };
        let (left, right) = ends(&(0..self.width).map(column).collect::<Vec<_>>())?;
        let (top, bottom) = ends(&(0..self.height).map(row).collect::<Vec<_>>())?;
        Some([left, top, right, bottom])
    }
}

/// All drawings.
pub(super) fn drawn() -> &'static [Drawing] {
    static DRAWN: LazyLock<Vec<Drawing>> = LazyLock::new(|| {
        let text =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/minesweeper/shapes.txt"));
        parse(text).expect("a test reads the shapes that are built in")
    });
    &DRAWN
}

/// A drawing of a mark.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub mark: Mark,
    /// Stretched to one size: what is quickly compared.
    pub shape: Shape,
    /// Its ink's box, in pixels of the drawing.
    bounds: [f32; 4],
    /// The sums of its ink from the upper left corner: row y, column x at `y * stride + x`.
    sums: Vec<f32>,
    stride: usize,
}

/// How far the sides of a mark's box are moved in the search for the best place, in pixels.
const MOVES: [f32; 3] = [0.5, 0.25, 0.12];

/// The width over which a pixel of a picture may be a mean: 1 for sharp pictures, more for enlarged ones.
const BLURS: [f32; 3] = [1.0, 1.6, 2.4];

/// How much wider or narrower than drawn a mark may be, as a logarithm, and what more costs.
const FREE_STRETCH: f32 = 0.3;
const STRETCH_COST: f32 = 0.6;

impl Drawing {
    fn new(mark: Mark, shape: Shape, ink: &Ink, bounds: [f32; 4]) -> Self {
        let stride = ink.width + 1;
        let mut sums = vec![0.0; stride * (ink.height + 1)];
        for y in 0..ink.height {
            let mut line = 0.0;
            for x in 0..ink.width {
                line += ink.pixels[y * ink.width + x];
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + line;
            }
        }
        Self { mark, shape, bounds, sums, stride }
    }

    /// Normalised cross-correlation with ink whose box is about `bounds`, -1 to 1: the drawing is
    /// rendered at the size of the ink, pixel by pixel, and its box moved to where it fits best.
    pub fn fit(&self, ink: &Ink, bounds: [f32; 4]) -> f32 {
        let window = Window::new(ink, bounds);
        let mut place = bounds;
        let blurred = |blur| (blur, self.correlation(&window, place, blur));
        let (blur, mut most) =
            BLURS.map(blurred).into_iter().fold((1.0, -1.0), |a, b| if b.1 > a.1 { b } else { a });
        for step in MOVES {
            for side in 0..4 {
                for by in [-step, step] {
                    let mut moved = place;
                    moved[side] += by;
                    let fit = self.correlation(&window, moved, blur);
                    if fit > most {
                        (most, place) = (fit, moved);
                    }
                }
            }
        }
        let blurs = BLURS.map(|blur| self.correlation(&window, place, blur));
        most = blurs.into_iter().fold(most, f32::max);
        most - self.stretch(place)
    }

    /// What it costs that the drawing is wider or narrower there than it was drawn.
    fn stretch(&self, place: [f32; 4]) -> f32 {
        let aspect = |[l, t, r, b]: [f32; 4]| (r - l).max(0.5) / (b - t).max(0.5);
        let stretched = (aspect(place) / aspect(self.bounds)).ln().abs();
        (stretched - FREE_STRETCH).max(0.0) * STRETCH_COST
    }

    fn correlation(&self, window: &Window, [left, top, right, bottom]: [f32; 4], blur: f32) -> f32 {
        let [l, t, r, b] = self.bounds;
        let (scale_x, scale_y) =
            ((r - l) / (right - left).max(0.5), (b - t) / (bottom - top).max(0.5));
        let rows = self.sums.len() / self.stride;
        // The drawing's pixels under each of the window's, along an axis.
        let spans = |first: i32, count: usize, start: f32, origin: f32, scale: f32, most: usize| {
            let place = move |at: f32| {
                let place = origin + (at - start) * scale;
                place.round().clamp(0.0, (most - 1) as f32) as usize
            };
            (0..count)
                .map(move |i| {
                    let middle = (first + i as i32) as f32 + 0.5;
                    (place(middle - blur / 2.0), place(middle + blur / 2.0))
                })
                .collect::<Vec<_>>()
        };
        let columns = spans(window.left, window.width, left, l, scale_x, self.stride);
        let lines = spans(window.top, window.height, top, t, scale_y, rows);
        let (mut sum, mut square, mut product) = (0.0, 0.0, 0.0);
        let mut seen = window.pixels.iter();
        for (y0, y1) in lines {
            let (above, below) = (&self.sums[y0 * self.stride..], &self.sums[y1 * self.stride..]);
            for ((x0, x1), seen) in columns.iter().zip(&mut seen) {
                let ink = below[*x1] - below[*x0] - above[*x1] + above[*x0];
                sum += ink;
                square += ink * ink;
                product += ink * seen;
            }
        }
        let count = window.pixels.len() as f32;
        let norm = (square - sum * sum / count).max(1e-6).sqrt();
        product / norm
    }
}

/// The pixels around a mark, with zero mean and unit norm.
struct Window {
    left: i32,
    top: i32,
    width: usize,
    height: usize,
    pixels: Vec<f32>,
}

impl Window {
    /// One pixel more than the box on each side.
    fn new(ink: &Ink, [left, top, right, bottom]: [f32; 4]) -> Self {
        let (left, top) = (left.floor() as i32 - 1, top.floor() as i32 - 1);
        let (right, bottom) = (right.ceil() as i32 + 1, bottom.ceil() as i32 + 1);
        let mut pixels: Vec<f32> =
            (top..bottom).flat_map(|y| (left..right).map(move |x| ink.at(x, y))).collect();
        let mean = pixels.iter().sum::<f32>() / pixels.len() as f32;
        let norm = pixels.iter().map(|p| (p - mean).powi(2)).sum::<f32>().sqrt().max(1e-3);
        pixels.iter_mut().for_each(|p| *p = (*p - mean) / norm);
        Self { left, top, width: (right - left) as usize, height: (bottom - top) as usize, pixels }
    }
}

type Points = Vec<(f32, f32)>;

#[derive(Clone, Debug)]
enum Part {
    Stroke(Points),
    Fill(Points),
    Disc(f32, f32, f32),
    Hole(Points),
}

fn parse(text: &str) -> Result<Vec<Drawing>, String> {
    let mut found = Vec::new();
    let mut open: Option<(Mark, f32, Vec<f32>, Vec<Part>)> = None;
    let mut close = |open: &mut Option<(Mark, f32, Vec<f32>, Vec<Part>)>| -> Result<(), String> {
        if let Some((mark, aspect, weights, parts)) = open.take() {
            for weight in weights {
                let ink = draw(aspect, weight, &parts);
                let bounds = ink.bounds(0.5).ok_or("a shape without ink")?;
                let shape = Shape::of(&ink, bounds).ok_or("a shape without contrast")?;
                found.push(Drawing::new(mark, shape, &ink, bounds));
            }
        }
        Ok(())
    };
    for (number, line) in text.lines().enumerate() {
        let wrong = || format!("line {}: not understood: {line}", number + 1);
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { continue };
        if first == "#" {
            continue;
        }
        if first == "shape" {
            close(&mut open)?;
            let mark = rest.first().and_then(|name| mark(name)).ok_or_else(wrong)?;
            let numbers: Vec<f32> = rest[1..].iter().filter_map(|w| w.parse().ok()).collect();
            let (aspect, weights) = numbers.split_first().ok_or_else(wrong)?;
            open = Some((mark, *aspect, weights.to_vec(), Vec::new()));
            continue;
        }
        let parts = &mut open.as_mut().ok_or_else(wrong)?.3;
        if first == "disc" {
            let [at, radius] = rest else { return Err(wrong()) };
            let (x, y) = point(at).ok_or_else(wrong)?;
            parts.push(Part::Disc(x, y, radius.parse().map_err(|_| wrong())?));
            continue;
        }
        let points: Option<Points> = rest.iter().map(|word| point(word)).collect();
        let points = points.filter(|points| points.len() > 1).ok_or_else(wrong)?;
        parts.push(match first {
            "line" => Part::Stroke(points),
            "curve" => Part::Stroke(smooth(&points)),
            "fill" => Part::Fill(points),
            "hole" => Part::Hole(points),
            _ => return Err(wrong()),
        });
    }
    close(&mut open)?;
    Ok(found)
}

/// The mark of this name.
pub(super) fn mark(name: &str) -> Option<Mark> {
    Some(match name {
        "flag" => Mark::Flag,
        "question" => Mark::Question,
        "mine" => Mark::Mine,
        "wrong" => Mark::Wrong,
        "flag-question" => Mark::FlagQuestion,
        "flash" => Mark::Flash,
        _ => Mark::Number(name.parse().ok().filter(|number| (1..=8).contains(number))?),
    })
}

fn point(word: &str) -> Option<(f32, f32)> {
    let (x, y) = word.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Points of the Catmull-Rom spline through `points`.
fn smooth(points: &[(f32, f32)]) -> Points {
    let at = |i: i32| points[i.clamp(0, points.len() as i32 - 1) as usize];
    let mut all = Vec::new();
    for i in 0..points.len() as i32 - 1 {
        let (a, b, c, d) = (at(i - 1), at(i), at(i + 1), at(i + 2));
        for step in 0..8 {
            let t = step as f32 / 8.0;
            let mix = |a: f32, b: f32, c: f32, d: f32| {
                let linear = b + (c - a) * t / 2.0;
                let square = (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t / 2.0;
                linear + square + (3.0 * b - a - 3.0 * c + d) * t * t * t / 2.0
            };
            all.push((mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1)));
        }
    }
    all.extend(points.last());
    all
}

/// The drawing, 64 pixels high and with room around for the strokes.
fn draw(aspect: f32, weight: f32, parts: &[Part]) -> Ink {
    const SIDE: f32 = 64.0;
    let half = weight * SIDE / 2.0;
    let room = half.ceil() + 1.0;
    let (wide, high) = (SIDE * aspect, SIDE);
    let (width, height) = ((wide + 2.0 * room) as usize, (high + 2.0 * room) as usize);
    let scaled = |points: &Points| -> Points {
        points.iter().map(|(x, y)| (x * wide + room, y * high + room)).collect()
    };
    let mut ink = Ink { width, height, pixels: vec![0.0; width * height] };
    let mut paint =
        |[left, top, right, bottom]: [f32; 4], strength: f32, inside: &dyn Fn(f32, f32) -> bool| {
            let range = |from: f32, to: f32, most: usize| {
                (from.floor().max(0.0) as usize)..(to.ceil().max(0.0) as usize).min(most)
            };
            for y in range(top, bottom, height) {
                for x in range(left, right, width) {
                    if inside(x as f32 + 0.5, y as f32 + 0.5) {
                        ink.pixels[y * width + x] = strength;
                    }
                }
            }
        };
    for part in parts {
        match part {
            Part::Stroke(points) => {
                for ends in scaled(points).windows(2) {
                    let [l, t, r, b] = around(ends);
                    paint([l - half, t - half, r + half, b + half], 1.0, &|x, y| {
                        distance((x, y), ends[0], ends[1]) <= half
                    });
                }
            }
            Part::Fill(points) | Part::Hole(points) => {
                let strength = if matches!(part, Part::Hole(_)) { 0.0 } else { 1.0 };
                let points = scaled(points);
                paint(around(&points), strength, &|x, y| within(&points, x, y));
            }
            Part::Disc(x, y, radius) => {
                let (at_x, at_y, radius) = (x * wide + room, y * high + room, radius * SIDE);
                let area = [at_x - radius, at_y - radius, at_x + radius, at_y + radius];
                paint(area, 1.0, &|x, y| (x - at_x).hypot(y - at_y) <= radius);
            }
        }
    }
    ink
}

/// The box of points: left, top, right, bottom.
fn around(points: &[(f32, f32)]) -> [f32; 4] {
    let most = f32::INFINITY;
    points.iter().fold([most, most, -most, -most], |[l, t, r, b], (x, y)| {
        [l.min(*x), t.min(*y), r.max(*x), b.max(*y)]
    })
}

/// How far a point is from a segment.
fn distance(p: (f32, f32), a: (f32, f32), b: (f32, f32)) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let t = along.clamp(0.0, 1.0);
    (p.0 - a.0 - t * dx).hypot(p.1 - a.1 - t * dy)
}

/// Whether a point is inside a polygon, by the even-odd rule.
fn within(points: &[(f32, f32)], x: f32, y: f32) -> bool {
    let mut inside = false;
    for (i, a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        if (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0) {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_is_most_like_one_of_its_own_meaning() {
        let drawn = drawn();
        for (i, Drawing { mark, shape, .. }) in drawn.iter().enumerate() {
            let others = drawn.iter().enumerate().filter(|(j, _)| *j != i);
            let best = others
                .map(|(_, other)| (&other.mark, shape.likeness(&other.shape)))
                .max_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap();
            // Signs of much the same shape, a mine with and without a cross, differ in colour.
            let signs = [*mark, *best.0].iter().all(|mark| !matches!(mark, Mark::Number(_)));
            let alone = drawn.iter().filter(|other| other.mark == *mark).count() == 1;
            assert!(alone || signs || best.0 == mark || best.1 < 0.8, "{mark:?} {i}: {best:?}");
        }
        for number in 1..=8 {
            assert!(drawn.iter().any(|drawn| drawn.mark == Mark::Number(number)));
        }
    }

    #[test]
    fn a_line_that_is_not_understood_is_named() {
        for text in ["line 0,0 1,1", "shape 9 1 0.1", "shape 1 1 0.1\nline 0,0"] {
            assert!(parse(text).unwrap_err().contains("not understood"), "{text}");
        }
    }
}
