//! The solver: listing boards, and the exact first move.
//!
//! `cargo bench -p voltsight-benches --bench solver`

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use voltorb_flip::board::{Position, headers, parse_board};
use voltorb_flip::levels::Level;
use voltorb_flip::solver::{Boards, Objective, Solver, never};

fn position(board: &str, level: Option<u8>) -> Position {
    let board = parse_board(board).unwrap_or_else(|| panic!("{board} is not a board"));
    let (rows, cols) = headers(&board);
    let level = level.and_then(|level| Level::try_from(level).ok());
    Position { level, rows, cols, tiles: board.map(|_| None) }
}

fn list(criterion: &mut Criterion) {
    for (name, board, level) in [
        ("list/level 8", "20002-01120-32001-21301-20320", Some(8)),
        ("list/no level", "20002-01120-32001-21301-20320", None),
    ] {
        let position = position(board, level);
        let count = Boards::list(&position, usize::MAX).map_or(0, |boards| boards.count());
        criterion.bench_function(&format!("{name}, {count} boards"), |bencher| {
            bencher.iter(|| black_box(Boards::list(black_box(&position), usize::MAX)));
        });
    }
}

fn first_move(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("first move");
    group.sample_size(10);
    for (name, board, level) in [
        ("level 1", "12201-01300-21011-21101-11111", 1),
        ("level 2, many equal lines", "11210-21001-02121-11210-00112", 2),
        ("level 5", "10300-11120-02022-01213-00012", 5),
        ("level 8", "02132-00231-00121-20002-13200", 8),
    ] {
        let position = position(board, Some(level));
        for objective in [Objective::Clear, Objective::Coins] {
            group.bench_function(format!("{objective}/{name}"), |bencher| {
                bencher.iter(|| Solver::new(objective).best_move(black_box(&position), &never));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, list, first_move);
criterion_main!(benches);
