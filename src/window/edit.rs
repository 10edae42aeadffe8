//! A field that a person types over.

use super::board::Clicked;
use crate::show::scene::Scene;
use eframe::egui::{Area, Frame, Id, Key, Order, Pos2, TextEdit, Ui};
use session::Control;

/// The longest value that can be typed.
const LONGEST: usize = 20;

/// Fields that are being typed over.
pub(super) struct Edit {
    fields: Vec<String>,
    /// What was typed so far, for each field.
    typed: Vec<String>,
    at: Pos2,
    /// Whether it was opened by the click that is still being handled.
    is_new: bool,
}

impl Edit {
    /// For what was clicked.
    pub fn new(clicked: Clicked) -> Self {
        let typed = vec![String::new(); clicked.fields.len()];
        Self { fields: clicked.fields, typed, at: clicked.at, is_new: true }
    }

    /// Shows it. What is asked of the loop, once that is known; whether it stays open.
    pub fn show(&mut self, ui: &Ui, scene: &Scene) -> (Option<Control>, bool) {
        let (mut asked, mut open) = (None, true);
        let area = Area::new(Id::unique("edit")).order(Order::Foreground).fixed_pos(self.at);
        let shown = area.constrain(true).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(300.0);
                for (field, typed) in self.fields.iter().zip(&mut self.typed) {
                    if let Some(value) = one(ui, scene, field, typed) {
                        asked = Some(Control::Correct { field: field.clone(), value });
                    }
                }
                if ui.button("Close").clicked() {
                    open = false;
                }
            });
        });
        let elsewhere = ui.input(|input| {
            let pressed = input.pointer.any_pressed();
            pressed
                && input.pointer.interact_pos().is_some_and(|at| !shown.response.rect.contains(at))
        });
        let escaped = ui.input(|input| input.key_pressed(Key::Escape));
        open &= asked.is_none() && !escaped && (self.is_new || !elsewhere);
        self.is_new = false;
        (asked, open)
    }
}

/// One field: what was read, and the values that it can have. What was chosen, if anything.
fn one(ui: &mut Ui, scene: &Scene, field: &str, typed: &mut String) -> Option<String> {
    ui.strong(field);
    ui.label(scene.read(field));
    let Some(values) = scene.values(field) else {
        ui.label("This field cannot be corrected.");
        return None;
    };
    let mut chosen = None;
    if values.is_empty() {
        ui.horizontal(|ui| {
            let edit = ui.add(TextEdit::singleline(typed).char_limit(LONGEST).desired_width(120.0));
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let value = typed.trim();
            if (ui.button("Set").clicked() || entered) && !value.is_empty() {
                chosen = Some(value.to_owned());
            }
        });
    } else {
        ui.horizontal_wrapped(|ui| {
            for value in values {
                if ui.button(*value).clicked() {
                    chosen = Some((*value).to_owned());
                }
            }
        });
    }
    chosen
}
