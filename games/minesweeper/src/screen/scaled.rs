//! Reads pictures that repeat the pixels of smaller ones: it reads those instead.

use super::look::MineLook;
use super::{MineReader, MineReading, NoMineBoard};
use image::RgbImage;
use std::borrow::Cow;
use std::sync::Arc;
use vision::enlarged::Enlarged;
use vision::lattice::borders::{CellAxis, CellLattice};

/// A reader of pictures that are enlarged in the same way. Counters are often written at the display's own scale: they
/// are read in the picture itself.
#[derive(Clone, Debug)]
pub(super) struct Scaled {
    enlarged: Enlarged,
    reader: MineReader,
}

impl Scaled {
    /// Finds how a picture was enlarged, and reads it with these themes. `None` if it repeats no pixels, or has no board
    /// that can be read.
    pub fn find(picture: &RgbImage, looks: &[Vec<Arc<MineLook>>]) -> Option<(Self, MineReading)> {
        let enlarged = Enlarged::find(picture)?;
        let reduced = |look: &Arc<MineLook>| look.reduced(enlarged.scale);
        let looks = looks.iter().map(|looks| looks.iter().map(reduced).collect());
        // Where pixels are left out, every second border may look like the sides of oblong cells.
        let reader = MineReader { finds_oblong: false, ..MineReader::of(looks.collect()) };
        let mut scaled = Self { enlarged, reader };
        let seen = scaled.read(picture).ok()?;
        Some((scaled, seen))
    }

    /// Whether a picture has the size of those that it reads.
    pub fn is_of(&self, picture: &RgbImage) -> bool {
        self.enlarged.is_of(picture.dimensions())
    }

    /// Reads a picture of that size.
    pub fn read(&mut self, picture: &RgbImage) -> Result<MineReading, NoMineBoard> {
        let small = self.enlarged.undone(picture);
        let shown = Shown { picture: &small, enlarged: Some((picture, &self.enlarged)) };
        let seen = self.reader.read_among(&shown, None)?;
        let lattice = in_picture(&seen.lattice, &self.enlarged);
        let placement = MineReading::placement_of(&lattice);
        Ok(MineReading { placement, lattice, ..seen })
    }
}

/// A picture to read.
pub(super) struct Shown<'a> {
    pub picture: &'a RgbImage,
    /// The picture as it was shown, and how that was enlarged, if this one was made from it.
    enlarged: Option<(&'a RgbImage, &'a Enlarged)>,
}

impl<'a> Shown<'a> {
    /// A picture as it was shown.
    pub const fn whole(picture: &'a RgbImage) -> Self {
        Self { picture, enlarged: None }
    }

    /// The picture as it was shown, and where a lattice lies in it.
    pub fn finest<'b>(&self, lattice: &'b CellLattice) -> (&'a RgbImage, Cow<'b, CellLattice>) {
        match self.enlarged {
            Some((picture, enlarged)) => (picture, Cow::Owned(in_picture(lattice, enlarged))),
            None => (self.picture, Cow::Borrowed(lattice)),
        }
    }
}

/// A lattice in a picture that was enlarged.
fn in_picture(lattice: &CellLattice, enlarged: &Enlarged) -> CellLattice {
    let along = |axis: &CellAxis, of: usize| {
        let borders = (0..axis.cells()).map(|cell| axis.cell(cell).0).chain([axis.end()]);
        CellAxis::new(borders.map(|border| enlarged.in_picture(of, border)).collect())
    };
    CellLattice { x: along(&lattice.x, 0), y: along(&lattice.y, 1) }
}
