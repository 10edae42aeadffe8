//! What a learned theme knows, in words.

use super::header::{Format, HeaderPlace};
use super::look::TaughtLook;
use voltorb_flip::board::Card;

impl TaughtLook {
    /// What a theme has learned and what it does not know: a word and a text each.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let mut out = Vec::new();
        let cells = &self.cells;
        let percent = |v: f64| (100.0 * v).round();
        out.push((
            "cells",
            format!(
                "{} % as high as wide; a card fills {} % of the width and {} % of the height",
                percent(cells.aspect),
                percent(cells.card.w),
                percent(cells.card.h)
            ),
        ));
        out.push(("rows", header(&self.rows, "left of the rows", "right of the rows")));
        out.push(("columns", header(&self.columns, "above the columns", "below the columns")));
        if self.cursor.is_some() {
            let name = self.look.turns().name();
            out.push((
                "keys",
                format!("the arrows move the cursor, {name} turns the card under it"),
            ));
        }
        let unknown: Vec<String> = self.shapes.unknown().map(|d| d.to_string()).collect();
        out.push((
            "digits",
            match unknown.is_empty() {
                true => "all were seen".to_owned(),
                false => format!(
                    "not seen: {}; they stay unread until a picture shows them (`look add`)",
                    unknown.join(" ")
                ),
            },
        ));
        if let Some((alike, (a, b))) = self.shapes.alike() {
            let alike = percent(f64::from(alike));
            out.push(("", format!("the two most alike are {a} and {b}, {alike} %")));
        }
        let known = |tile: Option<Card>| self.cards.all().iter().any(|(known, _)| *known == tile);
        let names = [
            (None, "face down"),
            (Some(Card::Voltorb), "Voltorb"),
            (Some(Card::One), "1"),
            (Some(Card::Two), "2"),
            (Some(Card::Three), "3"),
        ];
        let unseen: Vec<&str> =
            names.iter().filter(|(tile, _)| !known(*tile)).map(|(_, name)| *name).collect();
        out.push((
            "cards",
            match unseen.is_empty() {
                true => "all were seen".to_owned(),
                false => format!(
                    "not seen: {}; they stay unread until a picture shows them (`look add`)",
                    unseen.join(", ")
                ),
            },
        ));
        out
    }
}

fn header(place: &HeaderPlace, before: &str, after: &str) -> String {
    let side = if place.before { before } else { after };
    let (sum, voltorbs) = (&place.sum, &place.voltorbs);
    let order = if (sum.middle - voltorbs.middle).abs() > 0.5 * sum.height.min(voltorbs.height) {
        if sum.middle < voltorbs.middle { "the sum above" } else { "the sum below" }
    } else if sum.left < voltorbs.left {
        "the sum left"
    } else {
        "the sum right"
    };
    let digits = match sum.format {
        Format::TwoDigits => "sums with two digits",
        _ => "sums without a leading 0",
    };
    format!("numbers {side}, {order} of the Voltorbs, {digits}")
}
