//! Walks over ice floors: the games' six beside the plain search of the article, and random floors.
//!
//! Run it with `cargo bench --bench ice_floor`; it prints a table, and takes about a minute.

use rand_mt::Mt;
use std::hint::black_box;
use std::time::{Duration, Instant};
use voltsight::games::ice_floor::floor::Floor;
use voltsight::games::ice_floor::notation::{FLOORS, parse_floor};
use voltsight::games::ice_floor::solver::{Answer, exhaustive, solve};
use voltsight::grid::Grid;

/// The side and the number of the random floors.
const SIDE: usize = 12;
const RANDOM: usize = 1000;

fn main() {
    println!(
        "floor        tiles  steps  solve, us  all paths: calls  plain search, us  times as fast"
    );
    for (name, _) in FLOORS {
        let floor = parse_floor(name).expect("the games' floors are floors");
        let ours = best_of(20, || solve(black_box(&floor), &|| false));
        let plain = best_of(3, || exhaustive::search(black_box(&floor)));
        println!(
            "{name:<12} {:>5} {:>6} {:>10.1} {:>17} {:>17.1} {:>14.0}",
            floor.tiles(),
            solve(&floor, &|| false).steps,
            micros(ours),
            exhaustive::search(&floor).calls,
            micros(plain),
            plain.as_secs_f64() / ours.as_secs_f64(),
        );
    }
    println!(
        "\n{RANDOM} random floors of {SIDE} x {SIDE}, all without an obstacle that is seen at once"
    );
    println!("stones  solvable  median, ms  p99, ms  slowest, ms  by dynamic programming");
    for percent in [0, 3, 6, 10] {
        let mut dice = Mt::new(percent + 1);
        let floors = std::iter::from_fn(|| Some(random(&mut dice, percent))).flatten();
        let mut times = Vec::new();
        let (mut solvable, mut programmed) = (0, 0);
        for floor in floors.take(RANDOM / 4) {
            let start = Instant::now();
            let solution = solve(&floor, &|| false);
            times.push(start.elapsed());
            solvable += usize::from(matches!(solution.answer, Answer::Walk(_)));
            programmed += usize::from(solution.states > 0);
        }
        times.sort();
        let millis = |share: f64| micros(times[(share * (times.len() - 1) as f64) as usize]) / 1e3;
        println!(
            "{percent:>4} % {solvable:>9} {:>11.3} {:>8.1} {:>12.1} {programmed:>23}",
            millis(0.5),
            millis(0.99),
            millis(1.0)
        );
    }
}

/// A floor with about so many stones in a hundred tiles and random ends; `None` if it can be seen at
/// once to have no walk.
fn random(dice: &mut Mt, percent: u32) -> Option<Floor> {
    let ice = Grid::from_fn(SIDE, SIDE, |_, _| dice.next_u32() % 100 >= percent);
    let mut cell = || (dice.next_u32() as usize % SIDE, dice.next_u32() as usize % SIDE);
    let floor = Floor::new(ice, cell(), vec![cell()]).ok()?;
    voltsight::games::ice_floor::solver::obstacle(&floor).is_none().then_some(floor)
}

fn best_of<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
