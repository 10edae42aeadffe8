//! Prints a walk over a floor as arrow keys: `cargo run --example ice_walk -- emerald-2`, or a floor in rows
//! such as `"S.. / ... / ..E"`.

use ice_floor::floor::keys;
use ice_floor::{Answer, Floor, count, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "ruby-3".to_owned());
    let floor: Floor = text.parse()?;
    // It is never stopped: the answer is a walk, or the proof that there is none.
    match solve(&floor, &|| false).answer {
        Answer::Walk(walk) => println!("{}", keys(&walk)),
        Answer::Impossible(why) => println!("No walk: {why}."),
        Answer::Unknown => println!("Stopped before an answer was found."),
    }
    if let Ok(walks) = count(&floor, &|| false) {
        println!("Walks in all: {walks}");
    }
    Ok(())
}
