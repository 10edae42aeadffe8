//! The built-in drawings: strokes in a text file.

use super::drawing::Drawing;
use super::shapes::{Ink, Mark, Shape};
use session::templates::{self, Template, template};
use std::sync::{Arc, LazyLock};

/// The file of the drawings.
pub(super) const SHAPES: Template = template!("minesweeper/shapes.txt");

/// The file with the digits of texts.
pub(super) const DIGITS: Template = template!("minesweeper/digits.txt");

/// Checks that the drawings in use can be parsed.
pub fn check() -> Result<(), String> {
    [SHAPES, DIGITS].into_iter().try_for_each(|file| {
        parse(templates::text(file)).map(drop).map_err(|why| format!("{}: {why}", file.0))
    })
}

/// The built-in digits of texts, and the slash.
pub(super) fn digits() -> Arc<[Drawing]> {
    let drawings = parse(templates::text(DIGITS));
    drawings.expect("those that are built in are tested, others were checked").into()
}

/// The built-in drawings.
pub(super) fn shipped() -> &'static Arc<[Drawing]> {
    static DRAWN: LazyLock<Arc<[Drawing]>> = LazyLock::new(|| {
        let drawings = parse(templates::text(SHAPES));
        drawings.expect("those that are built in are tested, others were checked").into()
    });
    &DRAWN
}

/// The built-in drawings and a theme's own, one a line.
///
/// # Errors
/// A line that cannot be parsed.
pub(super) fn with(own: &[String]) -> Result<Arc<[Drawing]>, String> {
    if own.is_empty() {
        return Ok(Arc::clone(shipped()));
    }
    let own = parse(&own.join("\n")).map_err(|why| format!("drawings: {why}"))?;
    Ok(shipped().iter().cloned().chain(own).collect())
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

/// The mark with this name; `None` if there is none.
pub(super) fn mark(name: &str) -> Option<Mark> {
    Some(match name {
        "flag" => Mark::Flag,
        "question" => Mark::Question,
        "mine" => Mark::Mine,
        "wrong" => Mark::Wrong,
        "safe" => Mark::Safe,
        "flag-question" => Mark::FlagQuestion,
        "flash" => Mark::Flash,
        "slash" => Mark::Slash,
        _ => Mark::Number(name.parse().ok().filter(|number| (0..=9).contains(number))?),
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
        let drawn = shipped();
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
        for text in ["line 0,0 1,1", "shape 10 1 0.1", "shape 1 1 0.1\nline 0,0"] {
            assert!(parse(text).unwrap_err().contains("not understood"), "{text}");
        }
    }
}
