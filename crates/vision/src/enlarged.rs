//! Undoes enlargements that repeat pixels: at a display scale of 1.5, some programs draw every second pixel twice.

use image::RgbImage;
use std::array::from_fn;

/// The scales that desktops offer, and whole ones.
const SCALES: [f64; 9] = [1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0, 4.0];

/// The phases that are tried, as parts of a source pixel.
const PHASES: u32 = 16;

/// The most that neighbouring pixels may differ where one source pixel is repeated, as a share of what they differ
/// elsewhere, on average of both axes. What a program draws at the display's own scale, such as its menu, differs in both.
const MOST_WITHIN: f64 = 0.5;

/// By how much more they may differ, of both axes together, at a larger scale that is taken for the right one.
const AS_WELL: f64 = 0.1;

/// The largest difference between two pixels that counts, in grey levels of a channel: a few strong borders are not all.
const MOST_STEP: u8 = 40;

/// How a picture repeats the pixels of a smaller one.
#[derive(Clone, Debug, PartialEq)]
pub struct Enlarged {
    /// How many pixels of the picture a source pixel measures.
    pub scale: f64,
    /// The first column and row of each source pixel, in pixels of the picture, and the end of the last.
    starts: [Vec<u32>; 2],
}

impl Enlarged {
    /// Finds the scale at which most of a picture repeats pixels, of those that desktops offer. `None` if there is none.
    pub fn find(picture: &RgbImage) -> Option<Self> {
        let steps = steps(picture);
        let scaled = SCALES.iter().filter_map(|scale| {
            let [x, y] = steps.each_ref().map(|steps| within(steps, *scale));
            let ((x, across), (y, down)) = (x?, y?);
            (x + y <= 2.0 * MOST_WITHIN).then_some((x + y, (*scale, [across, down])))
        });
        let scaled: Vec<_> = scaled.collect();
        let least = scaled.iter().map(|(within, _)| *within).fold(f64::INFINITY, f64::min);
        // What repeats pixels at 2.5 does so at 1.25, too.
        let (_, (scale, phases)) =
            scaled.into_iter().rfind(|(within, _)| *within <= least + AS_WELL)?;
        let sizes = [picture.width(), picture.height()];
        Some(Self { scale, starts: from_fn(|axis| starts(sizes[axis], scale, phases[axis])) })
    }

    /// Whether it is of pictures of this size, in pixels.
    pub fn is_of(&self, (width, height): (u32, u32)) -> bool {
        self.starts.each_ref().map(|starts| starts.last().copied()) == [Some(width), Some(height)]
    }

    /// The smaller picture: of each source pixel the middle one.
    pub fn undone(&self, picture: &RgbImage) -> RgbImage {
        let [x, y] = self.starts.each_ref().map(|starts| {
            starts.windows(2).map(|pair| (pair[0] + pair[1] - 1) / 2).collect::<Vec<_>>()
        });
        RgbImage::from_fn(x.len() as u32, y.len() as u32, |column, row| {
            *picture.get_pixel(x[column as usize], y[row as usize])
        })
    }

    /// A place of the smaller picture along the x axis (0) or the y axis (1), in the picture.
    pub fn in_picture(&self, axis: usize, at: f64) -> f64 {
        let starts = &self.starts[axis];
        let whole = (at.max(0.0) as usize).min(starts.len() - 2);
        let [from, to] = [starts[whole], starts[whole + 1]].map(f64::from);
        from + (at - whole as f64) * (to - from)
    }
}

/// How much neighbouring pixels differ, summed along each border between two columns, and between two rows.
fn steps(picture: &RgbImage) -> [Vec<u64>; 2] {
    let (width, height) = picture.dimensions();
    let mut steps = [width, height].map(|size| vec![0u64; size.saturating_sub(1) as usize]);
    let stride = 3 * width as usize;
    let step = |a: &[u8], b: &[u8]| {
        let off = a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]));
        u64::from(off.min(MOST_STEP))
    };
    let rows: Vec<&[u8]> = picture.as_raw().chunks_exact(stride.max(1)).collect();
    for (y, row) in rows.iter().enumerate() {
        let pixels = row.chunks_exact(3);
        for ((a, b), sum) in pixels.clone().zip(pixels.skip(1)).zip(&mut steps[0]) {
            *sum += step(a, b);
        }
        if let Some(next) = rows.get(y + 1) {
            let down = row.chunks_exact(3).zip(next.chunks_exact(3));
            steps[1][y] = down.map(|(a, b)| step(a, b)).sum();
        }
    }
    steps
}

/// How much pixels differ within source pixels, as a share of what they differ between them, at the phase at which it is
/// least; and that phase. `None` if nothing differs.
fn within(steps: &[u64], scale: f64) -> Option<(f64, f64)> {
    let at_phase = |phase: f64| {
        let mut sums = [(0u64, 0u32); 2];
        for (at, step) in steps.iter().enumerate() {
            let is_between = source(at, scale, phase) != source(at + 1, scale, phase);
            let (sum, count) = &mut sums[usize::from(is_between)];
            *sum += step;
            *count += 1;
        }
        let [within, between] = sums.map(|(sum, count)| sum as f64 / f64::from(count.max(1)));
        (between > 0.0).then_some((within / between, phase))
    };
    let phases = (0..PHASES).map(|i| f64::from(i) / f64::from(PHASES));
    phases.filter_map(at_phase).min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The source pixel of a column or row.
fn source(at: usize, scale: f64, phase: f64) -> usize {
    (at as f64 / scale + phase) as usize
}

fn starts(size: u32, scale: f64, phase: f64) -> Vec<u32> {
    let source = |at: u32| source(at as usize, scale, phase);
    let first = |at: &u32| *at == 0 || source(*at) != source(*at - 1);
    (0..size).filter(first).chain([size]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A picture in which each pixel differs from those beside it.
    fn drawn(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            Rgb([(x * 89 + y * 37) as u8, (x * 53 + y * 151) as u8, (x * y * 7) as u8])
        })
    }

    fn enlarged(picture: &RgbImage, scale: f64, from: f64) -> RgbImage {
        let at = |v: u32| ((f64::from(v) + from + 0.5) / scale) as u32;
        let size = |v: u32| ((f64::from(v) - 1.0) * scale - from) as u32;
        RgbImage::from_fn(size(picture.width()), size(picture.height()), |x, y| {
            *picture.get_pixel(at(x), at(y))
        })
    }

    #[test]
    fn an_enlarged_picture_becomes_what_it_was() {
        let picture = drawn(60, 40);
        for scale in SCALES {
            let large = enlarged(&picture, scale, 0.0);
            let found = Enlarged::find(&large).unwrap_or_else(|| panic!("{scale}"));
            let small = found.undone(&large);
            let part = image::imageops::crop_imm(&picture, 0, 0, small.width(), small.height());
            assert!(small == part.to_image(), "{scale}");
            assert!(found.is_of(large.dimensions()) && !found.is_of(picture.dimensions()));
            for (axis, at) in [(0, 10.0), (1, 20.5)] {
                let there = found.in_picture(axis, at);
                assert!((there - at * scale).abs() <= 1.0, "{scale}: {there}");
            }
        }
    }

    #[test]
    fn a_window_may_begin_within_a_pixel_and_draw_some_lines_itself() {
        let mut large = enlarged(&drawn(60, 40), 1.5, 1.0);
        for (x, y, pixel) in drawn(large.width(), 12).enumerate_pixels() {
            large.put_pixel(x, y, *pixel);
        }
        let small = Enlarged::find(&large).unwrap().undone(&large);
        assert!(small.width().abs_diff(large.width() * 2 / 3) <= 1, "{}", small.width());
    }

    #[test]
    fn what_repeats_no_pixels_is_left_alone() {
        assert_eq!(Enlarged::find(&drawn(90, 60)), None);
        assert_eq!(Enlarged::find(&RgbImage::new(90, 60)), None);
        assert_eq!(Enlarged::find(&RgbImage::new(1, 1)), None);
        assert_eq!(Enlarged::find(&RgbImage::new(0, 0)), None);
    }
}
