//! The panel of Voltorb Flip: what is known and advised.

use super::FlipPlayer;
use crate::field_text::{card_name, header_name};
use crate::screen::layout::SIZE;
use crate::screen::{Phase, Tile};
use grid::chance::short;
use grid::{Cell, Grid};
use session::{Panel, PanelCell, PanelHeader, Tone};
use voltorb_flip::board::{Card, Line, Position};
use voltorb_flip::levels::Outcome;
use voltorb_flip::solver::{Advice, Objective, TileAdvice};

/// The panel for what the player knows now.
pub(super) fn panel(player: &FlipPlayer) -> Panel {
    let round = player.round.as_ref();
    let advice = current(player);
    let turned = player.turned.as_ref();
    let (tiles, headers) = match (turned, round) {
        (Some(turned), _) => (Some(&turned.tiles), turned.headers.as_ref()),
        (None, Some(round)) => (Some(&round.tiles), round.headers.as_ref()),
        (None, None) => (None, None),
    };
    let mut facts = Vec::new();
    if let Some(advice) = advice {
        facts.push((name(advice.objective), value(advice)));
    }
    if !player.look.dealt() {
        facts.push(("level", "not used: a game with this theme may deal other boards".to_owned()));
    } else if let Some(level) = player.session.level(round.and_then(|r| r.headers.as_ref())) {
        facts.push(("level", level.to_string()));
    }
    if let Some(round) = round {
        facts.push(("round coins", round.coins().to_string()));
    }
    if let Some(wallet) = player.wallet {
        facts.push(("total coins", wallet.to_string()));
    }
    if let Some(advice) = advice {
        facts.push(("boards that fit", advice.solutions.to_string()));
    }
    let lies_there = if tiles.is_some() { SIZE } else { 0 };
    Panel {
        title: "Voltorb Flip",
        cells: tiles.map(|tiles| cells(tiles, advice)),
        right: lines(lies_there, "row", headers.map(|headers| &headers.rows)),
        below: lines(lies_there, "column", headers.map(|headers| &headers.cols)),
        legend: LEGEND.to_vec(),
        details: DETAILS.to_vec(),
        facts,
        advice: advice.and_then(sentence).or_else(|| standing(player)),
        ends_round: advice.is_some_and(ends_round),
    }
}

/// The panel for a position, with its advice if there is any.
pub fn of_position(position: &Position, advice: Option<&Advice>) -> Panel {
    let mut facts = Vec::new();
    if let Some(advice) = advice {
        facts.push((name(advice.objective), value(advice)));
    }
    if let Some(level) = position.level {
        facts.push(("level", level.to_string()));
    }
    if let Some(advice) = advice.filter(|advice| advice.solutions > 0) {
        let least = if advice.counted { "" } else { "at least " };
        facts.push(("boards that fit", format!("{least}{}", advice.solutions)));
    }
    Panel {
        title: "Voltorb Flip",
        cells: Some(cells(&position.tiles.map(|&tile| Some(tile)), advice)),
        right: lines(position.rows.len(), "row", Some(&position.rows)),
        below: lines(position.cols.len(), "column", Some(&position.cols)),
        legend: LEGEND.to_vec(),
        details: DETAILS.to_vec(),
        facts,
        advice: advice.and_then(sentence),
        ends_round: advice.is_some_and(ends_round),
    }
}

const LEGEND: [(&str, &str); 2] =
    [("17%", "chance of a Voltorb"), ("6/1", "sum and Voltorbs of the line")];

const DETAILS: [(&str, &str); 1] = [("42/8", "chances of a 2 and of a 3, in %")];

/// The headers of so many rows or columns, those that are not known yet as `?`.
fn lines(count: usize, what: &str, known: Option<&Vec<Line>>) -> Vec<PanelHeader> {
    let header = |i: usize| {
        let line = known.and_then(|lines| lines.get(i));
        let text = line.map_or("?/?".to_owned(), |l| format!("{}/{}", l.sum, l.voltorbs));
        PanelHeader { text, fields: [0, 1].map(|part| header_name(what, i, part)).to_vec() }
    };
    (0..count).map(header).collect()
}

/// The advice, if it is for the cards as they lie now.
fn current(player: &FlipPlayer) -> Option<&Advice> {
    let round = player.round.as_ref().filter(|round| !round.ended)?;
    let (position, advice) = player.advice.as_ref()?;
    let same = position.tiles.cells().all(|(cell, &tile)| round.tiles[cell] == Some(tile));
    same.then_some(advice)
}

/// How the game stands where there is no card to advise.
fn standing(player: &FlipPlayer) -> Option<String> {
    match player.phase {
        Some(Phase::Menu) => return Some("press Play".to_owned()),
        Some(Phase::Info) => return Some("return from the game info".to_owned()),
        _ => {}
    }
    let round = player.round.as_ref()?;
    match round.outcome()? {
        Outcome::Lost => Some("lost: go on to the next round".to_owned()),
        Outcome::Won => Some("cleared: go on to the next round".to_owned()),
        Outcome::Quit => None,
    }
}

fn cells(tiles: &Grid<Option<Tile>>, advice: Option<&Advice>) -> Grid<PanelCell> {
    let chosen = advice.filter(|advice| !advice.quit).and_then(|advice| advice.best);
    Grid::from_fn(tiles.rows(), tiles.columns(), |r, c| {
        let cell: Cell = (r, c);
        let (sign, lines, tone) = match (tiles[cell], advice) {
            (Some(Some(card)), _) => face_up(card),
            (Some(None), Some(advice)) => face_down(&advice.tiles[cell]),
            (Some(None), None) => (".".to_owned(), Vec::new(), Tone::Plain),
            (None, _) => ("?".to_owned(), Vec::new(), Tone::Dim),
        };
        PanelCell { sign, lines, tone, chosen: chosen == Some(cell), field: card_name(cell) }
    })
}

fn face_up(card: Card) -> (String, Vec<String>, Tone) {
    let text = if card == Card::Voltorb { "V".to_owned() } else { card.value().to_string() };
    (text, Vec::new(), tone_of_card(card))
}

/// The tone of a face-up card.
pub fn tone_of_card(card: Card) -> Tone {
    match card {
        Card::Voltorb => Tone::Fatal,
        Card::One => Tone::Known,
        Card::Two | Card::Three => Tone::Prize,
    }
}

/// The chance of a Voltorb, below it those of a 2 and a 3, and what flipping it is worth.
fn face_down(tile: &TileAdvice) -> (String, Vec<String>, Tone) {
    let [voltorb, _, two, three] = tile.odds;
    let lines = vec![format!("V {}%", short(voltorb)), format!("{}/{}", short(two), short(three))];
    (format!("{}%", short(voltorb)), lines, tone_of(tile))
}

/// The tone of a face-down card, by the risk of flipping it.
pub fn tone_of(tile: &TileAdvice) -> Tone {
    match tile {
        TileAdvice { safe: true, useful: true, .. } => Tone::Safe,
        TileAdvice { odds: [1.0, ..], .. } => Tone::Fatal,
        TileAdvice { useful: false, .. } => Tone::Useless,
        TileAdvice { odds: [voltorb, ..], .. } => Tone::Risk(*voltorb),
    }
}

fn name(objective: Objective) -> &'static str {
    match objective {
        Objective::Clear => "chance to clear",
        Objective::Coins => "expected coins",
        Objective::Level => "chance to keep or raise the level",
        Objective::Survive(_) => "chance to flip enough cards",
        Objective::ClearWith(_) => "chance to clear with enough cards",
        Objective::Next => "chance that the next card is safe",
        Objective::Campaign(_) => "expected coins, with later rounds",
    }
}

fn value(advice: &Advice) -> String {
    let show = |value: f64| match advice.objective {
        Objective::Coins | Objective::Campaign(_) => format!("{value:.1}"),
        _ => format!("{:.1}%", 100.0 * value),
    };
    if advice.exact {
        show(advice.value)
    } else {
        format!("{} to {}", show(advice.lower), show(advice.upper))
    }
}

/// Whether to quit is advised.
fn ends_round(advice: &Advice) -> bool {
    advice.over.is_none() && advice.quit
}

fn sentence(advice: &Advice) -> Option<String> {
    if advice.over.is_some() {
        return None;
    }
    if ends_round(advice) {
        return Some("quit now: no flip is worth more".to_owned());
    }
    let (row, column) = advice.best?;
    let tile = &advice.tiles[(row, column)];
    let odds = if tile.safe {
        "it is safe".to_owned()
    } else {
        format!("{}% chance of a Voltorb", short(tile.odds[Card::Voltorb as usize]))
    };
    Some(format!("flip row {}, column {}: {odds}", row + 1, column + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::frame::Frame;
    use session::{Player, View};
    use std::time::Duration;

    /// The board as it lies at the end says more than 35 fields one below the other.
    #[test]
    fn after_a_round_its_turned_board_is_shown() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/voltorb-flip/arcade/reveal-1.png");
        let picture = image::open(path).unwrap().into_rgb8();
        let mut player = FlipPlayer::new(Default::default());
        let sight = player.look(&Frame::new(picture, Duration::ZERO)).unwrap();
        player.decide(&sight, Duration::ZERO);
        let panel = player.panel();
        let cells = panel.cells.expect("the board");
        assert!(cells.iter().all(|cell| ["V", "1", "2", "3"].contains(&&*cell.sign)), "{cells:?}");
        assert_eq!((panel.right.len(), panel.below.len()), (SIZE, SIZE));
    }
}
