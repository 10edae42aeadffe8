//! The truth about a picture, and its comparison with a reading.

pub mod entry;

use crate::observation::{Field, Observation};
use grid::geometry::Rect;
use grid::reading::whole_percent;
use serde::Serialize;
use std::any::Any;
use std::collections::HashMap;

/// The truth about one picture, as far as it is known.
pub trait Truth: Any + Send + Sync {
    /// What an observation of the picture must contain. It may depend on what was seen: a field on a screen that was
    /// not found is hidden.
    fn expected(&self, seen: &dyn Observation) -> Vec<Expected>;

    /// Whether nothing is known, so nothing is compared.
    fn is_empty(&self) -> bool;

    /// The truth that remains if the screens are covered; `None`: a field is hidden if anything lies over its place.
    fn uncovered(&self, covered: &Covered) -> Option<Box<dyn Truth>> {
        let _ = covered;
        None
    }

    /// Whether the picture does not show the game, so nothing may be found in it.
    fn shows_nothing(&self) -> bool {
        false
    }
}

/// What an observation must contain.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// A field with this value.
    Field {
        /// Its name, as the observation has it.
        name: String,
        /// The true value, written as the observation writes it; `None`: no value is to be reported.
        value: Option<String>,
        /// Whether the picture hides it: it may be left out, but if it was read it must be right.
        hidden: bool,
    },
    /// Something that the picture shows and the observation as a whole lacks.
    Missing(String),
    /// Something that the observation as a whole tells and that is not so.
    Wrong(String),
}

impl Expected {
    /// A field with a value.
    pub fn field(name: impl Into<String>, value: impl Into<String>, hidden: bool) -> Self {
        Self::Field { name: name.into(), value: Some(value.into()), hidden }
    }

    /// A field for which nothing is to be reported.
    pub fn nothing(name: impl Into<String>) -> Self {
        Self::Field { name: name.into(), value: None, hidden: true }
    }
}

/// The comparison of a reading with the truth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Fields that were read, and right.
    pub right: usize,
    /// Fields that the picture shows but that are unread: name and reason.
    pub unreadable: Vec<String>,
    /// Fields that were read wrong: name, what was read, what is true.
    pub wrong: Vec<String>,
    /// The confidence of each field that was read, and whether it was right.
    #[serde(skip)]
    pub claims: Vec<(f32, bool)>,
}

/// The largest share of a picture's fields that a theme learned from it may leave unread.
const MOST_UNREAD: f64 = 0.1;

impl Comparison {
    /// Whether everything that the picture shows was read, and nothing wrong.
    pub fn fully_right(&self) -> bool {
        self.unreadable.is_empty() && self.wrong.is_empty()
    }

    /// Whether a theme reads well what it was learned from: nothing wrong, and little unread.
    pub fn reads_well(&self) -> bool {
        let unread = self.unreadable.len() as f64;
        self.wrong.is_empty() && unread <= MOST_UNREAD * (self.right as f64 + unread)
    }

    /// The lowest confidence of a field that was read; `None` if none was.
    pub fn least_sure(&self) -> Option<f32> {
        self.claims.iter().map(|claim| claim.0).min_by(f32::total_cmp)
    }

    fn field(&mut self, name: &str, seen: Option<&Field>, truth: Option<&str>, hidden: bool) {
        let value = seen.and_then(|field| field.value.as_deref());
        match (seen, value, truth) {
            (Some(field), Some(value), _) => {
                let right = Some(value) == truth;
                self.claims.push((field.confidence, right));
                if right {
                    self.right += 1;
                } else {
                    let text =
                        |text: &str| if text.is_empty() { "nothing" } else { text }.to_owned();
                    self.wrong.push(format!(
                        "{name}: read {} ({} %), {}",
                        text(value),
                        whole_percent(field.confidence),
                        truth.map_or("there is none".to_owned(), |truth| "is ".to_owned()
                            + &text(truth))
                    ));
                }
            }
            (_, _, None) => {}
            _ if hidden => {}
            _ => {
                let why = seen.and_then(|field| field.why);
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                self.unreadable.push(format!("{name}{why}"));
            }
        }
    }
}

/// What covers a game's screens, in their native pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Covered(Vec<Vec<Rect>>);

impl Covered {
    /// Creates it from the covers of each screen, in the order of [`Observation::screens`]: rectangles that do not
    /// overlap.
    pub fn new(screens: Vec<Vec<Rect>>) -> Self {
        Self(screens)
    }

    /// The share of `area`, on the screen of this index, that is covered.
    pub fn share(&self, screen: usize, area: Rect) -> f64 {
        let covered = self.0.get(screen).into_iter().flatten();
        let parts = covered.filter_map(|c| c.intersection(&area));
        parts.map(|r| r.w * r.h).sum::<f64>() / (area.w * area.h)
    }
}

/// Compares a reading with the truth, field by field, as far as the truth goes. `seen` is `None` for a picture that
/// was refused.
pub fn compare(truth: &dyn Truth, seen: Option<&dyn Observation>) -> Comparison {
    judge(truth, seen, &Covered::default())
}

/// Compares a reading with the truth where parts of the screens are covered.
pub fn compare_covered(
    truth: &dyn Truth,
    seen: Option<&dyn Observation>,
    covered: &Covered,
) -> Comparison {
    match truth.uncovered(covered) {
        Some(truth) => judge(&*truth, seen, &Covered::default()),
        None => judge(truth, seen, covered),
    }
}

fn judge(truth: &dyn Truth, seen: Option<&dyn Observation>, covered: &Covered) -> Comparison {
    let mut result = Comparison::default();
    if truth.is_empty() {
        return result;
    }
    let Some(seen) = seen else {
        if truth.shows_nothing() {
            result.right = 1;
            return result;
        }
        result.unreadable.push("everything: no board found".to_owned());
        return result;
    };
    let fields = seen.fields();
    let fields: HashMap<&str, &Field> =
        fields.iter().map(|field| (field.name.as_str(), field)).collect();
    for expected in truth.expected(seen) {
        match expected {
            Expected::Field { name, value, hidden } => {
                let field = fields.get(&*name).copied();
                let place = field.and_then(|field| field.place);
                let hidden =
                    hidden || place.is_some_and(|(screen, area)| covered.share(screen, area) > 0.0);
                result.field(&name, field, value.as_deref(), hidden);
            }
            Expected::Missing(what) => result.unreadable.push(what),
            Expected::Wrong(what) => result.wrong.push(what),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::{Screen, Summary};
    use grid::reading::{Reading, Unreadable};

    struct Seen(Vec<Field>);

    impl Observation for Seen {
        fn look(&self) -> &str {
            "test"
        }
        fn screens(&self) -> Vec<Screen> {
            Vec::new()
        }
        fn narrowest_target(&self) -> f64 {
            1.0
        }
        fn fields(&self) -> Vec<Field> {
            self.0.clone()
        }
        fn summary(&self) -> Summary {
            Summary::default()
        }
        fn report(&self) -> Box<dyn erased_serde::Serialize> {
            Box::new(())
        }
    }

    struct Told(Vec<Expected>);

    impl Truth for Told {
        fn expected(&self, _: &dyn Observation) -> Vec<Expected> {
            self.0.clone()
        }
        fn is_empty(&self) -> bool {
            self.0.is_empty()
        }
    }

    /// Tells nothing any more once anything may lie over the screens.
    struct Shy;

    impl Truth for Shy {
        fn expected(&self, _: &dyn Observation) -> Vec<Expected> {
            vec![Expected::field("a", "1", false)]
        }
        fn is_empty(&self) -> bool {
            false
        }
        fn uncovered(&self, _: &Covered) -> Option<Box<dyn Truth>> {
            Some(Box::new(Told(Vec::new())))
        }
    }

    #[test]
    fn a_picture_as_it_is_is_compared_with_all_of_its_truth() {
        let seen = Seen(vec![Field::of("a", &Reading::sure(2_u8, 0.9), u8::to_string)]);
        assert_eq!(compare(&Shy, Some(&seen)).wrong, ["a: read 2 (90 %), is 1"]);
        assert!(compare_covered(&Shy, Some(&seen), &Covered::default()).fully_right());
    }

    #[test]
    fn what_is_covered_may_be_left_out_and_not_be_wrong() {
        let at = |field: Field, x| field.at(1, Rect::new(x, 0.0, 10.0, 10.0));
        let unread =
            |name| Field::of(name, &Reading::<u8>::none(Unreadable::Covered), u8::to_string);
        let read = Field::of("c", &Reading::sure(4_u8, 0.9), u8::to_string);
        let seen = Seen(vec![at(unread("a"), 0.0), at(unread("b"), 20.0), at(read, 5.0)]);
        let truth = Told(["a", "b", "c"].map(|name| Expected::field(name, "3", false)).to_vec());
        let covered = Covered::new(vec![vec![], vec![Rect::new(8.0, 0.0, 2.0, 4.0)]]);
        let result = compare_covered(&truth, Some(&seen), &covered);
        assert_eq!(result.unreadable, ["b: covered"]);
        assert_eq!(result.wrong, ["c: read 4 (90 %), is 3"]);
        assert_eq!(compare(&truth, Some(&seen)).unreadable.len(), 2);
        assert_eq!(covered.share(1, Rect::new(0.0, 0.0, 10.0, 10.0)), 0.08);
        assert_eq!(covered.share(2, Rect::new(0.0, 0.0, 10.0, 10.0)), 0.0);
    }

    #[test]
    fn each_expected_field_is_right_left_out_or_wrong() {
        let read = |name: &str, value: &str| {
            Field::of(name, &Reading::sure(value.to_owned(), 0.97), String::clone)
        };
        let unread =
            |name: &str| Field::of(name, &Reading::<u8>::none(Unreadable::Covered), u8::to_string);
        let seen =
            Seen(vec![read("a", "1"), read("b", "2"), unread("c"), unread("d"), read("e", "")]);
        let truth = Told(vec![
            Expected::field("a", "1", false),
            Expected::field("b", "3", true),
            Expected::field("c", "4", false),
            Expected::field("d", "5", true),
            Expected::field("e", "6", false),
            Expected::field("not reported", "7", false),
            Expected::nothing("b"),
            Expected::nothing("c"),
            Expected::Missing("the board: none reported".to_owned()),
            Expected::Wrong("the game: another one".to_owned()),
        ]);
        let result = compare(&truth, Some(&seen));
        assert_eq!(result.right, 1);
        assert_eq!(result.unreadable, ["c: covered", "not reported", "the board: none reported"]);
        assert_eq!(
            result.wrong,
            [
                "b: read 2 (97 %), is 3",
                "e: read nothing (97 %), is 6",
                "b: read 2 (97 %), there is none",
                "the game: another one"
            ]
        );
        let right: Vec<bool> = result.claims.iter().map(|claim| claim.1).collect();
        assert_eq!(right, [true, false, false, false]);
        assert_eq!(compare(&truth, None).unreadable, ["everything: no board found"]);
        assert!(compare(&Told(vec![]), None).fully_right());
    }
}
