//! Large letters: each four columns wide and four rows high.

use font8x8::UnicodeFonts;

/// The rows that large letters take.
pub(super) const HEIGHT: u16 = 4;

/// The columns of a letter.
const WIDTH: usize = 4;

/// The signs for a quarter each, by the sum of 1 (top left), 2 (top right), 4 (bottom left), 8 (bottom right).
const QUARTERS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// The rows of a text in large letters; `None` if it needs more than `width` columns, or has a letter that has no
/// large form.
pub(super) fn large(text: &str, width: u16) -> Option<Vec<String>> {
    if text.chars().count() * WIDTH > usize::from(width) {
        return None;
    }
    let glyphs: Vec<[u8; 8]> =
        text.chars().map(|letter| font8x8::BASIC_FONTS.get(letter)).collect::<Option<_>>()?;
    let row = |y: usize| {
        let quarters = glyphs.iter().flat_map(|glyph| {
            (0..WIDTH).map(move |x| {
                let pair = |y: usize| usize::from(glyph[y] >> (2 * x) & 0b11);
                QUARTERS[pair(2 * y) | pair(2 * y + 1) << 2]
            })
        });
        quarters.collect::<String>()
    };
    Some((0..usize::from(HEIGHT)).map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn_by_quarters_where_there_is_room() {
        assert_eq!(large("T", 4).unwrap(), ["▛█▜ ", " █  ", " █  ", "▝▀▘ "]);
        assert_eq!(large("TT", 7), None);
        assert_eq!(large("é…", 80), None);
    }
}
