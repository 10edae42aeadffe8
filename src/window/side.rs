//! What stands beside the board: facts, settings, corrections, totals, what the signs mean.

use super::board::Clicked;
use super::shared::News;
use super::{setting, signs};
use crate::show::marks::{MARKS, marks};
use crate::show::scene::Scene;
use eframe::egui::{CollapsingHeader, Grid, RichText, Sense, Ui, Vec2};
use egui_plot::{Line, Plot, PlotPoints};
use session::Control;

/// Shows it. `ask` is told what is asked of the loop; a field that was clicked, to be typed over.
pub(super) fn show(ui: &mut Ui, news: &News, ask: &mut dyn FnMut(Control)) -> Option<Clicked> {
    let scene = &news.scene;
    facts(ui, scene);
    settings(ui, scene, ask);
    ui.separator();
    let clicked = typed(ui, scene, ask);
    ui.separator();
    totals(ui, news);
    CollapsingHeader::new("Legend").default_open(true).show(ui, |ui| legend(ui, scene));
    clicked
}

fn facts(ui: &mut Ui, scene: &Scene) {
    Grid::new("facts").num_columns(2).striped(true).show(ui, |ui| {
        for (name, value) in &scene.panel.facts {
            ui.label(*name);
            ui.strong(value);
            ui.end_row();
        }
    });
}

fn settings(ui: &mut Ui, scene: &Scene, ask: &mut dyn FnMut(Control)) {
    for setting in &scene.settings {
        if let Some(value) = setting::show(ui, setting) {
            ask(Control::Choose { setting: setting.name.to_owned(), value });
        }
    }
}

/// What was typed over, and the fields off the board that can be.
fn typed(ui: &mut Ui, scene: &Scene, ask: &mut dyn FnMut(Control)) -> Option<Clicked> {
    let mut clicked = None;
    if scene.corrections.is_empty() {
        let hint = if scene.has_values() { "Click what was read wrong to correct it." } else { "" };
        ui.weak(hint);
    } else {
        for held in &scene.corrections {
            ui.label(format!("* {}: {}", held.field, scene.read(&held.field)));
        }
        if ui.button("Undo the last correction").clicked() {
            ask(Control::Undo);
        }
    }
    let others = scene.other_fields();
    let others = others.into_iter().filter(|field| scene.values(field).is_some());
    for field in others {
        let link = match scene.is_new(&field) {
            true => ui.link(RichText::new(format!("{field} is new: what is it?")).strong()),
            false => ui.link(format!("{field}: {}", scene.read(&field))),
        };
        if link.clicked() {
            clicked = Some(Clicked { fields: vec![field], at: link.rect.left_bottom() });
        }
    }
    clicked
}

fn totals(ui: &mut Ui, news: &News) {
    let totals = &news.scene.totals;
    let score = news.scene.units.score;
    ui.label(format!(
        "rounds {}, {} won, {} lost, {} {score}",
        totals.rounds, totals.won, totals.lost, totals.score
    ));
    if news.scene.plays {
        ui.label(format!("losses {}, {:.1} expected", totals.lost, totals.expected_losses));
    }
    if news.scores.len() > 1 {
        let points: PlotPoints<'_> = news.scores.iter().copied().collect();
        Plot::new("scores")
            .height(120.0)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .x_axis_label("seconds")
            .y_axis_label(score)
            .show(ui, |plot| plot.line(Line::new(score, points)));
    }
    if !news.summary.is_empty() {
        CollapsingHeader::new("Statistics").show(ui, |ui| ui.monospace(&news.summary));
    }
}

fn legend(ui: &mut Ui, scene: &Scene) {
    let own = [("*", "typed by hand"), ("!", "read with less than 90 % confidence")];
    let panel = &scene.panel;
    let signs = marks(panel).chain(own).chain(panel.legend.iter().chain(&panel.details).copied());
    Grid::new("signs").num_columns(2).show(ui, |ui| {
        for (sign, what) in signs {
            if MARKS.iter().any(|(mark, _)| *mark == sign) {
                let (place, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
                let colour = ui.visuals().strong_text_color();
                sign.chars().for_each(|sign| signs::paint(ui.painter(), place, sign, colour));
            } else {
                ui.strong(sign);
            }
            ui.label(what);
            ui.end_row();
        }
    });
}
