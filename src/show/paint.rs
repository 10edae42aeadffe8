//! A panel as lines of coloured text.

use crate::companion::{Panel, PanelCell, Tone};
use crossterm::style::{Color, Stylize};

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    pub text: String,
    pub colour: Option<Color>,
    pub bold: bool,
}

impl Span {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), colour: None, bold: false }
    }

    pub fn dim(text: impl Into<String>) -> Self {
        Self { colour: Some(Color::DarkGrey), ..Self::plain(text) }
    }

    pub fn bold(text: impl Into<String>) -> Self {
        Self { bold: true, ..Self::plain(text) }
    }
}

/// A line of text.
pub(super) type Row = Vec<Span>;

/// The line, cut to `width` characters, with escape sequences if `coloured`.
pub(super) fn render(row: &Row, width: usize, coloured: bool) -> String {
    let mut left = width;
    let mut line = String::new();
    for span in row {
        let text: String = span.text.chars().take(left).collect();
        left -= text.chars().count();
        if !coloured {
            line.push_str(&text);
            continue;
        }
        let mut styled = text.stylize();
        if let Some(colour) = span.colour {
            styled = styled.with(colour);
        }
        if span.bold {
            styled = styled.bold();
        }
        line.push_str(&styled.to_string());
    }
    line
}

/// The panel: the table at the left, the facts at its right, the advice below.
pub(super) fn rows(panel: &Panel) -> Vec<Row> {
    let mut rows = table(panel);
    let table_width = rows.iter().map(length).max().unwrap_or(0);
    let facts: Vec<Row> = panel
        .facts
        .iter()
        .flat_map(|(name, value)| [vec![Span::dim(*name)], vec![Span::bold(format!("  {value}"))]])
        .collect();
    let height = rows.len().max(facts.len());
    rows.resize(height, Row::new());
    for (row, fact) in rows.iter_mut().zip(facts) {
        row.push(Span::plain(" ".repeat(table_width + 3 - length(row))));
        row.extend(fact);
    }
    let advice = panel.advice.as_ref().map_or_else(
        || Span::dim(""),
        |advice| Span { colour: Some(Color::Cyan), ..Span::bold(format!("▶ {advice}")) },
    );
    let title = vec![Span::bold(panel.title)];
    std::iter::once(title).chain(rows).chain([vec![advice]]).collect()
}

fn length(row: &Row) -> usize {
    row.iter().map(|span| span.text.chars().count()).sum()
}

fn table(panel: &Panel) -> Vec<Row> {
    let Some(cells) = &panel.cells else {
        return vec![vec![Span::dim("no board in play")]];
    };
    let widest = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max();
    let width = cells
        .iter()
        .filter_map(|cell| widest(&cell.lines))
        .chain(widest(&panel.below))
        .max()
        .unwrap_or(1);
    let height = cells.iter().map(|cell| cell.lines.len()).max().unwrap_or(1);
    let rule = vec![Span::dim(format!(
        "{}+",
        format!("+{}", "-".repeat(width + 2)).repeat(cells.columns())
    ))];
    let mut rows = Vec::new();
    for r in 0..cells.rows() {
        rows.push(rule.clone());
        for line in 0..height {
            let mut row: Row =
                cells.row(r).iter().flat_map(|cell| spans(cell, line, width)).collect();
            row.push(Span::dim("|"));
            if let Some(header) = panel.right.get(r).filter(|_| line == 0) {
                row.push(Span::bold(format!(" {header}")));
            }
            rows.push(row);
        }
    }
    rows.push(rule);
    if !panel.below.is_empty() {
        let below = panel.below.iter().map(|text| Span::bold(format!("{text:^w$}", w = width + 3)));
        rows.push(below.collect());
    }
    rows
}

/// One line of a cell, with its left border; the chosen one is marked in text as well as in colour.
fn spans(cell: &PanelCell, line: usize, width: usize) -> [Span; 2] {
    let text = cell.lines.get(line).map_or("", String::as_str);
    let text = format!("{text:^width$}");
    let (text, border) =
        if cell.chosen { (format!("[{text}]"), "|") } else { (format!(" {text} "), "|") };
    let colour = if cell.chosen { Some(Color::Cyan) } else { colour(cell.tone) };
    [Span::dim(border), Span { text, colour, bold: cell.chosen || cell.tone == Tone::Prize }]
}

fn colour(tone: Tone) -> Option<Color> {
    Some(match tone {
        Tone::Plain => return None,
        Tone::Known => Color::White,
        Tone::Prize => Color::Yellow,
        Tone::Safe => Color::Green,
        Tone::Risk(chance) if chance < 0.2 => Color::DarkGreen,
        Tone::Risk(chance) if chance < 0.4 => Color::DarkYellow,
        Tone::Risk(_) => Color::Red,
        Tone::Useless | Tone::Dim => Color::DarkGrey,
        Tone::Fatal => Color::Magenta,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn a_panel_is_drawn_as_a_table_with_facts_beside_it() {
        let cell = |text: &str, chosen| PanelCell {
            lines: vec![text.to_owned()],
            tone: Tone::Plain,
            chosen,
        };
        let panel = Panel {
            title: "A game",
            cells: Some(Grid::try_from(vec![vec![cell("12%", true), cell("3", false)]]).unwrap()),
            right: vec!["7/1".to_owned()],
            below: vec!["1".to_owned(), "2".to_owned()],
            facts: vec![("level", "3".to_owned())],
            advice: Some("row 1".to_owned()),
        };
        let lines: Vec<String> = rows(&panel).iter().map(|row| render(row, 80, false)).collect();
        let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        assert_eq!(
            trimmed,
            [
                "A game",
                "+-----+-----+       level",
                "|[12%]|  3  | 7/1     3",
                "+-----+-----+",
                "  1     2",
                "▶ row 1",
            ]
        );
    }

    #[test]
    fn lines_are_cut_and_colours_left_out_on_request() {
        let row = vec![Span::bold("abc"), Span::plain("def")];
        assert_eq!(render(&row, 4, false), "abcd");
        assert!(render(&row, 4, true).contains("\u{1b}["));
    }
}
