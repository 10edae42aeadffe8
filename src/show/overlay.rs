//! The chances and the best cell drawn over the game's own window.

use super::sketch::Sketch;
use desktop::OverlaySurface;
use image::RgbaImage;
use session::observation::{Field, Observation, Screen};
use session::{Event, Observer, Panel, PanelCell, Tone, View};
use std::time::Duration;

/// What was read of the last picture: where the cells lie.
struct Sight {
    size: (u32, u32),
    screens: Vec<Screen>,
    fields: Vec<Field>,
}

/// An observer that draws the advice over the game, while the game is readable.
pub struct Overlay {
    surface: Box<dyn OverlaySurface>,
    /// Whether it is switched on.
    on: bool,
    sight: Option<Sight>,
    panel: Panel,
    /// What is shown: only changes are passed on.
    shown: Option<RgbaImage>,
}

impl Overlay {
    /// An overlay on this surface, switched on.
    pub fn on(surface: Box<dyn OverlaySurface>) -> Self {
        Self { surface, on: true, sight: None, panel: Panel::default(), shown: None }
    }

    /// Switches it off or on.
    pub fn switch(&mut self) {
        self.on = !self.on;
        self.draw();
    }

    fn draw(&mut self) {
        let sight = self.sight.as_ref().filter(|_| self.on);
        let marks = sight.and_then(|sight| marks(sight, &self.panel));
        if marks == self.shown {
            return;
        }
        match &marks {
            Some(marks) => self.surface.show(marks.clone()),
            None => self.surface.clear(),
        }
        self.shown = marks;
    }
}

impl Observer for Overlay {
    fn notice(&mut self, _: Duration, event: &Event<'_>, view: &dyn View) {
        let is_new = match event {
            Event::Looked { frame, seen } => {
                self.sight = Some(Sight::of(frame.picture.dimensions(), *seen));
                true
            }
            Event::NotVisible { .. }
            | Event::NoPicture(_)
            | Event::Doubt(_)
            | Event::Stopped(_) => self.sight.take().is_some(),
            _ => false,
        };
        let panel = view.panel();
        if is_new || panel != self.panel {
            self.panel = panel;
            self.draw();
        }
    }
}

impl Sight {
    fn of(size: (u32, u32), seen: &dyn Observation) -> Self {
        Self { size, screens: seen.screens(), fields: seen.fields() }
    }
}

/// Whether a cell is worth a mark: open cells and those of which nothing is to be said show themselves.
fn is_marked(cell: &PanelCell) -> bool {
    cell.chosen || matches!(cell.tone, Tone::Safe | Tone::Risk(_) | Tone::Useless | Tone::Fatal)
}

/// The advice as marks on a transparent ground; `None` if there is nothing to mark.
fn marks(sight: &Sight, panel: &Panel) -> Option<RgbaImage> {
    let cells = panel.cells.as_ref()?;
    let mut sketch = Sketch::transparent(sight.size);
    let marked = cells.iter().filter(|cell| is_marked(cell));
    let mut any = sketch.cells(&sight.screens, &sight.fields, marked) > 0;
    if panel.ends_round
        && let Some(screen) = sight.screens.first()
    {
        sketch.notice(screen, "quit");
        any = true;
    }
    any.then(|| sketch.into_canvas())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Grid;
    use grid::geometry::{Placement, Rect};
    use grid::reading::Reading;

    fn cell(field: &str, tone: Tone, chosen: bool) -> PanelCell {
        let (sign, lines) = ("14%".to_owned(), Vec::new());
        PanelCell { sign, lines, tone, chosen, field: field.to_owned() }
    }

    /// Two cells of 40 pixels beside each other, of which the second was not found.
    fn sight() -> Sight {
        let placement = Placement::upright((80, 40), Rect::new(0.0, 0.0, 80.0, 40.0));
        let field = Field::of("a", &Reading::sure(1, 1.0), u8::to_string);
        let fields = vec![field.at(0, Rect::new(0.0, 0.0, 40.0, 40.0))];
        let screens = vec![Screen { caption: String::new(), placement }];
        Sight { size: (80, 40), screens, fields }
    }

    fn panel(cells: [PanelCell; 2]) -> Panel {
        let cells = Grid::from_fn(1, 2, |_, column| cells[column].clone());
        Panel { cells: Some(cells), ..Panel::default() }
    }

    #[test]
    fn cells_are_marked_where_they_were_found() {
        let cells = [cell("a", Tone::Risk(0.5), true), cell("b", Tone::Risk(0.5), false)];
        let marks = marks(&sight(), &panel(cells)).unwrap();
        let is_marked = |(x, _, pixel): &(u32, u32, &image::Rgba<u8>)| pixel.0[3] > 0 && *x < 80;
        let marked: Vec<u32> = marks.enumerate_pixels().filter(is_marked).map(|p| p.0).collect();
        assert!(!marked.is_empty() && marked.iter().all(|x| *x < 42), "only the first cell");
        assert_eq!(marks.get_pixel(30, 35).0[3], 0, "the middle of a cell is seen");
    }

    #[test]
    fn where_nothing_is_to_be_said_nothing_is_shown() {
        let known = [cell("a", Tone::Known, false), cell("b", Tone::Risk(0.5), true)];
        assert_eq!(marks(&sight(), &panel(known)), None);
        assert_eq!(marks(&sight(), &Panel::default()), None);
    }
}
