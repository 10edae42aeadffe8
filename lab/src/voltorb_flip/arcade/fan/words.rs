//! What the boxes say.

use voltorb_flip::levels::Level;

pub(super) const ENTRIES: [&str; 3] = ["Play", "Game Info", "Quit"];
pub(super) const ANSWERS: [&str; 2] = ["Yes", "No"];
pub(super) const LOST: &str = "Oh no! You get 0 Coins!";
pub(super) const WON: &str = "Game clear!";

pub(super) fn play(level: Level) -> String {
    format!("Play VOLTORB Flip Lv. {}?", level.number())
}

pub(super) fn paid(coins: u32) -> String {
    format!("Ada received {coins} Coins!")
}

pub(super) fn level(level: Level) -> String {
    format!("Now at Game Lv. {}!", level.number())
}

pub(super) fn quit(coins: u32) -> String {
    match coins {
        0 => "No Coins yet! Are you sure you want to quit?".to_owned(),
        coins => format!("You will get {coins} Coins. Will you quit?"),
    }
}
