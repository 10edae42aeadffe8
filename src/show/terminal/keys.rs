//! What keys mean: what is asked of the loop, and what only changes the view.

use crate::show::scene::Scene;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use grid::Cell;
use session::{Control, PanelHeader};

/// The longest value that can be typed.
const LONGEST: usize = 20;

/// What the view itself remembers.
#[derive(Clone, Debug, Default)]
pub struct Mode {
    kind: Kind,
    details: bool,
}

/// What keys are for.
#[derive(Clone, Debug, Default)]
pub(super) enum Kind {
    /// The board.
    #[default]
    Watching,
    /// All keys and signs explained.
    Help,
    /// A field is typed over.
    Editing(Edit),
}

/// A field that is typed over.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// Which.
    pub place: Place,
    /// What was typed so far.
    pub typed: String,
}

/// Where fields are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A cell of the board; the row or column after the last means the headers.
    Board(Cell),
    /// One of [`Scene::other_fields`].
    Other(usize),
}

impl Edit {
    /// The fields at this place; those of a header are typed with `/` between them.
    pub fn fields(&self, scene: &Scene) -> Vec<String> {
        fields_at(scene, self.place)
    }
}

fn fields_at(scene: &Scene, place: Place) -> Vec<String> {
    let of = |header: Option<&PanelHeader>| header.map(|h| h.fields.clone()).unwrap_or_default();
    match (place, &scene.panel.cells) {
        (Place::Other(i), _) => scene.other_fields().get(i).cloned().into_iter().collect(),
        (Place::Board((row, column)), Some(cells)) => match cells.get((row, column)) {
            Some(cell) if !cell.field.is_empty() => vec![cell.field.clone()],
            Some(_) => Vec::new(),
            None if row < cells.rows() => of(scene.panel.right.get(row)),
            None => of(scene.panel.below.get(column)),
        },
        (Place::Board(_), None) => Vec::new(),
    }
}

impl Mode {
    /// What keys are for.
    pub(super) fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Whether all chances and confidences are shown, not one number for each cell.
    pub(super) fn details(&self) -> bool {
        self.details
    }

    /// Where on the board something is typed over.
    pub(super) fn cursor(&self) -> Option<Cell> {
        match &self.kind {
            Kind::Editing(Edit { place: Place::Board(at), .. }) => Some(*at),
            _ => None,
        }
    }

    /// A key was pressed: what is asked of the loop.
    pub fn press(&mut self, key: KeyEvent, scene: &Scene) -> Vec<Control> {
        if key.kind == KeyEventKind::Release
            || key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
            return Vec::new();
        }
        match &mut self.kind {
            Kind::Watching => self.press_watching(key.code, scene),
            Kind::Help => {
                self.kind = Kind::Watching;
                Vec::new()
            }
            Kind::Editing(edit) => {
                let (open, controls) = edit.press(key.code, scene);
                if !open {
                    self.kind = Kind::Watching;
                }
                controls
            }
        }
    }

    fn press_watching(&mut self, key: KeyCode, scene: &Scene) -> Vec<Control> {
        match key {
            KeyCode::Char('q') => vec![Control::Stop],
            KeyCode::Char('p' | ' ') if scene.plays => vec![Control::Pause],
            KeyCode::Char('n') if scene.plays => vec![Control::Step],
            KeyCode::Char('u') => vec![Control::Undo],
            KeyCode::Char('d') => {
                self.details = !self.details;
                Vec::new()
            }
            KeyCode::Char('?' | 'h') => {
                self.kind = Kind::Help;
                Vec::new()
            }
            KeyCode::Char('e') => {
                self.begin_edit(scene);
                Vec::new()
            }
            KeyCode::Char(key) => {
                let setting = scene.settings.iter().find(|setting| setting.key == key);
                let next = setting.and_then(|s| Some((s.name, s.next()?.to_owned())));
                next.map(|(setting, value)| Control::Choose { setting: setting.to_owned(), value })
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Begins with what is new, else with the best cell.
    fn begin_edit(&mut self, scene: &Scene) {
        let cells = scene.panel.cells.as_ref();
        let new = scene.first_new().and_then(|new| {
            let on_board =
                cells.and_then(|cells| cells.cells().find(|(_, cell)| cell.field == new));
            let beside = || scene.other_fields().iter().position(|field| field == new);
            on_board.map(|(at, _)| Place::Board(at)).or_else(|| beside().map(Place::Other))
        });
        let best = cells.and_then(|cells| cells.cells().find(|(_, cell)| cell.chosen));
        let first = cells.and(Some(Place::Board(best.map_or((0, 0), |(at, _)| at))));
        let other = (!scene.other_fields().is_empty()).then_some(Place::Other(0));
        if let Some(place) = new.or(first).or(other) {
            self.kind = Kind::Editing(Edit { place, typed: String::new() });
        }
    }
}

impl Edit {
    /// A key was pressed: whether the field stays open, and what is asked of the loop.
    fn press(&mut self, key: KeyCode, scene: &Scene) -> (bool, Vec<Control>) {
        match key {
            KeyCode::Esc => return (false, Vec::new()),
            KeyCode::Enter => return (false, self.entered(scene)),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Char(c) if self.typed.chars().count() < LONGEST => self.typed.push(c),
            KeyCode::Up => self.go(scene, -1, 0),
            KeyCode::Down => self.go(scene, 1, 0),
            KeyCode::Left => self.go(scene, 0, -1),
            KeyCode::Right => self.go(scene, 0, 1),
            KeyCode::Tab => self.go_to_next(scene),
            _ => {}
        }
        (true, Vec::new())
    }

    /// What was typed, a part for each field.
    fn entered(&self, scene: &Scene) -> Vec<Control> {
        let fields = self.fields(scene);
        let parts: Vec<&str> = match fields.len() {
            1 => vec![self.typed.trim()],
            _ => self.typed.split('/').map(str::trim).collect(),
        };
        let typed = fields.into_iter().zip(parts).filter(|(_, value)| !value.is_empty());
        typed.map(|(field, value)| Control::Correct { field, value: value.to_owned() }).collect()
    }

    fn go(&mut self, scene: &Scene, down: isize, right: isize) {
        let (Place::Board((row, column)), Some(cells)) = (self.place, &scene.panel.cells) else {
            return;
        };
        let moved = |at: usize, by: isize| at.checked_add_signed(by);
        let (Some(row), Some(column)) = (moved(row, down), moved(column, right)) else { return };
        let to = Place::Board((row, column));
        if row <= cells.rows() && column <= cells.columns() && !fields_at(scene, to).is_empty() {
            *self = Self { place: to, typed: String::new() };
        }
    }

    /// From the board to the other fields, one after the other, and back.
    fn go_to_next(&mut self, scene: &Scene) {
        let others = scene.other_fields().len();
        self.typed.clear();
        self.place = match self.place {
            Place::Board(_) if others > 0 => Place::Other(0),
            Place::Other(i) if i + 1 < others => Place::Other(i + 1),
            _ if scene.panel.cells.is_some() => Place::Board((0, 0)),
            place => place,
        };
    }
}
