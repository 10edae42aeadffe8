use super::*;
use crate::form::{Checked, Letter, Part, Rules};
use crate::{Panel, Tone};
use proptest::prelude::*;
use serde_json::{Value, json};

struct Cards;
struct Paint;

static CARDS: Rules = Rules {
    letters: &[
        Letter::new('.', "", "", "face down", Tone::Plain),
        Letter::new('1', "1", "1", "1", Tone::Known),
        Letter::new('V', "vV0", "V", "fatal", Tone::Fatal),
    ],
    header: Some([Part { name: "sum", most: 15 }, Part { name: "count", most: 5 }]),
    marks: true,
    paints: false,
    sides: None,
};

static PAINT: Rules = Rules {
    letters: &[
        Letter::new('.', ".", "", "ice", Tone::Plain),
        Letter::new('#', "#x", "#", "stone", Tone::Dim),
        Letter { single: true, ..Letter::new('S', "sS", "@", "start", Tone::Known) },
    ],
    header: None,
    marks: false,
    paints: true,
    sides: Some(6),
};

macro_rules! form {
    ($form:ty, $rules:ident, $side:literal) => {
        impl Form for $form {
            fn rules(&self) -> &'static Rules {
                &$rules
            }
            fn blank(&self) -> Sheet {
                Sheet::blank(&$rules, $side, $side)
            }
            fn draft(&self, sheet: &Sheet) -> Value {
                json!(sheet)
            }
            fn sheet(&self, draft: &Value) -> Option<Sheet> {
                serde_json::from_value(draft.clone()).ok()
            }
            fn check(
                &self,
                _: &str,
                _: bool,
                _: &(dyn Fn() -> bool + Sync),
            ) -> Result<Checked, String> {
                Ok(Checked::default())
            }
            fn pasted(&self, text: &str) -> Result<Value, String> {
                Err(text.to_owned())
            }
            fn read(&self, _: &Panel, _: &Value, _: &Sheet) -> Option<Sheet> {
                None
            }
        }
    };
}

form!(Cards, CARDS, 5);
form!(Paint, PAINT, 3);

fn typed(form: &'static dyn Form, keys: &str) -> Typing {
    let mut typing = Typing::new(form);
    for key in keys.chars() {
        assert!(typing.key(Key::Char(key)), "{key} in {keys}");
    }
    typing
}

#[test]
fn twenty_numbers_are_typed_one_after_the_other() {
    // A sum below 2 needs a leading 0.
    let typing = typed(&Cards, "61714142418041610146");
    let lines = |lines: [[u8; 2]; 5]| lines.map(|[sum, count]| [Some(sum), Some(count)]);
    assert_eq!(typing.sheet().right, lines([[6, 1], [7, 1], [4, 1], [4, 2], [4, 1]]));
    let below = lines([[8, 0], [4, 1], [6, 1], [1, 4], [6, 0]]);
    assert_eq!(typing.sheet().below[..4], below[..4]);
    assert_eq!(typing.sheet().below[4], [Some(6), None]);
}

#[test]
fn after_the_last_number_the_cells_are_next() {
    let mut typing = typed(&Cards, "61714142418041610146");
    assert!(typing.key(Key::Char('0')));
    assert_eq!(typing.at(), Place::Cell((0, 0)));
    assert_eq!(typing.sheet().below[4], [Some(6), Some(0)]);
    assert!(typing.key(Key::Char('1')) && typing.sheet().cells[(0, 0)] == '1');
    assert!(!typing.key(Key::Char('9')));
}

#[test]
fn a_second_digit_is_one_step_with_the_first() {
    let mut typing = typed(&Cards, "12");
    assert_eq!(typing.sheet().right[0], [Some(12), None]);
    assert!(typing.undo() && typing.is_blank() && !typing.undo());
    assert!(typing.redo() && typing.sheet().right[0][0] == Some(12));
    // 1 and a number that no sum has as its second digit.
    let mut typing = typed(&Cards, "1");
    assert!(!typing.key(Key::Char('7')) && typing.is_pending());
    assert!(typing.key(Key::Enter) && !typing.is_pending());
    let at = Place::Header { side: Side::Right, at: 0, part: 1 };
    assert_eq!((typing.at(), typing.sheet().right[0][0]), (at, Some(1)));
}

#[test]
fn backspace_goes_back_and_delete_stays() {
    let mut typing = typed(&Cards, "61");
    assert!(typing.key(Key::Backspace));
    assert_eq!(typing.sheet().right[0], [Some(6), None]);
    assert!(typing.key(Key::Delete) && typing.sheet().right[0] == [Some(6), None]);
    assert!(typing.key(Key::Backspace) && typing.is_blank());
}

#[test]
fn a_cell_is_turned_up_and_taken_back() {
    let mut typing = Typing::new(&Cards);
    let place = Place::Cell((2, 3));
    typing.press(place);
    assert!(typing.is_blank());
    typing.enter('V');
    assert_eq!(typing.sheet().cells[(2, 3)], 'V');
    typing.press(place);
    assert!(typing.is_blank(), "a second press takes it back");
    for letter in ['1', 'V', '.'] {
        typing.turn((2, 3));
        assert_eq!(typing.sheet().cells[(2, 3)], letter);
    }
    typing.key(Key::Char('m'));
    for (letter, marks) in [('V', "V"), ('1', "1V"), ('V', "1")] {
        typing.enter(letter);
        assert_eq!(typing.sheet().marks[(2, 3)], marks);
    }
    assert!(typing.is_blank(), "marks are no cards");
}

#[test]
fn a_press_on_a_header_that_is_chosen_goes_to_its_other_number() {
    let mut typing = Typing::new(&Cards);
    let header = |part| Place::Header { side: Side::Below, at: 1, part };
    for part in [0, 1, 0] {
        typing.press(header(0));
        assert_eq!(typing.at(), header(part));
    }
    typing.enter_number(15);
    assert_eq!((typing.at(), typing.sheet().below[1][0]), (header(1), Some(15)));
    typing.enter_number(6);
    assert_eq!(typing.sheet().below[1][1], None, "there are no six");
}

#[test]
fn tab_goes_over_the_headers_and_on() {
    let mut typing = Typing::new(&Cards);
    assert!(!typing.key(Key::BackTab));
    for _ in 0..20 {
        assert!(typing.key(Key::Tab));
    }
    assert_eq!(typing.at(), Place::Cell((0, 0)));
    assert!(!typing.key(Key::Tab));
    assert!(typing.key(Key::BackTab));
    assert_eq!(typing.at(), Place::Header { side: Side::Below, at: 4, part: 1 });
}

#[test]
fn what_was_read_is_doubtful_until_it_is_entered() {
    let mut typing = Typing::new(&Cards);
    let place = Place::Header { side: Side::Below, at: 0, part: 1 };
    let sheet = typed(&Cards, "61").sheet().clone();
    let cell = Place::Cell((0, 0));
    let doubts = [(cell, "not read".to_owned()), (place, "70 % sure".to_owned())];
    typing.replace(sheet, doubts.into());
    assert_eq!(typing.at(), cell);
    typing.enter('1');
    assert_eq!(typing.doubts().len(), 1);
    typing.select(place);
    typing.enter_number(2);
    assert!(typing.doubts().is_empty());
    assert!(typing.undo() && typing.doubts().contains_key(&place));
}

#[test]
fn painting_paints_and_takes_back() {
    let mut typing = Typing::new(&Paint);
    typing.press(Place::Cell((0, 0)));
    assert_eq!(typing.sheet().rows(), ["#..", "...", "..."]);
    typing.press(Place::Cell((0, 0)));
    assert!(typing.is_blank());
    typing.enter('S');
    typing.press(Place::Cell((1, 1)));
    typing.press(Place::Cell((2, 1)));
    assert_eq!(typing.sheet().rows(), ["...", "...", ".S."], "there is one start");
    typing.resize(2, 4);
    assert_eq!(typing.sheet().rows(), ["....", "...."]);
    typing.resize(99, 0);
    assert_eq!(typing.sheet().rows().len(), 6);
}

#[test]
fn what_is_kept_is_checked() {
    let blank = Cards.blank();
    let mut sheet = typed(&Cards, "61").sheet().clone();
    assert!(sheet.is_of(&CARDS, &blank));
    assert!(!sheet.is_of(&PAINT, &Paint.blank()));
    sheet.right[0][0] = Some(16);
    assert!(!sheet.is_of(&CARDS, &blank));
    sheet = Cards.blank();
    sheet.cells[(0, 0)] = '9';
    assert!(!sheet.is_of(&CARDS, &blank));
}

fn any_key() -> impl Strategy<Value = Key> {
    use Key::*;
    let others = [Enter, Backspace, Delete, Up, Down, Left, Right, Tab, BackTab];
    prop_oneof![
        3 => proptest::sample::select("0123456789vVmxs #.".chars().collect::<Vec<_>>())
            .prop_map(Char),
        2 => proptest::sample::select(others.to_vec()),
    ]
}

proptest! {
    /// Whatever is typed, the board stays one of the rules, and all of it can be undone.
    #[test]
    fn any_keys_leave_a_board(
        keys in proptest::collection::vec(any_key(), 0..120),
        presses in proptest::collection::vec((0..7usize, 0..7usize, 0..3usize), 0..30),
    ) {
        for form in [&Cards as &'static dyn Form, &Paint] {
            let mut typing = Typing::new(form);
            let mut presses = presses.iter();
            for (i, key) in keys.iter().enumerate() {
                typing.key(*key);
                if i % 4 == 0 && let Some(&(a, b, what)) = presses.next() {
                    match what {
                        0 if typing.sheet().cells.get((a, b)).is_some() => {
                            typing.press(Place::Cell((a, b)));
                        }
                        1 => typing.resize(a, b),
                        _ => drop(typing.undo()),
                    }
                }
                prop_assert!(typing.sheet().is_of(form.rules(), &form.blank()));
            }
            while typing.undo() {}
            prop_assert!(typing.is_blank());
        }
    }
}
