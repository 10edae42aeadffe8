//! The game played through its two ends, as a bot would, but by a player who knows the cards.

mod album;
mod rounds;
mod taps;

use super::*;
use crate::games::voltorb_flip::board::Card;
use crate::grid::Cell;
use crate::input::TAP_HOLD;

const NEUTRAL: Point = Point::new(16.0, 176.0);
const PLAY: Point = Point::new(196.0, 80.0);
const INFO: Point = Point::new(196.0, 104.0);

/// A player at a table.
struct Player {
    game: Arcade,
    /// Where pictures are saved under `target/`, and how many were.
    album: Option<(&'static str, usize)>,
}

impl Player {
    fn new(options: Options) -> Self {
        Self { game: Arcade::new(options), album: None }
    }

    fn at_level(seed: u32, level: u8) -> Self {
        let level = Level::try_from(level).unwrap();
        Self::new(Options { seed, level, text_speed: TextSpeed::Fast, ..Options::default() })
    }

    fn wait(&mut self, ms: u64) -> Truth {
        self.game.table().pass(Duration::from_millis(ms), None);
        self.game.truth()
    }

    fn tap(&mut self, native: Point) -> Touched {
        let within = self.game.table().options.presentation.touch_screen();
        let frame = self.game.next(Duration::from_millis(90)).unwrap();
        let at = within.to_picture(native);
        let gesture = Gesture::Tap { at, within: within.area, hold: TAP_HOLD };
        self.game.perform(&gesture, &frame).unwrap();
        self.last_tap()
    }

    fn last_tap(&self) -> Touched {
        self.game.log().taps.last().unwrap().touched
    }

    /// Waits until `look` is so, tapping where nothing is while something waits for a tap.
    fn until(&mut self, what: &str, look: impl Fn(&Truth) -> bool) -> Truth {
        for _ in 0..1000 {
            let truth = self.wait(50);
            if look(&truth) {
                // A card that has just turned lies there for one iteration before its box opens.
                let settled = self.wait(50);
                if look(&settled) {
                    return settled;
                }
                continue;
            }
            if truth.message.is_some() || truth.state == Some(State::Reveal) {
                self.tap(NEUTRAL);
            }
        }
        panic!("never came to: {what}; now {:?}", self.game.truth());
    }

    fn until_state(&mut self, state: State) -> Truth {
        self.until(&format!("{state:?}"), |truth| truth.state == Some(state))
    }

    /// Waits until the window's text begins with `text`.
    fn until_text(&mut self, text: &str) -> Truth {
        let begins = |t: &Truth| t.message.as_ref().is_some_and(|m| m.starts_with(text));
        self.until(text, begins)
    }

    /// From the menu to the board.
    fn play(&mut self) -> Truth {
        self.until_state(State::Menu);
        assert_eq!(self.tap(PLAY), Touched::Entry("Play"));
        self.until_state(State::Board)
    }

    /// Taps a card and waits until it is turning.
    fn flip(&mut self, cell: Cell) -> Touched {
        let touched = self.tap(controls::card(cell).centre());
        self.wait(100);
        touched
    }

    /// The face-down cards that show `card`.
    fn cells(&self, card: Card) -> Vec<Cell> {
        let inside = self.game.inside();
        let found = inside.board.cells().filter(|(cell, c)| **c == card && !inside.face_up[*cell]);
        found.map(|(cell, _)| cell).collect()
    }

    /// Flips every 2 and 3 and taps on until the board is revealed.
    fn win(&mut self) -> Truth {
        for cell in [self.cells(Card::Two), self.cells(Card::Three)].concat() {
            self.until_state(State::Board);
            assert_eq!(self.flip(cell), Touched::Card(cell));
        }
        self.until_state(State::Reveal)
    }

    fn lose(&mut self) -> Truth {
        let voltorb = self.cells(Card::Voltorb)[0];
        assert_eq!(self.flip(voltorb), Touched::Card(voltorb));
        self.until_state(State::Reveal)
    }

    fn quit(&mut self) -> Truth {
        assert_eq!(self.tap(controls::QUIT.centre()), Touched::QuitButton);
        self.until_state(State::Quit);
        assert_eq!(self.tap(controls::YES.centre()), Touched::Yes);
        self.until_state(State::Reveal)
    }

    /// Saves the picture, if this player keeps an album.
    fn save(&mut self, name: &str) {
        if let Some((folder, count)) = &mut self.album {
            let folder = format!("{}/target/arcade/{folder}", env!("CARGO_MANIFEST_DIR"));
            std::fs::create_dir_all(&folder).unwrap();
            self.game.picture().save(format!("{folder}/{count:02}-{name}.png")).unwrap();
            *count += 1;
        }
    }
}

            player.tap(toggle.centre());
        for toggle in &controls::TOGGLES[..=i] {
        player.flip(cell);
        player.save("clearing");
        player.save("explosion");
        player.save("help");
        player.save("turning");
        player.tap(controls::card(cell).centre());
        player.tap(controls::entry(page, 4).centre());
        player.until("a page", |t| t.total_coins.is_none());
        player.until_state(State::Board);
        player.until_state(State::Info);
        player.wait(1500);
        player.wait(240);
        player.wait(300);
        player.wait(33);
        player.wait(400);
        }
    for (i, &cell) in ones.iter().take(4).enumerate() {
    for _ in 0..3 {
    for _ in 0..4 {
    for _ in 0..8 {
    for cell in rest {
    for page in 0..3 {
    let mut player = Player::at_level(3, 1);
    let ones = player.cells(Card::One);
    let rest = [player.cells(Card::Two), player.cells(Card::Three)].concat();
    let three = player.cells(Card::Three)[0];
    let voltorb = player.cells(Card::Voltorb)[0];
    player.album = Some(("tour", 0));
    player.flip(ones[0]);
    player.flip(three);
    player.flip(voltorb);
    player.play();
    player.save("after-no");
    player.save("award");
    player.save("board");
    player.save("clear");
    player.save("first-coins");
    player.save("greeting");
    player.save("info");
    player.save("level-news");
    player.save("loss");
    player.save("lv-1-trap");
    player.save("memo");
    player.save("memo-pressed");
    player.save("memo-sliding");
    player.save("menu");
    player.save("menu-blink");
    player.save("quit");
    player.save("quit-lit");
    player.save("quit-page");
    player.save("quit-pressed");
    player.save("reveal");
    player.save("sparkle");
    player.tap(INFO);
    player.tap(NEUTRAL);
    player.tap(controls::MEMO.centre());
    player.tap(controls::NO.centre());
    player.tap(controls::QUIT.centre());
    player.tap(controls::entry(3, 4).centre());
    player.until("award", |t| t.message.as_deref().is_some_and(|m| m.starts_with("Ada")));
    player.until("info", |t| t.message.as_deref() == Some("Which set of info?"));
    player.until("news", |t| t.message.as_deref().is_some_and(|m| m.contains("Lv. 2")));
    player.until("oh no", |t| t.message.is_some());
    player.until_state(State::Board);
    player.until_state(State::Clear);
    player.until_state(State::Info);
    player.until_state(State::Memo);
    player.until_state(State::Menu);
    player.until_state(State::Quit);
    player.until_state(State::Reveal);
    player.wait(1500);
    player.wait(200);
    player.wait(2500);
    player.wait(300);
    player.wait(330);
    player.wait(400);
    player.wait(500);
    }
#[test]
fn every_state_is_drawn() {
}
