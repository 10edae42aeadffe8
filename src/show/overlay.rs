//! The chances and the best cell drawn over the game's own window.

use super::sketch::Sketch;
use crate::companion::{Event, Observer, Panel, PanelCell, Tone, View};
use crate::desktop::OverlayWindow;
use crate::observation::{Field, Observation, Screen};
use image::RgbaImage;
use std::time::Duration;

/// A transparent window that lies on a window, passes every click on to it, and goes with it.
pub trait OverlaySurface {
    /// Shows these marks, of the size of the window's picture, where they are not transparent.
    fn show(&mut self, marks: RgbaImage);

    /// Shows nothing.
    fn clear(&mut self);
}

impl OverlaySurface for OverlayWindow {
    fn show(&mut self, marks: RgbaImage) {
        Self::show(self, marks);
    }

    fn clear(&mut self) {
        Self::clear(self);
    }
}

/// What was read of the last picture: where the cells lie.
struct Sight {
    size: (u32, u32),
    screens: Vec<Screen>,
    fields: Vec<Field>,
}

/// An observer that draws the advice over the game, while the game is readable.
pub struct Overlay<G> {
    surface: G,
    /// Whether it is switched on.
    on: bool,
    sight: Option<Sight>,
    /// What is to be shown while it is on.
    marks: Option<RgbaImage>,
}

impl<G: OverlaySurface> Overlay<G> {
    /// An overlay on this surface, switched on.
    pub fn on(surface: G) -> Self {
        Self { surface, on: true, sight: None, marks: None }
    }

    /// Switches it off or on.
    pub fn switch(&mut self) {
        self.on = !self.on;
        self.show();
    }

    fn show(&mut self) {
        match self.marks.as_ref().filter(|_| self.on) {
            Some(marks) => self.surface.show(marks.clone()),
            None => self.surface.clear(),
        }
    }
}

impl<G: OverlaySurface> Observer for Overlay<G> {
    fn notice(&mut self, _: Duration, event: &Event<'_>, view: &dyn View) {
        match event {
            Event::Looked { frame, seen } => {
                self.sight = Some(Sight::of(frame.picture.dimensions(), *seen));
            }
            Event::NotVisible { .. }
            | Event::NoPicture(_)
            | Event::Doubt(_)
            | Event::Stopped(_) => {
                self.sight = None;
            }
            _ => {}
        }
        let marks = self.sight.as_ref().and_then(|sight| marks(sight, &view.panel()));
        if marks != self.marks {
            self.marks = marks;
            self.show();
        }
    }
}

impl Sight {
    fn of(size: (u32, u32), seen: &dyn Observation) -> Self {
        Self { size, screens: seen.screens(), fields: seen.fields() }
    }

    /// The field that a cell was read as.
    fn field(&self, cell: &PanelCell) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == cell.field && !cell.field.is_empty())
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
    let placed = cells.iter().filter(|cell| is_marked(cell)).filter_map(|cell| {
        let (screen, area) = sight.field(cell)?.place?;
        Some((cell, &sight.screens[screen].placement, area))
    });
    let mut any = false;
    for (cell, placement, area) in placed {
        sketch.cell(placement, area, cell);
        any = true;
    }
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
    use crate::geometry::{Placement, Rect};
    use crate::grid::Grid;
    use crate::reading::Reading;

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
