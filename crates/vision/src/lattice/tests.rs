//! The finder and the fits on drawn lattices.

use super::*;
use crate::gray;
use crate::lens::Reduction;
use image::{GrayImage, Luma};

const CELLS: CellSpec = CellSpec { cells: 4, pitch: 20.0, cell: 15.0, rim: 1.0, frame: 1.5 };
const SPEC: LatticeSpec = LatticeSpec {
    x: CELLS,
    y: CELLS,
    shades: [230.0, 30.0, 110.0, 130.0],
    scales: (0.9, 2.1),
    stretch: (0.93, 1.07),
};

/// The lattice with its first cell at (x, y), each pixel the mean over its area.
fn drawn(width: u32, height: u32, x: f64, y: f64, scale: f64) -> GrayImage {
    sampled(&SPEC, 6, (width, height), x, y, scale)
}

/// The same, each pixel the mean of so many samples along both axes.
fn sampled(
    spec: &LatticeSpec,
    samples: u32,
    (width, height): (u32, u32),
    x: f64,
    y: f64,
    scale: f64,
) -> GrayImage {
    let shade = |u: f64, v: f64| {
        let place = |u: f64, cells: &CellSpec| {
            let inside = (-cells.frame..cells.span() + cells.frame).contains(&u);
            match u.rem_euclid(cells.pitch) {
                _ if !inside => 3,
                c if c < cells.rim || (cells.cell - cells.rim..cells.cell).contains(&c) => 1,
                c if c < cells.cell => 2,
                c if (cells.cell + cells.frame..cells.pitch - cells.frame).contains(&c) => 3,
                _ => 0,
            }
        };
        match (place(u, &spec.x), place(v, &spec.y)) {
            (3, _) | (_, 3) => SPEC.shades[3],
            (0, _) | (_, 0) => SPEC.shades[0],
            (1, _) | (_, 1) => SPEC.shades[1],
            _ => SPEC.shades[2],
        }
    };
    GrayImage::from_fn(width, height, |px, py| {
        let sub = |i: u32| (f64::from(i) + 0.5) / f64::from(samples);
        let sum: f32 = (0..samples * samples)
            .map(|i| {
                let u = (f64::from(px) + sub(i % samples) - x) / scale;
                let v = (f64::from(py) + sub(i / samples) - y) / scale;
                shade(u, v)
            })
            .sum();
        Luma([(sum / (samples * samples) as f32) as u8])
    })
}

#[test]
fn a_picture_without_interpolation_is_fitted_so_that_no_pixel_is_missed() {
    for (x, y, scale) in [(20.0, 30.0, 1.09), (17.3, 25.6, 1.37), (12.8, 14.2, 2.3)] {
        let size = (120.0 * scale) as u32 + 40;
        let picture = sampled(&SPEC, 1, (size, size), x, y, scale);
        let axis = |origin: f64| Axis { origin: origin + 0.4, scale: scale * 0.996 };
        let rough = Lattice { x: axis(x), y: axis(y), support: 1.0 };
        let fitted = sharpen(&picture, rough, &SPEC, Reduction::Nearest);
        for (axis, truth) in [(fitted.x, x), (fitted.y, y)] {
            let ends = [(axis.at(0.0), truth), (axis.at(75.0), truth + 75.0 * scale)];
            for (end, truth) in ends {
                assert!((end - truth).abs() < 0.2, "{end} for {truth} at {scale}x");
            }
        }
    }
}

#[test]
fn a_picture_reduced_by_area_is_fitted_and_explained_as_such() {
    // Native pixels of a lattice, of which a Box filter takes one here and two there.
    let native = sampled(&SPEC, 1, (140, 140), 10.0, 10.0, 1.0);
    let (scale, from) = (0.83, 0.4);
    let size = (140.0 * scale) as u32 - 1;
    let reduced = |reduction: Reduction| {
        let mixed = |along: &dyn Fn(u32) -> f32, p: u32| {
            let low = f64::from(p) / scale + from;
            let mut sum = 0.0;
            reduction.shares(low, low + 1.0 / scale, 140, |n, share| sum += share * along(n));
            sum
        };
        GrayImage::from_fn(size, size, |x, y| {
            let row = |n: u32| mixed(&|m| f32::from(native.get_pixel(m, n)[0]), x);
            Luma([mixed(&row, y) as u8])
        })
    };
    let picture = reduced(Reduction::Area);
    let truth = (10.0 - from) * scale;
    let axis = Axis { origin: truth + 0.3, scale: scale * 0.998 };
    let rough = Lattice { x: axis, y: axis, support: 1.0 };
    let fitted = sharpen(&picture, rough, &SPEC, Reduction::Area);
    let off = (fitted.x.at(0.0) - truth).abs();
    assert!(off < 0.15, "{off}");
    let profiles = Profiles::of(&picture, &rough, &SPEC).unwrap();
    let explained = Reduction::ALL.map(|r| (profiles.agreement([fitted.x, fitted.y], r), r));
    let best = explained.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
    assert!(best.0 > 0.9 && best.1 == Reduction::Area, "{explained:?}");
}

#[test]
fn a_lattice_is_found_and_fitted_to_a_tenth_of_a_pixel() {
    for (x, y, scale) in
        [(20.0, 30.0, 1.0), (17.3, 25.6, 1.31), (33.8, 14.2, 2.7), (9.4, 11.9, 4.45)]
    {
        let size = (120.0 * scale) as u32 + 40;
        let levels = gray::pyramid(drawn(size, size, x, y, scale), 60);
        let found = find(&levels, &SPEC);
        let polished: Vec<Lattice> =
            found.iter().map(|&lattice| polish(&levels, lattice, &SPEC)).collect();
        let right = polished.iter().any(|l| {
            (l.x.origin - x).abs() < 0.12 * scale
                && (l.y.origin - y).abs() < 0.12 * scale
                && (l.x.scale / scale - 1.0).abs() < 0.003
                && (l.y.scale / scale - 1.0).abs() < 0.003
        });
        assert!(right, "({x}, {y}) x {scale}: {polished:?}");
    }
}

#[test]
fn rows_and_columns_may_differ_in_number_pitch_and_cell() {
    let x = CellSpec { cells: 7, pitch: 18.0, cell: 13.0, rim: 1.0, frame: 1.5 };
    let y = CellSpec { cells: 3, pitch: 26.0, cell: 20.0, rim: 1.0, frame: 2.0 };
    let spec = LatticeSpec { x, y, ..SPEC };
    for (left, top, scale) in [(21.0, 33.0, 1.0), (14.3, 22.6, 1.7), (30.2, 17.9, 3.2)] {
        let size = ((180.0 * scale) as u32, (130.0 * scale) as u32);
        let levels = gray::pyramid(sampled(&spec, 6, size, left, top, scale), 60);
        let found = find(&levels, &spec);
        let near = |a: Axis, at: f64| {
            (a.origin - at).abs() < 0.12 * scale && (a.scale / scale - 1.0).abs() < 0.005
        };
        let right = found.iter().map(|&lattice| polish(&levels, lattice, &spec)).any(|l| {
            let end = l.bounds(&spec);
            near(l.x, left) && near(l.y, top) && (end.w - 121.0 * scale).abs() < 0.5 * scale
        });
        assert!(right, "({left}, {top}) x {scale}: {found:?}");
    }
}

#[test]
fn a_stretched_lattice_is_found_where_it_may_be_stretched() {
    let size = (260, 260);
    let native = sampled(&SPEC, 6, size, 30.0, 40.0, 2.0);
    let narrow = image::imageops::resize(&native, 156, 260, image::imageops::FilterType::Triangle);
    let levels = gray::pyramid(narrow, 60);
    let near = |lattices: Vec<Lattice>, spec| {
        lattices.into_iter().map(|lattice| polish(&levels, lattice, spec)).any(|l| {
            (l.x.origin - 18.0).abs() < 0.4
                && (l.y.origin - 40.0).abs() < 0.4
                && (l.x.scale / 1.2 - 1.0).abs() < 0.01
                && (l.y.scale / 2.0 - 1.0).abs() < 0.01
        })
    };
    assert!(!near(find(&levels, &SPEC), &SPEC));
    let stretched = LatticeSpec { stretch: (0.5, 2.0), ..SPEC };
    assert!(near(find(&levels, &stretched), &stretched));
}

#[test]
fn a_plain_picture_and_a_single_bar_hold_no_lattice() {
    let plain = GrayImage::from_pixel(300, 300, Luma([90]));
    assert!(find(&gray::pyramid(plain, 60), &SPEC).is_empty());
    let bar = GrayImage::from_fn(300, 300, |x, _| Luma([if x / 20 == 5 { 20 } else { 200 }]));
    assert!(find(&gray::pyramid(bar, 60), &SPEC).is_empty());
}
