//! Plays rounds of the built-in game and saves them as a GIF, with the advice drawn on the touch screen:
//! `cargo run --release --example moving_picture -- docs/play.gif`. The README shows it; `make pictures` draws it.

use gif::{Encoder, Frame as Drawn, Repeat};
use image::{RgbImage, imageops::crop_imm};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Presentation, TextSpeed};
use session::consoles::ds::TIMING;
use session::{Event, Goals, Observer, Pace, Session, View};
use std::fs::File;
use std::time::Duration;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};
use voltsight::show::annotate::advise;

/// The least time between two pictures that are kept.
const STEP: Duration = Duration::from_millis(300);

/// The longest time that a picture is shown.
const LONGEST: Duration = Duration::from_millis(1200);

/// The seed of the game: a round with a gamble in it.
const SEED: u32 = 3;

/// Keeps what the touch screen shows, and when.
#[derive(Default)]
struct Film(Vec<(Duration, RgbImage)>);

impl Observer for Film {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        let Event::Looked { frame, seen } = event else { return };
        if self.0.last().is_some_and(|(last, _)| at < *last + STEP) {
            return;
        }
        // Messages between rounds show no board.
        let Some(board) = view.panel().cells else { return };
        let drawn = advise(&frame.picture, &seen.screens(), &seen.fields(), &board);
        let (width, height) = drawn.dimensions();
        let touch = crop_imm(&drawn, 0, height / 2, width, height / 2).to_image();
        if self.0.last().is_none_or(|(_, last)| *last != touch) {
            self.0.push((at, touch));
        }
    }
}

/// The smallest rectangle, x, y, width and height, outside of which a picture is as the one before it.
fn changed(before: Option<&RgbImage>, picture: &RgbImage) -> (u32, u32, u32, u32) {
    let (width, height) = picture.dimensions();
    let Some(before) = before.filter(|before| before.dimensions() == (width, height)) else {
        return (0, 0, width, height);
    };
    let differs = |x: u32, y: u32| before.get_pixel(x, y) != picture.get_pixel(x, y);
    let columns: Vec<u32> = (0..width).filter(|&x| (0..height).any(|y| differs(x, y))).collect();
    let rows: Vec<u32> = (0..height).filter(|&y| (0..width).any(|x| differs(x, y))).collect();
    match (&columns[..], &rows[..]) {
        ([left, ..], [top, ..]) => {
            let (right, bottom) = (columns[columns.len() - 1], rows[rows.len() - 1]);
            (*left, *top, right - left + 1, bottom - top + 1)
        }
        _ => (0, 0, 1, 1),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name the file to make")?;
    let game = FlipArcade::new(FlipArcadeOptions {
        seed: SEED,
        text_speed: TextSpeed::Fast,
        presentation: Presentation { scale: 2.0, ..Presentation::default() },
        ..FlipArcadeOptions::default()
    });
    let (mut source, mut hand, mut film) = (game.clone(), game, Film::default());
    Session::new(&mut source)
        .playing(&mut hand)
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(2), ..Goals::default() })
        .observed_by(&mut film)
        .run(&mut FlipPlayer::new(FlipPlayerOptions { plays: true, ..Default::default() }));
    let Some((_, first)) = film.0.first() else { return Err("no board was shown".into()) };
    let (width, height) = (u16::try_from(first.width())?, u16::try_from(first.height())?);
    let mut gif = Encoder::new(File::create(&path)?, width, height, &[])?;
    gif.set_repeat(Repeat::Infinite)?;
    let ends = film.0.iter().skip(1).map(|(at, _)| *at).chain([Duration::MAX]);
    let mut before: Option<&RgbImage> = None;
    for ((begin, picture), end) in film.0.iter().zip(ends) {
        let shown = end.saturating_sub(*begin).min(LONGEST);
        // Only what has changed: the rest stays as it is.
        let (left, top, width, height) = changed(before, picture);
        let part = crop_imm(picture, left, top, width, height).to_image();
        let size = (u16::try_from(width)?, u16::try_from(height)?);
        let mut drawn = Drawn::from_rgb_speed(size.0, size.1, &part, 10);
        (drawn.left, drawn.top) = (u16::try_from(left)?, u16::try_from(top)?);
        // In hundredths of a second.
        drawn.delay = u16::try_from(shown.as_millis() / 10)?;
        gif.write_frame(&drawn)?;
        before = Some(picture);
    }
    println!("{path}: {} pictures", film.0.len());
    Ok(())
}
