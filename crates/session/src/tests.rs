//! The loop on a toy game: a picture's first pixel is a number, 0 is over, 255 is not a number,
//! and a tap takes 1 off.

use super::*;
use crate::capture::one::OnePicture;
use crate::capture::{CaptureError, Source};
use crate::frame::Frame;
use crate::input::{Gesture, Hold, InputDevice, InputError};
use crate::observation::{Field, Observation, Screen, Summary};
use grid::Grid;
use grid::geometry::{Point, Rect};
use image::{Rgb, RgbImage};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

const MS: Duration = Duration::from_millis(1);

/// The toy game.
#[derive(Clone)]
struct Toy(Rc<RefCell<Counter>>);

/// What the toy shows, and its clock.
struct Counter {
    number: u8,
    now: Duration,
    /// How many pictures after a tap the number changes.
    late: u32,
    /// The taps that have had no effect yet: how many pictures are left.
    taps: Vec<u32>,
    /// How long the least time from a picture to the next is: on a machine that does much else, long.
    least: Duration,
    /// Whether it is pressed.
    down: bool,
}

impl Toy {
    fn new(number: u8) -> Self {
        Self::starved(number, 0, MS)
    }

    /// On a machine that does much else.
    fn starved(number: u8, late: u32, least: Duration) -> Self {
        let (now, taps, down) = (Duration::ZERO, Vec::new(), false);
        Self(Rc::new(RefCell::new(Counter { number, now, late, taps, least, down })))
    }
}

impl Source for Toy {
    fn name(&self) -> String {
        "a toy".to_owned()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        let toy = &mut *self.0.borrow_mut();
        toy.now += wait.max(toy.least);
        toy.taps.retain_mut(|left| {
            let is_due = *left == 0;
            toy.number = toy.number.saturating_sub(is_due.into());
            *left = left.saturating_sub(1);
            !is_due
        });
        Ok(Frame::new(RgbImage::from_pixel(4, 4, Rgb([toy.number; 3])), toy.now))
    }
}

impl InputDevice for Toy {
    fn perform(&mut self, _: &Gesture, _: &Frame) -> Result<(), InputError> {
        let toy = &mut *self.0.borrow_mut();
        toy.taps.push(toy.late);
        Ok(())
    }

    fn hold(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        _: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        self.0.borrow_mut().down = true;
        while wanted() == Hold::On {}
        self.0.borrow_mut().down = false;
        self.perform(gesture, frame)
    }
}

/// What a picture of the toy shows.
#[derive(Clone, PartialEq)]
struct Number(u8);

impl Observation for Number {
    fn look(&self) -> &str {
        "toy"
    }

    fn screens(&self) -> Vec<Screen> {
        Vec::new()
    }

    fn narrowest_target(&self) -> f64 {
        1.0
    }

    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    fn summary(&self) -> Summary {
        Summary::default()
    }

    fn report(&self) -> Box<dyn erased_serde::Serialize> {
        Box::new(self.0)
    }
}

/// The picture shows no number.
#[derive(Debug, thiserror::Error)]
#[error("there is no number")]
struct NoNumber;

/// Plays the toy. At `faulty` it panics.
#[derive(Default)]
struct ToyPlayer {
    number: u8,
    faulty: Option<u8>,
    /// How long a tap may be held on.
    hold_on: Duration,
    /// How many pictures it has looked at.
    looks: usize,
}

impl Player for ToyPlayer {
    type Sight = Number;
    type Move = &'static str;
    type NotVisible = NoNumber;

    fn look(&mut self, frame: &Frame) -> Result<Number, NoNumber> {
        self.looks += 1;
        match frame.picture.get_pixel(0, 0)[0] {
            255 => Err(NoNumber),
            number => Ok(Number(number)),
        }
    }

    fn observation<'s>(&self, sight: &'s Number) -> &'s dyn Observation {
        sight
    }

    fn at_rest(&self, before: &Number, now: &Number) -> bool {
        before == now
    }

    fn decide(&mut self, sight: &Number, _: Duration) -> Intent<&'static str> {
        self.number = sight.0;
        assert!(self.faulty != Some(self.number), "the number {} is not liked", self.number);
        if self.number == 0 {
            return Intent::Over("all is counted".to_owned());
        }
        Intent::Do(Act {
            what: "count",
            gesture: self.aim(&"count", sight),
            within: 900 * MS,
            tries: 3,
            after: Duration::ZERO,
            hold_on: self.hold_on,
            dismissal: false,
        })
    }

    fn aim(&self, _: &&'static str, _: &Number) -> Gesture {
        let within = Rect::new(0.0, 0.0, 4.0, 4.0);
        Gesture::tap(Point::new(1.0, 1.0), within, 80 * MS)
    }

    fn took_effect(&self, _: &&'static str, before: &Number, now: &Number) -> bool {
        before != now
    }

    fn forget(&mut self) {}

    fn round_end(&mut self) -> Option<RoundEnd> {
        None
    }

    fn notes(&mut self) -> Vec<String> {
        Vec::new()
    }
}

impl View for ToyPlayer {
    fn units(&self) -> Units {
        Units::default()
    }

    fn panel(&self) -> Panel {
        let cell = PanelCell {
            sign: self.number.to_string(),
            lines: Vec::new(),
            tone: Tone::Plain,
            chosen: true,
            field: "number".to_owned(),
        };
        Panel {
            title: "A toy",
            cells: Some(Grid::filled(1, 1, cell)),
            advice: Some("count".to_owned()),
            ..Panel::default()
        }
    }

    fn record(&self) -> serde_json::Value {
        self.number.into()
    }
}

/// Keeps what it is told, and objects after `most` acts.
#[derive(Default)]
struct Book {
    advised: Vec<u64>,
    acts: usize,
    most: Option<usize>,
    /// What is asked before which picture, counted from 1.
    asks: Vec<(usize, Control)>,
    pictures: usize,
    /// How many acts there were when each of these was asked.
    acts_then: Vec<usize>,
    stopped: Option<String>,
}

impl Observer for Book {
    fn notice(&mut self, _: Duration, event: &Event<'_>, view: &dyn View) {
        match event {
            Event::Advised { .. } => self.advised.push(view.record().as_u64().unwrap()),
            Event::Acted { .. } => self.acts += 1,
            Event::Stopped(why) => self.stopped = Some(why.to_string()),
            _ => {}
        }
    }

    fn requests(&mut self) -> Vec<Control> {
        self.pictures += 1;
        let asks = self.asks.iter().filter(|(at, _)| *at == self.pictures);
        let asks: Vec<Control> = asks.map(|(_, control)| control.clone()).collect();
        self.acts_then.extend(asks.iter().map(|_| self.acts));
        asks
    }

    fn objection(&self) -> Option<Stopped> {
        self.most.is_some_and(|most| self.acts >= most).then_some(Stopped::Unread)
    }
}

fn play(player: ToyPlayer, book: Book) -> (Stopped, Book) {
    play_on(Toy::new(5), player, book)
}

fn play_on(toy: Toy, mut player: ToyPlayer, mut book: Book) -> (Stopped, Book) {
    let (mut source, mut hand) = (toy.clone(), toy);
    let session = Session::new(&mut source).playing(&mut hand).observed_by(&mut book);
    let stopped = session.run(&mut player);
    (stopped, book)
}

#[test]
fn it_plays_to_the_end() {
    let (stopped, book) = play(ToyPlayer::default(), Book::default());
    assert!(matches!(stopped, Stopped::Over(_)), "{stopped}");
    assert_eq!((book.acts, book.stopped.as_deref()), (5, Some("all is counted")));
}

#[test]
fn the_same_advice_for_another_board_is_told_again() {
    let (_, book) = play(ToyPlayer::default(), Book::default());
    assert_eq!(book.advised, [5, 4, 3, 2, 1]);
}

/// Time in which neither the game nor the program was let run says nothing about whether a tap was seen. Two
/// taps that arrive together count twice.
#[test]
fn a_machine_that_comes_to_a_halt_doubles_no_tap() {
    for late in 0..7 {
        let toy = Toy::starved(5, late, 950 * MS);
        let (_, book) = play_on(toy, ToyPlayer::default(), Book::default());
        assert_eq!(
            (book.acts, &book.advised[..]),
            (5, &[5, 4, 3, 2, 1][..]),
            "{late} pictures late"
        );
    }
}

#[test]
fn it_stops_when_an_observer_objects() {
    let (stopped, book) = play(ToyPlayer::default(), Book { most: Some(2), ..Book::default() });
    assert!(matches!(stopped, Stopped::Unread) && stopped.as_meant(), "{stopped}");
    assert_eq!(book.acts, 2);
    assert!(book.stopped.is_some());
}

#[test]
fn a_panic_is_told_like_any_other_end() {
    let (stopped, book) =
        play(ToyPlayer { faulty: Some(3), ..ToyPlayer::default() }, Book::default());
    assert!(matches!(stopped, Stopped::Fault(_)) && !stopped.as_meant(), "{stopped}");
    assert!(book.stopped.unwrap().contains("the number 3 is not liked"));
}

#[test]
fn it_pauses_makes_one_move_when_asked_and_goes_on() {
    let asks =
        vec![(1, Control::Pause), (40, Control::Step), (80, Control::Step), (120, Control::Pause)];
    let (stopped, book) = play(ToyPlayer::default(), Book { asks, ..Book::default() });
    assert!(matches!(stopped, Stopped::Over(_)), "{stopped}");
    assert_eq!((book.acts_then, book.acts), (vec![0, 0, 1, 2], 5));
}

#[test]
fn it_ends_when_asked() {
    let asks = vec![(1, Control::Pause), (40, Control::Stop)];
    let (stopped, book) = play(ToyPlayer::default(), Book { asks, ..Book::default() });
    assert!(matches!(stopped, Stopped::Asked(_)) && stopped.as_meant(), "{stopped}");
    assert_eq!(book.acts, 0);
}

/// Whoever asks may suspend the process: a button would stay pressed for as long.
#[test]
fn nothing_is_asked_while_something_is_pressed() {
    let (toy, asks) = (Toy::new(5), Cell::new(0));
    let (mut source, mut hand) = (toy.clone(), toy.clone());
    let session = Session::new(&mut source).playing(&mut hand).unless(|| {
        asks.set(asks.get() + 1);
        assert!(!toy.0.borrow().down, "it is pressed");
        None
    });
    let stopped = session.run(&mut ToyPlayer { hold_on: 1500 * MS, ..ToyPlayer::default() });
    assert!(matches!(stopped, Stopped::Over(_)), "{stopped}");
    assert!(asks.get() > 5);
}

/// To find that a game is not in a picture may take long.
#[test]
fn the_same_picture_without_a_game_is_looked_at_once() {
    let mut player = ToyPlayer::default();
    let mut book = Book { asks: vec![(40, Control::Stop)], ..Book::default() };
    Session::new(&mut Toy::new(255)).observed_by(&mut book).run(&mut player);
    assert_eq!((book.pictures, player.looks), (40, 1));
}

/// Goes on with one picture of each of these numbers, and gives what is heard after each.
fn hear_of(numbers: &[u8]) -> Vec<(Option<String>, Option<String>)> {
    let mut player = <dyn ErasedPlayer>::begin(ToyPlayer::default());
    let mut heard = LastState::default();
    let pace = Pace { still: Duration::ZERO, ..Pace::default() };
    let pictures = (1..).zip(numbers).map(|(i, &number)| {
        let frame = Frame::new(RgbImage::from_pixel(4, 4, Rgb([number; 3])), i * MS);
        let mut source = OnePicture::new(frame, "a toy".to_owned());
        let session = Session::new(&mut source).at_pace(pace.clone());
        player.resume(session.observed_by(&mut heard));
        (heard.advised().map(|advised| advised.on.to_string()), heard.why().map(str::to_owned))
    });
    pictures.collect()
}

#[test]
fn advice_that_still_holds_is_given_again_when_the_game_is_back() {
    let advised = |on: &str| (Some(on.to_owned()), None);
    let not = |why: &str| (None, Some(why.to_owned()));
    let heard = hear_of(&[5, 255, 255, 5, 0, 5, 4]);
    let (unseen, over) = (not("there is no number"), not("all is counted"));
    let (five, four) = (advised("5"), advised("4"));
    let expected = [&five, &unseen, &unseen, &five, &over, &five, &four];
    assert_eq!(heard.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn advice_through_a_camera_outlasts_a_blur_but_not_a_game_that_is_gone() {
    let mut player = <dyn ErasedPlayer>::begin(ToyPlayer::default());
    let mut heard = LastState::default();
    let pace = Pace { still: MS, ..Pace::default() }.through_camera();
    let glance = pace.glance.unwrap();
    let mut look = |number: u8, at: Duration| {
        let frame = Frame::new(RgbImage::from_pixel(4, 4, Rgb([number; 3])), at);
        let mut source = OnePicture::new(frame, "a camera".to_owned());
        let session = Session::new(&mut source).at_pace(pace.clone());
        player.resume(session.observed_by(&mut heard));
        (heard.advised().map(|advised| advised.on.to_string()), heard.why().map(str::to_owned))
    };
    let advised = (Some("5".to_owned()), None);
    assert_eq!(look(5, MS), (None, None), "one picture alone is not advised on");
    assert_eq!(look(5, 100 * MS), advised);
    assert_eq!(look(255, 200 * MS), advised, "a blur");
    assert_eq!(look(255, 99 * MS + glance), advised, "a hand that taps");
    let gone = look(255, 101 * MS + glance);
    assert_eq!(gone, (None, Some("there is no number".to_owned())));
    look(5, 200 * MS + glance);
    assert_eq!(look(5, 300 * MS + glance), advised);
}
