//! The first page: what to look at.

use super::browse::Browser;
#[cfg(feature = "live")]
use super::desk::Windows;
use super::picture::Shown;
use super::place::{Subject, demonstration};
use crate::game::Game;
use crate::games::playable;
#[cfg(feature = "live")]
use desktop::PlatformKind;
use eframe::egui::{Button, DragValue, Image, ScrollArea, Ui, Vec2, vec2};
use image::RgbImage;
use lab::arcade::demonstration::Opening;
#[cfg(feature = "live")]
use session::input::Safeguard;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How large the pictures are that can be chosen, in points.
const SMALL: Vec2 = vec2(176.0, 132.0);

/// How long a built-in game runs before its picture is taken.
const WARM_UP: Duration = Duration::from_secs(3);

/// The paces at which built-in games can be played, as multiples of the real game's.
const SPEEDS: [f64; 4] = [0.5, 1.0, 2.0, 4.0];

/// What was chosen.
pub(super) enum Chosen {
    Open(Subject),
    Paste,
}

/// The first page.
pub(super) struct StartPage {
    browser: Browser,
    seed: u32,
    speed: f64,
    /// A picture of each built-in game, once the page was shown.
    games: Vec<(&'static dyn Game, Option<Arc<RgbImage>>)>,
    /// The pictures as they are shown, by what they are of.
    shown: BTreeMap<String, Shown>,
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
            browser: Browser::new(),
            seed: 1,
            speed: 1.0,
            games: Vec::new(),
            shown: BTreeMap::new(),
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

    /// Shows it; what was chosen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Chosen> {
        let mut chosen = None;
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.heading("Watch a game in a window");
            self.show_windows(ui, &mut chosen);
            ui.add_space(10.0);
            ui.heading("Play a built-in game, with advice beside it");
            self.show_games(ui, &mut chosen);
            ui.add_space(10.0);
            ui.heading("Read a screenshot");
            ui.horizontal(|ui| {
                ui.label("Drop a picture here, or");
                if ui.button("Paste from the clipboard").clicked() {
                    chosen = Some(Chosen::Paste);
                }
                ui.label("(Ctrl+V), or open a file:");
            });
            if let Some(path) = self.browser.show(ui) {
                chosen = Some(Chosen::Open(Subject::File(path)));
            }
        });
        chosen
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
        ui.horizontal(|ui| {
            ui.label("seed");
            ui.add(DragValue::new(&mut self.seed))
                .on_hover_text("The same seed deals the same boards");
            ui.label("speed");
            for speed in SPEEDS {
                ui.selectable_value(&mut self.speed, speed, format!("{speed}x"));
            }
        });
    }

    #[cfg(not(feature = "live"))]
    fn show_windows(&mut self, ui: &mut Ui, _: &mut Option<Chosen>) {
        ui.label(
            "This voltsight was built without live use, so it sees no windows: `make build` (or `cargo \
             build --release`) builds it with.",
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
            ui.weak("There are no windows on this desktop but this one: start the game.");
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
                let response = choice(ui, shown, window.picture.as_ref(), name, &note);
                if response.clicked() && candidate.obstacle.is_none() {
                    let (candidate, without) = (Box::new(window.candidate), self.without.clone());
                    *chosen = Some(Chosen::Open(Subject::Window { candidate, without }));
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

/// Something that can be chosen, with its picture.
fn choice(
    ui: &mut Ui,
    shown: &mut Shown,
    picture: Option<&Arc<RgbImage>>,
    name: &str,
    note: &str,
) -> eframe::egui::Response {
    let image = picture.map(|picture| {
        let texture = shown.texture(ui, picture);
        let sized = eframe::egui::load::SizedTexture::from_handle(texture);
        Image::from_texture(sized).fit_to_exact_size(SMALL).maintain_aspect_ratio(true)
    });
    ui.allocate_ui(vec2(SMALL.x + 12.0, SMALL.y + 56.0), |ui| {
        ui.vertical(|ui| {
            ui.set_width(SMALL.x + 10.0);
            let response = match image {
                Some(image) => ui.add(Button::image_and_text(image, "").min_size(SMALL)),
                None => ui.add(Button::new("no picture").min_size(SMALL)),
            };
            response.widget_info(|| {
                eframe::egui::WidgetInfo::labeled(eframe::egui::Role::Button, true, name)
            });
            ui.add(eframe::egui::Label::new(name).truncate());
            if !note.is_empty() {
                ui.add(
                    eframe::egui::Label::new(eframe::egui::RichText::new(note).weak().small())
                        .truncate(),
                );
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
