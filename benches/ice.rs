//! Walks over ice floors: the games' six and random floors, beside the plain search of the article.
//!
//! `cargo bench -p voltsight-benches --bench ice` first solves 1,000 random floors of 12 x 12 once each, to find the hardest with a
//! walk and the hardest without, by the steps and the states that they take, and then measures those two and the
//! games' floors. The plain search finishes on the games' floors; on the random ones it is stopped after a number of
//! calls, which says how long a call takes and no more.

use criterion::{Criterion, criterion_group, criterion_main};
use grid::Grid;
use ice_floor::floor::Floor;
use ice_floor::notation::{FLOORS, parse_floor};
use ice_floor::solver::{Answer, exhaustive, obstacle, solve};
use rand_mt::Mt;
use std::hint::black_box;

/// The side and the number of the random floors, and how many tiles in a hundred are stones.
const SIDE: usize = 12;
const RANDOM: usize = 1000;
const STONES: [u32; 4] = [0, 3, 6, 10];

/// In the time of a step of the search so many states of the dynamic programme are gone through, about.
const STATES_A_STEP: u64 = 50;

/// How many calls the plain search is let make on a random floor. What it would need is not known.
const CALLS: u64 = 10_000_000;

fn games(criterion: &mut Criterion) {
    for (name, _) in FLOORS {
        let floor = parse_floor(name).expect("the games' floors are floors");
        let mut group = criterion.benchmark_group(format!("ice/{name}"));
        group.bench_function("solve", |b| b.iter(|| solve(black_box(&floor), &|| false)));
        group.sample_size(10);
        let calls = exhaustive::search(&floor).calls;
        group.bench_function(format!("plain search, all paths, {calls} calls"), |b| {
            b.iter(|| exhaustive::search(black_box(&floor)));
        });
        group.finish();
    }
}

fn random_floors(criterion: &mut Criterion) {
    let mut hardest: [Option<(u64, Floor)>; 2] = [None, None];
    let mut counts = [0; 2];
    for floor in STONES.into_iter().flat_map(|percent| {
        let mut dice = Mt::new(percent + 1);
        let floors = std::iter::from_fn(move || Some(random(&mut dice, percent))).flatten();
        floors.take(RANDOM / STONES.len())
    }) {
        let solution = solve(&floor, &|| false);
        let work = STATES_A_STEP * solution.steps + solution.states;
        let which = usize::from(!matches!(solution.answer, Answer::Walk(_)));
        counts[which] += 1;
        if hardest[which].as_ref().is_none_or(|(most, _)| work > *most) {
            hardest[which] = Some((work, floor));
        }
    }
    let mut group = criterion.benchmark_group(format!("ice/{RANDOM} random {SIDE} x {SIDE}"));
    group.sample_size(10);
    for ((which, count), hardest) in ["with", "without"].iter().zip(counts).zip(hardest) {
        let Some((work, floor)) = hardest else { continue };
        let name = format!("{which} a walk: the hardest of {count}, {work} states or their like");
        group.bench_function(name, |b| {
            b.iter(|| solve(black_box(&floor), &|| false));
        });
        let (count, is_whole) = exhaustive::search_within(&floor, CALLS);
        let (calls, walks) = (count.calls, count.walks);
        let ended = if is_whole { "all paths" } else { "stopped unfinished" };
        let name =
            format!("{which} a walk: plain search, {ended} after {calls} calls and {walks} walks");
        group.bench_function(name, |b| {
            b.iter(|| exhaustive::search_within(black_box(&floor), CALLS));
        });
    }
    group.finish();
}

/// A floor with about so many stones in a hundred tiles and random ends; `None` if it can be seen at
/// once to have no walk.
fn random(dice: &mut Mt, percent: u32) -> Option<Floor> {
    let ice = Grid::from_fn(SIDE, SIDE, |_, _| dice.next_u32() % 100 >= percent);
    let mut cell = || (dice.next_u32() as usize % SIDE, dice.next_u32() as usize % SIDE);
    let floor = Floor::new(ice, cell(), vec![cell()]).ok()?;
    obstacle(&floor).is_none().then_some(floor)
}

criterion_group!(benches, games, random_floors);
criterion_main!(benches);
