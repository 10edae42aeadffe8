//! Converts a reading into an [`Observation`], the form that views, `check` and logs share.

use super::screen::{FloorTile, HERO, IceReader, IceReading, NotSeen, Place};
use grid::Cell;
use grid::geometry::{Placement, Rect};
use grid::reading::{Reading, Unreadable, whole_percent};
use ice_floor::plan::CELL;
use image::RgbImage;
use serde::Serialize;
use session::consoles::gba;
use session::observation::{self, Field, NotFound, Observation, Screen, Summary};

/// The only screen, and its pixels.
const SCREEN: usize = 0;
const NATIVE: Rect = Rect::new(0.0, 0.0, gba::SCREEN.0 as f64, gba::SCREEN.1 as f64);

const LEGEND: &str = ". ice, x cracked, O hole, # stone, @ the player; then the confidence in %";

impl observation::Reader for IceReader {
    fn fresh(&self) -> Box<dyn observation::Reader> {
        Box::new(Self::fresh(self))
    }

    fn read(&mut self, picture: &RgbImage) -> Result<Box<dyn Observation>, NotFound> {
        match Self::read(self, picture) {
            Ok(seen) => Ok(Box::new(seen)),
            Err(why) => Err(why.into()),
        }
    }
}

impl From<NotSeen> for NotFound {
    fn from(why: NotSeen) -> Self {
        Self { why: why.to_string(), is_near: why == NotSeen::Unclear }
    }
}

/// Where a cell of the room is on the screen if the hero is there, in native pixels.
fn on_screen(hero: Place, cell: Cell) -> Rect {
    let (x, y) = hero.on_screen(cell);
    Rect::new(f64::from(x), f64::from(y), f64::from(CELL), f64::from(CELL))
}

/// The name of a tile's field, such as `tile (1, 3)`: row and column, counted from 1.
pub fn tile_name((row, column): (usize, usize)) -> String {
    format!("tile ({}, {})", row + 1, column + 1)
}

/// The hero's place as text: the cell (row, column) of the room from 0, and in mid-step the offset in pixels.
pub fn place_text(place: Place) -> String {
    let (row, column) = place.cell();
    match place.offset() {
        (0, 0) => format!("({row}, {column})"),
        (x, y) => format!("({row}, {column}) {x:+} {y:+}"),
    }
}

impl Observation for IceReading {
    fn look(&self) -> &str {
        self.taught.as_deref().unwrap_or(self.version.name())
    }

    fn screens(&self) -> Vec<Screen> {
        let caption = format!("section {} {}%", self.section.number, whole_percent(self.fit));
        vec![Screen { caption, placement: self.placement }]
    }

    /// The section's tiles, as far as they are in view: nothing else is marked, and nothing is tapped.
    fn targets(&self) -> Option<Rect> {
        let last = (self.tiles.rows() - 1, self.tiles.columns() - 1);
        let [first, last] =
            [(0, 0), last].map(|tile| on_screen(self.hero, self.section.cell(tile)));
        let (right, bottom) = (last.x + last.w, last.y + last.h);
        NATIVE.intersection(&Rect::spanning(first.x, right, first.y, bottom))
    }

    fn narrowest_target(&self) -> f64 {
        f64::from(CELL)
    }

    fn fields(&self) -> Vec<Field> {
        let at = |field: Field, cell| match NATIVE.intersection(&on_screen(self.hero, cell)) {
            Some(area) => field.at(SCREEN, area),
            None => field,
        };
        let sure = |text: &str| Reading::sure(text.to_owned(), self.fit);
        let plain = |name: &str, text: &str| Field::of(name, &sure(text), Clone::clone);
        let doubtful = Reading::<String>::none(Unreadable::Doubtful);
        let (x, y) = (f64::from(HERO.0), f64::from(HERO.1));
        let hero = match self.to_the_pixel {
            true => plain("player", &place_text(self.hero)),
            false => Field::of("player", &doubtful, Clone::clone),
        };
        let mut fields = vec![
            match self.is_version_sure {
                true => plain("version", self.version.name()),
                false => Field::of("version", &doubtful, Clone::clone),
            },
            plain("section", &self.section.number.to_string()),
            match self.text_box {
                Some(open) => plain("text box", if open { "open" } else { "none" }),
                None => Field::of("text box", &doubtful, Clone::clone),
            },
            hero.at(SCREEN, Rect::new(x, y - 16.0, 16.0, 32.0)).labelled("@"),
        ];
        let exit = Field::of("exit", &self.exit, |exit| exit.name().to_owned());
        fields.push(at(exit, self.section.exit()[1]));
        for (tile, reading) in self.tiles.cells() {
            let field = Field::of(tile_name(tile), reading, |tile| tile.name().to_owned());
            let sign = reading.value.map(|tile| sign(tile).to_string()).unwrap_or_default();
            fields.push(at(field, self.section.cell(tile)).labelled(sign));
        }
        fields
    }

    fn summary(&self) -> Summary {
        let exit = match self.exit.value {
            Some(exit) => format!("{} ({} %)", exit.name(), whole_percent(self.exit.confidence)),
            None => "-".to_owned(),
        };
        let look = self.taught.iter().map(|name| ("theme", name.clone()));
        let facts = [
            ("version", self.version.name().to_owned()),
            ("section", self.section.number.to_string()),
            ("player", place_text(self.hero)),
            ("exit", exit),
            ("screen", place(&self.placement)),
            ("fit", format!("{} %", whole_percent(self.fit))),
        ];
        let facts = look.chain(facts).collect();
        let row = |r: usize| {
            let cell = |c: usize| self.entry((r, c));
            (0..self.tiles.columns()).map(cell).collect()
        };
        let board = (0..self.tiles.rows()).map(row).collect();
        Summary { facts, board, legend: LEGEND }
    }

    fn report(&self) -> Box<dyn erased_serde::Serialize> {
        Box::new(Report::of(self))
    }
}

impl IceReading {
    fn entry(&self, tile: (usize, usize)) -> String {
        let reading = &self.tiles[tile];
        match (reading.value, reading.why) {
            (Some(tile), _) => format!("{} {}", sign(tile), whole_percent(reading.confidence)),
            (None, Some(Unreadable::Covered)) => "@".to_owned(),
            (None, Some(Unreadable::Outside)) => " ".to_owned(),
            (None, _) => "?".to_owned(),
        }
    }
}

const fn sign(tile: FloorTile) -> char {
    match tile {
        FloorTile::Ice => '.',
        FloorTile::Cracked => 'x',
        FloorTile::Hole => 'O',
        FloorTile::Stone => '#',
    }
}

fn place(placement: &Placement) -> String {
    let (sx, sy) = placement.scale();
    let area = placement.area;
    format!("at ({:.1}, {:.1}), scale {sx:.3} x {sy:.3}", area.x, area.y)
}

/// A reading as JSON; `docs/reference/json.md` describes the fields.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    section: u8,
    player: (usize, usize),
    pixel_offset: (i32, i32),
    exit: Reading<super::screen::ExitState>,
    text_box: Option<bool>,
    tiles: Vec<Vec<Reading<FloorTile>>>,
    screen: Placement,
    fit: f32,
}

impl Report {
    fn of(seen: &IceReading) -> Self {
        Self {
            version: seen.version.name(),
            section: seen.section.number,
            player: seen.hero.cell(),
            pixel_offset: seen.hero.offset(),
            exit: seen.exit.clone(),
            text_box: seen.text_box,
            tiles: seen.tiles.clone().into(),
            screen: seen.placement,
            fit: seen.fit,
        }
    }
}
