//! The place of a lattice in a picture.

use super::spec::LatticeSpec;
use grid::geometry::Rect;

/// One axis of a lattice: native 0 (the first cell's edge) lies at `origin`, and a native pixel is
/// `scale` picture pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Picture coordinate of the first cell's first edge.
    pub origin: f64,
    /// Picture pixels per native pixel.
    pub scale: f64,
}

impl Axis {
    /// The picture coordinate of a native one.
    pub fn at(&self, native: f64) -> f64 {
        self.origin + native * self.scale
    }

    /// The axis of another scale with the same middle, that of a lattice of `span` native pixels.
    pub fn scaled(self, scale: f64, span: f64) -> Self {
        Self { origin: self.at(span / 2.0) - scale * span / 2.0, scale }
    }

    /// The axis in a picture so many times as large.
    pub fn times(self, factor: f64) -> Self {
        Self { origin: self.origin * factor, scale: self.scale * factor }
    }
}

/// A lattice found in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The share of the edges down its profile that were found, 0 to 1.
    pub support: f64,
}

impl Lattice {
    /// The cells' bounding box in picture pixels.
    pub fn bounds(&self, spec: &LatticeSpec) -> Rect {
        let (right, bottom) = (self.x.at(spec.x.span()), self.y.at(spec.y.span()));
        Rect::spanning(self.x.origin, right, self.y.origin, bottom)
    }
}

/// Whether two lattices are one, measured twice.
pub fn same(a: &Lattice, b: &Lattice, spec: &LatticeSpec) -> bool {
    let near = |a: Axis, b: Axis, pitch: f64| {
        (a.origin - b.origin).abs() < 0.08 * pitch * a.scale
            && (a.scale / b.scale - 1.0).abs() < 0.05
    };
    near(a.x, b.x, spec.x.pitch) && near(a.y, b.y, spec.y.pitch)
}
