//! The first page: what this can do, and what to begin with.

#[cfg(feature = "live")]
use super::desk::{Choice, Windows};
use super::memory::Last;
use super::palette::{accent, line, paper};
use super::picture::Shown;
use super::place::{Subject, demonstration};
use crate::game::Game;
use crate::games::{by_name, playable};
#[cfg(feature = "live")]
use desktop::PlatformKind;
use eframe::egui::{
    self, Align, Button, CollapsingHeader, DragValue, Image, Label, Layout, Pos2, Rect, Response,
    RichText, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use image::RgbImage;
use lab::arcade::demonstration::Opening;
#[cfg(feature = "live")]
use session::input::Safeguard;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How large the pictures are that can be chosen, in points.
const SMALL: Vec2 = vec2(176.0, 132.0);

/// The height of a large choice, and the least width, in points.
const CARD: Vec2 = vec2(250.0, 104.0);

/// How wide the page is at most, and the least margin, in points.
const PAGE: f32 = 1100.0;
const MARGIN: f32 = 12.0;

/// How long a built-in game runs before its picture is taken.
const WARM_UP: Duration = Duration::from_secs(3);

/// The paces at which built-in games can be played, as multiples of the real game's.
const SPEEDS: [f64; 4] = [0.5, 1.0, 2.0, 4.0];

/// What was chosen.
pub(super) enum Chosen {
    /// To look at something.
    Open(Subject),
    /// To look at this picture file.
    File(PathBuf),
    /// To take a picture from the clipboard.
    Paste,
    /// To choose a file in the desktop's dialog.
    Browse,
    /// To enter a board, of this game if one is named.
    Enter(Option<&'static dyn Game>),
}

/// The first page.
pub(super) struct StartPage {
    seed: u32,
    /// How fast built-in games are.
    pub speed: f64,
    /// A path that is typed.
    typed: String,
    /// A picture of each built-in game, once the page was shown.
    games: Vec<(&'static dyn Game, Option<Arc<RgbImage>>)>,
    /// The pictures as they are shown, by what they are of.
    shown: BTreeMap<String, Shown>,
    /// The windows are to be scrolled to.
    #[cfg(feature = "live")]
    seeks: bool,
    #[cfg(feature = "live")]
    windows: Option<Windows>,
    #[cfg(feature = "live")]
    platform: PlatformKind,
    #[cfg(feature = "live")]
    without: Vec<Safeguard>,
}

impl StartPage {
    /// With windows that are looked for in this way, and played without these safeguards.
    #[cfg(feature = "live")]
    pub fn new(platform: PlatformKind, without: Vec<Safeguard>) -> Self {
        Self { platform, without, ..Self::without_windows() }
    }

    fn without_windows() -> Self {
        Self {
            seed: 1,
            speed: 1.0,
            typed: String::new(),
            games: Vec::new(),
            shown: BTreeMap::new(),
            #[cfg(feature = "live")]
            seeks: false,
            #[cfg(feature = "live")]
            windows: None,
            #[cfg(feature = "live")]
            platform: PlatformKind::default(),
            #[cfg(feature = "live")]
            without: Vec::new(),
        }
    }

    /// How a built-in game begins.
    pub fn opening(&self) -> Opening {
        Opening { seed: self.seed, speed: Some(self.speed) }
    }

    /// Nothing is looked at any more while another page is shown.
    pub fn rest(&mut self) {
        #[cfg(feature = "live")]
        {
            self.windows = None;
        }
    }

    /// Shows it, with what was looked at before; what was chosen.
    pub fn show(&mut self, ui: &mut Ui, last: Option<&Last>, recent: &[PathBuf]) -> Option<Chosen> {
        let mut chosen = None;
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            let margin = ((ui.available_width() - PAGE) / 2.0).max(MARGIN);
            ui.horizontal_top(|ui| {
                ui.add_space(margin);
                ui.vertical(|ui| {
                    ui.set_width((ui.available_width() - MARGIN).min(PAGE));
                    self.page(ui, last, recent, &mut chosen);
                });
            });
        });
        chosen
    }

    fn page(
        &mut self,
        ui: &mut Ui,
        last: Option<&Last>,
        recent: &[PathBuf],
        chosen: &mut Option<Chosen>,
    ) {
        ui.add_space(10.0);
        ui.label(RichText::new("What is the best move?").size(28.0).strong());
        ui.label(
            "voltsight reads a puzzle game off the screen, works out every chance, and shows the best move. \
             If you like, it plays it.",
        );
        ui.add_space(8.0);
        self.cards(ui, chosen);
        if let Some((text, again)) = last.and_then(|last| self.again(last)) {
            ui.add_space(6.0);
            if ui.button(format!("Continue with {text}")).clicked() {
                *chosen = Some(again);
            }
        }
        ui.add_space(12.0);
        let title = heading(ui, "Windows on this desktop");
        self.show_windows(ui, chosen);
        #[cfg(feature = "live")]
        if std::mem::take(&mut self.seeks) {
            title.scroll_to_me(Some(Align::TOP));
        }
        #[cfg(not(feature = "live"))]
        let _ = title;
        ui.add_space(12.0);
        heading(ui, "Pictures");
        self.show_pictures(ui, recent, chosen);
        ui.add_space(12.0);
        heading(ui, "Practise with a built-in game");
        self.show_games(ui, chosen);
        ui.add_space(12.0);
    }

    /// The three large choices: next to each other where there is room.
    fn cards(&mut self, ui: &mut Ui, chosen: &mut Option<Chosen>) {
        let gap = ui.spacing().item_spacing.x;
        let columns = if ui.available_width() >= 3.0 * CARD.x + 2.0 * gap { 3.0 } else { 1.0 };
        let width = (ui.available_width() - (columns - 1.0) * gap) / columns;
        let size = vec2(width, if columns > 1.0 { CARD.y } else { 76.0 });
        let layout = if columns > 1.0 {
            Layout::left_to_right(Align::Min)
        } else {
            Layout::top_down(Align::Min)
        };
        ui.with_layout(layout, |ui| {
            let about = "The board with its chances, next to the game as you play.";
            if card(ui, size, draw_window, "Watch a game window", about).clicked() {
                self.watch(chosen);
            }
            let about = "A screenshot or a photo. You can also drop it here, or press Ctrl+V.";
            if card(ui, size, draw_picture, "Open a picture", about).clicked() {
                *chosen = Some(Chosen::Browse);
            }
            let about = "Type the numbers, or click the cells: no picture needed.";
            if card(ui, size, draw_board, "Enter a board", about).clicked() {
                *chosen = Some(Chosen::Enter(None));
            }
        });
    }

    /// What was looked at last, if it can be looked at again: in words, and how.
    fn again(&self, last: &Last) -> Option<(String, Chosen)> {
        match last {
            Last::Picture(path) => Some((name(path), Chosen::File(path.clone()))),
            Last::BuiltIn(game) => {
                let game = by_name(game).filter(|game| game.playing().is_some())?;
                let subject = Subject::BuiltIn { game, opening: self.opening() };
                Some((format!("the built-in {}", game.title()), Chosen::Open(subject)))
            }
            Last::Board(game) => {
                let game = by_name(game).filter(|game| game.form().is_some())?;
                Some((format!("the board of {}", game.title()), Chosen::Enter(Some(game))))
            }
            #[cfg(feature = "live")]
            Last::Window(class) => {
                let found = self.windows.as_ref()?.found().ok()?;
                let same = |choice: &Choice| choice.candidate.class == *class;
                let choice = found.into_iter().find(same)?;
                Some((choice.candidate.title.clone(), self.subject(choice)?))
            }
            #[cfg(not(feature = "live"))]
            Last::Window(_) => None,
        }
    }

    fn show_pictures(&mut self, ui: &mut Ui, recent: &[PathBuf], chosen: &mut Option<Chosen>) {
        ui.horizontal_wrapped(|ui| {
            if ui.button("Choose a file …").clicked() {
                *chosen = Some(Chosen::Browse);
            }
            if ui.button("Paste from the clipboard").clicked() {
                *chosen = Some(Chosen::Paste);
            }
            let hint = "or type a path";
            let edit = TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(260.0);
            let edit = ui.add(edit);
            let entered =
                edit.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let open = ui.add_enabled(!self.typed.trim().is_empty(), Button::new("Open"));
            if (open.clicked() || entered) && !self.typed.trim().is_empty() {
                *chosen = Some(Chosen::File(PathBuf::from(self.typed.trim())));
            }
        });
        if recent.is_empty() {
            return;
        }
        ui.label(RichText::new("Opened before").weak());
        ui.horizontal_wrapped(|ui| {
            for path in recent {
                let place = path.parent().map(|place| place.display().to_string());
                let button = ui.button(name(path));
                if button.on_hover_text(place.unwrap_or_default()).clicked() {
                    *chosen = Some(Chosen::File(path.clone()));
                }
            }
        });
    }

    fn show_games(&mut self, ui: &mut Ui, chosen: &mut Option<Chosen>) {
        if self.games.is_empty() {
            self.games = playable().map(|game| (game, picture_of(game))).collect();
        }
        let opening = self.opening();
        ui.horizontal_wrapped(|ui| {
            for (game, picture) in &self.games {
                let shown = self.shown.entry(game.name().to_owned()).or_default();
                if choice(ui, shown, picture.as_ref(), game.title(), "").clicked() {
                    *chosen = Some(Chosen::Open(Subject::BuiltIn { game: *game, opening }));
                }
            }
        });
        CollapsingHeader::new("Options of the built-in games").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label("seed");
                ui.add(DragValue::new(&mut self.seed))
                    .on_hover_text("The same seed deals the same boards");
                ui.label("speed");
                for speed in SPEEDS {
                    ui.selectable_value(&mut self.speed, speed, format!("{speed}x"));
                }
            });
        });
    }

    #[cfg(not(feature = "live"))]
    fn watch(&mut self, _: &mut Option<Chosen>) {}

    /// Watches the game that is open; where there are several or none, they are looked for below.
    #[cfg(feature = "live")]
    fn watch(&mut self, chosen: &mut Option<Chosen>) {
        let found = self.windows.as_ref().and_then(|windows| windows.found().ok());
        let is_game = |choice: &Choice| {
            choice.candidate.known.is_some() && choice.candidate.obstacle.is_none()
        };
        let mut games = found.into_iter().flatten().filter(is_game);
        match (games.next(), games.next()) {
            (Some(only), None) => *chosen = self.subject(only),
            _ => self.seeks = true,
        }
    }

    /// A window as something to look at, if it can be.
    #[cfg(feature = "live")]
    fn subject(&self, choice: Choice) -> Option<Chosen> {
        let candidate = choice.candidate;
        let (can_be, without) = (candidate.obstacle.is_none(), self.without.clone());
        let subject = Subject::Window { candidate: Box::new(candidate), without };
        can_be.then_some(Chosen::Open(subject))
    }

    #[cfg(not(feature = "live"))]
    fn show_windows(&mut self, ui: &mut Ui, _: &mut Option<Chosen>) {
        ui.label(
            "This build of voltsight cannot see windows: build it with `make build` (or `cargo build \
             --release`).",
        );
    }

    #[cfg(feature = "live")]
    fn show_windows(&mut self, ui: &mut Ui, chosen: &mut Option<Chosen>) {
        let platform = self.platform;
        let windows = self.windows.get_or_insert_with(|| {
            let context = ui.ctx().clone();
            Windows::look(platform, move || context.request_repaint())
        });
        let found = match windows.found() {
            Ok(found) => found,
            Err(why) => {
                ui.label(why);
                return;
            }
        };
        if found.is_empty() {
            ui.weak("No other window is open. Start the game, and it appears here.");
        }
        let id = |id: u32| format!("window {id}");
        self.shown.retain(|name, _| {
            !name.starts_with("window ") || found.iter().any(|w| id(w.candidate.id) == *name)
        });
        ui.horizontal_wrapped(|ui| {
            for window in found {
                let candidate = &window.candidate;
                let name = candidate.known.map_or(&*candidate.title, |known| known.name);
                let note = match (&candidate.obstacle, candidate.known) {
                    (Some(why), _) => why.clone(),
                    (None, Some(_)) => format!("{}, {}", candidate.place(), candidate.title),
                    (None, None) => format!("{}, {}", candidate.place(), candidate.class),
                };
                let shown = self.shown.entry(id(candidate.id)).or_default();
                if choice(ui, shown, window.picture.as_ref(), name, &note).clicked() {
                    *chosen = self.subject(window).or(chosen.take());
                }
            }
        });
    }
}

#[cfg(not(feature = "live"))]
impl Default for StartPage {
    fn default() -> Self {
        Self::without_windows()
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    session::files::shown(Path::new(name)).to_string()
}

fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).size(18.0).strong())
}

/// A large choice: a drawing, what it is, and a sentence about it.
fn card(ui: &mut Ui, size: Vec2, draw: fn(&Ui, Rect), title: &str, about: &str) -> Response {
    let (area, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
    let noticed = response.hovered() || response.has_focus();
    let fill = if noticed { ui.visuals().widgets.hovered.weak_bg_fill } else { paper(ui) };
    let stroke = Stroke::new(1.5, if noticed { accent(ui) } else { line(ui) });
    ui.painter().rect(area, 10.0, fill, stroke, StrokeKind::Inside);
    let sign = Rect::from_center_size(
        pos2(area.left() + 42.0, area.center().y),
        Vec2::splat(48.0_f32.min(size.y - 20.0)),
    );
    draw(ui, sign);
    let words =
        Rect::from_min_max(pos2(area.left() + 84.0, area.top() + 12.0), area.max - vec2(12.0, 8.0));
    let layout = Layout::top_down(Align::Min);
    let mut within = ui.new_child(egui::UiBuilder::new().max_rect(words).layout(layout));
    within.spacing_mut().item_spacing.y = 3.0;
    within.add(Label::new(RichText::new(title).size(17.0).strong()).selectable(false));
    within.add(Label::new(RichText::new(about).weak()).selectable(false).wrap());
    response
}

fn at(area: Rect, x: f32, y: f32) -> Pos2 {
    pos2(area.left() + x * area.width(), area.top() + y * area.height())
}

fn part(area: Rect, from: (f32, f32), to: (f32, f32)) -> Rect {
    Rect::from_min_max(at(area, from.0, from.1), at(area, to.0, to.1))
}

/// A window with a board in it.
fn draw_window(ui: &Ui, area: Rect) {
    let (painter, stroke) = (ui.painter(), Stroke::new(2.0, accent(ui)));
    painter.rect_stroke(part(area, (0.0, 0.1), (1.0, 0.9)), 5.0, stroke, StrokeKind::Inside);
    painter.line_segment([at(area, 0.0, 0.3), at(area, 1.0, 0.3)], stroke);
    for x in [0.1, 0.22] {
        painter.circle_filled(at(area, x, 0.2), 2.0, accent(ui));
    }
    let eye = part(area, (0.24, 0.42), (0.76, 0.78));
    painter.circle_stroke(eye.center(), eye.height() * 0.46, stroke);
    painter.circle_filled(eye.center(), eye.height() * 0.18, accent(ui));
}

/// A picture with hills.
fn draw_picture(ui: &Ui, area: Rect) {
    let (painter, stroke) = (ui.painter(), Stroke::new(2.0, accent(ui)));
    painter.rect_stroke(part(area, (0.0, 0.1), (1.0, 0.9)), 5.0, stroke, StrokeKind::Inside);
    painter.circle_filled(at(area, 0.72, 0.34), area.width() * 0.08, accent(ui));
    let hills = [(0.08, 0.78), (0.34, 0.42), (0.54, 0.68), (0.66, 0.56), (0.92, 0.78)];
    painter.add(Shape::line(hills.map(|(x, y)| at(area, x, y)).to_vec(), stroke));
}

/// A board with its best cell.
fn draw_board(ui: &Ui, area: Rect) {
    let (painter, stroke) = (ui.painter(), Stroke::new(2.0, accent(ui)));
    for row in 0..3 {
        for column in 0..3 {
            let (x, y) = (column as f32 * 0.35, row as f32 * 0.35);
            let cell = part(area, (x, y), (x + 0.29, y + 0.29));
            if (row, column) == (1, 2) {
                painter.rect_filled(cell, 3.0, accent(ui));
            } else {
                painter.rect_stroke(cell, 3.0, stroke, StrokeKind::Inside);
            }
        }
    }
}

/// Something that can be chosen, with its picture.
fn choice(
    ui: &mut Ui,
    shown: &mut Shown,
    picture: Option<&Arc<RgbImage>>,
    name: &str,
    note: &str,
) -> Response {
    let texture = picture.map(|picture| shown.texture(ui, picture).clone());
    ui.allocate_ui(vec2(SMALL.x + 12.0, SMALL.y + 56.0), |ui| {
        ui.vertical(|ui| {
            ui.set_width(SMALL.x + 10.0);
            let frame = SMALL + Vec2::splat(10.0);
            let text = if texture.is_some() { "" } else { "no picture" };
            let response = ui.add(Button::new(text).min_size(frame));
            if let Some(texture) = &texture {
                // In the middle of the button, whatever its shape.
                let scale = (SMALL / texture.size_vec2()).min_elem();
                let size = texture.size_vec2() * scale;
                let area = Rect::from_center_size(response.rect.center(), size);
                let sized = egui::load::SizedTexture::from_handle(texture);
                Image::from_texture(sized).paint_at(ui, area);
            }
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
            ui.add(Label::new(name).truncate());
            if !note.is_empty() {
                ui.add(Label::new(RichText::new(note).weak().small()).truncate());
            }
            response
        })
        .inner
    })
    .inner
}

/// A built-in game shortly after it has begun.
fn picture_of(game: &dyn Game) -> Option<Arc<RgbImage>> {
    let demonstration = demonstration(game, Opening { seed: 1, speed: None }).ok()?;
    Some(demonstration.game().0.next(WARM_UP).ok()?.picture)
}
