//! Themes: the colours of cells' grounds and marks, parsed from JSON files.

pub(super) use super::colour::{Colour, colour, difference};
use super::drawing::Drawing;
pub(super) use super::drawn::Ground;
use super::drawn::{Drawn, grounds};
use super::panels::{DrawnPanels, Panels, TextSide};
use super::reading::CELL;
use super::scene::Scene;
use super::shapes::Mark;
use super::strokes::{self, mark};
pub(super) use super::zones::{AXES, DEPTH, Kind, Tolerance, Zones};
use minesweeper::board::CellState;
use serde::Deserialize;
use std::sync::Arc;

/// A sign: a mark that is not a number.
#[derive(Clone, Debug)]
pub(super) struct Sign {
    /// The state of a cell that shows it.
    pub state: CellState,
    /// The kind of ground that it is drawn on.
    pub on: Kind,
    /// Its possible shapes.
    pub shapes: Vec<Mark>,
    /// All of its colours.
    pub colours: Vec<Colour>,
}

/// A theme of Minesweeper.
#[derive(Clone, Debug)]
pub(super) struct MineLook {
    pub name: String,
    /// Whether it was learned from a picture.
    pub is_taught: bool,
    /// How cells are recognised if they are little pictures; such a theme has no grounds.
    pub scene: Option<Arc<Scene>>,
    /// The drawings that the grounds are made from, if they have lines of a fixed width in pixels.
    pub drawn: Vec<Drawn>,
    /// The display's scale, if pictures are reduced from what is drawn at it: [`Ground::reduced`].
    pub scale: Option<f64>,
    pub grounds: Vec<Ground>,
    /// The colours of 1 to 8; `None` for unknown ones.
    pub numbers: [Option<Colour>; 8],
    /// Whether its numbers are discs, pips or other symbols: an unknown one may look like a known digit.
    pub symbols: bool,
    /// The drawings of its marks.
    pub drawings: Arc<[Drawing]>,
    /// Where its counter and clock are, if they need no search.
    pub panels: Option<Panels>,
    /// Where they are written as text, if they are.
    pub text: Option<TextSide>,
    /// The signs.
    pub marks: Vec<Sign>,
    /// How far a cell may differ from its ground.
    pub tolerance: Tolerance,
    /// Two contrasts in grey levels: below the first a cell has no mark, from the second on it has one.
    pub contrast: [f32; 2],
    /// Where marks begin, as a share of the cell.
    pub margin: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    #[allow(dead_code)]
    about: String,
    grounds: Vec<Drawn>,
    /// `null`: it is not known, and stays unread.
    numbers: [Option<String>; 8],
    marks: Vec<DrawnSign>,
    /// Drawings that this look has beside those that all have, as lines of `shapes.txt`.
    #[serde(default)]
    drawings: Vec<String>,
    panels: Option<DrawnPanels>,
    text: Option<TextSide>,
    tolerance: Tolerance,
    #[serde(default = "usual_contrast")]
    contrast: [f32; 2],
    margin: f64,
}

const fn usual_contrast() -> [f32; 2] {
    [24.0, 44.0]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawnSign {
    state: CellState,
    on: Kind,
    shapes: Vec<String>,
    colours: Vec<String>,
}

impl DrawnSign {
    fn sign(&self) -> Result<Sign, String> {
        let shape = |name: &String| mark(name).ok_or_else(|| format!("{name:?} is not a shape"));
        Ok(Sign {
            state: self.state,
            on: self.on,
            shapes: self.shapes.iter().map(shape).collect::<Result<_, _>>()?,
            colours: self.colours.iter().map(|text| colour(text)).collect::<Result<_, _>>()?,
        })
    }
}

impl MineLook {
    /// Creates a theme whose cells are those of a scene.
    pub(super) fn of_scene(name: &str, scene: Scene) -> Self {
        Self {
            name: name.to_owned(),
            is_taught: false,
            text: scene.text,
            scene: Some(Arc::new(scene)),
            drawn: Vec::new(),
            scale: None,
            grounds: Vec::new(),
            numbers: [None; 8],
            symbols: false,
            drawings: Arc::new([]),
            panels: None,
            marks: Vec::new(),
            tolerance: Tolerance::default(),
            contrast: [0.0; 2],
            margin: 0.0,
        }
    }

    pub(super) fn parse(name: &str, text: &str) -> Result<Self, String> {
        let manifest: Manifest = serde_json::from_str(text).map_err(|error| error.to_string())?;
        manifest.tolerance.check()?;
        let mut numbers = [None; 8];
        for (number, text) in numbers.iter_mut().zip(&manifest.numbers) {
            *number = text.as_deref().map(colour).transpose()?;
        }
        Ok(Self {
            name: name.to_owned(),
            is_taught: false,
            scene: None,
            symbols: false,
            drawings: strokes::with(&manifest.drawings)?,
            panels: manifest.panels.as_ref().map(DrawnPanels::panels).transpose()?,
            text: manifest.text,
            grounds: grounds(&manifest.grounds, f64::from(CELL), None)?,
            drawn: manifest.grounds,
            scale: None,
            numbers,
            marks: manifest.marks.iter().map(DrawnSign::sign).collect::<Result<_, _>>()?,
            tolerance: manifest.tolerance,
            contrast: manifest.contrast,
            margin: manifest.margin,
        })
    }
}

impl MineLook {
    /// Whether it draws the exploded mine unlike the mines that are shown afterwards.
    pub fn shows_explosion(&self) -> bool {
        let told = self.scene.as_ref().is_some_and(|scene| scene.tells(CellState::Exploded));
        told || self.grounds.iter().any(|ground| ground.kind == Kind::Exploded)
            || self.marks.iter().any(|sign| sign.state == CellState::Exploded)
    }

    /// Whether the keyboard's cursor changes how a cell looks.
    pub fn has_cursor(&self) -> bool {
        self.grounds.iter().any(|ground| ground.kind == Kind::Cursor)
    }

    /// Whether its cells have gaps between them.
    pub fn has_gaps(&self) -> bool {
        !self.drawn.is_empty() && self.drawn.iter().all(Drawn::has_gap)
    }

    /// Whether its cells have two colours in turn.
    pub fn is_chequered(&self) -> bool {
        self.grounds.iter().any(|ground| ground.chequer.is_some())
    }

    /// The theme in pictures that are reduced from what is drawn at a display's scale, by leaving pixels out. KMines draws
    /// its cells so at scales of 1.25 to 1.75, and enlarges that again.
    pub fn reduced(self: &Arc<Self>, scale: f64) -> Arc<Self> {
        Arc::new(Self { scale: Some(scale), ..Self::clone(self) })
    }

    /// The theme for cells that are `pitch` pixels wide.
    pub fn at(self: &Arc<Self>, pitch: f64) -> Arc<Self> {
        let is_even = self.scale.is_none() && !self.drawn.iter().any(Drawn::has_pixels);
        if is_even || self.drawn.is_empty() {
            return Arc::clone(self);
        }
        match grounds(&self.drawn, pitch, self.scale) {
            Ok(grounds) => Arc::new(Self { grounds, ..Self::clone(self) }),
            Err(_) => Arc::clone(self),
        }
    }
}
