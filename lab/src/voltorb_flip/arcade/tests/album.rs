//! Pictures of every state, under `target/arcade/`, to be looked at.

use super::{INFO, NEUTRAL, Player};
use crate::voltorb_flip::arcade::controls;
use voltorb_flip::board::Card;
use voltorb_flip_game::screen::Phase;

/// A walk through all states, each of which must be reached.
#[test]
fn every_state_is_drawn() {
    let mut player = Player::at_level(3, 1);
    player.album = Some(("tour", 0));
    player.wait(300);
    player.save("greeting");
    player.until_state(Phase::Menu);
    player.save("menu");
    player.tap(INFO);
    player.save("menu-blink");
    player.until_state(Phase::Info);
    player.save("info");
    for page in 0..3 {
        player.tap(controls::entry(page, 4).centre());
        player.until("a page", |t| t.total_coins.is_none());
        player.wait(1500);
        player.save("help");
        player.until_state(Phase::Info);
    }
    player.save("lv-1-trap");
    player.tap(controls::entry(3, 4).centre());
    player.play();
    player.save("board");
    let ones = player.cells(Card::One);
    player.tap(controls::MEMO.centre());
    player.save("memo-pressed");
    player.wait(200);
    player.save("memo-sliding");
    player.until_state(Phase::Memo);
    for (i, &cell) in ones.iter().take(4).enumerate() {
        player.tap(controls::card(cell).centre());
        for toggle in &controls::TOGGLES[..=i] {
            player.tap(toggle.centre());
        }
    }
    player.save("memo");
    player.tap(controls::MEMO.centre());
    player.until_state(Phase::Board);
    let three = player.cells(Card::Three)[0];
    player.flip(three);
    for _ in 0..8 {
        player.wait(33);
        player.save("turning");
    }
    player.wait(500);
    player.save("first-coins");
    player.until_state(Phase::Board);
    player.flip(ones[0]);
    player.wait(330);
    player.save("sparkle");
    player.until_state(Phase::Board);
    player.tap(controls::QUIT.centre());
    player.save("quit-pressed");
    player.wait(2500);
    player.save("quit-page");
    player.until_state(Phase::Quit);
    player.save("quit");
    player.tap(controls::NO.centre());
    player.save("quit-lit");
    player.until_state(Phase::Board);
    player.save("after-no");
    let rest = [player.cells(Card::Two), player.cells(Card::Three)].concat();
    for cell in rest {
        player.until_state(Phase::Board);
        player.flip(cell);
    }
    player.until_state(Phase::Clear);
    player.wait(1500);
    player.save("clear");
    player.until_text("Ada");
    player.wait(400);
    player.save("award");
    player.until_state(Phase::Reveal);
    player.save("reveal");
    player.tap(NEUTRAL);
    for _ in 0..3 {
        player.wait(240);
        player.save("clearing");
    }
    player.until_text("Advanced to Game Lv. 2");
    player.wait(500);
    player.save("level-news");
    player.play();
    let voltorb = player.cells(Card::Voltorb)[0];
    player.flip(voltorb);
    player.wait(200);
    for _ in 0..4 {
        player.wait(300);
        player.save("explosion");
    }
    player.until("oh no", |t| t.message.is_some());
    player.save("loss");
}
