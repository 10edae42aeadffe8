//! What `voltsight look learn` prints and draws of a learned theme.

use crate::profiles;
use crate::show::annotate::annotate;
use crate::show::reading::fact;
use image::RgbImage;
use session::observation::{Field, Observation, Screen};
use voltorb_flip_game::screen::layout::{self, SIZE};
use voltorb_flip_game::screen::learn::Validation;
use voltorb_flip_game::screen::taught::Where;
use voltorb_flip_game::screen::teach::TaughtLesson;
use voltorb_flip_game::screen::{FlipReader, Looks};

/// What a theme was taught, what it does not know, and how sure it is.
pub(super) fn text(lesson: &TaughtLesson) -> String {
    let mut out = String::new();
    for (what, text) in lesson.look.describe() {
        out.push_str(&fact(what, text));
    }
    if let Some(text) = least_sure(&lesson.trials) {
        out.push_str(&fact("confidence", text));
    }
    out
}

/// The confidence that every field has that was read, as a text.
pub(super) fn least_sure(trials: &[Validation]) -> Option<String> {
    profiles::least_sure(trials.iter().map(|trial| &trial.comparison), "field")
}

/// The picture with what is read of it.
pub(super) fn read(picture: &RgbImage, lesson: &TaughtLesson) -> RgbImage {
    let only = Looks { taught: vec![lesson.look.clone()], only_learned: true, ..Looks::default() };
    match FlipReader::with_looks(only).read(picture) {
        Ok(seen) => annotate(picture, &seen.screens(), &seen.fields()),
        Err(_) => picture.clone(),
    }
}

/// The picture with where the cells are.
pub(super) fn cells(picture: &RgbImage, found: Where) -> RgbImage {
    let screen = Screen { caption: "cells".to_owned(), placement: found.touch() };
    let cells = (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c)));
    let field = |cell: (usize, usize)| Field {
        name: String::new(),
        place: Some((0, layout::card(cell))),
        value: Some(String::new()),
        label: Some(format!("{} {}", cell.0 + 1, cell.1 + 1)),
        confidence: 1.0,
        why: None,
    };
    annotate(picture, &[screen], &cells.map(field).collect::<Vec<_>>())
}
