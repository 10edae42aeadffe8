//! The test game and the built-in game, played side by side: after every pass the same picture,
//! the same coins, and the same thing hit by the last tap.

use super::program;
use crate::support::rom::{hit, phase, text_speed};
use grid::Cell;
use grid::geometry::{Point, Rect};
use image::RgbImage;
use lab::voltorb_flip::arcade::{
    FlipArcade, FlipArcadeOptions, ITERATION, TextSpeed, Touched, controls,
};
use rand_mt::Mt;
use session::capture::Source;
use session::frame::Frame;
use session::input::{Gesture, InputDevice};
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;
use voltorb_flip::board::Card;
use voltorb_flip::levels::{Level, Outcome};
use voltorb_flip_game::screen::Phase;

/// A pixel of the touch screen.
type Pixel = (u32, u32);

const NEUTRAL: Pixel = (16, 176);
const PLAY: Pixel = (196, 80);
const INFO: Pixel = (196, 104);

/// What is compared after a pass.
#[derive(Debug, PartialEq)]
struct Seen {
    over: bool,
    level: u8,
    wallet: u32,
    payout: u32,
    taps: usize,
    /// What the last tap has hit: its code, and the card or entry and the mark if there are.
    last: (usize, usize, usize),
    /// The picture's hash; 0 when the table was left, where the test game goes black, and in
    /// passes whose pictures are not compared.
    picture: u64,
}

impl Seen {
    /// From a line of the program, see `play_pass` in its `host/main.c`.
    fn parse(line: &str, with_picture: bool) -> Self {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<u32>().unwrap();
        let over = number(0) == u32::from(phase::OVER);
        let code = number(5) as usize;
        let what = |i: usize, codes: &[usize]| {
            if codes.contains(&code) { number(i) as usize } else { 0 }
        };
        Self {
            over,
            level: number(1) as u8,
            wallet: number(2),
            payout: number(3),
            taps: number(4) as usize,
            last: (
                code,
                what(6, &[hit::CARD, hit::FACE_UP_CARD, hit::PENCIL, hit::MARK, hit::ENTRY]),
                what(7, &[hit::MARK]),
            ),
            picture: match with_picture && !over {
                true => u64::from_str_radix(words[8], 16).unwrap(),
                false => 0,
            },
        }
    }

    fn of(game: &FlipArcade, with_picture: bool) -> Self {
        let inside = game.inside();
        let taps: Vec<Touched> = game.log().taps.iter().map(|tap| tap.touched).collect();
        let taps: Vec<&Touched> =
            taps.iter().filter(|touched| **touched != Touched::Lost).collect();
        Self {
            over: inside.over,
            level: inside.level.number(),
            wallet: inside.wallet,
            payout: inside.payout,
            taps: taps.len(),
            last: taps.last().map_or((0, 0, 0), |touched| code(touched)),
            picture: match with_picture && !inside.over {
                true => hash(game.picture().as_raw()),
                false => 0,
            },
        }
    }
}

fn code(touched: &Touched) -> (usize, usize, usize) {
    let number = |cell: &Cell| 5 * cell.0 + cell.1;
    let entry = |name: &str| {
        [["Play", "Game Info", "Quit", ""], ["How to Play", "Hint!", "About Memos", "Return"]]
            .iter()
            .find_map(|list| list.iter().position(|entry| *entry == name))
    };
    match touched {
        Touched::Card(cell) => (hit::CARD, number(cell), 0),
        Touched::FaceUpCard(cell) => (hit::FACE_UP_CARD, number(cell), 0),
        Touched::Pencil(cell) => (hit::PENCIL, number(cell), 0),
        Touched::Mark(cell, mark) => (hit::MARK, number(cell), *mark),
        Touched::MemoButton => (hit::MEMO_BUTTON, 0, 0),
        Touched::QuitButton => (hit::QUIT_BUTTON, 0, 0),
        Touched::Entry(name) => (hit::ENTRY, entry(name).unwrap(), 0),
        Touched::Yes => (hit::YES, 0, 0),
        Touched::No => (hit::NO, 0, 0),
        Touched::Advance => (hit::ADVANCE, 0, 0),
        Touched::Nothing | Touched::Lost | Touched::Outside => (hit::NOTHING, 0, 0),
    }
}

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// One pass of the game with the pen there or nowhere.
fn pass(game: &mut FlipArcade, pen: Option<Pixel>) {
    let Some((x, y)) = pen else {
        let _ended = game.next(ITERATION);
        return;
    };
    let at = Point::new(f64::from(x) + 0.5, f64::from(y) + 192.5);
    let within = Rect::new(0.0, 192.0, 256.0, 192.0);
    let frame = Frame::new(RgbImage::new(256, 384), Duration::ZERO);
    game.perform(&Gesture::tap(at, within, ITERATION), &frame).unwrap();
}

/// A player who knows the cards, wins more often than not, and else does whatever can be done.
struct Player {
    game: FlipArcade,
    dice: Mt,
}

impl Player {
    fn below(&mut self, n: u32) -> u32 {
        self.dice.next_u32() % n
    }

    fn anywhere(&mut self) -> Pixel {
        (self.below(256), self.below(192))
    }

    /// A card that shows one of `cards` and is face down, or `face_up`.
    fn card(&mut self, cards: &[Card], face_up: bool) -> Option<Pixel> {
        let inside = self.game.inside();
        let cells: Vec<Cell> = inside
            .board
            .cells()
            .filter(|(cell, card)| cards.contains(card) && inside.face_up[*cell] == face_up)
            .map(|(cell, _)| cell)
            .collect();
        let choice = self.below(cells.len().max(1) as u32) as usize;
        let corner = cells.get(choice).map(|cell| controls::card(*cell))?;
        Some((corner.x as u32 + self.below(24), corner.y as u32 + self.below(24)))
    }

    fn inside(&mut self, control: Rect) -> Pixel {
        (
            control.x as u32 + self.below(control.w as u32),
            control.y as u32 + self.below(control.h as u32),
        )
    }

    /// Where to tap next.
    fn choose(&mut self) -> Pixel {
        let truth = self.game.shown();
        let luck = self.below(100);
        match truth.state {
            Some(Phase::Menu) if truth.message.is_some_and(|m| m.starts_with("Which")) => {
                let entry = self.below(4) as usize;
                self.inside(controls::entry(if luck < 50 { 3 } else { entry }, 4))
            }
            // Quit would leave the table.
            Some(Phase::Menu) if luck < 10 => INFO,
            Some(Phase::Menu) if luck < 20 => (self.below(144), self.below(192)),
            Some(Phase::Menu) => PLAY,
            Some(Phase::Board) => match luck {
                0..70 => self.card(&[Card::Two, Card::Three], false),
                70..82 => self.card(&[Card::One], false),
                82..85 => self.card(&[Card::Voltorb], false),
                85..90 => Some(self.inside(controls::MEMO)),
                90..92 => Some(self.inside(controls::QUIT)),
                92..96 => self.card(&Card::ALL, true),
                _ => None,
            }
            .unwrap_or_else(|| self.anywhere()),
            Some(Phase::Memo) => match luck {
                0..40 => self.card(&[Card::Voltorb, Card::One], false),
                40..75 => {
                    let toggle = self.below(4) as usize;
                    Some(self.inside(controls::TOGGLES[toggle]))
                }
                75..90 => Some(self.inside(controls::MEMO)),
                90..92 => Some(self.inside(controls::QUIT)),
                _ => None,
            }
            .unwrap_or_else(|| self.anywhere()),
            Some(Phase::Quit) if luck < 30 => self.inside(controls::YES),
            Some(Phase::Quit) if luck < 70 => self.inside(controls::NO),
            _ if luck < 70 => NEUTRAL,
            _ => self.anywhere(),
        }
    }
}

/// What happened in a game.
struct Story {
    pens: Vec<Option<Pixel>>,
    seen: Vec<Seen>,
    game: FlipArcade,
}

/// Whether the picture of pass `i` is compared: drawing takes most of a test's time, and what one
/// pass shows wrongly the next ones do too.
fn has_picture(i: usize) -> bool {
    i < 300 || i.is_multiple_of(4)
}

/// Plays the built-in game for `passes`, or until the table is left.
fn play(options: &FlipArcadeOptions, passes: usize) -> Story {
    let mut player = Player { game: FlipArcade::new(options.clone()), dice: Mt::new(options.seed) };
    let (mut pens, mut seen) = (Vec::new(), Vec::new());
    let mut plan: Vec<Option<Pixel>> = Vec::new();
    while seen.len() < passes {
        let pen = plan.pop().unwrap_or_else(|| {
            // Some passes without the pen, then some with it: now and then through a whole text.
            let has_text = player.game.shown().message.is_some();
            let held = if has_text && player.below(4) == 0 { 40 } else { 4 };
            plan = vec![Some(player.choose()); 1 + player.below(held) as usize];
            plan.extend(vec![None; player.below(12) as usize]);
            None
        });
        pass(&mut player.game, pen);
        pens.push(pen);
        seen.push(Seen::of(&player.game, has_picture(seen.len())));
        if player.game.inside().over {
            break;
        }
    }
    Story { pens, seen, game: player.game }
}

/// The arguments of the program that give it the same options.
fn arguments(command: &str, options: &FlipArcadeOptions) -> Vec<String> {
    let numbers = [
        options.seed,
        options.level.number().into(),
        options.coins,
        text_speed(options.text_speed).into(),
        0,
    ];
    std::iter::once(command.to_owned()).chain(numbers.map(|n| n.to_string())).collect()
}

fn script(pens: &[Option<Pixel>]) -> String {
    let line = |pen: &Option<Pixel>| pen.map_or("-\n".to_owned(), |(x, y)| format!("{x} {y}\n"));
    pens.iter().map(line).collect()
}

/// Plays and compares. Where the two differ, both pictures are saved under `target/`.
fn compare(name: &str, program: &Path, options: &FlipArcadeOptions, passes: usize) -> Story {
    let story = play(options, passes);
    let output = program::run(program, &arguments("play", options), script(&story.pens));
    let output = String::from_utf8(output).unwrap();
    for (i, (line, expected)) in output.lines().zip(&story.seen).enumerate() {
        let seen = Seen::parse(line, has_picture(i));
        if seen != *expected {
            let folder = save(name, program, options, &story.pens[..=i]);
            panic!("{name}, pass {}: {seen:?} instead of {expected:?}; see {folder}", i + 1);
        }
    }
    assert_eq!(output.lines().count(), story.seen.len());
    story
}

/// Saves the last pictures of both after `pens`; says where.
fn save(name: &str, program: &Path, options: &FlipArcadeOptions, pens: &[Option<Pixel>]) -> String {
    let folder = format!("{}/rom-{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).unwrap();
    let mut game = FlipArcade::new(options.clone());
    for pen in pens {
        pass(&mut game, *pen);
    }
    game.picture().save(format!("{folder}/built-in.png")).unwrap();
    let pictures = program::run(program, &arguments("pictures", options), script(pens));
    let last = pictures[pictures.len() - 256 * 384 * 3..].to_vec();
    RgbImage::from_raw(256, 384, last).unwrap().save(format!("{folder}/rom.png")).unwrap();
    folder
}

fn options(seed: u32, level: u8, text_speed: TextSpeed) -> FlipArcadeOptions {
    let level = Level::try_from(level).unwrap();
    FlipArcadeOptions { seed, level, text_speed, ..FlipArcadeOptions::default() }
}

#[test]
fn whatever_is_tapped_both_games_show_the_same() {
    let Some(program) = program::built() else { return };
    let games = [
        (11, 1, TextSpeed::Fast, 1600),
        (12, 6, TextSpeed::Fast, 1600),
        (13, 3, TextSpeed::Mid, 1200),
        (14, 8, TextSpeed::Slow, 700),
    ];
    let stories: Vec<Story> = std::thread::scope(|scope| {
        let play = |(seed, level, speed, passes)| {
            compare(&format!("seed-{seed}"), program, &options(seed, level, speed), passes)
        };
        let threads: Vec<_> = games.map(|game| scope.spawn(move || play(game))).into();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (mut hits, mut outcomes, mut pictures) = (Vec::new(), Vec::new(), HashSet::new());
    for story in stories {
        let log = story.game.log();
        hits.extend(log.taps.iter().map(|tap| code(&tap.touched).0));
        outcomes.extend(log.rounds.iter().map(|round| round.round.outcome));
        pictures.extend(story.seen.iter().map(|seen| seen.picture));
    }
    // The test has seen something.
    for code in hit::NOTHING..=hit::ADVANCE {
        assert!(hits.contains(&code), "no tap of kind {code}");
    }
    for outcome in [Outcome::Won, Outcome::Lost, Outcome::Quit] {
        assert!(outcomes.contains(&outcome), "no round was {outcome:?}: {outcomes:?}");
    }
    assert!(pictures.len() > 500, "only {} pictures", pictures.len());
}

#[test]
fn a_full_wallet_ends_both_games() {
    let Some(program) = program::built() else { return };
    let options = FlipArcadeOptions { coins: 49_990, ..options(15, 8, TextSpeed::Fast) };
    let story = compare("full", program, &options, 6000);
    assert!(story.game.inside().over, "not full after {} passes", story.seen.len());
    assert_eq!(story.game.inside().wallet, 50_000);
    assert!(story.seen.last().unwrap().over);
}
