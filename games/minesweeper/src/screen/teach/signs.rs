//! Learns the marks of a theme: their drawings and colours.

use super::super::drawing::Drawing;
use super::super::look::{Colour, difference};
use super::super::sample::Marked;
use super::super::shapes::{Ink, Mark};

/// The most pictures of a mark that are kept.
const MOST_DRAWINGS: usize = 3;

/// The distance below which two colours are one, in grey levels of a channel.
const SAME_COLOUR: f32 = 60.0;

/// The least share of a mark's pixels that a colour of its own must have.
const LEAST_SHARE: f32 = 0.15;

/// The mean colour of all these marks.
pub(super) fn mean_colour(marks: &[Marked]) -> Colour {
    let mut sum = Colour::default();
    for mark in marks {
        sum.iter_mut().zip(mark.colour()).for_each(|(sum, value)| *sum += value);
    }
    sum.map(|sum| sum / marks.len().max(1) as f32)
}

/// The colours of these marks: those of a good share of their pixels.
pub(super) fn colours(marks: &[Marked]) -> Vec<Colour> {
    let pixels: Vec<Colour> = marks.iter().flat_map(Marked::strong).collect();
    let mut found: Vec<(Colour, Vec<Colour>)> = Vec::new();
    for pixel in &pixels {
        match found.iter_mut().find(|(first, _)| difference(*first, *pixel) < SAME_COLOUR) {
            Some((_, alike)) => alike.push(*pixel),
            None => found.push((*pixel, vec![*pixel])),
        }
    }
    let least = LEAST_SHARE * pixels.len() as f32;
    found.retain(|(_, alike)| alike.len() as f32 >= least);
    let mean = |alike: &[Colour]| {
        [0, 1, 2].map(|i| alike.iter().map(|c| c[i]).sum::<f32>() / alike.len() as f32)
    };
    found.iter().map(|(_, alike)| mean(alike)).collect()
}

/// The inks to compare other marks with: as few as show how the mark may vary.
pub(super) fn inks(mark: Mark, marks: &[Marked]) -> Vec<&Ink> {
    let mut kept: Vec<(&Ink, Drawing)> = Vec::new();
    for Marked { ink, .. } in marks {
        let Some(drawing) = Drawing::taught(mark, ink) else { continue };
        let known = kept.iter().any(|(_, other)| other.shape.likeness(&drawing.shape) > ALIKE);
        if !known && kept.len() < MOST_DRAWINGS {
            kept.push((ink, drawing));
        }
    }
    kept.into_iter().map(|(ink, _)| ink).collect()
}

/// The correlation from which two inks are the same.
const ALIKE: f32 = 0.9;
