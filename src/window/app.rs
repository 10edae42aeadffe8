//! The window's pages, and what comes in from outside: dropped and pasted pictures, signals.

use super::game_page::{GamePage, Wish};
use super::host::Host;
use super::place::Subject;
use super::seat::Seat;
use super::start_page::{Chosen, StartPage};
use crate::game::Game;
use desktop::clipboard;
use eframe::egui::{self, CentralPanel, Panel, RichText, Ui, ViewportCommand, WindowLevel};
use lab::arcade::demonstration::Opening;
use std::path::PathBuf;
use std::sync::Arc;

/// The window.
pub(super) struct App {
    start: StartPage,
    page: Option<GamePage>,
    /// The built-in game that is played.
    built_in: Option<(&'static dyn Game, Opening)>,
    /// The pictures that were named, and which of them is shown.
    pictures: Vec<PathBuf>,
    at: usize,
    /// What went wrong, to be read until something else is done.
    message: Option<String>,
    /// Whether the window is kept above all others.
    on_top: bool,
    host: Arc<Host>,
}

impl App {
    /// At the first page.
    pub fn new(start: StartPage, host: Arc<Host>) -> Self {
        let (page, built_in, message, pictures) = (None, None, None, Vec::new());
        Self { start, page, built_in, pictures, at: 0, message, on_top: false, host }
    }

    /// Opens the first of these pictures, or this built-in game.
    pub fn begin(
        &mut self,
        context: &egui::Context,
        pictures: Vec<PathBuf>,
        built_in: Option<&'static dyn Game>,
    ) {
        match built_in {
            Some(game) if pictures.is_empty() => {
                let opening = self.start.opening();
                self.open(context, Subject::BuiltIn { game, opening });
            }
            _ => self.open_files(context, pictures, 0),
        }
    }

    /// Opens one of these pictures, if there is one; the others can be turned to.
    fn open_files(&mut self, context: &egui::Context, pictures: Vec<PathBuf>, at: usize) {
        if let Some(path) = pictures.get(at) {
            self.open(context, Subject::File(path.clone()));
            (self.pictures, self.at) = (pictures, at);
        }
    }

    fn open(&mut self, context: &egui::Context, subject: Subject) {
        let advises = self.page.as_ref().is_none_or(GamePage::advises);
        self.close();
        self.message = None;
        self.start.rest();
        let (built_in, hold) = match &subject {
            Subject::BuiltIn { game, opening } => {
                (Some((*game, *opening)), game.playing().map(|playing| playing.timing().hold))
            }
            _ => (None, None),
        };
        self.built_in = built_in;
        #[cfg(feature = "live")]
        if let Subject::Window { candidate, .. } = &subject {
            super::beside::go_beside(context, candidate, own_area(context));
        }
        let context = context.clone();
        let seat = Seat::begin(subject, self.host.clone(), move || context.request_repaint());
        self.page = Some(GamePage::new(seat, hold, advises));
    }

    /// Ends the companion and forgets what was looked at: two must not act at the same time.
    fn close(&mut self) {
        (self.page, self.built_in) = (None, None);
        self.pictures.clear();
    }

    fn paste(&mut self, context: &egui::Context) {
        match clipboard::picture() {
            Ok(picture) => {
                let name = "clipboard".to_owned();
                self.open(context, Subject::Picture { picture, name });
            }
            Err(error) => self.message = Some(crate::output::sentence(&error)),
        }
    }

    /// Which of several pictures is shown, and the ones before and after it.
    fn turn_pages(&mut self, ui: &mut Ui) {
        let before = self.at;
        ui.horizontal(|ui| {
            if ui.button("Previous").clicked() {
                self.at = self.at.saturating_sub(1);
            }
            ui.label(format!("picture {} of {}", self.at + 1, self.pictures.len()));
            if ui.button("Next").clicked() {
                self.at = (self.at + 1).min(self.pictures.len() - 1);
            }
        });
        if self.at != before {
            let pictures = std::mem::take(&mut self.pictures);
            self.open_files(ui.ctx(), pictures, self.at);
        }
    }

    fn hear(&mut self, context: &egui::Context) {
        let dropped = context.input(|input| {
            let paths = input.raw.dropped_files.iter().map(|file| file.path().to_owned());
            paths.collect::<Vec<PathBuf>>()
        });
        self.open_files(context, dropped, 0);
        let pastes = context.input(|input| input.events.iter().any(is_paste));
        if pastes && context.memory(|memory| memory.focused().is_none()) {
            self.paste(context);
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, context: &egui::Context, _: &mut eframe::Frame) {
        if self.host.has_to_end() {
            context.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn raw_input_hook(&mut self, context: &egui::Context, input: &mut egui::RawInput) {
        // Where something is typed, Ctrl+V means text.
        let is_typing = context.memory(|memory| memory.focused().is_some());
        if is_typing && input.events.iter().any(is_paste) {
            input.events.extend(clipboard::text().map(egui::Event::Paste));
        }
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        // What is pressed is released, and what it came to is summed up.
        self.page = None;
    }
}

impl App {
    /// Shows the window, whoever draws it.
    pub fn show(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.hear(&context);
        if let Some(message) = self.message.clone() {
            Panel::top("message").show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(message).color(super::palette::ALARM).strong());
                    if ui.button("OK").clicked() {
                        self.message = None;
                    }
                });
            });
        }
        Panel::bottom("window").show_separator_line(false).show(ui, |ui| {
            let stay = ui.checkbox(&mut self.on_top, "Stay on top of other windows");
            if stay.changed() {
                let level =
                    if self.on_top { WindowLevel::AlwaysOnTop } else { WindowLevel::Normal };
                context.send_viewport_cmd(ViewportCommand::WindowLevel(level));
            }
        });
        if self.pictures.len() > 1 {
            Panel::top("pages").show(ui, |ui| self.turn_pages(ui));
        }
        match &mut self.page {
            Some(page) => match page.show(ui) {
                Some(Wish::Back) => self.close(),
                Some(Wish::Again) => {
                    if let Some((game, opening)) = self.built_in {
                        let opening = Opening { seed: opening.seed.wrapping_add(1), ..opening };
                        self.open(&context, Subject::BuiltIn { game, opening });
                    }
                }
                None => {}
            },
            None => {
                let mut chosen = None;
                CentralPanel::default().show(ui, |ui| chosen = self.start.show(ui));
                match chosen {
                    Some(Chosen::Open(subject)) => self.open(&context, subject),
                    Some(Chosen::Paste) => self.paste(&context),
                    None => {}
                }
            }
        }
    }
}

/// Where the window is, in pixels of the desktop.
#[cfg(feature = "live")]
fn own_area(context: &egui::Context) -> Option<grid::geometry::Rect> {
    let area = context.input(|input| input.viewport().inner_rect)?;
    let pixels = |v: f32| f64::from(v * context.pixels_per_point());
    let (left, top) = (pixels(area.left()), pixels(area.top()));
    Some(grid::geometry::Rect::new(left, top, pixels(area.width()), pixels(area.height())))
}

/// Whether Ctrl+V was pressed.
fn is_paste(event: &egui::Event) -> bool {
    matches!(
        event,
        egui::Event::Key { key: egui::Key::V, pressed: true, modifiers, .. } if modifiers.command
    )
}
