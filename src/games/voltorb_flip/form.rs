//! How a board is entered: five by five cards and ten headers.

use serde_json::{Map, Value, json};
use session::form::{
    Checked, Choice, Form, Header, Implied, Letter, Misfit, Part, Rules, Sheet, Side,
};
use session::{Panel, PanelHeader, Tone};
use voltorb_flip::Outcome;
use voltorb_flip::board::{Card, coins};
use voltorb_flip::levels::{Level, Round, next_level};
use voltorb_flip::notation::parse_pasted;
use voltorb_flip::solver::draft::{self, Draft};
use voltorb_flip::solver::rules::Candidates;
use voltorb_flip::solver::{LineId, MOST_BOARDS, level_chances};

use super::typed::{LEVEL_UNKNOWN, UNKNOWN_LEVELS};

/// The rows, and the columns, of the game's board.
const SIDE: usize = 5;

/// The choices beside the board.
const LEVEL: &str = "level";
const DEALER: &str = "boards of";

/// The value of [`DEALER`] with which all boards that fit are alike.
const OTHER_GAME: &str = "another game";

/// The form.
pub struct FlipForm;

static RULES: Rules = Rules {
    letters: &[
        Letter::new('.', "", "", "face down", Tone::Plain),
        Letter::new('1', "1", "1", "1", Tone::Known),
        Letter::new('2', "2", "2", "2", Tone::Prize),
        Letter::new('3', "3", "3", "3", Tone::Prize),
        Letter::new('V', "vV0", "V", "Voltorb", Tone::Fatal),
    ],
    header: Some([Part { name: "sum", most: 15 }, Part { name: "Voltorbs", most: 5 }]),
    marks: true,
    paints: false,
    sides: None,
};

fn draft(text: &str) -> Result<Draft, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn side(line: LineId) -> (Side, usize) {
    match line {
        LineId::Row(row) => (Side::Right, row),
        LineId::Column(column) => (Side::Below, column),
    }
}

fn told(misfit: &draft::Misfit) -> Misfit {
    let of = |wanted: Side| {
        let lines = misfit.lines.iter().map(|&line| side(line));
        lines.filter(|&(side, _)| side == wanted).map(|(_, at)| at).collect()
    };
    Misfit {
        text: misfit.conflict.to_string(),
        rows: of(Side::Right),
        cols: of(Side::Below),
        cells: misfit.cells.clone(),
        choice: misfit.level.then_some(LEVEL),
    }
}

/// What lines alone prove of a card.
fn proven(candidates: Candidates) -> Option<String> {
    match candidates.sure() {
        Some(card) => Some(letter(card).to_string()),
        None if candidates.is_safe() => Some("safe".to_owned()),
        None if candidates.is_useless() => Some("useless".to_owned()),
        None => None,
    }
}

fn letter(card: Card) -> char {
    match card {
        Card::Voltorb => 'V',
        Card::One => '1',
        Card::Two => '2',
        Card::Three => '3',
    }
}

fn card(letter: char) -> Option<Card> {
    Card::ALL.into_iter().find(|&card| self::letter(card) == letter)
}

/// How a round stands: its end, if it has come; the cards other than Voltorbs that are up; its coins.
fn standing(draft: &Draft) -> (Option<Outcome>, u8, u64) {
    let up = || draft.tiles.iter().flatten();
    let lost = up().any(|&card| card == Card::Voltorb).then_some(Outcome::Lost);
    let outcome = draft.position().and_then(|position| position.outcome()).or(lost);
    let flipped = up().filter(|&&card| card != Card::Voltorb).count();
    (outcome, u8::try_from(flipped).unwrap_or(u8::MAX), coins(&draft.tiles))
}

/// What a sheet means.
fn entered(sheet: &Sheet) -> Draft {
    let level = sheet.choice(LEVEL).and_then(|level| level.parse().ok());
    Draft {
        level: level.and_then(|level: u8| Level::try_from(level).ok()),
        rows: sheet.right.clone(),
        cols: sheet.below.clone(),
        tiles: sheet.cells.map(|&letter| card(letter)),
    }
}

/// A sheet with these headers and cards.
fn sheet_of(draft: &Draft) -> Sheet {
    let mut sheet = Sheet::blank(&RULES, SIDE, SIDE);
    sheet.choose(LEVEL, draft.level.map(|level| level.number().to_string()));
    (sheet.right, sheet.below) = (draft.rows.clone(), draft.cols.clone());
    sheet.cells = draft.tiles.map(|tile| tile.map_or('.', letter));
    sheet
}

impl Form for FlipForm {
    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn blank(&self) -> Sheet {
        Sheet::blank(&RULES, SIDE, SIDE)
    }

    fn choices(&self) -> Vec<Choice> {
        let level = |level: Level| (level.number().to_string(), level.number().to_string());
        let games = ["HeartGold, SoulSilver", OTHER_GAME].map(|game| (game.into(), game.into()));
        vec![
            Choice::Among { name: LEVEL, values: Level::all().map(level).collect(), open: true },
            Choice::Among { name: DEALER, values: games.to_vec(), open: false },
        ]
    }

    fn settings(&self, sheet: &Sheet) -> Vec<(&'static str, String)> {
        let alike = sheet.choice(DEALER) == Some(OTHER_GAME);
        vec![(LEVEL_UNKNOWN, UNKNOWN_LEVELS[usize::from(alike)].to_owned())]
    }

    fn draft(&self, sheet: &Sheet) -> Value {
        let mut draft = entered(sheet);
        draft.level = draft.level.filter(|_| sheet.choice(DEALER) != Some(OTHER_GAME));
        json!(draft)
    }

    fn sheet(&self, draft: &Value) -> Option<Sheet> {
        let draft: Draft = serde_json::from_value(draft.clone()).ok()?;
        Some(sheet_of(&draft)).filter(|sheet| sheet.is_of(&RULES, &self.blank()))
    }

    fn check(
        &self,
        text: &str,
        deep: bool,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<Checked, String> {
        let draft = draft(text)?;
        let misfits = if deep { draft.all_misfits(&is_up) } else { draft.misfits() };
        let candidates = draft.candidates();
        let proven = candidates.map(|&candidates| proven(candidates));
        let implied = draft.implied().map(|(id, line)| {
            let (side, at) = side(id);
            Implied { side, at, line: [line.sum, line.voltorbs] }
        });
        let [rows, cols] = draft.totals();
        // One side is enough: both have the same totals.
        let whole = [(&draft.rows, rows), (&draft.cols, cols)]
            .into_iter()
            .find(|(lines, _)| lines.iter().flatten().all(Option::is_some));
        let levels: Vec<Level> = whole
            .map(|(_, totals)| Level::all().filter(|level| level.deals(totals)).collect())
            .unwrap_or_default();
        let (outcome, flipped, coins) = standing(&draft);
        let more = [
            ("totals", json!({ "rows": rows, "cols": cols })),
            ("levels", json!(levels)),
            ("round", json!({ "outcome": outcome, "flipped": flipped, "coins": coins })),
        ];
        let numbers = draft.rows.iter().chain(&draft.cols).flatten();
        Ok(Checked {
            complete: draft.position().is_some(),
            missing: numbers.filter(|number| number.is_none()).count(),
            proven: misfits.is_empty().then_some(proven),
            misfits: misfits.iter().map(told).collect(),
            implied,
            more: more
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<Map<_, _>>(),
        })
    }

    fn pasted(&self, text: &str) -> Result<Value, String> {
        let position = parse_pasted(text).map_err(|error| error.to_string())?;
        if (position.rows.len(), position.cols.len()) != (SIDE, SIDE) {
            return Err("the board has five rows and five columns: give ten headers".to_owned());
        }
        Ok(json!(Draft::from(position)))
    }

    fn read(&self, panel: &Panel, report: &Value, _: &Sheet) -> Option<Sheet> {
        let cells = panel.cells.as_ref()?;
        // "?" is a number that is not known.
        let header = |header: &PanelHeader| -> Header {
            let mut numbers = header.text.split('/').map(|number| number.parse().ok());
            [numbers.next().flatten(), numbers.next().flatten()]
        };
        let mut sheet = self.blank();
        sheet.right = panel.right.iter().map(header).collect();
        sheet.below = panel.below.iter().map(header).collect();
        let shown = |sign: &str| {
            let mut letters = sign.chars();
            letters.next().filter(|_| letters.next().is_none()).and_then(card).map_or('.', letter)
        };
        sheet.cells = cells.map(|cell| shown(&cell.sign));
        let dealt = report["look"]["dealt"].as_bool() != Some(false);
        sheet.choose(LEVEL, report["level"].as_u64().filter(|_| dealt).map(|l| l.to_string()));
        sheet.choose(DEALER, (!dealt).then(|| OTHER_GAME.to_owned()));
        for (cell, marks) in sheet.marks.clone().cells() {
            let known = &report["memos"][cell.0][cell.1];
            let known = known.as_array().into_iter().flatten().filter_map(|mark| match mark {
                Value::Number(number) => number.to_string().chars().next(),
                _ => Some('V'),
            });
            sheet.marks[cell] = marks.chars().chain(known).collect();
        }
        Some(sheet).filter(|sheet| sheet.is_of(&RULES, &self.blank()))
    }

    fn likely(
        &self,
        sheet: &Sheet,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Option<(&'static str, Vec<(String, f64)>)> {
        let open = sheet.choice(LEVEL).is_none() && sheet.choice(DEALER) != Some(OTHER_GAME);
        let position = entered(sheet).position().filter(|_| open)?;
        let chances = level_chances(&position, MOST_BOARDS, &is_up).ok()?;
        let chances =
            chances.into_iter().map(|(level, chance)| (level.number().to_string(), chance));
        Some((LEVEL, chances.collect()))
    }

    fn next(&self, sheet: &Sheet, rounds: &[Value]) -> Option<(Sheet, Option<Value>)> {
        let mut next = self.blank();
        next.choose(DEALER, sheet.choice(DEALER).map(str::to_owned));
        let draft = entered(sheet);
        // A round of an unknown level says nothing of those after it.
        let Some(level) = draft.level else { return Some((next, None)) };
        let (outcome, flipped, _) = standing(&draft);
        let round = Round { level, outcome: outcome.unwrap_or(Outcome::Quit), flipped };
        let known = rounds.iter().filter_map(|round| serde_json::from_value(round.clone()).ok());
        let rounds: Vec<Round> = known.chain([round]).collect();
        next.choose(LEVEL, Some(next_level(&rounds).number().to_string()));
        Some((next, Some(json!(round))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::form::{Key, Typing};

    const NEVER: fn() -> bool = || false;

    fn typed(headers: &str) -> Typing {
        let mut typing = Typing::new(&FlipForm);
        headers.chars().for_each(|key| assert!(typing.key(Key::Char(key)), "{key}"));
        typing
    }

    fn check(sheet: &Sheet, deep: bool) -> Checked {
        FlipForm.check(&FlipForm.draft(sheet).to_string(), deep, &NEVER).unwrap()
    }

    #[test]
    fn a_board_is_typed_and_checked_on_the_way() {
        let mut typing = typed("61714142418041610146");
        let checked = check(typing.sheet(), false);
        assert_eq!((checked.complete, checked.missing), (false, 1));
        assert_eq!(checked.implied.map(|implied| implied.line), Some([6, 0]));
        typing.key(Key::Char('0'));
        let checked = check(typing.sheet(), true);
        assert!(checked.complete && checked.misfits.is_empty(), "{checked:?}");
        typing.press(session::form::Place::Cell((0, 0)));
        typing.key(Key::Char('2'));
        let draft: Draft = serde_json::from_value(FlipForm.draft(typing.sheet())).unwrap();
        assert_eq!(draft.tiles[(0, 0)], Some(Card::Two));
        assert_eq!(FlipForm.sheet(&json!(draft)).as_ref(), Some(typing.sheet()));
    }

    #[test]
    fn what_cannot_be_is_named_where_it_stands() {
        let mut typing = typed("617141424180416101460");
        let place = session::form::Place::Header { side: Side::Right, at: 0, part: 0 };
        typing.select(place);
        typing.enter_number(15);
        let misfits = check(typing.sheet(), false).misfits;
        assert!(misfits[0].is_about(place), "{misfits:?}");
        typing.undo();
        typing.choose(LEVEL, Some("8".to_owned()));
        let misfits = check(typing.sheet(), false).misfits;
        assert_eq!(misfits[0].choice, Some(LEVEL));
    }

    #[test]
    fn an_unknown_level_is_weighed_and_the_next_one_follows() {
        let mut typing = typed("617141424180416101460");
        let (name, chances) = FlipForm.likely(typing.sheet(), &NEVER).unwrap();
        let total: f64 = chances.iter().map(|(_, chance)| chance).sum();
        assert!(name == LEVEL && (total - 1.0).abs() < 1e-9, "{chances:?}");
        typing.choose(LEVEL, Some("1".to_owned()));
        assert_eq!(FlipForm.likely(typing.sheet(), &NEVER), None);
        let (next, round) = FlipForm.next(typing.sheet(), &[]).unwrap();
        assert_eq!(next.choice(LEVEL), Some("1"));
        assert_eq!(round.unwrap()["outcome"], "quit");
        typing.choose(LEVEL, None);
        assert_eq!(FlipForm.next(typing.sheet(), &[]).unwrap().1, None);
    }

    #[test]
    fn pasted_headers_are_understood() {
        for text in ["61 71 41 42 41 80 41 61 14 60", "6 7 4 4 4 8 4 6 1 6\n1 1 1 2 1 0 1 1 4 0"] {
            let sheet = FlipForm.sheet(&FlipForm.pasted(text).unwrap()).unwrap();
            assert_eq!(sheet, *typed("617141424180416101460").sheet(), "{text}");
        }
        assert!(FlipForm.pasted("1 2 3").unwrap_err().contains("3 numbers"));
        assert!(FlipForm.pasted("rows 1/1 2/1; cols 1/1 1/1").unwrap_err().contains("ten headers"));
    }
}
