//! The page on which a board is entered: the board, the advice on it, and what can be chosen.

use super::palette::{accent, alarm, wrong};
use super::rounds::Rounds;
use super::setting;
use super::sheet::{self, Pressed};
use super::thinker::{Asked, Known, Thinker};
use crate::game::Game;
use crate::games::GAMES;
use crate::output::capital;
use desktop::clipboard;
use eframe::egui::{
    Button, CentralPanel, Context, Event, EventFilter, Key as Pushed, Panel, Response, RichText,
    ScrollArea, TextEdit, Ui, Vec2, vec2,
};
use session::form::{Choice, Key, Letter, Place, Sheet, Side, Typing};
use session::history::Played;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The narrowest window in which the choices stand at the side of the board, in points.
const WIDE: f32 = 760.0;
/// The least room for the board, in points.
const BOARD: f32 = 250.0;
/// The room for the advice and the reason for it, in points.
const ADVICE: f32 = 78.0;
/// The longest text that can be pasted.
const LONGEST: usize = 20_000;

/// The settings that were chosen for a game, by their names.
pub(super) type Settings = BTreeMap<String, String>;

/// A game's board as it was entered.
struct Table {
    game: &'static dyn Game,
    typing: Typing,
    settings: Settings,
    rounds: Rounds,
}

impl Table {
    /// Whether the game has rounds that are counted.
    fn has_rounds(&self) -> bool {
        self.typing.form().next(self.typing.sheet(), &[]).is_some()
    }
}

/// The page.
pub(super) struct FormPage {
    tables: Vec<Table>,
    at: usize,
    /// While the page is shown.
    thinker: Option<Thinker>,
    known: Arc<Known>,
    /// What was asked about last.
    asked: Option<(usize, Sheet, Settings)>,
    /// A text that is to be read, while it is typed.
    text: Option<String>,
    /// What went wrong, until the next change.
    message: Option<String>,
    /// Whether the board is to get the keys when it is drawn next.
    focus: bool,
}

/// Where the field to be entered is, in words.
fn place_name(typing: &Typing) -> String {
    match typing.at() {
        _ if typing.form().rules().paints => "Paint".to_owned(),
        Place::Cell((row, column)) => format!("Row {}, column {}", row + 1, column + 1),
        Place::Header { side, at, part } => {
            let line = if side == Side::Right { "Row" } else { "Column" };
            let name = typing.form().rules().header.map_or("", |parts| parts[part].name);
            format!("{line} {}: {name}", at + 1)
        }
    }
}

impl FormPage {
    /// Empty boards of all games, or those that were kept. `file` gives where to keep a file of a name, if anywhere.
    pub fn new(
        kept: &BTreeMap<String, Sheet>,
        settings: &BTreeMap<String, Settings>,
        file: impl Fn(&str) -> Option<PathBuf>,
    ) -> Self {
        let mut message = None;
        let tables = GAMES.into_iter().filter_map(|game| {
            let form = game.form()?;
            let mut typing = Typing::new(form);
            if let Some(sheet) = kept.get(game.name())
                && sheet.is_of(form.rules(), &form.blank())
            {
                typing.replace(sheet.clone(), BTreeMap::new());
            }
            let settings = settings.get(game.name()).cloned().unwrap_or_default();
            let path = file(&format!("{}-rounds.json", game.name()));
            let (rounds, why) = path.map(Rounds::at).unwrap_or_default();
            message = message.take().or(why);
            Some(Table { game, typing, settings, rounds })
        });
        let tables = tables.collect();
        Self {
            tables,
            at: 0,
            thinker: None,
            known: Arc::default(),
            asked: None,
            text: None,
            message,
            focus: true,
        }
    }

    /// The boards that were entered and what was chosen for them, by the names of their games, to be kept.
    pub fn kept(&self) -> (BTreeMap<String, Sheet>, BTreeMap<String, Settings>) {
        let name = |table: &Table| table.game.name().to_owned();
        let begun = self.tables.iter().filter(|table| !table.typing.is_blank());
        let sheets = begun.map(|table| (name(table), table.typing.sheet().clone()));
        let chosen = self.tables.iter().filter(|table| !table.settings.is_empty());
        (sheets.collect(), chosen.map(|table| (name(table), table.settings.clone())).collect())
    }

    /// The game whose board is shown.
    pub fn game(&self) -> &'static dyn Game {
        self.tables[self.at].game
    }

    /// Shows the board of this game.
    pub fn turn_to(&mut self, game: &'static dyn Game) {
        let found = self.tables.iter().position(|table| table.game.name() == game.name());
        self.at = found.unwrap_or(self.at);
        self.focus = true;
    }

    /// Makes what was read of a picture the board of this game; `false` if no board is in play.
    pub fn take_up(
        &mut self,
        game: &'static dyn Game,
        read: impl FnOnce(&Sheet) -> Option<Sheet>,
        doubts: BTreeMap<Place, String>,
    ) -> bool {
        self.turn_to(game);
        let Some(table) = self.tables.get_mut(self.at) else { return false };
        let sheet = read(table.typing.sheet());
        let found = sheet.is_some();
        sheet.into_iter().for_each(|sheet| self.replace(sheet, doubts.clone()));
        found
    }

    /// Makes this the board. The round of the one before is noted, if it has ended.
    fn replace(&mut self, sheet: Sheet, doubts: BTreeMap<Place, String>) {
        let Table { typing, rounds, .. } = &mut self.tables[self.at];
        let before = typing.sheet().clone();
        let next = typing.form().next(&before, &[]);
        typing.replace(sheet, doubts);
        let is_other = before.right != typing.sheet().right || before.below != typing.sheet().below;
        if let Some((_, round)) = next.filter(|_| is_other)
            && let Err(why) = rounds.leave(&before, round)
        {
            self.message = Some(why);
        }
    }

    /// Notes rounds of this game that were watched.
    pub fn note(&mut self, game: &'static dyn Game, watched: &[Played]) {
        let table = self.tables.iter_mut().find(|table| table.game.name() == game.name());
        if let Some(table) = table.filter(|table| table.has_rounds())
            && let Err(why) = table.rounds.add(watched)
        {
            self.message = Some(why);
        }
    }

    /// An empty board for the next round, after this one was noted.
    fn next_round(&mut self, sheet: Sheet, round: Option<Played>) {
        let Table { typing, rounds, .. } = &mut self.tables[self.at];
        let noted = round.map_or(Ok(()), |round| rounds.note(typing.sheet(), round));
        typing.clear();
        typing.replace(sheet, BTreeMap::new());
        (self.focus, self.message) = (true, noted.err());
    }

    /// Nothing is thought about any more while another page is shown.
    pub fn rest(&mut self) {
        (self.thinker, self.asked, self.focus) = (None, None, true);
    }

    /// Shows it; whether the first page is asked for.
    pub fn show(&mut self, ui: &mut Ui) -> bool {
        self.hear(ui.ctx());
        self.ask(ui.ctx());
        let mut back = false;
        Panel::top("form").show(ui, |ui| {
            ui.add_space(4.0);
            back = self.buttons(ui);
            self.pasting(ui);
            // What lies below does not move with each entry.
            ui.scope(|ui| {
                ui.set_min_height(ADVICE);
                self.advice(ui);
            });
        });
        if ui.available_width() >= WIDE {
            Panel::right("choices").default_size(290.0).resizable(true).show(ui, |ui| {
                ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| self.side(ui));
            });
            CentralPanel::default().show(ui, |ui| {
                ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| self.board(ui));
            });
        } else {
            CentralPanel::default().show(ui, |ui| {
                ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
                    self.board(ui);
                    ui.separator();
                    self.side(ui);
                });
            });
        }
        back
    }

    fn table(&mut self) -> &mut Table {
        &mut self.tables[self.at]
    }

    /// Asks about the board, unless that was asked last.
    fn ask(&mut self, context: &Context) {
        let Some(table) = self.tables.get(self.at) else { return };
        let now = (self.at, table.typing.sheet().clone(), table.settings.clone());
        let thinker = self.thinker.get_or_insert_with(|| {
            let context = context.clone();
            Thinker::new(move || context.request_repaint())
        });
        if self.asked.as_ref() != Some(&now) {
            // Chances of another game's board say nothing of this one.
            if self.asked.as_ref().is_some_and(|(at, ..)| *at != self.at) {
                thinker.forget();
            }
            let settings = table.settings.clone().into_iter().collect();
            thinker.ask(Asked { game: table.game, sheet: now.1.clone(), settings });
            self.asked = Some(now);
        }
        self.known = thinker.known();
        if let Some((board, chance)) = &self.known.chance {
            self.tables[self.at].rounds.weigh(board, *chance);
        }
    }

    /// The keys that are meant for the board: those that nothing else takes.
    fn hear(&mut self, context: &Context) {
        let events = context.input(|input| input.events.clone());
        let taken = context.memory(|memory| memory.focused());
        if taken.is_some_and(|id| Some(id) != self.board_id(context)) {
            return;
        }
        let has_keys = taken.is_some();
        for event in events {
            match event {
                Event::Text(text) => {
                    text.chars().for_each(|key| self.key(Key::Char(key)));
                }
                Event::Paste(text) => self.read_text(&text),
                Event::Key { key, pressed: true, modifiers, .. } => {
                    if modifiers.command {
                        match key {
                            Pushed::Z if !modifiers.shift => drop(self.table().typing.undo()),
                            Pushed::Z | Pushed::Y => drop(self.table().typing.redo()),
                            Pushed::V => {
                                if let Some(text) = clipboard::text() {
                                    self.read_text(&text);
                                }
                            }
                            _ => {}
                        }
                        continue;
                    }
                    let key = match key {
                        Pushed::ArrowUp => Key::Up,
                        Pushed::ArrowDown => Key::Down,
                        Pushed::ArrowLeft => Key::Left,
                        Pushed::ArrowRight => Key::Right,
                        Pushed::Enter => Key::Enter,
                        Pushed::Backspace => Key::Backspace,
                        Pushed::Delete => Key::Delete,
                        Pushed::Tab if has_keys && modifiers.shift => Key::BackTab,
                        Pushed::Tab if has_keys => Key::Tab,
                        _ => continue,
                    };
                    self.key(key);
                }
                _ => {}
            }
        }
    }

    fn key(&mut self, key: Key) {
        let at = self.at;
        if let Some(table) = self.tables.get_mut(at)
            && table.typing.key(key)
        {
            self.message = None;
        }
    }

    /// Where the board's own identity is kept from one picture to the next.
    fn board_id(&self, context: &Context) -> Option<eframe::egui::Id> {
        context.data(|data| data.get_temp(eframe::egui::Id::unique("the form's board")))
    }

    fn buttons(&mut self, ui: &mut Ui) -> bool {
        let mut back = false;
        let mut turned = None;
        ui.horizontal_wrapped(|ui| {
            back = ui.button("Start page").clicked();
            ui.separator();
            for (i, table) in self.tables.iter().enumerate() {
                if ui.selectable_label(i == self.at, table.game.title()).clicked() {
                    turned = Some(i);
                }
            }
        });
        if let Some(at) = turned {
            (self.at, self.text, self.message, self.focus) = (at, None, None, true);
        }
        ui.horizontal_wrapped(|ui| {
            let [undo, redo] = self.table().typing.has_steps();
            if ui.add_enabled(undo, Button::new("Undo")).on_hover_text("Ctrl+Z").clicked() {
                self.table().typing.undo();
            }
            if ui.add_enabled(redo, Button::new("Redo")).on_hover_text("Ctrl+Y").clicked() {
                self.table().typing.redo();
            }
            let table = &self.tables[self.at];
            let sheet = table.typing.sheet();
            let next = table.typing.form().next(sheet, table.rounds.before(sheet));
            if let Some((sheet, round)) = next
                && ui
                    .button("Next round")
                    .on_hover_text("An empty board; the level follows from how this round ended")
                    .clicked()
            {
                self.next_round(sheet, round);
            }
            if ui.button("Clear").clicked() {
                self.table().typing.clear();
                self.focus = true;
            }
            if ui.selectable_label(self.text.is_some(), "Paste as text").clicked() {
                self.text = match self.text {
                    None => Some(String::new()),
                    Some(_) => None,
                };
            }
            if self.table().typing.form().rules().marks {
                let mut marking = self.table().typing.is_marking();
                if ui.checkbox(&mut marking, "Marks").on_hover_text("Key M").changed() {
                    self.table().typing.set_marking(marking);
                }
            }
        });
        back
    }

    /// The field for a text, while it is open.
    fn pasting(&mut self, ui: &mut Ui) {
        let Some(text) = &mut self.text else { return };
        let example = self.tables[self.at].game.positions().map_or("", |known| known.example());
        let edit = TextEdit::multiline(text)
            .hint_text(example)
            .desired_rows(2)
            .char_limit(LONGEST)
            .desired_width(f32::INFINITY);
        ui.add(edit);
        if ui.button("Fill in").clicked() {
            let text = text.clone();
            self.read_text(&text);
        }
    }

    /// Makes a text the board.
    fn read_text(&mut self, text: &str) {
        let table = self.table();
        let form = table.typing.form();
        let read = form.pasted(text).map(|draft| form.sheet(&draft));
        match read {
            Ok(Some(mut sheet)) => {
                // What the text does not say stays as it was chosen.
                for (name, value) in &table.typing.sheet().chosen {
                    sheet.chosen.entry(name.clone()).or_insert_with(|| value.clone());
                }
                (self.text, self.message, self.focus) = (None, None, true);
                self.replace(sheet, BTreeMap::new());
            }
            Ok(None) => {
                self.message =
                    Some("This board is too large for the form: use `voltsight solve`.".into())
            }
            Err(why) => self.message = Some(format!("The text is not a board: {why}.")),
        }
    }

    /// What to do, and why.
    fn advice(&mut self, ui: &mut Ui) {
        if let Some(message) = &self.message {
            ui.label(RichText::new(message).color(alarm(ui)).strong());
        }
        let known = self.known.clone();
        let checked = &known.checked;
        let blank = self.tables[self.at].typing.is_blank();
        let headers = self.tables[self.at].typing.form().rules().header.is_some();
        let large = |text: &str| RichText::new(text).size(19.0).strong();
        if !checked.misfits.is_empty() {
            ui.label(large("This board is impossible").color(wrong(ui)));
            let texts: Vec<&str> = checked.misfits.iter().map(|misfit| &*misfit.text).collect();
            ui.label(capital(&texts.join("; ")));
        } else if headers && checked.missing > 0 {
            let all = self.tables[self.at].typing.sheet();
            let all = 2 * (all.right.len() + all.below.len());
            match blank {
                true => ui.label(large("Enter the numbers next to the rows and below the columns")),
                false => {
                    ui.label(large(&format!("{} of {all} numbers are missing", checked.missing)))
                }
            };
            if !self.implied(ui) {
                ui.label("Type them one after the other, click the buttons, or paste them.");
            }
        } else if let Some(why) = &known.why {
            ui.label(large(&capital(why)).color(alarm(ui)));
        } else if let Some(panel) = &known.panel {
            // A verdict says more than the advice of the panel, which is its beginning.
            let is_verdict = known.reasons.len() > 1 || panel.advice.is_none();
            let verdict = known.reasons.first().filter(|_| is_verdict).or(panel.advice.as_ref());
            let nothing = "There is nothing left to do".to_owned();
            let (first, rest) = match verdict.unwrap_or(&nothing).split_once(": ") {
                Some((first, rest)) => (first.to_owned(), capital(rest)),
                None => (verdict.unwrap_or(&nothing).clone(), String::new()),
            };
            let colour = if panel.ends_round { alarm(ui) } else { accent(ui) };
            ui.label(large(&capital(&first)).color(colour));
            let reasons = known.reasons.iter().skip(usize::from(is_verdict)).take(1);
            let reasons = reasons.map(|reason| capital(reason));
            let words = std::iter::once(rest).chain(reasons).filter(|words| !words.is_empty());
            let sentence = |words: String| format!("{}.", words.trim_end_matches('.'));
            ui.label(words.map(sentence).collect::<Vec<_>>().join(" "));
        } else {
            ui.label(large(" "));
        }
        if known.improves {
            ui.weak("Working out the exact answer …");
        }
    }

    /// The header that follows from all others, to be filled in; whether there is one.
    fn implied(&mut self, ui: &mut Ui) -> bool {
        let Some(implied) = self.known.checked.implied else { return false };
        let (line, [sum, count]) =
            (if implied.side == Side::Right { "row" } else { "column" }, implied.line);
        ui.horizontal_wrapped(|ui| {
            ui.label("The last header follows from the others.");
            let text = format!("Fill in {line} {}: {sum}/{count}", implied.at + 1);
            if ui.button(text).clicked() {
                self.table().typing.fill_in(implied.side, implied.at, implied.line);
            }
        });
        true
    }

    fn board(&mut self, ui: &mut Ui) {
        let pad = if self.tables[self.at].typing.form().rules().paints { 112.0 } else { 84.0 };
        let room = ui.available_size();
        let room = vec2(room.x.max(BOARD), (room.y - pad).max(BOARD))
            .min(Vec2::splat(900.0).max(vec2(room.x, 0.0)));
        let known = self.known.clone();
        let (pressed, whole) = sheet::show(ui, &self.table().typing, &known, room);
        self.keep_keys(ui, &whole);
        match pressed {
            Some(Pressed::Field(place)) => self.press(place),
            Some(Pressed::Turned(cell)) => self.table().typing.turn(cell),
            None => {}
        }
        if std::mem::take(&mut self.focus) {
            whole.request_focus();
        }
        ui.add_space(6.0);
        self.pad(ui);
    }

    fn press(&mut self, place: Place) {
        (self.focus, self.message) = (true, None);
        let typing = &mut self.table().typing;
        match place {
            // Each number is pressed by itself here.
            Place::Header { .. } => typing.select(place),
            Place::Cell(_) => typing.press(place),
        }
    }

    /// While the board has the keys, Tab goes over its headers; from the cells on it leads on.
    fn keep_keys(&self, ui: &Ui, whole: &Response) {
        let id = eframe::egui::Id::unique("the form's board");
        ui.data_mut(|data| data.insert_temp(id, whole.id));
        let tab = matches!(self.tables[self.at].typing.at(), Place::Header { .. });
        let filter =
            EventFilter { tab, horizontal_arrows: true, vertical_arrows: true, escape: false };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(whole.id, filter));
    }

    /// Buttons for what can be entered in the field that is chosen.
    fn pad(&mut self, ui: &mut Ui) {
        let typing = &mut self.tables[self.at].typing;
        let rules = typing.form().rules();
        ui.strong(place_name(typing));
        let mut entered = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            match (typing.at(), rules.header) {
                (Place::Header { side, at, part }, Some(parts)) => {
                    let now = typing.sheet().number(side, at, part);
                    for number in 0..=parts[part].most {
                        if key(ui, &number.to_string(), &number.to_string(), now == Some(number)) {
                            entered = Some(Entered::Number(number));
                        }
                    }
                }
                (Place::Cell(cell), _) => {
                    let held = typing.sheet().cells.get(cell).copied();
                    let marks = typing.sheet().marks.get(cell).cloned().unwrap_or_default();
                    for letter in rules.letters {
                        let on = match (rules.paints, typing.is_marking()) {
                            (true, _) => typing.brush() == letter.letter,
                            (false, true) => marks.contains(letter.letter),
                            (false, false) => held == Some(letter.letter),
                        };
                        if key(ui, &face(letter), letter.name, on) {
                            entered = Some(Entered::Letter(letter.letter));
                        }
                    }
                }
                _ => {}
            }
        });
        match entered {
            Some(Entered::Number(number)) => typing.enter_number(number),
            Some(Entered::Letter(letter)) => typing.enter(letter),
            None => return,
        }
        (self.focus, self.message) = (true, None);
    }

    /// What can be chosen beside the board, and what is known of it.
    fn side(&mut self, ui: &mut Ui) {
        ui.add_space(4.0);
        self.presets(ui);
        for choice in self.tables[self.at].typing.form().choices() {
            self.choice(ui, &choice);
        }
        let known = self.known.clone();
        let typing = &self.tables[self.at].typing;
        let own = typing.form().settings(typing.sheet());
        for setting in &known.settings {
            // What the choices above decide is not asked twice.
            if own.iter().any(|(name, _)| *name == setting.name) {
                continue;
            }
            if let Some(value) = setting::show(ui, setting) {
                let settings = &mut self.tables[self.at].settings;
                // An objective and a strategy exclude each other: the last one counts.
                settings.clear();
                settings.insert(setting.name.to_owned(), value);
            }
        }
        let table = &mut self.tables[self.at];
        if table.has_rounds()
            && let Err(why) = table.rounds.show(ui)
        {
            self.message = Some(why);
        }
        let Some(panel) = &known.panel else { return };
        ui.separator();
        eframe::egui::Grid::new("known").num_columns(2).show(ui, |ui| {
            for (name, value) in &panel.facts {
                ui.label(*name);
                ui.strong(value);
                ui.end_row();
            }
        });
    }

    /// The sizes and the boards that can be begun with.
    fn presets(&mut self, ui: &mut Ui) {
        let typing = &mut self.tables[self.at].typing;
        let presets = typing.form().presets();
        if !presets.is_empty() {
            ui.strong("Start with");
            ui.horizontal_wrapped(|ui| {
                for (name, mut sheet) in presets {
                    if ui.button(name).clicked() {
                        for (name, value) in &typing.sheet().chosen {
                            sheet.chosen.entry(name.clone()).or_insert_with(|| value.clone());
                        }
                        typing.replace(sheet, BTreeMap::new());
                    }
                }
            });
        }
        let Some(most) = typing.form().rules().sides else { return };
        let (rows, columns) = (typing.sheet().cells.rows(), typing.sheet().cells.columns());
        let mut size = [rows, columns];
        ui.horizontal(|ui| {
            for (name, side) in ["rows", "columns"].into_iter().zip(&mut size) {
                let label = ui.label(name);
                let drag = eframe::egui::DragValue::new(side).range(1..=most);
                ui.add(drag).labelled_by(label.id);
            }
        });
        if size != [rows, columns] {
            typing.resize(size[0], size[1]);
        }
    }

    fn choice(&mut self, ui: &mut Ui, choice: &Choice) {
        let known = self.known.clone();
        let typing = &mut self.tables[self.at].typing;
        let name = match choice {
            Choice::Among { name, .. } | Choice::Number { name, .. } => *name,
        };
        ui.add_space(4.0);
        let misfit = known.checked.misfits.iter().any(|misfit| misfit.choice == Some(name));
        let title = RichText::new(capital(name)).strong();
        ui.label(if misfit { title.color(wrong(ui)) } else { title });
        let now = typing.sheet().choice(name).map(str::to_owned);
        match choice {
            Choice::Among { values, open, .. } => {
                let likely = known.likely.as_ref().filter(|(of, _)| *of == name);
                let possible = known.checked.possible.as_ref().filter(|(of, _)| *of == name);
                let mut chosen = None;
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    if *open && value(ui, name, "?", now.is_none(), true) {
                        chosen = Some(None);
                    }
                    for (i, (each, text)) in values.iter().enumerate() {
                        let chance = likely.and_then(|(_, all)| {
                            all.iter().find(|(of, _)| of == each).map(|(_, chance)| *chance)
                        });
                        let text = match chance {
                            Some(chance) => format!("{text}: {}%", grid::chance::short(chance)),
                            None => text.clone(),
                        };
                        let first = i == 0 && !open && now.is_none();
                        let on = first || now.as_ref() == Some(each);
                        let is_possible = possible.is_none_or(|(_, all)| all.contains(each));
                        if value(ui, name, &text, on, is_possible) {
                            chosen = Some(Some(each.clone()));
                        }
                    }
                });
                if *open && now.is_none() {
                    ui.weak(match likely {
                        Some((_, all)) if all.is_empty() => {
                            format!("The game deals this board at no {name}.")
                        }
                        _ => format!("The {name} is unknown: all are considered."),
                    });
                }
                if let Some(value) = chosen {
                    typing.choose(name, value);
                }
            }
            Choice::Number { least, most, .. } => {
                let mut number = now.and_then(|now| now.parse().ok()).unwrap_or(0_i64);
                let mut is_known = typing.sheet().choice(name).is_some();
                let (before, was_known) = (number, is_known);
                ui.horizontal(|ui| {
                    ui.checkbox(&mut is_known, "known");
                    let drag = eframe::egui::DragValue::new(&mut number).range(*least..=*most);
                    ui.add_enabled(is_known, drag);
                });
                if (number, is_known) != (before, was_known) {
                    typing.choose(name, is_known.then(|| number.to_string()));
                }
            }
        }
    }
}

/// What was pressed on the pad.
enum Entered {
    Number(u8),
    Letter(char),
}

/// What a button for a letter shows.
fn face(letter: &Letter) -> String {
    match letter.sign {
        "" => letter.name.to_owned(),
        sign if sign == letter.name => sign.to_owned(),
        sign => format!("{sign} {}", letter.name),
    }
}

/// A button of the pad; whether it was pressed.
fn key(ui: &mut Ui, text: &str, name: &str, on: bool) -> bool {
    let button = Button::new(RichText::new(text).size(15.0)).selected(on);
    let response = ui.add(button.min_size(vec2(34.0, 32.0)));
    let label = format!("enter {name}");
    response.widget_info(|| {
        eframe::egui::WidgetInfo::selected(eframe::egui::Role::Button, true, on, &label)
    });
    response.clicked()
}

/// A value of a choice, dimmed if the board leaves it impossible; whether it was pressed.
fn value(ui: &mut Ui, choice: &str, text: &str, on: bool, is_possible: bool) -> bool {
    let shown = RichText::new(text);
    let shown = if is_possible || on { shown } else { shown.weak().strikethrough() };
    let response = ui.add(Button::new(shown).selected(on));
    let name = if text == "?" { "unknown" } else { text };
    let no = if is_possible { "" } else { ", impossible with these totals" };
    let label = format!("{choice} {name}{no}");
    response.widget_info(|| {
        eframe::egui::WidgetInfo::selected(eframe::egui::Role::Button, true, on, &label)
    });
    if !is_possible {
        response.clone().on_hover_text(format!("No board with these totals has this {choice}."));
    }
    response.clicked()
}
