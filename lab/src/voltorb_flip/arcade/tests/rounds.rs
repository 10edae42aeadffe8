//! Rounds from their beginning to their end: coins, levels, messages.

use super::{INFO, NEUTRAL, Player};
use crate::voltorb_flip::arcade::{FlipArcadeOptions, TextSpeed, Touched, controls};
use session::capture::{CaptureError, Source};
use std::time::Duration;
use voltorb_flip::board::Card;
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::{Level, Outcome};
use voltorb_flip_game::screen::Phase;

/// The texts of the windows until the next menu, and how many taps each took.
fn texts_until_menu(player: &mut Player) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    loop {
        let truth = player.wait(1500);
        if truth.state == Some(Phase::Menu) {
            return texts;
        }
        texts.extend(truth.message);
        player.tap(NEUTRAL);
    }
}

#[test]
fn a_won_round_pays_all_multipliers_and_leads_a_level_up() {
    let mut player = Player::at_level(11, 1);
    player.play();
    let most: u32 =
        player.game.inside().board.iter().map(|c| u32::from(c.value().max(1))).product();
    player.win();
    let round = player.game.log().rounds[0].clone();
    assert_eq!(round.round.outcome, Outcome::Won);
    assert_eq!(round.coins, most);
    assert_eq!(player.game.inside().wallet, most);
    assert_eq!(
        texts_until_menu(&mut player),
        [
            "Advanced to Game Lv. 2!",
            "Congratulations!",
            "You can receive even more Coins\nin the next game!"
        ]
    );
    assert_eq!(player.game.shown().level, Level::try_from(2).ok());
    player.play();
    player.win();
    assert_eq!(texts_until_menu(&mut player), ["Advanced to Game Lv. 3!"]);
}

#[test]
fn the_three_pages_of_a_win_and_the_award_each_take_a_tap() {
    let mut player = Player::at_level(12, 1);
    player.play();
    let cells = [player.cells(Card::Two), player.cells(Card::Three)].concat();
    for cell in cells {
        player.until_state(Phase::Board);
        player.flip(cell);
    }
    player.until_state(Phase::Clear);
    let mut pages = Vec::new();
    for _ in 0..4 {
        pages.extend(player.wait(6000).message);
        assert_eq!(player.tap(NEUTRAL), Touched::Advance);
    }
    assert_eq!(pages[0], "Game clear!");
    assert!(pages[1].starts_with("You've found all"), "{pages:?}");
    assert!(pages[2].ends_with("so the game is now over."), "{pages:?}");
    assert!(pages[3].starts_with("Ada received "), "{pages:?}");
    assert_eq!(player.wait(1500).state, Some(Phase::Reveal));
}

#[test]
fn a_voltorb_takes_the_coins_and_the_levels_that_were_not_flipped_for() {
    let mut player = Player::at_level(13, 4);
    player.play();
    let two = player.cells(Card::Two).into_iter().chain(player.cells(Card::Three)).next();
    player.flip(two.unwrap());
    player.until_state(Phase::Board);
    let shown = player.game.shown();
    assert!(shown.round_coins.is_some_and(|coins| coins >= 2));
    player.lose();
    assert_eq!(player.game.log().rounds[0].coins, 0);
    assert_eq!(player.game.inside().wallet, 0);
    assert_eq!(texts_until_menu(&mut player), ["Dropped to Game Lv. 1."]);
}

#[test]
fn a_lost_round_ends_without_a_tap_up_to_the_revealed_board() {
    let mut player = Player::at_level(14, 2);
    player.play();
    let voltorb = player.cells(Card::Voltorb)[0];
    player.flip(voltorb);
    let mut texts = Vec::new();
    for _ in 0..200 {
        let truth = player.wait(50);
        texts.extend(truth.message);
        if truth.state == Some(Phase::Reveal) {
            break;
        }
    }
    texts.dedup();
    assert_eq!(texts.last().map(String::as_str), Some("Oh no! You get 0 Coins!"));
    let truth = player.wait(5000);
    assert_eq!(truth.state, Some(Phase::Reveal), "it waits for a tap");
    let board = player.game.inside().board;
    assert_eq!(truth.tiles.unwrap(), board.map(|card| Some(*card)));
    player.tap(NEUTRAL);
    player.wait(1100);
    assert_eq!(player.game.shown().rows, None);
}

#[test]
fn quitting_pays_what_was_found_and_asks_otherwise_when_there_is_nothing() {
    let mut player = Player::at_level(15, 1);
    player.play();
    player.tap(controls::QUIT.centre());
    let truth = player.wait(3000);
    assert_eq!(truth.state, Some(Phase::Quit), "no tap is needed without coins");
    assert!(truth.message.unwrap().starts_with("You haven't found any"));
    assert_eq!(player.tap(controls::NO.centre()), Touched::No);
    let truth = player.until_state(Phase::Board);
    assert_eq!(truth.cursor, None, "the cursor is on the button");
    let three = player.cells(Card::Three).into_iter().chain(player.cells(Card::Two)).next();
    player.flip(three.unwrap());
    let coins = player.until_state(Phase::Board).round_coins;
    player.quit();
    let round = &player.game.log().rounds[0];
    assert_eq!((round.round.outcome, Some(round.coins)), (Outcome::Quit, coins));
    assert_eq!(player.game.inside().wallet, round.coins);
    player.play();
    player.quit();
    assert_eq!(player.game.log().rounds[1].coins, 0);
}

#[test]
fn a_full_wallet_takes_no_more_and_ends_the_session() {
    let options = |coins| FlipArcadeOptions {
        coins,
        text_speed: TextSpeed::Fast,
        ..FlipArcadeOptions::default()
    };
    let mut player = Player::new(options(49_999));
    player.play();
    player.win();
    assert_eq!(player.game.inside().wallet, 50_000);
    player.until_text("You've gathered 50,000 Coins.");
    let mut player = Player::new(options(50_000));
    player.until_text("You've gathered 50,000 Coins.");
    player.wait(2000);
    assert_eq!(player.tap(NEUTRAL), Touched::Advance);
    let ended = player.game.next(Duration::from_millis(100));
    assert!(matches!(ended, Err(CaptureError::Ended(_))));
}

#[test]
fn quit_in_the_menu_leaves_the_table() {
    let mut player = Player::at_level(16, 1);
    player.until_state(Phase::Menu);
    assert_eq!(player.tap(controls::entry(2, 3).centre()), Touched::Entry("Quit"));
    let ended = player.game.next(Duration::from_secs(1));
    assert!(matches!(ended, Err(CaptureError::Ended(_))));
    assert!(player.game.inside().over);
}

#[test]
fn the_upper_screen_claims_level_1_after_a_page_of_the_game_info() {
    let mut player = Player::at_level(17, 3);
    player.until_state(Phase::Menu);
    assert_eq!(player.game.shown().level, Level::try_from(3).ok());
    player.tap(INFO);
    player.until_state(Phase::Info);
    player.tap(controls::entry(1, 4).centre());
    player.until("the page", |truth| truth.total_coins.is_none());
    player.until_state(Phase::Info);
    player.tap(controls::entry(3, 4).centre());
    let truth = player.play();
    assert_eq!(truth.level, None, "level 3 is played, level 1 is claimed");
    player.quit();
    player.until_state(Phase::Menu);
    let inside = player.game.inside();
    assert_eq!(player.game.shown().level, Some(inside.level), "right again in the next round");
}

#[test]
fn the_boards_are_those_of_the_generator() {
    let mut generator = Generator::new(18);
    let mut player = Player::at_level(18, 1);
    for _ in 0..3 {
        player.play();
        let inside = player.game.inside();
        let deal = generator.deal(inside.level);
        assert_eq!((inside.board, inside.kind), (deal.board, deal.kind));
        player.win();
        player.tap(NEUTRAL);
    }
}
