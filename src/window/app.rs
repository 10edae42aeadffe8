//! The window's pages, and what comes in from outside: dropped and pasted pictures, signals.

use super::dialog::{Answer, Dialog};
use super::form_page::FormPage;
use super::game_page::{GamePage, Wish, doubts};
use super::host::Host;
use super::memory::{Last, Memory, Remembered, Theme};
use super::palette;
use super::place::Subject;
use super::seat::Seat;
use super::start_page::{Chosen, StartPage};
use crate::game::Game;
use desktop::clipboard;
use eframe::egui::{
    self, CentralPanel, Panel, RichText, ThemePreference, Ui, ViewportCommand, WindowLevel,
};
use lab::arcade::demonstration::Opening;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is shown.
enum Page {
    /// What to begin with.
    Start,
    /// A companion.
    Companion(Box<GamePage>),
    /// A board that is entered.
    Board,
}

/// The window.
pub(super) struct App {
    start: StartPage,
    page: Page,
    board: FormPage,
    /// The built-in game that is played.
    built_in: Option<(&'static dyn Game, Opening)>,
    /// How many of the companion's rounds are noted.
    noted: usize,
    /// The pictures that were named, and which of them is shown.
    pictures: Vec<PathBuf>,
    at: usize,
    /// The dialog for files, while it is open.
    dialog: Option<Dialog>,
    /// What went wrong, to be read until something else is done.
    message: Option<String>,
    memory: Memory,
    now: Remembered,
    host: Arc<Host>,
}

impl App {
    /// At the first page, with what is remembered; `broken` is why nothing is, if that is so.
    pub fn new(
        mut start: StartPage,
        memory: Memory,
        broken: Option<String>,
        host: Arc<Host>,
    ) -> Self {
        let now = memory.remembered().clone();
        start.speed = now.speed.clamp(0.5, 4.0);
        let mut board = FormPage::new(&now.boards, &now.settings, |name| memory.beside(name));
        if let Some(Last::Board(name)) = &now.last
            && let Some(game) = crate::games::by_name(name)
        {
            board.turn_to(game);
        }
        Self {
            start,
            page: Page::Start,
            board,
            built_in: None,
            noted: 0,
            pictures: Vec::new(),
            at: 0,
            dialog: None,
            message: broken,
            memory,
            now,
            host,
        }
    }

    /// Opens the first of these pictures, or this built-in game.
    pub fn begin(
        &mut self,
        context: &egui::Context,
        pictures: Vec<PathBuf>,
        built_in: Option<&'static dyn Game>,
    ) {
        set_theme(context, self.now.theme);
        set_level(context, self.now.on_top);
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
        self.close();
        self.message = None;
        let (mut built_in, mut hold) = (None, None);
        match &subject {
            Subject::File(path) => self.now.note_picture(path),
            Subject::Picture { .. } => {}
            Subject::BuiltIn { game, opening } => {
                built_in = Some((*game, *opening));
                hold = game.playing().map(|playing| playing.timing().hold);
                self.now.last = Some(Last::BuiltIn(game.name().to_owned()));
            }
            #[cfg(feature = "live")]
            Subject::Window { candidate, .. } => {
                self.now.last = Some(Last::Window(candidate.class.clone()));
                super::beside::go_beside(context, candidate, own_area(context));
            }
        }
        self.built_in = built_in;
        let context = context.clone();
        let seat = Seat::begin(subject, self.host.clone(), move || context.request_repaint());
        let page = GamePage::new(seat, hold, self.now.practice);
        self.page = Page::Companion(Box::new(page));
        self.remember();
    }

    /// Ends the companion and forgets what was looked at: two must not act at the same time.
    fn close(&mut self) {
        self.note_rounds();
        self.noted = 0;
        if let Page::Companion(page) = &self.page {
            self.now.practice = page.mode();
        }
        self.page = Page::Start;
        self.built_in = None;
        self.pictures.clear();
        self.start.rest();
        self.board.rest();
    }

    /// Notes the rounds that ended since in a game that is watched. Those of a built-in game are practice.
    fn note_rounds(&mut self) {
        let Page::Companion(page) = &mut self.page else { return };
        let news = page.news();
        let Some(game) = news.game.filter(|_| self.built_in.is_none()) else { return };
        let new = &news.rounds[self.noted.min(news.rounds.len())..];
        if !new.is_empty() {
            self.board.note(game, new);
            self.noted = news.rounds.len();
        }
    }

    /// Shows the board of a game, or the one that was shown last.
    fn enter(&mut self, game: Option<&'static dyn Game>) {
        self.close();
        self.message = None;
        game.into_iter().for_each(|game| self.board.turn_to(game));
        self.page = Page::Board;
        self.now.last = Some(Last::Board(self.board.game().name().to_owned()));
        self.remember();
    }

    /// Makes what the companion reads the board that is entered.
    fn edit(&mut self) {
        let Page::Companion(page) = &mut self.page else { return };
        let news = page.news();
        let (Some(game), Some(seen)) = (news.game, &news.seen) else { return };
        let Some(form) = game.form() else { return };
        let report = seen.report.clone().unwrap_or_default();
        let read = |before: &_| form.read(&news.scene.panel, &report, before);
        if self.board.take_up(game, read, doubts(&news)) {
            self.enter(Some(game));
        } else {
            self.message = Some("This picture shows no whole board to edit.".to_owned());
        }
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

    /// Opens the desktop's dialog for files, where the last picture lay.
    fn browse(&mut self, context: &egui::Context) {
        let folder = self.now.recent.first().and_then(|path| path.parent()).map(Path::to_owned);
        self.message = None;
        self.dialog.get_or_insert_with(|| Dialog::pictures(context, folder));
    }

    fn hear_dialog(&mut self, context: &egui::Context) {
        let Some(answer) = self.dialog.as_ref().and_then(Dialog::answer) else { return };
        self.dialog = None;
        match answer {
            Answer::Chosen(files) => self.open_files(context, files, 0),
            Answer::Missing(why) => {
                self.message = Some(format!(
                    "{why} Until then drop the picture on this window, paste it, or type its path."
                ));
            }
        }
    }

    /// Keeps what there is to remember.
    fn remember(&mut self) {
        (self.now.boards, self.now.settings) = self.board.kept();
        self.now.speed = self.start.speed;
        if let Page::Companion(page) = &self.page {
            self.now.practice = page.mode();
        }
        if let Err(why) = self.memory.remember(self.now.clone()) {
            self.message.get_or_insert(why);
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
        self.hear_dialog(context);
        let pastes = context.input(|input| input.events.iter().any(is_paste));
        if pastes && !context.text_edit_focused() {
            // On the page of boards a text is one, which is read there.
            let is_text = matches!(self.page, Page::Board) && clipboard::text().is_some();
            if !is_text {
                self.paste(context);
            }
        }
        context.input(|input| {
            let viewport = input.viewport();
            let is_usual = !viewport.maximized.unwrap_or(false)
                && !viewport.fullscreen.unwrap_or(false)
                && !viewport.minimized.unwrap_or(false);
            if let Some(inner) = viewport.inner_rect.filter(|_| is_usual) {
                self.now.size = Some((inner.width(), inner.height()));
            }
            if let Some(outer) = viewport.outer_rect.filter(|_| is_usual) {
                self.now.place = Some((outer.left(), outer.top()));
            }
        });
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
        if context.text_edit_focused() && input.events.iter().any(is_paste) {
            input.events.extend(clipboard::text().map(egui::Event::Paste));
        }
        // Some desktops tell nobody who does not ask.
        if input.system_theme.is_none() {
            input.system_theme = self.host.theme();
        }
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.remember();
        // What is pressed is released, and what it came to is summed up.
        self.close();
    }
}

impl App {
    /// Shows the window, whoever draws it.
    pub fn show(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.hear(&context);
        self.note_rounds();
        if let Some(message) = self.message.clone() {
            Panel::top("message").show(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(message).color(palette::alarm(ui)).strong());
                    if ui.button("OK").clicked() {
                        self.message = None;
                    }
                });
            });
        }
        Panel::bottom("window").show_separator_line(false).show(ui, |ui| self.foot(ui));
        if self.pictures.len() > 1 {
            Panel::top("pages").show(ui, |ui| self.turn_pages(ui));
        }
        match &mut self.page {
            Page::Companion(page) => match page.show(ui) {
                Some(Wish::Back) => self.close(),
                Some(Wish::Edit) => self.edit(),
                Some(Wish::Again) => {
                    if let Some((game, opening)) = self.built_in {
                        let opening = Opening { seed: opening.seed.wrapping_add(1), ..opening };
                        self.open(&context, Subject::BuiltIn { game, opening });
                    }
                }
                None => {}
            },
            Page::Board => {
                if self.board.show(ui) {
                    self.close();
                    self.remember();
                }
            }
            Page::Start => {
                let mut chosen = None;
                let (last, recent) = (self.now.last.clone(), self.now.recent.clone());
                CentralPanel::default().show(ui, |ui| {
                    chosen = self.start.show(ui, last.as_ref(), &recent);
                });
                match chosen {
                    Some(Chosen::Open(subject)) => self.open(&context, subject),
                    Some(Chosen::File(path)) => self.open_files(&context, vec![path], 0),
                    Some(Chosen::Paste) => self.paste(&context),
                    Some(Chosen::Browse) => self.browse(&context),
                    Some(Chosen::Enter(game)) => self.enter(game),
                    None => {}
                }
            }
        }
    }

    /// What is chosen for the window itself.
    fn foot(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let stay = ui.checkbox(&mut self.now.on_top, "Stay on top of other windows");
            if stay.changed() {
                set_level(ui.ctx(), self.now.on_top);
            }
            let themes = [
                (Theme::Desktop, "Like the desktop"),
                (Theme::Light, "Light"),
                (Theme::Dark, "Dark"),
            ];
            ui.separator();
            ui.label("Colours");
            for (theme, text) in themes {
                if ui.selectable_value(&mut self.now.theme, theme, text).changed() {
                    set_theme(ui.ctx(), theme);
                }
            }
        });
    }
}

fn set_level(context: &egui::Context, on_top: bool) {
    let level = if on_top { WindowLevel::AlwaysOnTop } else { WindowLevel::Normal };
    context.send_viewport_cmd(ViewportCommand::WindowLevel(level));
}

fn set_theme(context: &egui::Context, theme: Theme) {
    context.set_theme(match theme {
        Theme::Desktop => ThemePreference::System,
        Theme::Light => ThemePreference::Light,
        Theme::Dark => ThemePreference::Dark,
    });
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
