//! The picture that is looked at: shown, with the chances on it, and in a built-in game clicked.

use super::palette::{BEST, fill, ink};
use super::shared::News;
use eframe::egui::{
    self, Align2, ColorImage, FontId, PointerButton, Rect, Role, Sense, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use grid::geometry::{Point, Rect as Area};
use image::RgbImage;
use session::input::{Button, Gesture, Key};
use session::{PanelCell, Seen};
use std::sync::Arc;
use std::time::Duration;

/// The keys that built-in games are played with.
const KEYS: [(egui::Key, Key); 7] = [
    (egui::Key::ArrowUp, Key::Up),
    (egui::Key::ArrowDown, Key::Down),
    (egui::Key::ArrowLeft, Key::Left),
    (egui::Key::ArrowRight, Key::Right),
    (egui::Key::Enter, Key::A),
    (egui::Key::Backspace, Key::B),
    (egui::Key::F2, Key::F2),
];

/// The height of the smallest cell that its chance is written on, in points.
const SMALLEST: f32 = 16.0;

/// A picture as the window shows it.
#[derive(Default)]
pub(super) struct Shown {
    of: Option<Arc<RgbImage>>,
    texture: Option<TextureHandle>,
}

/// The pixels of a picture as egui takes them.
pub(super) fn pixels(picture: &RgbImage) -> ColorImage {
    let size = [picture.width() as usize, picture.height() as usize];
    ColorImage::from_rgb(size, picture.as_raw())
}

impl Shown {
    /// The picture's texture.
    pub fn texture(&mut self, ui: &Ui, picture: &Arc<RgbImage>) -> &TextureHandle {
        let is_same = self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, picture));
        let options = TextureOptions::LINEAR;
        self.of = Some(picture.clone());
        match &mut self.texture {
            Some(texture) => {
                if !is_same {
                    texture.set(pixels(picture), options);
                }
            }
            none => *none = Some(ui.ctx().load_texture("picture", pixels(picture), options)),
        }
        self.texture.as_ref().expect("it was just set")
    }

    /// Shows the picture within this size, with the chances on it if `marked`. What a person does in it,
    /// each press held for `hold`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        news: &News,
        room: Vec2,
        marked: bool,
        hold: Option<Duration>,
    ) -> Vec<Gesture> {
        let Some(picture) = &news.picture else { return Vec::new() };
        let size = vec2(picture.width() as f32, picture.height() as f32);
        let scale = (room / size).min_elem().clamp(0.05, 4.0);
        let texture = self.texture(ui, picture).id();
        let (area, response) = ui.allocate_exact_size(size * scale, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "the picture"));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(texture, area, whole, egui::Color32::WHITE);
        if marked && let (Some(seen), Some(cells)) = (&news.seen, &news.scene.panel.cells) {
            for cell in cells.iter() {
                if let Some(place) = place(seen, cell) {
                    let corner = area.min + vec2(place.x as f32, place.y as f32) * scale;
                    let size = vec2(place.w as f32, place.h as f32) * scale;
                    mark(ui, cell, Rect::from_min_size(corner, size));
                }
            }
        }
        let Some(hold) = hold else { return Vec::new() };
        let mut gestures = Vec::new();
        let within = Area::new(0.0, 0.0, f64::from(size.x), f64::from(size.y));
        let buttons = [
            (PointerButton::Primary, Button::Left),
            (PointerButton::Secondary, Button::Right),
            (PointerButton::Middle, Button::Middle),
        ];
        for (pressed, button) in buttons {
            if response.clicked_by(pressed)
                && let Some(at) = response.interact_pointer_pos()
            {
                let at = (at - area.min) / scale;
                let at = Point::new(f64::from(at.x), f64::from(at.y));
                gestures.push(Gesture::Tap { at, within, button, hold });
            }
        }
        // Not while a value is typed.
        if ui.memory(|memory| memory.focused().is_none()) {
            let pressed = KEYS.into_iter().filter(|(key, _)| ui.input(|i| i.key_pressed(*key)));
            gestures.extend(pressed.map(|(_, key)| Gesture::Key { key, hold }));
        }
        gestures
    }
}

/// Where a cell of the board lies in the picture, in its pixels.
fn place(seen: &Seen, cell: &PanelCell) -> Option<Area> {
    let named = |field: &&session::observation::Field| field.name == cell.field;
    let field = seen.fields.iter().find(named).filter(|_| !cell.field.is_empty())?;
    let (screen, area) = field.place?;
    Some(seen.screens.get(screen)?.placement.rect_to_picture(area))
}

/// A cell's chance on the picture, in a corner so that the game is seen.
fn mark(ui: &Ui, cell: &PanelCell, place: Rect) {
    use session::Tone;

    let painter = ui.painter();
    if cell.chosen {
        painter.rect_stroke(place, 2.0, Stroke::new(3.0, BEST), StrokeKind::Inside);
    }
    // Where it would not fit, the board has it.
    let fits = place.height() >= SMALLEST;
    if !fits || !matches!(cell.tone, Tone::Risk(_) | Tone::Safe) || cell.sign.is_empty() {
        return;
    }
    let font = FontId::proportional((place.height() * 0.36).clamp(9.0, 16.0));
    let sign = cell.sign.clone();
    let ink = if cell.chosen { BEST } else { ink(cell.tone, true) };
    let text = painter.layout_no_wrap(sign, font, ink);
    let ground =
        Align2::CENTER_BOTTOM.anchor_size(place.center_bottom() - vec2(0.0, 2.0), text.size());
    let fill = if cell.chosen { egui::Color32::BLACK } else { fill(cell.tone, true) };
    painter.rect_filled(ground.expand2(vec2(2.0, 0.0)), 2.0, fill);
    painter.galley(ground.min, text, ink);
}
