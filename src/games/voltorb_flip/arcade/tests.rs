//! The game played through its two ends, as a bot would, but by a player who knows the cards.

use super::*;
use crate::games::voltorb_flip::board::Card;
use crate::games::voltorb_flip::levels::Outcome;
use crate::geometry::Rect;
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
        self.game.next(Duration::from_millis(ms)).unwrap();
        self.game.truth()
    }

    fn tap(&mut self, native: Point) -> Touched {
        let within = self.game.table().options.presentation.touch_screen();
        let frame = self.game.next(Duration::from_millis(90)).unwrap();
        let at = within.to_picture(native);
        let gesture = Gesture::Tap { at, within: within.area, hold: TAP_HOLD };
        self.game.perform(&gesture, &frame).unwrap();
        self.game.log().taps.last().unwrap().touched
    }

    /// Waits until `look` is so, tapping where nothing is while it is not.
    fn until(&mut self, what: &str, look: impl Fn(&Truth) -> bool) -> Truth {
        for _ in 0..400 {
            let truth = self.wait(50);
            if look(&truth) {
                return truth;
            }
            self.tap(NEUTRAL);
        }
        panic!("never came to: {what}; now {:?}", self.game.truth());
    }

    fn until_state(&mut self, state: State) -> Truth {
        self.until(&format!("{state:?}"), |truth| truth.state == Some(state))
    }

    /// From the menu to the board.
    fn play(&mut self) -> Truth {
        self.until("the menu", |truth| {
            let asked = truth.message.as_deref().is_some_and(|m| m.starts_with("Play"));
            asked && truth.state == Some(State::Menu)
        });
        assert_eq!(self.tap(PLAY), Touched::Entry("Play"));
        self.until_state(State::Board)
    }

    fn flip(&mut self, cell: Cell) -> Touched {
        self.tap(controls::card(cell).centre())
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
            self.wait(400);
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

#[test]
fn every_state_is_drawn() {
    let mut player = Player::at_level(3, 1);
    player.album = Some(("tour", 0));
    player.wait(300);
    player.save("greeting");
    player.until_state(State::Menu);
    player.save("menu");
    player.tap(INFO);
    player.save("menu-blink");
    player.until("info", |t| t.message.as_deref() == Some("Which set of info?"));
    player.until_state(State::Info);
    player.save("info");
    for page in 0..3 {
        player.tap(controls::entry(page, 4).centre());
        player.until("a page", |t| t.total_coins.is_none());
        player.wait(1500);
        player.save("help");
        player.until_state(State::Info);
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
    player.until_state(State::Memo);
    for (i, &cell) in ones.iter().take(4).enumerate() {
        player.tap(controls::card(cell).centre());
        for toggle in &controls::TOGGLES[..=i] {
            player.tap(toggle.centre());
        }
    }
    player.save("memo");
    player.tap(controls::MEMO.centre());
    player.until_state(State::Board);
    let three = player.cells(Card::Three)[0];
    player.flip(three);
    for _ in 0..8 {
        player.wait(33);
        player.save("turning");
    }
    player.wait(500);
    player.save("first-coins");
    player.until_state(State::Board);
    player.flip(ones[0]);
    player.wait(330);
    player.save("sparkle");
    player.until_state(State::Board);
    player.tap(controls::QUIT.centre());
    player.save("quit-pressed");
    player.wait(2500);
    player.save("quit-page");
    player.until_state(State::Quit);
    player.save("quit");
    player.tap(controls::NO.centre());
    player.save("quit-lit");
    player.until_state(State::Board);
    player.save("after-no");
    let rest = [player.cells(Card::Two), player.cells(Card::Three)].concat();
    for cell in rest {
        player.until_state(State::Board);
        player.flip(cell);
        player.wait(400);
    }
    player.until_state(State::Clear);
    player.wait(1500);
    player.save("clear");
    player.until("award", |t| t.message.as_deref().is_some_and(|m| m.starts_with("Ada")));
    player.wait(400);
    player.save("award");
    player.until_state(State::Reveal);
    player.save("reveal");
    player.tap(NEUTRAL);
    for _ in 0..3 {
        player.wait(240);
        player.save("clearing");
    }
    player.until("news", |t| t.message.as_deref().is_some_and(|m| m.contains("Lv. 2")));
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
