//! Prints the chance of a mine in each cell, and what to open:
//! `cargo run --example best_click -- "01.. / 12.. / .... ; mines 3"`.

use minesweeper::{MineBoard, advise};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1);
    let example = "01.. / 12.. / .... ; mines 3";
    let board: MineBoard = text.as_deref().unwrap_or(example).parse()?;
    // Time is never up: the answer is as good as it gets.
    let advice = advise(&board, &|| false)?;
    println!("{} layouts fit", advice.layouts);
    for row in advice.mine.chunks(board.cells.columns()) {
        let chances: Vec<String> =
            row.iter().map(|mine| format!("{:5.1} %", 100.0 * mine)).collect();
        println!("{}", chances.join("  "));
    }
    let place = |cell: u16| {
        let (cell, columns) = (usize::from(cell), board.cells.columns());
        format!("row {}, column {}", cell / columns + 1, cell % columns + 1)
    };
    match (&advice.safe[..], advice.guess) {
        ([], Some(guess)) => println!("open {}: nothing is certain", place(guess.cell)),
        ([], None) => println!("nothing is left to open"),
        (safe, _) => safe.iter().for_each(|&cell| println!("{} is safe", place(cell))),
    }
    Ok(())
}
