use std::time::Instant;
use voltsight::games::voltorb_flip::{board::*, levels::Level, solver::*};
fn main() {
    let arg = |i| std::env::args().nth(i);
    let text =
        std::fs::read_to_string(arg(2).unwrap_or("/work/shared/reference/first-move.tsv".into()))
            .unwrap();
    let coins = arg(1).as_deref() == Some("coins");
    let every = arg(3).as_deref() == Some("every");
    let ms: u64 = if every { 0 } else { arg(3).map_or(0, |x| x.parse().unwrap()) };
    let mut times = vec![];
    let mut bad = 0;
    let mut loss = 0.0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let f: Vec<&str> = line.split('\t').collect();
        let board = parse_board(f[0]).unwrap();
        let (rows, cols) = headers(&board);
        let position = Position {
            level: Level::try_from(f[1].parse::<u8>().unwrap()).ok(),
            rows,
            cols,
            tiles: board.map(|_| None),
        };
        let t = Instant::now();
        let mut solver = Solver::new(if coins { Objective::Coins } else { Objective::Clear });
        let dl = after(std::time::Duration::from_millis(ms));
        let a = if every {
            solver.advise(&position, &never)
        } else if ms > 0 {
            solver.best_move(&position, &dl)
        } else {
            solver.best_move(&position, &never)
        }
        .unwrap();
        let e: f64 = f[if coins { 4 } else { 3 }].parse().unwrap_or(f64::NAN);
        let dt = t.elapsed().as_secs_f64();
        if a.solutions != f[2].parse::<u128>().unwrap() {
            println!("COUNT {line} {}", a.solutions);
        }
        loss += e - a.value;
        if ms == 0 && ((a.value - e).abs() > 1e-6 || !a.exact) {
            bad += 1;
            println!("BAD {line} {} {}", a.value, a.exact);
        }
        if ms > 0 && !(a.lower - 1e-6 <= e && a.upper + 1e-6 >= e) {
            bad += 1;
            println!("BAD {line} {} {}", a.lower, a.upper);
        }
        if dt > 0.3 {
            println!("{line} {dt:.3}s {} {}", a.lower, a.upper);
        }
        times.push((f[1].parse::<u8>().unwrap(), dt));
    }
    println!("bad {bad} loss {}", loss / times.len() as f64);
    for l in 1..=8 {
        let mut t: Vec<f64> = times.iter().filter(|x| x.0 == l).map(|x| x.1 * 1e3).collect();
        t.sort_by(f64::total_cmp);
        if t.is_empty() {
            continue;
        }
        println!(
            "L{l} n {} median {:.2} p90 {:.2} max {:.2} mean {:.2} ms",
            t.len(),
            t[t.len() / 2],
            t[t.len() * 9 / 10],
            t[t.len() - 1],
            t.iter().sum::<f64>() / t.len() as f64
        );
    }
}
