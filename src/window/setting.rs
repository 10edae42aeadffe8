//! A setting of a game, and how another of its values is chosen.

use crate::output::capital;
use eframe::egui::{CollapsingHeader, ComboBox, Ui};
use session::Setting;

/// Shows it; the value that was chosen.
pub(super) fn show(ui: &mut Ui, setting: &Setting) -> Option<String> {
    let mut chosen = None;
    let is_now = |value: &String| *value == setting.value;
    if setting.words.is_empty() {
        ComboBox::new(setting.name, setting.name).selected_text(&setting.value).show_ui(ui, |ui| {
            for value in &setting.values {
                if ui.selectable_label(is_now(value), value).clicked() {
                    chosen = Some(value.clone());
                }
            }
        });
        return chosen;
    }
    let title = format!("{}: {}", capital(setting.name), setting.title());
    CollapsingHeader::new(title).id_salt(setting.name).show(ui, |ui| {
        for (value, [name, meaning]) in setting.values.iter().zip(&setting.words) {
            if ui.radio(is_now(value), *name).clicked() {
                chosen = Some(value.clone());
            }
            ui.indent(*name, |ui| ui.weak(*meaning));
        }
    });
    chosen
}
