//! The page of charts that `simulate --report` writes.

use super::paper::{PUBLISHED, PaperResults};
use super::round_report::RoundReport;
use super::session_report::{COLUMNS, Row};
use grid::statistics::{Z95, wilson};
use lab::charts::{Axes, Bar, bars, lines};
use lab::page::Page;
use lab::voltorb_flip::campaign::sessions::{SessionResults, SessionTally};
use std::collections::{BTreeMap, BTreeSet};
use voltorb_flip::levels::Level;

/// What a report shows; each part may be missing.
#[derive(Debug, Default)]
pub struct Contents {
    /// Strategies at each level.
    pub rounds: Vec<RoundReport>,
    /// Sessions of several strategies.
    pub sessions: Option<SessionResults>,
    /// Published figures beside ours.
    pub paper: Option<PaperResults>,
}

const fn axes<'a>(across: &'a str, up: &'a str) -> Axes<'a> {
    Axes { across, up, logarithmic: false }
}

fn levels() -> Vec<String> {
    Level::all().map(|level| level.to_string()).collect()
}

/// The report as HTML.
///
/// # Errors
/// Never: it is drawn in memory.
pub fn html(contents: &Contents) -> anyhow::Result<String> {
    let mut page = Page::new("Voltorb Flip: strategies compared");
    page.paragraph(
        "Boards of the game's own generator, the same for every strategy. Strokes on bars are intervals \
         that hold the true value in 95 of 100 cases.",
    );
    if let Some(results) = &contents.sessions {
        sessions(&mut page, results)?;
    }
    if !contents.rounds.is_empty() {
        rounds(&mut page, &contents.rounds)?;
    }
    if let Some(paper) = &contents.paper {
        published(&mut page, paper)?;
    }
    Ok(page.html())
}

fn sessions(page: &mut Page, results: &SessionResults) -> anyhow::Result<()> {
    let plan = &results.plan;
    let rows: Vec<Row> = plan
        .strategies
        .iter()
        .zip(&results.tallies)
        .map(|(name, tally)| Row::new(name, tally, plan))
        .collect();
    let names = &plan.strategies;
    page.heading("Sessions");
    page.paragraph(&format!(
        "{} sessions of {} rounds for each strategy, {}, seed {}{}.",
        plan.sessions,
        plan.rounds,
        match plan.level {
            Some(level) => format!("every round at level {level}"),
            None => "from level 1 on by the rules of the game".to_owned(),
        },
        plan.seed,
        match plan.work {
            Some(work) => format!(", searches ended after {work} million boards looked at"),
            None => String::new(),
        }
    ));
    let cells = rows.iter().map(|row| [row.cells(), vec![row.gain_cell()]].concat());
    let columns = [&COLUMNS[..], &["more than the first"]].concat();
    page.table(&columns, &cells.collect::<Vec<_>>());
    if rows.len() > 1 {
        let bar = |row: &Row| Bar { value: row.gain.value, interval: Some(row.gain.interval()) };
        let others: Vec<String> = names[1..].to_vec();
        let gains = vec![rows[1..].iter().map(|row| Some(bar(row))).collect()];
        page.figure(
            &format!("Coins a round more than {}, on the same boards", names[0]),
            &[],
            &bars(&others, &gains, axes("", "coins a round"))?,
        );
    }
    let won = results.tallies.iter().map(|tally| {
        let at = tally.won_at.iter().zip(tally.occupancy);
        at.map(|(&won, rounds)| (rounds > 0).then(|| share(won, rounds))).collect()
    });
    let won: Vec<Vec<Option<Bar>>> = won.collect();
    page.figure(
        "Rounds won at each level",
        names,
        &bars(&levels(), &won, axes("level", "won, %"))?,
    );
    let occupancy = results.tallies.iter().map(|tally| {
        let all = tally.coins.count.max(1) as f64;
        let bar = |&rounds: &u64| Some(Bar { value: 100.0 * rounds as f64 / all, interval: None });
        tally.occupancy.iter().map(bar).collect()
    });
    let occupancy: Vec<Vec<Option<Bar>>> = occupancy.collect();
    let chart = bars(&levels(), &occupancy, axes("level", "rounds, %"))?;
    page.figure("At which levels the rounds are played", names, &chart);
    let by_round = |of: fn(&SessionTally) -> &Vec<u64>, sum: bool| -> Vec<Vec<(f64, f64)>> {
        let line = |tally: &SessionTally| {
            let sessions = tally.session_coins.count.max(1) as f64;
            let mut so_far = 0;
            let point = |(round, &count): (usize, &u64)| {
                so_far = if sum { so_far + count } else { count };
                ((round + 1) as f64, so_far as f64 / sessions)
            };
            of(tally).iter().enumerate().map(point).collect()
        };
        results.tallies.iter().map(line).collect()
    };
    let coins = lines(&by_round(|tally| &tally.coins_by_round, true), axes("round", "coins"))?;
    page.figure("Coins won so far, mean of all sessions", names, &coins);
    let level = lines(&by_round(|tally| &tally.levels, false), axes("round", "level"))?;
    page.figure("Level, mean of all sessions", names, &level);
    let all = results.tallies.iter().map(|tally| &tally.turns);
    histogram(page, "Turns of a round", names, &all.collect::<Vec<_>>())?;
    let won = results.tallies.iter().map(|tally| &tally.turns_won);
    histogram(page, "Turns of the rounds that were won", names, &won.collect::<Vec<_>>())
}

fn share(hits: u64, all: u64) -> Bar {
    let interval = wilson(hits, all).map(|end| 100.0 * end);
    Bar { value: 100.0 * hits as f64 / all.max(1) as f64, interval: Some(interval) }
}

fn histogram(
    page: &mut Page,
    caption: &str,
    names: &[String],
    turns: &[&BTreeMap<u32, u64>],
) -> anyhow::Result<()> {
    let all: BTreeSet<u32> = turns.iter().flat_map(|turns| turns.keys().copied()).collect();
    let (first, last) = (all.first().copied().unwrap_or(0), all.last().copied().unwrap_or(0));
    let points = |turns: &&BTreeMap<u32, u64>| {
        let rounds = turns.values().sum::<u64>().max(1) as f64;
        let share = |count: u32| 100.0 * turns.get(&count).copied().unwrap_or(0) as f64 / rounds;
        (first..=last).map(|count| (f64::from(count), share(count))).collect()
    };
    let series: Vec<Vec<(f64, f64)>> = turns.iter().map(points).collect();
    page.figure(caption, names, &lines(&series, axes("turns", "rounds, %"))?);
    Ok(())
}

fn rounds(page: &mut Page, reports: &[RoundReport]) -> anyhow::Result<()> {
    let mut names: Vec<String> = Vec::new();
    for report in reports {
        if !names.contains(&report.strategy) {
            names.push(report.strategy.clone());
        }
    }
    let series = |of: &dyn Fn(&RoundReport) -> (f64, f64)| -> Vec<Vec<Option<Bar>>> {
        let bar = |report: &RoundReport| {
            let (value, error) = of(report);
            Bar { value, interval: Some([value - Z95 * error, value + Z95 * error]) }
        };
        let of_name = |name: &String| {
            let at = |level| {
                let found = reports.iter().find(|r| r.strategy == *name && r.level == level);
                found.map(bar)
            };
            Level::all().map(at).collect()
        };
        names.iter().map(of_name).collect()
    };
    page.heading("Single rounds");
    page.paragraph(&format!(
        "{} boards of each level, seed {}.",
        reports[0].boards, reports[0].seed
    ));
    let cleared = series(&|report| (100.0 * report.clear_rate, 100.0 * report.clear_rate_error));
    page.figure("Boards cleared", &names, &bars(&levels(), &cleared, axes("level", "cleared, %"))?);
    let coins = series(&|report| (report.coins, report.coins_error));
    page.figure("Coins of a round", &names, &bars(&levels(), &coins, axes("level", "coins"))?);
    Ok(())
}

fn published(page: &mut Page, paper: &PaperResults) -> anyhow::Result<()> {
    page.heading("Published figures beside ours");
    page.paragraph(
        "Evin Jaff and Rose Bohrer on Voltorb Flip, and Dylan Black's articles on the game as Pokémon \
         Reborn has it (Maximum Effort, Minimum Reward, 2021), each figure with why it differs.",
    );
    let rows: Vec<Vec<String>> = paper
        .rows
        .iter()
        .map(|row| {
            vec![row.what.clone(), row.published.clone(), row.ours.clone(), row.why.to_owned()]
        })
        .collect();
    page.table(&["figure", "published", "here", "why"], &rows);
    let names = ["all rounds", "rounds won"].map(str::to_owned);
    let turns = [&paper.bogo.turns, &paper.bogo.turns_won];
    histogram(page, "Turns of BogoFlip, level 1", &names, &turns)?;
    let played = &paper.strategies;
    let names: Vec<String> = played.iter().map(|at| at.strategy.clone()).collect();
    let all: Vec<_> = played.iter().map(|at| &at.rounds.turns).collect();
    histogram(page, "Turns of a round at level 2", &names[..2], &all[..2])?;
    let theirs = played.iter().map(|at| Some(share(at.published, PUBLISHED))).collect();
    let ours = played.iter().map(|at| Some(share(at.rounds.won, at.rounds.rounds))).collect();
    let sources = [format!("published ({PUBLISHED} boards)"), "here".to_owned()];
    let chart = bars(&names, &[theirs, ours], axes("", "won, %"))?;
    page.figure("Rounds won at level 2", &sources, &chart);
    let times = paper.sizes.iter().map(|at| (at.side as f64, 1e3 * at.seconds.value)).collect();
    let axes = Axes { across: "length of the board", up: "ms", logarithmic: true };
    page.figure(
        "Time of an exact first move by the length of the board",
        &[],
        &lines(&[times], axes)?,
    );
    Ok(())
}
