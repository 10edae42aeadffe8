//! What `voltsight lab campaign --target` and `--reach` print: how soon, and the objective of each round.

use crate::show::table::{Align, Table};
use serde_json::{Value, json};
use voltorb_flip::levels::Level;
use voltorb_flip::solver::end_sample::EndSample;
use voltorb_flip::solver::target::{ReachPlan, TargetPlan, least_expected};
use voltorb_flip::solver::{CampaignValues, Objective, Per};
use voltorb_flip::standing::Standing;

/// Coins, or rounds, that are left in the columns of the tables, as far as they are asked for.
const COINS: [u32; 6] = [25, 100, 250, 500, 1000, 2500];
const ROUNDS: [u32; 5] = [1, 2, 5, 10, 20];

/// So many coins, in as few rounds or minutes as can be.
pub(super) fn target(coins: u32, from: Level, values: &CampaignValues, json: bool) -> String {
    let per = values.per;
    let plan = TargetPlan::shipped(coins, per);
    let standing = Standing { level: from, streak: 0 };
    let expected = plan.expected(standing, coins);
    let least = least_expected(values, standing, coins);
    let chosen = |standing, left| plan.objective(standing, left);
    if json {
        let told = json!({"coins": coins, "per": per, "from": from, "expected": expected,
            "at_least": least, "boards": EndSample::shipped().boards,
            "play": played(&columns(&COINS, coins), chosen)});
        return format!("{told}\n");
    }
    let units = units(per);
    format!(
        "{coins} coins take {expected:.1} {units} on average from level {from}, by rounds played on {} \
         boards of each\nlevel. By the values of the campaign no play takes fewer than {least:.1} \
         on average.\n\nWhat a round is played for, by the coins that are left to win (without a streak):\n\n{}",
        EndSample::shipped().boards,
        table(&columns(&COINS, coins), chosen),
    )
}

/// A level, met within so many rounds.
pub(super) fn reach(level: Level, rounds: u32, from: Level, json: bool) -> String {
    let plan = ReachPlan::new(EndSample::shipped(), level, rounds as usize);
    let standing = Standing { level: from, streak: 0 };
    let chance = plan.chance(standing, rounds as usize);
    let chosen = |standing, left: u32| plan.objective(standing, left as usize);
    if json {
        let told = json!({"level": level, "within": rounds, "from": from, "chance": chance,
            "boards": EndSample::shipped().boards,
            "play": played(&columns(&ROUNDS, rounds), chosen)});
        return format!("{told}\n");
    }
    format!(
        "Level {level} is met within {rounds} {} in {:.1} % of all cases from level {from}, by rounds \
         played on {} boards\nof each level.\n\nWhat a round is played for, by the rounds that are left \
         (without a streak):\n\n{}",
        if rounds == 1 { "round" } else { "rounds" },
        100.0 * chance,
        EndSample::shipped().boards,
        table(&columns(&ROUNDS, rounds), chosen),
    )
}

fn units(per: Per) -> &'static str {
    match per {
        Per::Round => "rounds",
        Per::Minute => "minutes",
    }
}

fn columns(usual: &[u32], all: u32) -> Vec<u32> {
    usual.iter().copied().filter(|&left| left < all).chain([all]).collect()
}

fn table(columns: &[u32], chosen: impl Fn(Standing, u32) -> Option<Objective>) -> String {
    let headings: Vec<String> = columns.iter().map(ToString::to_string).collect();
    let table = Table::new(
        std::iter::once(("level", Align::Right, 5))
            .chain(headings.iter().map(|heading| (heading.as_str(), Align::Right, 15))),
    );
    let lines = Level::all().map(|level| {
        let name = |&left: &u32| {
            let objective = chosen(Standing { level, streak: 0 }, left);
            objective.map_or("-".to_owned(), |objective| objective.to_string())
        };
        std::iter::once(level.to_string()).chain(columns.iter().map(name)).collect()
    });
    table.whole(&lines.collect::<Vec<Vec<String>>>())
}

fn played(columns: &[u32], chosen: impl Fn(Standing, u32) -> Option<Objective>) -> Vec<Value> {
    let all =
        Standing::all().flat_map(|standing| columns.iter().map(move |&left| (standing, left)));
    let told = all.map(|(standing, left)| {
        json!({"level": standing.level, "streak": standing.streak, "left": left,
            "objective": chosen(standing, left)})
    });
    told.collect()
}
