//! A position with its chances as a table for the terminal.

use crate::show::theme::Palette;
use grid::chance::short;
use session::Tone;
use std::fmt::Write;
use voltorb_flip::board::{Card, Line, Position};
use voltorb_flip::solver::{Advice, Objective, TileAdvice};
use voltorb_flip_game::player::panel::{tone_of, tone_of_card};

/// What a cell of the table is wide, borders left out.
const WIDTH: usize = 13;

/// The table: for each tile the chances in percent, below them the value of flipping it now if it
/// is known, around it the headers. With ANSI colours; write it through `anstream`, which takes
/// them out where they are not wanted.
pub fn table(position: &Position, advice: &Advice) -> String {
    let tiles = &advice.tiles;
    let with_values =
        advice.objective != Objective::Next && tiles.iter().any(|t| t.value.is_some());
    let lines = if with_values { 3 } else { 2 };
    let rule = |left: &str, middle: &str, right: &str| {
        let bars = vec!["─".repeat(WIDTH); tiles.columns()];
        format!("   {left}{}{right}\n", bars.join(middle))
    };
    let mut text = "    ".to_owned();
    for c in 0..tiles.columns() {
        let _ = write!(text, "{:^WIDTH$} ", c + 1);
    }
    text = text.trim_end().to_owned() + "\n";
    for r in 0..tiles.rows() {
        text += &if r == 0 { rule("┌", "┬", "┐") } else { rule("├", "┼", "┤") };
        for line in 0..lines {
            let label = if line == 0 { (r + 1).to_string() } else { String::new() };
            let _ = write!(text, "{label:>2} │");
            for c in 0..tiles.columns() {
                let best = advice.best == Some((r, c)) && !advice.quit;
                let card = position.tiles[(r, c)];
                text += &cell(&tiles[(r, c)], card, advice.objective, best, line);
                text += "│";
            }
            text +=
                &if line == 0 { format!(" {}\n", header(position.rows[r])) } else { "\n".into() };
        }
    }
    text += &rule("└", "┴", "┘");
    text += "    ";
    for &line in &position.cols {
        let _ = write!(text, "{:^WIDTH$} ", header(line));
    }
    text.trim_end().to_owned() + "\n"
}

/// What the table's signs mean, for below it.
pub fn legend(advice: &Advice) -> String {
    let value = match advice.objective {
        Objective::Clear => "; below: the chance to clear the board if it is flipped now",
        Objective::Coins => "; below: the expected coins if it is flipped now",
        Objective::Campaign(_) => "; below: its worth in coins if it is flipped now",
        Objective::Level => "; below: the chance to keep or raise the level if it is flipped now",
        Objective::Survive(_) | Objective::ClearWith(_) => {
            "; below: the chance to succeed if it is flipped now"
        }
        Objective::Next => "",
    };
    let value = if advice.tiles.iter().any(|t| t.value.is_some()) { value } else { "" };
    format!("V, 1, 2, 3: chances in %, - impossible{value}.\n")
}

fn header(line: Line) -> String {
    format!("{}/{}", line.sum, line.voltorbs)
}

fn cell(
    tile: &TileAdvice,
    card: Option<Card>,
    objective: Objective,
    best: bool,
    line: usize,
) -> String {
    let content = match (card, sure(tile)) {
        (Some(card), _) => [name(card).to_owned(), String::new(), String::new()],
        (None, Some(card)) => ["sure:".to_owned(), name(card).to_owned(), value(tile, objective)],
        (None, None) => {
            let [v, one, two, three] = tile.odds.map(or_dash);
            let risk = if tile.safe { "safe ".to_owned() } else { format!("V{v:>4}") };
            [format!("{risk} 1{one:>4}"), format!("2{two:>4} 3{three:>4}"), value(tile, objective)]
        }
    };
    let (left, right) = if best { ("▶", "◀") } else { (" ", " ") };
    let style = Palette::of_environment().cell(tone(tile, card), best);
    format!("{style}{left}{:^11}{right}{style:#}", content[line])
}

fn sure(tile: &TileAdvice) -> Option<Card> {
    tile.odds.iter().position(|&chance| chance == 1.0).map(|value| Card::ALL[value])
}

fn name(card: Card) -> &'static str {
    ["Voltorb", "1", "2", "3"][usize::from(card.value())]
}

/// A chance in whole percent in at most three characters; a dash for what is impossible.
fn or_dash(chance: f64) -> String {
    if chance == 0.0 { "-".to_owned() } else { short(chance) }
}

fn value(tile: &TileAdvice, objective: Objective) -> String {
    match (tile.value, objective) {
        (None, _) => String::new(),
        (Some(value), Objective::Coins | Objective::Campaign(_)) => format!("{value:.1}"),
        (Some(value), _) => format!("{:.2} %", 100.0 * value),
    }
}

fn tone(tile: &TileAdvice, card: Option<Card>) -> Tone {
    match card {
        Some(card) => tone_of_card(card),
        None => tone_of(tile),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltorb_flip::notation::parse_position;
    use voltorb_flip::solver::{Solver, never};

    fn plain(text: &str) -> String {
        let position = parse_position(text).unwrap();
        let advice = Solver::new(Objective::Next).advise(&position, &never).unwrap();
        anstream::adapter::strip_str(&table(&position, &advice)).to_string()
    }

    #[test]
    fn a_table_is_laid_out_as_shown() {
        let expected = "          1             2
   ┌─────────────┬─────────────┐
 1 │      2      │▶   sure:   ◀│ 5/0
   │             │▶     3     ◀│
   ├─────────────┼─────────────┤
 2 │    sure:    │    sure:    │ 1/1
   │      1      │   Voltorb   │
   └─────────────┴─────────────┘
         3/0           3/1
";
        assert_eq!(plain("rows 5/0 1/1; cols 3/0 3/1; tiles 2. .."), expected);
        let table = plain("rows 2/1 2/1; cols 2/1 2/1");
        assert_eq!(table.lines().nth(2), Some(" 1 │▶V  50 1   -◀│ V  50 1   - │ 2/1"));
        assert_eq!(table.lines().nth(3), Some("   │▶2  50 3   -◀│ 2  50 3   - │"));
    }

    #[test]
    fn percentages_keep_certainty_apart() {
        assert_eq!(or_dash(0.0), "-");
        assert_eq!(or_dash(1.0), "100");
        assert_eq!(or_dash(0.996), ">99");
        assert_eq!(or_dash(0.0049), "<1");
        assert_eq!(or_dash(0.125), "12");
    }
}
