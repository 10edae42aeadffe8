//! The backdrop of a board: the table between the cards, their rims, and the boxes of the headers. It is the same for
//! all cards and numbers, and each theme has its own.

mod search;

use super::place::BoardPlace;
use grid::geometry::{Placement, Rect};
use image::RgbImage;
use serde::{Deserialize, Serialize};
use vision::rectify::{Sampling, rectify};

/// The width of a cell, in pixels of the backdrop.
const DETAIL: f64 = 12.0;
/// The largest difference between equal pixels, of 255 in each channel.
const SAME: u8 = 48;

/// A picture of the board and its headers, without what changes.
#[derive(Clone, Debug)]
pub(super) struct Backdrop {
    /// What it covers, in cells from the corner of the first.
    area: Rect,
    pixels: RgbImage,
    /// Which of its pixels count, row by row.
    counts: Vec<bool>,
}

/// A backdrop as a profile's file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BackdropSample {
    /// What it covers, in cells from the corner of the first.
    pub area: Rect,
    /// The rows: red, green and blue of each pixel as six hexadecimal digits, `------` for one that
    /// changes.
    pub rows: Vec<String>,
}

impl Backdrop {
    /// The backdrop of a board; `changes` are the areas, in cells, that other pictures show
    /// otherwise.
    pub fn of(picture: &RgbImage, place: &BoardPlace, area: Rect, changes: &[Rect]) -> Self {
        let pixels = Self::picture(picture, place, area);
        let (w, h) = pixels.dimensions();
        let step = (area.w / f64::from(w), area.h / f64::from(h));
        let size = picture.dimensions();
        let inside = Rect::new(0.0, 0.0, f64::from(size.0), f64::from(size.1));
        let counts = pixels.enumerate_pixels().map(|(x, y, _)| {
            let (x, y) = (area.x + f64::from(x) * step.0, area.y + f64::from(y) * step.1);
            let pixel = Rect::new(x, y, step.0, step.1);
            inside.encloses(&place.area(pixel))
                && changes.iter().all(|change| change.intersection(&pixel).is_none())
        });
        let counts = counts.collect();
        Self { area, pixels, counts }
    }

    fn picture(picture: &RgbImage, place: &BoardPlace, area: Rect) -> RgbImage {
        let size = |length: f64| ((length * DETAIL).round() as u32).clamp(1, 400);
        let placement = Placement::upright((size(area.w), size(area.h)), place.area(area));
        rectify(picture, &placement, Sampling::Area)
    }

    /// The share of it that a picture shows at a place, 0 to 1.
    pub fn agreement(&self, picture: &RgbImage, place: &BoardPlace) -> f64 {
        let seen = Self::picture(picture, place, self.area);
        let pairs = self.pixels.pixels().zip(seen.pixels()).zip(&self.counts);
        let (mut same, mut all) = (0u32, 0u32);
        for ((known, seen), _) in pairs.filter(|(_, counts)| **counts) {
            all += 1;
            same += u32::from(vision::lattice::regions::difference(known.0, seen.0) <= SAME);
        }
        f64::from(same) / f64::from(all.max(1))
    }

    /// The backdrop as text.
    pub fn sample(&self) -> BackdropSample {
        let width = self.pixels.width() as usize;
        let texts: Vec<String> = self
            .pixels
            .pixels()
            .zip(&self.counts)
            .map(|(p, &counts)| match counts {
                true => format!("{:02x}{:02x}{:02x}", p[0], p[1], p[2]),
                false => "------".to_owned(),
            })
            .collect();
        BackdropSample {
            area: self.area,
            rows: texts.chunks(width).map(|row| row.concat()).collect(),
        }
    }

    /// The backdrop that this text says.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(sample: &BackdropSample) -> Result<Self, String> {
        let wrong = || "a backdrop has equal rows of colours rrggbb or ------".to_owned();
        let width = sample.rows.first().map_or(0, String::len) / 6;
        let (mut raw, mut counts) = (Vec::new(), Vec::new());
        for row in &sample.rows {
            if row.len() != 6 * width || !row.is_ascii() {
                return Err(wrong());
            }
            for at in (0..row.len()).step_by(6) {
                let counted = &row[at..at + 6] != "------";
                let value = match counted {
                    true => u32::from_str_radix(&row[at..at + 6], 16).map_err(|_| wrong())?,
                    false => 0,
                };
                raw.extend([(value >> 16) as u8, (value >> 8) as u8, value as u8]);
                counts.push(counted);
            }
        }
        let area = sample.area;
        let sound = [area.x, area.y, area.w, area.h].into_iter().all(|v| v.abs() < 40.0);
        let pixels = RgbImage::from_raw(width as u32, sample.rows.len() as u32, raw);
        match pixels {
            Some(pixels) if sound && area.w > 0.0 && area.h > 0.0 => {
                let size = Self::picture(&RgbImage::new(1, 1), &UNIT, area).dimensions();
                if pixels.dimensions() != size || !counts.contains(&true) {
                    return Err(wrong());
                }
                Ok(Self { area, pixels, counts })
            }
            _ => Err(wrong()),
        }
    }
}

const UNIT: BoardPlace = BoardPlace { left: 0.0, top: 0.0, pitch: (1.0, 1.0) };
