//! Prints every card's chance to be a Voltorb, and the best flip:
//! `cargo run --release --example best_flip -- "rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/3; level 5"`.

use voltorb_flip::solver::never;
use voltorb_flip::{Action, Objective, Position, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1);
    let example = "rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/3; level 5";
    let position: Position = text.as_deref().unwrap_or(example).parse()?;
    // Time is never up: the answer is exact.
    let advice = Solver::new(Objective::Clear).advise(&position, &never)?;
    println!("{} boards fit, {:.1} % are cleared", advice.solutions, 100.0 * advice.value);
    for (cell, tile) in advice.tiles.cells() {
        let best = if advice.action() == Action::Flip(cell) { "  <- flip this" } else { "" };
        println!("{cell:?}: Voltorb {:.1} %{best}", 100.0 * tile.voltorb());
    }
    Ok(())
}
