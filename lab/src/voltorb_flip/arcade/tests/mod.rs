//! The game played through its two ends, as a bot would, but by a player who knows the cards.

mod album;
mod rounds;
mod taps;

use super::*;
use grid::Cell;
use session::consoles::ds::TAP_HOLD;
use voltorb_flip::board::Card;
use voltorb_flip_game::screen::Phase;

const NEUTRAL: Point = Point::new(16.0, 176.0);
const PLAY: Point = Point::new(196.0, 80.0);
const INFO: Point = Point::new(196.0, 104.0);

/// A player at a table.
struct Player {
    game: FlipArcade,
    /// Where pictures are saved under `target/`, and how many were.
    album: Option<(&'static str, usize)>,
}

impl Player {
    fn new(options: FlipArcadeOptions) -> Self {
        Self { game: FlipArcade::new(options), album: None }
    }

    fn at_level(seed: u32, level: u8) -> Self {
        let level = Level::try_from(level).unwrap();
        Self::new(FlipArcadeOptions {
            seed,
            level,
            text_speed: TextSpeed::Fast,
            ..FlipArcadeOptions::default()
        })
    }

    fn wait(&mut self, ms: u64) -> Shown {
        self.game.table().pass(Duration::from_millis(ms));
        self.game.shown()
    }

    fn tap(&mut self, native: Point) -> Touched {
        let within = self.game.table().options.presentation.touch_screen();
        let frame = self.game.next(Duration::from_millis(90)).unwrap();
        let at = within.to_picture(native);
        let gesture = Gesture::tap(at, within.area, TAP_HOLD);
        self.game.perform(&gesture, &frame).unwrap();
        self.last_tap()
    }

    fn last_tap(&self) -> Touched {
        self.game.log().taps.last().unwrap().touched
    }

    /// Waits until `look` is so, tapping where nothing is while something waits for a tap.
    fn until(&mut self, what: &str, look: impl Fn(&Shown) -> bool) -> Shown {
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
            if truth.message.is_some() || truth.state == Some(Phase::Reveal) {
                self.tap(NEUTRAL);
            }
        }
        panic!("never came to: {what}; now {:?}", self.game.shown());
    }

    fn until_state(&mut self, state: Phase) -> Shown {
        self.until(&format!("{state:?}"), |truth| truth.state == Some(state))
    }

    /// Waits until the window's text begins with `text`.
    fn until_text(&mut self, text: &str) -> Shown {
        let begins = |t: &Shown| t.message.as_ref().is_some_and(|m| m.starts_with(text));
        self.until(text, begins)
    }

    /// From the menu to the board.
    fn play(&mut self) -> Shown {
        self.until_state(Phase::Menu);
        assert_eq!(self.tap(PLAY), Touched::Entry("Play"));
        self.until_state(Phase::Board)
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
    fn win(&mut self) -> Shown {
        for cell in [self.cells(Card::Two), self.cells(Card::Three)].concat() {
            self.until_state(Phase::Board);
            assert_eq!(self.flip(cell), Touched::Card(cell));
        }
        self.until_state(Phase::Reveal)
    }

    fn lose(&mut self) -> Shown {
        let voltorb = self.cells(Card::Voltorb)[0];
        assert_eq!(self.flip(voltorb), Touched::Card(voltorb));
        self.until_state(Phase::Reveal)
    }

    fn quit(&mut self) -> Shown {
        assert_eq!(self.tap(controls::QUIT.centre()), Touched::QuitButton);
        self.until_state(Phase::Quit);
        assert_eq!(self.tap(controls::YES.centre()), Touched::Yes);
        self.until_state(Phase::Reveal)
    }

    /// Saves the picture, if this player keeps an album.
    fn save(&mut self, name: &str) {
        if let Some((folder, count)) = &mut self.album {
            let folder = format!("{}/../target/arcade/{folder}", env!("CARGO_MANIFEST_DIR"));
            std::fs::create_dir_all(&folder).unwrap();
            self.game.picture().save(format!("{folder}/{count:02}-{name}.png")).unwrap();
            *count += 1;
        }
    }
}
