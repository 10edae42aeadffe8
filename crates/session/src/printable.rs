//! Finds characters that act on a terminal instead of showing.

/// The text without the characters that act on a terminal.
pub fn printable(text: &str) -> String {
    text.chars().filter(|c| !acts_on_terminal(*c)).collect()
}

/// Whether a character of a name does not show itself but acts on the terminal: a control character, or one that
/// turns the direction of the text around it.
pub fn acts_on_terminal(character: char) -> bool {
    let turns = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || character.is_control()
}
