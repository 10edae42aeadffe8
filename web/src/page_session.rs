//! A player that looks at pictures, one after the other, and advises.

use crate::built_in::BuiltIn;
use crate::pixels::{packed, unpacked};
use image::RgbImage;
use serde_json::{Value, json};
use session::capture::decode::decode_bytes;
use session::capture::one::OnePicture;
use session::frame::Frame;
use session::observation::Field;
use session::{Control, ErasedPlayer, LastState, Pace, Session};
use std::path::Path;
use std::time::Duration;
use voltsight::any_game::Readers;
use voltsight::game::{Game, Playing};
use voltsight::games::by_name;
use voltsight::show;
use wasm_bindgen::prelude::wasm_bindgen;

/// The game that is read, what plays it, and its player.
type Table = (&'static dyn Game, &'static dyn Playing, Box<dyn ErasedPlayer>);

/// A player that looks at pictures, one after the other, and advises. All that it tells is JSON.
#[wasm_bindgen]
pub struct PageSession {
    /// The game that is looked for first.
    known: &'static dyn Game,
    named: Option<&'static dyn Game>,
    readers: Readers,
    table: Option<Table>,
    frame: Option<Frame>,
    heard: LastState,
    /// What was read of the built-in game, and since when it shows this; `None` after a move was made.
    shown: Option<(Option<Value>, Duration)>,
    /// Whether pictures follow each other, so that a still one has to be waited for.
    live: bool,
    /// Whether a camera takes them, so that each differs a bit from the one before.
    camera: bool,
}

#[wasm_bindgen]
impl PageSession {
    /// For the game of this name; or for the one that the pictures show, which is looked for first as this one, unless it
    /// is the `only` one. `live` says that the pictures follow each other, as those of a window do.
    ///
    /// # Errors
    /// There is no such game, or it is not read off pictures.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, only: bool, live: bool) -> Result<Self, String> {
        let known = by_name(game).ok_or_else(|| format!("there is no game {game:?}"))?;
        let named = only.then_some(known);
        let mut readers = Readers::new(named, None).map_err(|error| error.to_string())?;
        readers.prefer(game);
        let heard = LastState::default();
        Ok(Self {
            known,
            named,
            readers,
            table: None,
            frame: None,
            heard,
            shown: None,
            live,
            camera: false,
        })
    }

    /// The pictures that follow are a camera's: the readings of successive ones are combined.
    pub fn look_through_camera(&mut self) {
        self.camera = true;
    }

    /// Looks at a picture file; `name` is told where it cannot be read.
    ///
    /// # Errors
    /// It is not a picture, or a damaged one: in a sentence.
    pub fn file(&mut self, bytes: &[u8], name: &str) -> Result<String, String> {
        let picture = decode_bytes(bytes, Path::new(name)).map_err(|error| error.to_string())?;
        Ok(self.show(picture, 0.0))
    }

    /// Looks at a picture of `width` x `height` pixels of four bytes each (red, green, blue and one that
    /// says nothing), taken at this time in milliseconds.
    ///
    /// # Errors
    /// There are fewer bytes than that takes.
    pub fn pixels(
        &mut self,
        rgba: &[u8],
        width: u32,
        height: u32,
        at: f64,
    ) -> Result<String, String> {
        let picture = unpacked(rgba, width, height);
        let picture = picture.ok_or("the picture has fewer pixels than it says")?;
        Ok(self.show(picture, at))
    }

    /// Looks at the last picture again at this time, in milliseconds: thinks on, and does what was asked
    /// for since.
    pub fn again(&mut self, at: f64) -> String {
        if let Some(frame) = &mut self.frame {
            frame.at = duration(at);
            self.look();
        }
        self.told()
    }

    /// Looks at the picture of a built-in game.
    pub fn look_at(&mut self, game: &BuiltIn) -> String {
        if let Some(frame) = game.frame() {
            self.frame = Some(frame.clone());
            self.look();
            let report = self.heard.seen.as_ref().and_then(|seen| seen.report.clone());
            if self.shown.as_ref().is_none_or(|(before, _)| *before != report) {
                self.shown = Some((report, frame.at));
            }
        }
        self.told()
    }

    /// Types a value over what was read of a field; it holds from the next look on.
    pub fn correct(&mut self, field: String, value: String) {
        self.heard.requests.push(Control::Correct { field, value });
    }

    /// Takes the last value back that was typed.
    pub fn undo(&mut self) {
        self.heard.requests.push(Control::Undo);
    }

    /// Chooses another value of a setting; it holds from the next look on.
    pub fn choose(&mut self, setting: &str, value: String) {
        let settings = self.table.iter().flat_map(|(_, _, player)| player.settings());
        if let Some(setting) = settings.map(|known| known.name).find(|name| *name == setting) {
            self.heard.requests.push(Control::Choose { setting: setting.to_owned(), value });
        }
    }

    /// Makes the move that is advised in the built-in game whose picture was looked at last, if there is
    /// one; whether there was. While the game still moves there is none: the advice is of the picture before.
    ///
    /// # Errors
    /// The game does not take it: in a sentence.
    pub fn follow(&mut self, game: &mut BuiltIn) -> Result<bool, String> {
        let Some(advised) = self.heard.advised().filter(|_| self.stands_still()) else {
            return Ok(false);
        };
        game.perform(&advised.gesture)?;
        self.shown = None;
        Ok(true)
    }

    /// Taps what the built-in game shows as this field in the picture that was looked at last, if it shows it.
    ///
    /// # Errors
    /// The game does not take it: in a sentence.
    pub fn tap(&self, game: &mut BuiltIn, field: &str) -> Result<(), String> {
        let Some(seen) = &self.heard.seen else { return Ok(()) };
        let shown = seen.fields.iter().find(|known| known.name == field);
        let Some((screen, area)) = shown.and_then(|shown| shown.place) else { return Ok(()) };
        let at = seen.screens[screen].placement.to_picture(area.centre());
        game.tap(at.x, at.y, false)
    }

    /// The last picture with the chances drawn on it, as `packed` makes it. Empty if there is none.
    pub fn drawn(&self) -> Vec<u8> {
        let Some(frame) = &self.frame else { return Vec::new() };
        let cells = self.table.as_ref().and_then(|(_, _, player)| player.panel().cells);
        match (&self.heard.seen, cells) {
            (Some(seen), Some(cells)) => {
                packed(&show::annotate::advise(&frame.picture, &seen.screens, &seen.fields, &cells))
            }
            _ => packed(&frame.picture),
        }
    }
}

impl PageSession {
    fn show(&mut self, picture: RgbImage, at: f64) -> String {
        self.frame = Some(Frame::new(picture, duration(at)));
        self.look();
        self.told()
    }

    /// Looks at the picture: finds the game first, if it is not known or not to be seen any more.
    fn look(&mut self) {
        let Some(frame) = self.frame.clone() else { return };
        if self.table.is_none() {
            // A camera shows nothing clearly at first: the game that is likely is looked for alone.
            let game = if self.camera { Ok(self.known) } else { self.shown(&frame) };
            self.sit_down(game);
        }
        self.go_on(&frame);
        // Another game may have been opened in the same window.
        if let Some((before, _, _)) = self.table
            && self.heard.seen.is_none()
            && self.named.is_none()
            && let Ok(game) = self.shown(&frame)
            && game.name() != before.name()
        {
            self.table = None;
            self.sit_down(Ok(game));
            self.go_on(&frame);
        }
    }

    /// The game that the picture shows.
    fn shown(&mut self, frame: &Frame) -> Result<&'static dyn Game, String> {
        let read = self.readers.read(&frame.picture);
        read.map(|(game, _)| game).map_err(|why| why.to_string())
    }

    /// Begins with this game, if there is advice for it.
    fn sit_down(&mut self, game: Result<&'static dyn Game, String>) {
        let requests = std::mem::take(&mut self.heard.requests);
        self.heard = LastState::default();
        self.heard.requests = requests;
        let game = match game {
            Ok(game) => game,
            Err(why) => return self.heard.refuse(why),
        };
        let Some(playing) = game.playing() else {
            return self.heard.refuse(game.no_advice());
        };
        match playing.player(None, false) {
            Ok(player) => self.table = Some((game, playing, player)),
            Err(error) => self.heard.refuse(error.to_string()),
        }
    }

    fn go_on(&mut self, frame: &Frame) {
        let Some((_, playing, player)) = &mut self.table else { return };
        let mut pace = Pace::with(playing.timing());
        if !self.live {
            pace.still = Duration::ZERO;
        }
        if self.camera {
            pace = pace.through_camera();
        }
        let mut source = OnePicture::new(frame.clone(), "the picture".to_owned());
        player.resume(Session::new(&mut source).at_pace(pace).observed_by(&mut self.heard));
    }

    /// Whether the built-in game shows the same for so long that nothing follows from the last move any more.
    fn stands_still(&self) -> bool {
        let (Some((_, since)), Some(frame), Some((_, playing, _))) =
            (&self.shown, &self.frame, &self.table)
        else {
            return false;
        };
        let timing = playing.timing();
        frame.at.saturating_sub(*since) >= timing.hold + timing.gap + Pace::with(timing).still
    }

    /// What is known now.
    fn told(&mut self) -> String {
        let still = self.stands_still();
        let heard = &mut self.heard;
        let notes = std::mem::take(&mut heard.notes);
        let Some((game, _, player)) = &self.table else {
            return json!({ "error": heard.why(), "notes": notes }).to_string();
        };
        let rounds = std::mem::take(&mut heard.rounds);
        let panel = player.panel();
        let (seen, advised) = (heard.seen.as_ref(), heard.advised());
        let mut told = json!({
            "game": game.name(),
            "title": game.title(),
            "reading": seen.map(|seen| &seen.report),
            "look": seen.map(|seen| &seen.look),
            "screens": seen.iter().flat_map(|seen| &seen.screens)
                .map(|screen| json!({"caption": screen.caption, "placement": screen.placement}))
                .collect::<Vec<Value>>(),
            "fields": seen.map(|seen| seen.fields.iter().map(field).collect::<Vec<Value>>()),
            "advice": heard.advice(&panel),
            "on": advised.map(|advised| &advised.on),
            "move": advised.filter(|_| still).map(|advised| &advised.what),
            "why": heard.why(),
            "reasons": player.reasons(),
            "improves": player.may_improve(),
            "settings": player.settings(),
            "corrections": heard.corrections,
            "notes": notes,
            "rounds": rounds,
        });
        told["panel"] = json!(panel);
        told.to_string()
    }
}

fn duration(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or_default()
}

/// A field for the page.
fn field(field: &Field) -> Value {
    let Field { name, value, confidence, why, .. } = field;
    let why = why.as_ref().map(ToString::to_string);
    json!({ "name": name, "value": value, "confidence": confidence, "why": why })
}
