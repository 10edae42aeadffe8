//! What the game says.

use crate::arcade::print::{PAGE, SCROLL};
use voltorb_flip::board::Card;
use voltorb_flip::levels::Level;

pub(super) const MAIN_MENU: &[&str] = &["Play", "Game Info", "Quit"];
pub(super) const INFO_MENU: &[&str] = &["How to Play", "Hint!", "About Memos", "Return"];
pub(super) const YES_NO: &[&str] = &["YES", "NO"];

pub(super) const SUSPENSE: &str = "Is this what you're expecting?!";
pub(super) const LOSS: &str = "Oh no! You get 0 Coins!";
pub(super) const WHICH_INFO: &str = "Which set of info?";
pub(super) const QUIT_WITH_NOTHING: &str =
    "You haven't found any Coins!\nAre you sure you want to quit?";

/// The words beside the pages of the game info, in the order of [`INFO_MENU`].
pub(super) fn info(page: usize) -> String {
    match page {
        0 => format!("Flip the cards and multiply\nyour Coins by what they show.{PAGE}"),
        1 => format!("The numbers beside the board\ntell what is in each line.{PAGE}"),
        _ => format!("Open the memo to mark cards\nbefore you flip them.{PAGE}"),
    }
}

pub(super) fn coins_full() -> String {
    format!("You've gathered 50,000 Coins.\nYou cannot gather any more.{PAGE}")
}

pub(super) fn play(level: Level) -> String {
    format!("Play VOLTORB Flip Lv. {level}?")
}

pub(super) fn advanced(level: Level) -> String {
    format!("Advanced to Game Lv. {level}!{PAGE}")
}

pub(super) fn dropped(level: Level) -> String {
    format!("Dropped to Game Lv. {level}.{PAGE}")
}

pub(super) fn congratulations() -> String {
    format!("Congratulations!{PAGE}You can receive even more Coins\nin the next game!{PAGE}")
}

pub(super) fn first_coins(card: Card, coins: u32) -> String {
    format!("{}! Received {coins} Coin(s)!", card.value())
}

pub(super) fn more_coins(card: Card, coins: u32) -> String {
    format!("x{}! Received {coins} Coins!", card.value())
}

pub(super) fn win() -> String {
    format!(
        "Game clear!{PAGE}You've found all of the hidden\nx2 and x3 cards.{PAGE}\
         This means you've found all the Coins\nin this game, so the game is now over.{PAGE}"
    )
}

pub(super) fn award(name: &str, coins: u32) -> String {
    format!("{name} received {coins} Coin(s)!{PAGE}")
}

pub(super) fn quit(coins: u32) -> String {
    format!("If you quit now, you will\nreceive {coins} Coin(s).{SCROLL}Will you quit?")
}

#[cfg(test)]
mod tests {
    use super::super::draw::text_width;
    use super::*;

    #[test]
    fn every_line_fits_its_window() {
        let level = Level::LAST;
        let texts = [
            SUSPENSE.to_owned(),
            LOSS.to_owned(),
            WHICH_INFO.to_owned(),
            QUIT_WITH_NOTHING.to_owned(),
            info(0),
            info(1),
            info(2),
            coins_full(),
            play(level),
            advanced(level),
            dropped(level),
            congratulations(),
            first_coins(Card::Three, 3),
            more_coins(Card::Three, 50_000),
            win(),
            award("Wwwwwww", 50_000),
            quit(50_000),
        ];
        for text in texts {
            for line in text.split(['\n', PAGE, SCROLL]) {
                assert!(text_width(line) <= 216, "{} columns: {line}", text_width(line));
            }
        }
    }
}
