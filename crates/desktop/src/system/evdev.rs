//! The numbers that Linux has for buttons and keys, in its input-event-codes.h.

use crate::{KeySymbol, PointerButton};

/// Letters by their numbers: those of a row of an English keyboard follow each other.
const ROWS: [(&str, u32); 3] = [("qwertyuiop", 16), ("asdfghjkl", 30), ("zxcvbnm", 44)];

/// A button's number.
pub(super) const fn button_number(button: PointerButton) -> u32 {
    match button {
        PointerButton::Left => 0x110,
        PointerButton::Right => 0x111,
        PointerButton::Middle => 0x112,
    }
}

/// A key's number; `None` for letters that an English keyboard has not.
pub(super) fn key_number(key: KeySymbol) -> Option<u32> {
    Some(match key {
        KeySymbol::Escape => 1,
        KeySymbol::Return => 28,
        KeySymbol::Control => 29,
        KeySymbol::F2 => 60,
        KeySymbol::Up => 103,
        KeySymbol::Left => 105,
        KeySymbol::Right => 106,
        KeySymbol::Down => 108,
        KeySymbol::Letter(letter) => {
            let letter = letter.to_ascii_lowercase();
            let at = |(row, first): (&str, u32)| row.find(letter).map(|at| first + at as u32);
            return ROWS.into_iter().find_map(at);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_numbers_of_an_english_keyboard() {
        for (letter, number) in [('q', 16), ('p', 25), ('a', 30), ('X', 45), ('z', 44), ('m', 50)] {
            assert_eq!(key_number(KeySymbol::Letter(letter)), Some(number), "{letter}");
        }
        assert_eq!(key_number(KeySymbol::Letter('\u{fc}')), None);
    }
}
