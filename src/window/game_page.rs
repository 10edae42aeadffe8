//! The page of a companion: the picture, the board with its chances, the advice, and what can be asked.

use super::board;
use super::edit::Edit;
use super::palette::{STOP, accent, alarm};
use super::picture::Shown;
use super::practice::{Mode, Practice};
use super::seat::Seat;
use super::shared::News;
use super::side;
use crate::show::scene::State;
use eframe::egui::{
    Button, CentralPanel, Color32, ComboBox, Panel, RichText, ScrollArea, TextStyle, Ui, Vec2,
    WidgetText, vec2,
};
use grid::Grid;
use grid::reading::{SURE, whole_percent};
use session::form::{Place, Side};
use session::{Control, PanelCell, PanelHeader, Tone};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How many events are in sight.
const EVENTS: u16 = 4;
/// Below this height of the window, in points, there are fewer.
const LOW: f32 = 560.0;

/// Between the picture and the board, in points.
const GAP: f32 = 8.0;

/// What is asked of the window.
pub(super) enum Wish {
    /// To go back to the first page.
    Back,
    /// To begin the built-in game anew, with other random numbers.
    Again,
    /// To enter the board that was read, and correct it.
    Edit,
}

/// The page of a companion.
pub(super) struct GamePage {
    seat: Seat,
    shown: Shown,
    edit: Option<Edit>,
    /// When advice is shown.
    practice: Practice,
    /// The board with the chances that were known last.
    heat: Option<(Vec<PanelHeader>, Grid<PanelCell>)>,
    /// How long a press is held in the built-in game that a person plays in here.
    hold: Option<Duration>,
}

impl GamePage {
    /// Of a companion; `hold` is how long a press is held, where a person plays in its picture.
    pub fn new(seat: Seat, hold: Option<Duration>, mode: Mode) -> Self {
        Self {
            seat,
            shown: Shown::default(),
            edit: None,
            practice: Practice::new(mode),
            heat: None,
            hold,
        }
    }

    /// When advice is shown in built-in games.
    pub fn mode(&self) -> Mode {
        self.practice.mode
    }

    /// Whether advice is shown now.
    fn advises(&self) -> bool {
        self.hold.is_none() || self.practice.shows()
    }

    /// What its companion tells.
    pub fn news(&mut self) -> Arc<News> {
        self.seat.news().clone()
    }

    /// Shows it; what is asked of the window.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Wish> {
        let news = self.seat.news().clone();
        if self.hold.is_some() {
            let context = ui.ctx().clone();
            self.practice.follow(&news, move || context.request_repaint());
        }
        let mut wish = None;
        Panel::top("state").show(ui, |ui| wish = self.top(ui, &news));
        Panel::bottom("events").show(ui, |ui| events(ui, &news));
        Panel::right("side").default_size(270.0).resizable(true).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                let seat = &self.seat;
                let mut ask = |control| seat.shared().ask(control);
                if let Some(clicked) = side::show(ui, &news, &mut ask) {
                    self.edit = Some(Edit::new(clicked));
                }
            });
        });
        CentralPanel::default().show(ui, |ui| {
            // In a small window what does not fit is scrolled to.
            ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| self.middle(ui, &news));
        });
        if let Some(edit) = &mut self.edit {
            let (asked, open) = edit.show(ui, &news.scene);
            asked.into_iter().for_each(|control| self.seat.shared().ask(control));
            if !open {
                self.edit = None;
            }
        }
        wish
    }

    fn top(&mut self, ui: &mut Ui, news: &News) -> Option<Wish> {
        let mut wish = None;
        ui.horizontal_wrapped(|ui| {
            if ui.button("Start page").clicked() {
                wish = Some(Wish::Back);
            }
            ui.strong(&news.source);
            if let Some(game) = news.game {
                ui.weak(game.title());
            }
            let board = news.scene.panel.cells.is_some();
            if board && news.game.is_some_and(|game| game.form().is_some()) {
                let edit = ui.button("Edit this board");
                if edit.on_hover_text("Correct what was read, or try another position").clicked() {
                    wish = Some(Wish::Edit);
                }
            }
            if self.hold.is_some() {
                self.practising(ui);
                if ui.button("New game").clicked() {
                    wish = Some(Wish::Again);
                }
            }
        });
        ui.horizontal_wrapped(|ui| {
            if news.can_play && !news.ended {
                self.play_buttons(ui, news);
            }
            let text = state(ui, news);
            ui.label(text);
        });
        let advice = news.scene.panel.advice.as_ref().filter(|_| self.advises());
        let text = advice.map(|advice| format!("Advice: {advice}")).unwrap_or_default();
        let colour = if news.scene.panel.ends_round { alarm(ui) } else { accent(ui) };
        ui.label(RichText::new(text).color(colour).size(26.0).strong());
        if self.hold.is_some() && self.mode() != Mode::Shown {
            // Their room is there before they are: the board below does not move.
            self.practice.told().into_iter().for_each(|told| drop(ui.label(told)));
        }
        wish
    }

    /// When the advice is shown, and a hint.
    fn practising(&mut self, ui: &mut Ui) {
        let mode = &mut self.practice.mode;
        let text = Mode::ALL.iter().find(|(known, _)| known == mode).map_or("", |(_, text)| text);
        ComboBox::from_id_salt("advice").width(170.0).selected_text(text).show_ui(ui, |ui| {
            for (known, text) in Mode::ALL {
                ui.selectable_value(mode, known, text);
            }
        });
        if self.practice.has_hint() && ui.button("Hint").clicked() {
            self.practice.ask_hint();
        }
    }

    /// Auto-play: begun, paused, and stopped at once.
    fn play_buttons(&self, ui: &mut Ui, news: &News) {
        let shared = self.seat.shared();
        if !news.plays && !shared.is_to_play() {
            if ui.add(Button::new("Let it play").min_size(vec2(120.0, 32.0))).clicked() {
                shared.play(true);
            }
            return;
        }
        let text = RichText::new("STOP").size(22.0).strong().color(Color32::WHITE);
        if ui.add(Button::new(text).fill(STOP).min_size(vec2(140.0, 48.0))).clicked() {
            shared.play(false);
        }
        let halted = matches!(news.scene.state, State::Halted(_));
        if ui.button(if halted { "Resume" } else { "Pause" }).clicked() {
            shared.ask(Control::Pause);
        }
        if ui.button("Step").on_hover_text("Make one move, then pause").clicked() {
            shared.ask(Control::Step);
        }
    }

    /// The picture and the board: beside each other or one below the other, whichever leaves the board
    /// larger cells.
    fn middle(&mut self, ui: &mut Ui, news: &News) {
        let room = ui.available_size();
        let board = news.scene.panel.cells.as_ref().filter(|_| self.advises());
        let board = board.map(|cells| with_chances(&mut self.heat, &news.scene.panel.right, cells));
        let Some(cells) = &board else {
            self.picture(ui, news, room);
            return;
        };
        if news.picture.is_none() {
            self.board(ui, news, cells, room);
            return;
        }
        let beside = vec2((room.x - GAP) / 2.0, room.y);
        let below = vec2(room.x, (room.y - GAP) / 2.0);
        let side = |room| board::side(&news.scene, cells, room);
        if side(beside) >= side(below) {
            ui.horizontal_top(|ui| {
                self.picture(ui, news, beside);
                self.board(ui, news, cells, beside);
            });
        } else {
            self.picture(ui, news, below);
            self.board(ui, news, cells, below);
        }
    }

    fn board(&mut self, ui: &mut Ui, news: &News, cells: &Grid<PanelCell>, room: Vec2) {
        if let Some(clicked) = board::show(ui, &news.scene, cells, room) {
            self.edit = Some(Edit::new(clicked));
        }
    }

    fn picture(&mut self, ui: &mut Ui, news: &News, room: Vec2) {
        let hold = self.hold.filter(|_| !news.plays && self.edit.is_none());
        let gestures = self.shown.show(ui, news, room, self.advises(), hold);
        gestures.into_iter().for_each(|gesture| self.seat.shared().gesture(gesture));
    }
}

/// The state in plain words.
fn state(ui: &Ui, news: &News) -> WidgetText {
    let alarm = |text: String| RichText::new(text).color(alarm(ui)).strong().into();
    match (&news.why, &news.stopped, &news.scene.state) {
        (Some(why), ..) => alarm(why.clone()),
        (None, Some(why), _) if !news.plays => alarm(format!("stopped playing: {why}")),
        (_, _, State::Halted(_)) => alarm(news.scene.state_text()),
        _ => RichText::new(news.scene.state_text()).strong().into(),
    }
}

/// The events, the newest last and in sight.
fn events(ui: &mut Ui, news: &News) {
    let row = ui.text_style_height(&TextStyle::Body) + ui.spacing().item_spacing.y;
    let rows = if ui.ctx().content_rect().height() < LOW { 2 } else { EVENTS };
    let height = row * f32::from(rows);
    let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    area.stick_to_bottom(true).auto_shrink([false, false]).show(ui, |ui| {
        for line in &news.scene.events {
            ui.label(line.trim_start());
        }
    });
}

/// A board, with the chances that were known last where there are none now, as while a message lies over the game.
/// `right` are its headers, by which a board is known from another.
fn with_chances(
    heat: &mut Option<(Vec<PanelHeader>, Grid<PanelCell>)>,
    right: &[PanelHeader],
    cells: &Grid<PanelCell>,
) -> Grid<PanelCell> {
    let has_chances = |cells: &Grid<PanelCell>| {
        cells.iter().any(|cell| matches!(cell.tone, Tone::Risk(_) | Tone::Safe))
    };
    if right.is_empty() || has_chances(cells) {
        *heat = Some((right.to_vec(), cells.clone()));
        return cells.clone();
    }
    let size = |cells: &Grid<PanelCell>| (cells.rows(), cells.columns());
    match heat {
        Some((of, before)) if of == right && size(before) == size(cells) => {
            Grid::from_fn(cells.rows(), cells.columns(), |row, column| {
                let now = &cells[(row, column)];
                match now.tone {
                    // What was advised may be done already.
                    Tone::Plain => PanelCell { chosen: false, ..before[(row, column)].clone() },
                    _ => now.clone(),
                }
            })
        }
        _ => cells.clone(),
    }
}

/// What is doubtful of a board that was read: fields without a value, and those that were read with doubt.
pub(super) fn doubts(news: &News) -> BTreeMap<Place, String> {
    let (Some(seen), Some(cells)) = (&news.seen, &news.scene.panel.cells) else {
        return BTreeMap::new();
    };
    let cells = cells.cells().map(|(cell, shown)| (Place::Cell(cell), &shown.field));
    let headers = |side: Side| {
        let headers = match side {
            Side::Right => &news.scene.panel.right,
            Side::Below => &news.scene.panel.below,
        };
        headers.iter().enumerate().flat_map(move |(at, header)| {
            let place = move |part| Place::Header { side, at, part };
            header.fields.iter().enumerate().map(move |(part, field)| (place(part), field))
        })
    };
    let doubt = |(place, name): (Place, &String)| {
        let field = seen.fields.iter().find(|field| field.name == *name)?;
        let told = match (&field.value, field.why) {
            (Some(_), _) if field.confidence >= SURE => return None,
            (Some(value), _) => {
                format!("read as {value}, confidence {} %", whole_percent(field.confidence))
            }
            (None, Some(why)) => format!("unread: {why}"),
            (None, None) => "unread".to_owned(),
        };
        Some((place, told))
    };
    cells.chain(headers(Side::Right)).chain(headers(Side::Below)).filter_map(doubt).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_stay_while_a_message_lies_over_the_same_board() {
        let cell = |sign: &str, tone| PanelCell {
            sign: sign.to_owned(),
            lines: Vec::new(),
            tone,
            chosen: matches!(tone, Tone::Safe),
            field: String::new(),
        };
        let board = |first, second| Grid::from_fn(1, 2, |_, c| if c == 0 { first } else { second });
        let header = |text: &str| vec![PanelHeader { text: text.to_owned(), fields: Vec::new() }];
        let (safe, risk) = (cell("0%", Tone::Safe), cell("9%", Tone::Risk(0.09)));
        let mut heat = None;
        let known = Grid::from_fn(1, 2, |_, c| if c == 0 { safe.clone() } else { risk.clone() });
        assert_eq!(with_chances(&mut heat, &header("3/1"), &known), known);
        // The first card was flipped.
        let tones = board(Tone::Prize, Tone::Plain);
        let told = tones.map(|&tone| cell(if tone == Tone::Prize { "2" } else { "." }, tone));
        let shown = with_chances(&mut heat, &header("3/1"), &told);
        assert_eq!((&shown[(0, 0)], &shown[(0, 1)]), (&told[(0, 0)], &risk));
        // Another board has other headers.
        assert_eq!(with_chances(&mut heat, &header("4/1"), &told), told);
    }
}
