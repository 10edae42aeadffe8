//! Minesweeper: boards proven and games played in a second, on one core.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use minesweeper::generator::FirstClick;
use minesweeper::play::Play;
use minesweeper::simulate::{MineSimulation, random_zeros, simulate};
use minesweeper::solver::Limits;
use minesweeper::solver::strategies::MineStrategy;
use minesweeper::solver::topology::Topology;
use std::hint::black_box;
use std::sync::Arc;

/// Boards of one measurement.
const BOARDS: u64 = 100;

fn on_one_core<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(run),
        Err(error) => panic!("no thread: {error}"),
    }
}

fn proof(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solvable without a guess");
    group.throughput(Throughput::Elements(BOARDS)).sample_size(20);
    for (side, mines) in [(8, 13), (20, 80)] {
        let topology = Arc::new(Topology::new(side, side));
        group.bench_function(format!("{side}x{side} with {mines}"), |bencher| {
            bencher.iter(|| {
                on_one_core(|| {
                    let (strategy, boards) = (MineStrategy::Probability, (1, BOARDS));
                    black_box(random_zeros(
                        strategy,
                        Play::MineProof,
                        &topology,
                        mines,
                        boards,
                        || (),
                    ))
                })
            });
        });
    }
    group.finish();
}

fn expert(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("Expert games");
    group.throughput(Throughput::Elements(BOARDS)).sample_size(10);
    let plan = MineSimulation {
        size: (16, 30),
        mines: 99,
        rule: FirstClick::Opening,
        first: (2, 2),
        boards: BOARDS,
        seed: 1,
        limits: Limits::default(),
    };
    for strategy in MineStrategy::ALL {
        group.bench_function(strategy.name(), |bencher| {
            bencher
                .iter(|| on_one_core(|| black_box(simulate(strategy, Play::Guess, &plan, || ()))));
        });
    }
    group.finish();
}

criterion_group!(benches, proof, expert);
criterion_main!(benches);
