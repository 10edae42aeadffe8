//! What the program says against what the game knows: every tap, every number that a decision
//! was based on, every round.

use super::table::Table;
use crate::support::flips::{Acts, Entry, round_end};
use crate::support::rom::{Round, Touch, hit};
use grid::Cell;
use session::RoundEnd;
use std::collections::VecDeque;
use std::fmt;
use voltorb_flip::board::{Board, Card, Position, headers};
use voltorb_flip::levels::{Level, Outcome};
use voltorb_flip_game::player::Move;

/// How far from where it was meant a tap may be felt, in native pixels: at odd scales a pixel of
/// the window is not a pixel of the game.
const AIM: f64 = 2.0;

/// A position that a decision was based on.
#[derive(Debug)]
struct Decided {
    position: Position,
    /// The cards flipped before, as far as it was seen that they turned.
    flipped: Vec<Cell>,
    wallet: Option<u64>,
    /// The rounds that had ended before.
    round: usize,
}

/// The book that is kept.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Acts that the game has not yet been asked about.
    acts: VecDeque<Move>,
    decided: Vec<Decided>,
    flipped: Vec<Cell>,
    /// A flip that was made, and is not confirmed yet.
    pending: Option<Cell>,
    /// The last act that the game felt, if it hit what was meant.
    felt: Option<Move>,
    ends: Vec<RoundEnd>,
    /// How many taps and rounds the game had counted when it was last asked.
    touches: u32,
    rounds: u32,
    /// The wallet before the first round that is not settled.
    wallet: u32,

    /// Rounds compared, and of these won and lost.
    pub compared: usize,
    pub won: usize,
    pub lost: usize,
    pub coins: u64,
    /// Numbers compared.
    pub fields: usize,
    /// Taps felt by the game.
    pub taps: usize,
    /// Cards flipped.
    pub cards: usize,
    /// Taps to go on that came before the game waited for one: they do nothing.
    pub early: usize,
    /// Taps made again because the effect of the first was late: they find it done, and do nothing.
    pub again: usize,
    /// Taps made that the game has not felt.
    pub unfelt: usize,
    /// Numbers that were read wrong.
    pub misreads: Vec<String>,
    /// Taps that hit something else than was meant.
    pub wrong: Vec<String>,
    /// Taps in no box of the game that were meant for one.
    pub outside: Vec<String>,
}

impl Ledger {
    /// A book that begins now.
    pub fn open(table: &mut Table) -> Self {
        let mut ledger = Self::default();
        ledger.begin_anew(table);
        ledger
    }

    /// Another game lies on the table, whose counters begin anew.
    pub fn begin_anew(&mut self, table: &mut Table) {
        let truth = table.truth();
        (self.touches, self.rounds, self.wallet) = (truth.touches, truth.rounds, truth.wallet);
        self.acts.clear();
        self.decided.clear();
        self.ends.clear();
        self.flipped.clear();
        self.pending = None;
        self.felt = None;
    }

    /// The game ends here: what was not settled before never will be.
    pub fn interrupt(&mut self) {
        self.acts.clear();
        self.decided.clear();
        self.flipped.clear();
        self.pending = None;
    }

    /// A flip whose confirmation was cut short, by a pause of the emulator, happened if another move
    /// follows it.
    fn resolve(&mut self, next: &Move) {
        if let Some(cell) = self.pending
            && *next != Move::Flip(cell)
        {
            self.pending = None;
            self.flipped.push(cell);
        }
    }

    /// Takes down what the program says.
    pub fn hear(&mut self, entry: &Entry) {
        if let ("acted" | "advised", Some(what)) = (entry.kind(), entry.what()) {
            self.resolve(&what);
        }
        match (entry.kind(), entry.what()) {
            ("acted", Some(what)) => {
                if let Move::Flip(cell) = what {
                    self.pending = Some(cell);
                }
                self.acts.push_back(what);
            }
            ("confirmed", Some(Move::Flip(cell))) => {
                self.pending = None;
                self.flipped.push(cell);
            }
            ("advised", Some(Move::Flip(_) | Move::AskToQuit)) => {
                let on = &entry.0["on"];
                self.decided.push(Decided {
                    position: serde_json::from_value(on["position"].clone()).unwrap(),
                    flipped: self.flipped.clone(),
                    wallet: on["wallet"].as_u64(),
                    round: self.ends.len(),
                });
            }
            _ => {}
        }
        if let Some(end) = round_end(entry) {
            self.ends.push(end);
            self.flipped.clear();
            self.pending = None;
        }
    }

    /// Asks the game and compares. To be called between taps, best at the menu.
    pub fn settle(&mut self, table: &mut Table) {
        let truth = table.truth();
        let places: Vec<_> = (self.touches..truth.touches)
            .map(Touch::place)
            .chain((self.rounds..truth.rounds).map(Round::place))
            .collect();
        let mut memory = table.memory(&places).into_iter();
        let touches = (truth.touches - self.touches) as usize;
        for bytes in memory.by_ref().take(touches) {
            self.take_touch(&Touch::parse(&bytes));
        }
        // Those that are left came after the last tap that was felt.
        self.unfelt += self.acts.drain(..).count();
        let rounds: Vec<Round> =
            memory.map(|bytes| Round::parse(&bytes).expect("a round is logged")).collect();
        (self.touches, self.rounds) = (truth.touches, truth.rounds);
        let ends = std::mem::take(&mut self.ends);
        let decided = std::mem::take(&mut self.decided);
        if ends.len() != rounds.len() {
            self.misreads.push(format!("{} rounds, seen were {}", rounds.len(), ends.len()));
        }
        for (i, (round, end)) in rounds.iter().zip(&ends).enumerate() {
            // A round ends before the next board is dealt.
            let dealt = (truth.board != round.board).then_some(truth.level);
            let next = rounds.get(i + 1).map(|next| next.level).or(dealt);
            self.take_round(round, end, next);
            for decided in decided.iter().filter(|decided| decided.round == i) {
                self.take_decision(decided, &round.board, round.level);
            }
            self.wallet = round.wallet;
        }
        // The round that is not over yet.
        for decided in decided.iter().filter(|decided| decided.round == rounds.len()) {
            self.take_decision(decided, &truth.board, truth.level);
        }
    }

    /// A tap that the game has felt: which act was it, and did it hit what was meant?
    fn take_touch(&mut self, touch: &Touch) {
        self.taps += 1;
        let near = |what: &Move| {
            let (at, felt) = (what.target(), touch.at);
            (at.x - f64::from(felt.0) - 0.5).abs() <= AIM
                && (at.y - f64::from(felt.1) - 0.5).abs() <= AIM
        };
        let Some(place) = self.acts.iter().position(near) else {
            self.outside.push(format!("{touch:?}, meant was one of {:?}", self.acts));
            return;
        };
        self.unfelt += self.acts.drain(..place).count();
        let what = self.acts.pop_front().expect("it was found");
        let number = |(row, column): Cell| (5 * row + column) as u8;
        let right = match what {
            Move::Flip(cell) => (touch.hit, touch.what) == (hit::CARD, number(cell)),
            Move::Advance => matches!(touch.hit, hit::ADVANCE | hit::NOTHING),
            Move::Play => (touch.hit, touch.what) == (hit::ENTRY, 0),
            Move::LeaveInfo => (touch.hit, touch.what) == (hit::ENTRY, 3),
            Move::CloseMemo => touch.hit == hit::MEMO_BUTTON,
            Move::AskToQuit => touch.hit == hit::QUIT_BUTTON,
            Move::Quit => touch.hit == hit::YES,
            Move::Stay => touch.hit == hit::NO,
            // A DS has no cursor that moves.
            Move::Point(..) => false,
        };
        self.cards += usize::from(touch.hit == hit::CARD);
        self.early += usize::from(what == Move::Advance && touch.hit == hit::NOTHING);
        let done = matches!(touch.hit, hit::NOTHING | hit::FACE_UP_CARD);
        let again = !right && done && self.felt == Some(what);
        self.again += usize::from(again);
        if !again {
            self.felt = right.then_some(what);
        }
        match touch.hit {
            _ if right || again => {}
            hit::NOTHING => self.outside.push(format!("{what:?}: {touch:?}")),
            _ => self.wrong.push(format!("{what:?}: {touch:?}")),
        }
    }

    fn take_round(&mut self, round: &Round, end: &RoundEnd, next: Option<Level>) {
        self.compared += 1;
        self.won += usize::from(round.outcome == Outcome::Won);
        self.lost += usize::from(round.outcome == Outcome::Lost);
        self.coins += u64::from(round.coins);
        let number = round.number;
        let pairs = [
            ("outcome", format!("{:?}", end.ending), format!("{:?}", round.outcome)),
            ("coins", end.score.to_string(), round.coins.to_string()),
            ("level", text(end.level), round.level.to_string()),
            (
                "next level",
                text(end.next_level),
                next.map_or(text(end.next_level), |n| n.to_string()),
            ),
            ("cards", end.moves.to_string(), round.flipped.to_string()),
        ];
        for (what, said, true_) in pairs {
            self.compare(said == true_, || format!("round {number}: {what} {said}, is {true_}"));
        }
    }

    fn take_decision(&mut self, decided: &Decided, board: &Board, level: Level) {
        let Decided { position, flipped, wallet, .. } = decided;
        let (rows, cols) = headers(board);
        for (said, true_) in
            position.rows.iter().chain(&position.cols).zip(rows.iter().chain(&cols))
        {
            self.compare(said.sum == true_.sum, || format!("sum {said:?}, is {true_:?}"));
            let right = said.voltorbs == true_.voltorbs;
            self.compare(right, || format!("Voltorbs {said:?}, is {true_:?}"));
        }
        for (cell, said) in position.tiles.cells() {
            let true_: Option<Card> = flipped.contains(&cell).then(|| board[cell]);
            self.compare(*said == true_, || format!("card {cell:?} {said:?}, is {true_:?}"));
        }
        self.compare(position.level == Some(level), || {
            format!("level {:?}, is {level}", position.level)
        });
        let true_ = u64::from(self.wallet);
        self.compare(wallet.is_none_or(|said| said == true_), || {
            format!("wallet {wallet:?}, is {true_}")
        });
    }

    fn compare(&mut self, right: bool, wrong: impl FnOnce() -> String) {
        self.fields += 1;
        if !right {
            self.misreads.push(wrong());
        }
    }

    /// That nothing was misread and nothing wrong was tapped.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert!(
            self.misreads.is_empty() && self.wrong.is_empty() && self.outside.is_empty(),
            "{self}\n{:#?}\n{:#?}\n{:#?}",
            self.misreads,
            self.wrong,
            self.outside
        );
    }
}

fn text(level: Option<u8>) -> String {
    level.map_or("not known".to_owned(), |level| level.to_string())
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "against the game's truth: {} rounds ({} won, {} lost), {} coins; {} numbers, {} \
             misread; {} taps ({} cards), {} wrong, {} outside every box; {} not felt, {} early, {} again",
            self.compared,
            self.won,
            self.lost,
            self.coins,
            self.fields,
            self.misreads.len(),
            self.taps,
            self.cards,
            self.wrong.len(),
            self.outside.len(),
            self.unfelt,
            self.early,
            self.again
        )
    }
}
