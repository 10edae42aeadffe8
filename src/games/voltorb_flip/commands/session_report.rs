//! The results of sessions as they are printed: a table, CSV, JSON.

use crate::show::table::{Align, Table};
use grid::statistics::{Estimate, wilson};
use lab::voltorb_flip::campaign::sessions::{Experiment, SessionResults, SessionTally};
use serde_json::json;
use voltorb_flip::levels::Level;

pub const CSV: &str = "strategy,rounds,won,lost,quit,won_low,won_high,flips,turns,level,coins,coins_error,\
coins_per_minute,coins_per_minute_error,gain,gain_error\n";

/// The columns of [`Row::cells`].
pub const COLUMNS: [&str; 9] = [
    "strategy",
    "rounds",
    "won, %",
    "lost, %",
    "quit, %",
    "flips",
    "level",
    "coins a round",
    "coins a minute",
];

fn with_error(estimate: Estimate) -> String {
    format!("{:.2} ± {:.2}", estimate.value, estimate.error)
}

/// The results of all strategies as a table for the terminal.
pub fn table(rows: &[Row]) -> String {
    let columns = COLUMNS.map(|heading| {
        let align = if heading == COLUMNS[0] { Align::Left } else { Align::Right };
        (heading, align, 0)
    });
    Table::new(columns).whole(&rows.iter().map(Row::cells).collect::<Vec<_>>())
}

/// The results of a strategy.
pub struct Row<'a> {
    pub name: &'a str,
    tally: &'a SessionTally,
    plan: &'a Experiment,
    coins: Estimate,
    per_minute: Estimate,
    pub gain: Estimate,
}

impl<'a> Row<'a> {
    pub fn new(name: &'a str, tally: &'a SessionTally, plan: &'a Experiment) -> Self {
        let rounds = f64::from(plan.rounds);
        Self {
            name,
            tally,
            plan,
            coins: tally.session_coins.mean().per(rounds),
            per_minute: per_minute(tally),
            gain: tally.gain.mean().per(rounds),
        }
    }

    fn rounds(&self) -> u64 {
        self.tally.coins.count
    }

    fn share(&self, count: u64) -> f64 {
        count as f64 / self.rounds().max(1) as f64
    }

    fn level(&self) -> f64 {
        self.tally.levels.iter().sum::<u64>() as f64 / self.rounds().max(1) as f64
    }

    fn turns(&self) -> f64 {
        let turns = self.tally.turns.iter().map(|(&turns, &count)| u64::from(turns) * count);
        self.share(turns.sum())
    }

    /// The results as cells of a table, means with their standard errors.
    pub fn cells(&self) -> Vec<String> {
        let share = |count| format!("{:.1}", 100.0 * self.share(count));
        vec![
            self.name.to_owned(),
            self.rounds().to_string(),
            share(self.tally.won),
            share(self.tally.lost),
            share(self.tally.quit),
            format!("{:.1}", self.tally.flips.mean().value),
            format!("{:.2}", self.level()),
            with_error(self.coins),
            with_error(self.per_minute),
        ]
    }

    /// The coins a round more than the first strategy brought, for the others.
    pub fn gain_cell(&self) -> String {
        if self.is_first() { String::new() } else { with_error(self.gain) }
    }

    /// Whether it is the strategy that the others are compared with.
    fn is_first(&self) -> bool {
        self.plan.strategies.first().is_some_and(|first| first == self.name)
    }

    pub fn csv(&self) -> String {
        let [low, high] = wilson(self.tally.won, self.rounds());
        format!(
            "{},{},{},{},{},{low},{high},{},{},{},{},{},{},{},{},{}\n",
            self.name,
            self.rounds(),
            self.tally.won,
            self.tally.lost,
            self.tally.quit,
            self.tally.flips.mean().value,
            self.turns(),
            self.level(),
            self.coins.value,
            self.coins.error,
            self.per_minute.value,
            self.per_minute.error,
            self.gain.value,
            self.gain.error,
        )
    }

    pub fn target(&self) -> String {
        let Some(target) = self.plan.target else { return String::new() };
        let (reached, sessions) = (self.tally.target_rounds.count, self.plan.sessions);
        if reached == 0 {
            return format!(
                "{}: {target} coins were reached in none of {sessions} sessions of {} rounds\n",
                self.name, self.plan.rounds
            );
        }
        let rounds = self.tally.target_rounds.mean();
        let minutes = self.tally.target_time.mean().per(60_000.0);
        format!(
            "{}: {target} coins after {:.1} ± {:.1} rounds, {:.1} ± {:.1} minutes, in the {reached} of \
             {sessions} sessions that reached them\n",
            self.name, rounds.value, rounds.error, minutes.value, minutes.error
        )
    }

    pub fn reach(&self, level: Level) -> String {
        let place = usize::from(level.number()) - 1;
        let reached = self.tally.reached.last().map_or(0, |reached| reached[place]);
        let sessions = self.tally.session_coins.count;
        let [low, high] = wilson(reached, sessions);
        format!(
            "{}: level {level} within {} rounds in {:.1} % of {sessions} sessions (95 %: {:.1} to {:.1})\n",
            self.name,
            self.plan.rounds,
            100.0 * reached as f64 / sessions.max(1) as f64,
            100.0 * low,
            100.0 * high,
        )
    }

    pub fn json(&self, results: &SessionResults) -> serde_json::Value {
        let tally = self.tally;
        let sessions = tally.session_coins.count.max(1) as f64;
        let levels: Vec<f64> = tally.levels.iter().map(|&sum| sum as f64 / sessions).collect();
        let reached: Vec<[f64; 8]> = tally
            .reached
            .iter()
            .map(|counts| counts.map(|count| count as f64 / sessions))
            .collect();
        json!({
            "strategy": self.name,
            "plan": results.plan,
            "rounds": self.rounds(),
            "won": tally.won,
            "lost": tally.lost,
            "quit": tally.quit,
            "win_rate_95": wilson(tally.won, self.rounds()),
            "flips": tally.flips.mean(),
            "turns": tally.turns,
            "turns_won": tally.turns_won,
            "coins_per_round": self.coins,
            "coins_per_round_95": self.coins.interval(),
            "coins_per_minute": self.per_minute,
            "gain_on_first": self.gain,
            "gain_on_first_95": self.gain.interval(),
            "occupancy": tally.occupancy,
            "won_at": tally.won_at,
            "coins_by_round": tally.coins_by_round,
            "level_by_round": levels,
            "reached_by_round": reached,
            "target_rounds": tally.target_rounds.mean(),
            "target_minutes": tally.target_time.mean().per(60_000.0),
            "target_reached": tally.target_rounds.count,
        })
    }
}

/// Coins by minutes of all sessions, with the error of a ratio of means by the delta method.
fn per_minute(tally: &SessionTally) -> Estimate {
    let (coins, time) = (&tally.session_coins, &tally.session_time);
    let n = coins.count as f64;
    let minutes = time.sum as f64 / 60_000.0;
    if coins.count < 2 || minutes <= 0.0 {
        return Estimate { value: 0.0, error: f64::INFINITY };
    }
    let ratio = coins.sum as f64 / minutes;
    // The spread of coins - ratio * minutes, whose mean is 0.
    let squares = coins.squares as f64 - 2.0 * ratio * tally.coins_by_time as f64 / 60_000.0
        + ratio * ratio * time.squares as f64 / 3.6e9;
    let error = (squares.max(0.0) / (n - 1.0) * n).sqrt() / minutes;
    Estimate { value: ratio, error }
}
