//! `voltsight lab simulate --paper`: what others have published, beside the same played here.

use crate::games::voltorb_flip::paper::{
    AtSize, LIMIT, Rounds, bogo_chance, play, play_independent, play_unlimited, sizes,
};
use grid::statistics::wilson;
use serde::Serialize;
use voltorb_flip::levels::Level;
use voltorb_flip::solver::strategies::Strategy;

/// A figure beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct PaperRow {
    /// What was counted.
    pub what: String,
    /// What is published.
    pub published: String,
    /// What was found here.
    pub ours: String,
    /// Why they differ, or that they do not.
    pub why: String,
}

/// A strategy at level 2.
#[derive(Clone, Debug, Serialize)]
pub struct AtSecondLevel {
    /// The strategy's name.
    pub strategy: String,
    /// Rounds won of the [`PUBLISHED`] ones, about.
    pub published: u64,
    /// Those played here.
    pub rounds: Rounds,
}

/// Rounds that Jaff and Bohrer played of each strategy at level 2.
pub const PUBLISHED: u64 = 500;

/// Everything that `--paper` finds.
#[derive(Clone, Debug, Serialize)]
pub struct PaperResults {
    /// Figure by figure.
    pub rows: Vec<PaperRow>,
    /// BogoFlip at level 1.
    pub bogo: Rounds,
    /// The strategies of Jaff and Bohrer at level 2.
    pub strategies: Vec<AtSecondLevel>,
    /// The time for a first move by the length of the board.
    pub sizes: Vec<AtSize>,
}

/// Random boards played for each board of another strategy: by default 2,000,000, as published.
const BOGO: u64 = 2000;

/// Of so many boards one is taken for the tests of time.
const TIMED: usize = 50;

impl PaperResults {
    /// Plays so many boards for each figure.
    pub fn new(boards: u64, seed: u32) -> Self {
        let second = Level::all().nth(1).unwrap_or(Level::FIRST);
        let bogo = play(Strategy::BogoFlip, Level::FIRST, BOGO * boards, seed);
        let played = [
            (Strategy::MinRisk, 310),
            (Strategy::ScoreFirst, 310),
            (Strategy::Cutoff(3), 310),
            (Strategy::BogoFlip, 0),
        ];
        let strategies: Vec<AtSecondLevel> = played
            .iter()
            .map(|&(strategy, published)| AtSecondLevel {
                strategy: strategy.to_string(),
                published,
                rounds: play(strategy, second, boards, seed),
            })
            .collect();
        let mut rows = vec![PaperRow {
            what: "BogoFlip, level 1: won (Jaff and Bohrer, 2,000,000 boards)".to_owned(),
            published: "0.52 %".to_owned(),
            ours: format!(
                "{}; by counting {:.3} %",
                won(&bogo),
                100.0 * bogo_chance(Level::FIRST)
            ),
            why: "the same: of the orders of v Voltorbs and u useful cards one in (v + u)! / (v! u!) \
                  has all useful ones first, at level 1 one in 194"
                .to_owned(),
        }];
        for ((strategy, wins), AtSecondLevel { strategy: name, rounds, .. }) in
            played.into_iter().zip(&strategies)
        {
            let random = strategy == Strategy::BogoFlip;
            let theirs = play_unlimited(strategy, second, boards, seed);
            rows.push(PaperRow {
                what: format!("{name}, level 2: won (Jaff and Bohrer, {PUBLISHED} boards)"),
                published: format!(
                    "{}{} %",
                    if random { "" } else { "about " },
                    100 * wins / PUBLISHED
                ),
                ours: format!("{}; on boards dealt without limits {}", won(rounds), won(&theirs)),
                why: if random {
                    let chance = bogo_chance(second);
                    format!("one in {:.0} is won, so that 500 boards show none or one", 1.0 / chance)
                } else {
                    "500 boards leave ± 4.3 points, and the paper does not say which N it means; 62 % belongs to boards as \
                     the game deals them: without its limits on cards in lines without a Voltorb far more are \
                     won"
                        .to_owned()
                },
            });
        }
        let turns = |rounds: &Rounds| {
            format!("{:.2} in all, {:.2} if won", rounds.mean_turns(false), rounds.mean_turns(true))
        };
        for AtSecondLevel { strategy: name, rounds, .. } in &strategies[..2] {
            rows.push(PaperRow {
                what: format!("{name}, level 2: turns of a round (Jaff and Bohrer)"),
                published: "a histogram".to_owned(),
                ours: turns(rounds),
                why: "the report has the histogram; the numbers of theirs are not at hand"
                    .to_owned(),
            });
        }
        let logic = play(Strategy::Logic, second, boards, seed);
        rows.push(PaperRow {
            what: "rules alone, level 2: won without a guess (Black)".to_owned(),
            published: "no figure: on most boards one has to guess".to_owned(),
            ours: won(&logic),
            why: "agrees; it quits where nothing is proven, and never loses".to_owned(),
        });
        let independent = play_independent(Strategy::Ratio, boards, seed);
        rows.push(PaperRow {
            what: "ratio of reward to risk, Black's own boards: won (Black)".to_owned(),
            published: "about 71 %".to_owned(),
            ours: won(&independent),
            why: "his program deals every tile by itself, so that boards with few 2s and 3s, or none, \
                  count; ours wins more of them since it lists the boards that fit, \
                  which his articles leave open"
                .to_owned(),
        });
        let dealt = play(Strategy::Ratio, second, boards, seed);
        rows.push(PaperRow {
            what: "ratio of reward to risk, level 2 as the game deals it: won".to_owned(),
            published: "the same 71 % is claimed for level 2".to_owned(),
            ours: won(&dealt),
            why: "the game's boards all have 4 to 6 useful cards, and few of them in lines without a \
                  Voltorb: his generator makes the difference"
                .to_owned(),
        });
        let sizes = sizes((boards as usize / TIMED).max(3), seed);
        for at in &sizes {
            rows.push(PaperRow {
                what: format!("{0} x {0}: boards that fit, time of a first move", at.side),
                published: match at.side {
                    6 => "where the program of Jaff and Bohrer ended",
                    2 | 3 | 5 => "numbers of solutions (Pasell)",
                    _ => "",
                }
                .to_owned(),
                ours: size(at),
                why: match at.side {
                    6 => "what is not solved within the limit fits too many boards",
                    2 | 3 | 5 => "the numbers of his examples are not at hand: not compared",
                    _ => "no figure is published",
                }
                .to_owned(),
            });
        }
        Self { rows, bogo, strategies, sizes }
    }

    /// The figures side by side as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for PaperRow { what, published, ours, why } in &self.rows {
            let published = if published.is_empty() { "-" } else { published };
            text += &format!("{what}\n  published: {published}\n  here:      {ours}\n  {why}\n");
        }
        text
    }
}

fn won(rounds: &Rounds) -> String {
    let [low, high] = wilson(rounds.won, rounds.rounds);
    let share = 100.0 * rounds.won as f64 / rounds.rounds.max(1) as f64;
    let places = if share < 2.0 { 3 } else { 1 };
    let mut text = format!(
        "{share:.places$} % of {} (95 %: {:.places$} to {:.places$})",
        rounds.rounds,
        100.0 * low,
        100.0 * high
    );
    if rounds.left_out > 0 {
        text += &format!(", {} left out: too many boards fit", rounds.left_out);
    }
    text
}

fn size(at: &AtSize) -> String {
    format!(
        "{:.0} boards fit, {:.2} ms, {} of {} within {} s",
        at.fit.value,
        1e3 * at.seconds.value,
        at.solved,
        at.boards,
        LIMIT.as_secs()
    )
}
