//! Makes templates from examples, with built-in ones for what no example shows.

use crate::screen::looks::Look;
use image::GrayImage;
use std::collections::BTreeMap;
use vision::learn::Examples;

/// Templates for some of the digits, and what a digit must score to be one of them.
pub(super) struct Templates {
    pub(super) glyphs: BTreeMap<u8, Vec<f32>>,
    /// Whether templates that ship stand in for those that were not seen.
    pub(super) filled: bool,
    pub(super) least: Option<f32>,
}

/// The correlation and the lead with which built-in templates must recognise the seen digits, to stand in for the
/// others.
const KNOWN: (f32, f32) = (0.8, 0.3);

impl Templates {
    /// From examples. Where some are missing and those that ship cannot stand in, the rest must fit
    /// nearly as well as a template fits itself: a digit that was never seen may be very like one
    /// that was.
    pub(super) fn of(examples: &Examples, base: &Look, headers: bool) -> Self {
        let sheet = if headers { &base.digits } else { &base.faces };
        let mut glyphs = examples.means();
        let missing = sheet.glyphs().any(|(digit, _)| !glyphs.contains_key(&digit));
        if !missing {
            return Self { glyphs, filled: false, least: None };
        }
        let (w, h) = sheet.size();
        let known = |(&digit, mean): (&u8, &Vec<f32>)| {
            let pixels = mean.iter().map(|v| v.round() as u8).collect();
            GrayImage::from_raw(w, h, pixels).is_some_and(|picture| {
                let best = sheet.best(&picture, (0, 0), 0, None);
                best.label == digit && best.score >= KNOWN.0 && best.lead >= KNOWN.1
            })
        };
        let filled = glyphs.iter().all(known);
        if filled {
            for (digit, pixels) in sheet.glyphs() {
                glyphs.entry(digit).or_insert(pixels);
            }
        }
        Self { glyphs, filled, least: (!filled).then_some(LEAST_UNSURE) }
    }
}

/// The least score of a digit if some digits were never seen.
const LEAST_UNSURE: f32 = 0.95;
