//! Matching digits with `vision::template` and with `imageproc::template_matching`, side by side.
//!
//! `cargo bench -p voltsight-benches --bench matching`. Both match the ten digits that ship at thirty known places of a
//! native screen of 256x192 pixels. imageproc's matcher slides a template over a picture: at a known
//! place the picture is the place itself. It also says how often each names the digit that stands
//! there, with and without a blur, at three contrasts.

use criterion::{Criterion, criterion_group, criterion_main};
use image::{GrayImage, Luma, imageops};
use imageproc::template_matching::{MatchTemplateMethod, match_template};
use std::hint::black_box;
use vision::template::Sheet;

const DIGITS: &str = include_str!("../templates/voltorb-flip/ds/digits.txt");
const METHODS: [(&str, MatchTemplateMethod); 2] = [
    ("imageproc cross-correlation, normalised", MatchTemplateMethod::CrossCorrelationNormalized),
    ("imageproc squared errors, normalised", MatchTemplateMethod::SumOfSquaredErrorsNormalized),
];

/// Thirty places on a screen, and the digit at each.
fn places() -> impl Iterator<Item = ((u32, u32), u8)> {
    (0..30).map(|i| ((16 + 24 * (i % 6), 12 + 30 * (i / 6)), (7 * i % 10) as u8))
}

/// A screen with those digits, so much of their contrast left, and so much lighter.
fn screen(sheet: &Sheet, blur: f32, contrast: f32, lighter: f32) -> GrayImage {
    let mut screen = GrayImage::from_pixel(256, 192, Luma([140]));
    for ((x, y), digit) in places() {
        let glyph = sheet.glyphs().find(|(label, _)| *label == digit).expect("all digits ship").1;
        for (i, brightness) in (0..).zip(glyph) {
            screen.put_pixel(x + i % 8, y + i / 8, Luma([brightness as u8]));
        }
    }
    if blur > 0.0 {
        screen = imageproc::filter::gaussian_blur_f32(&screen, blur);
    }
    for p in screen.pixels_mut() {
        p[0] = (contrast * (f32::from(p[0]) - 100.0) + 100.0 + lighter) as u8;
    }
    screen
}

/// The digit that imageproc's matcher finds most like a place.
fn by_imageproc(
    glyphs: &[(u8, GrayImage)],
    screen: &GrayImage,
    (x, y): (u32, u32),
    method: MatchTemplateMethod,
) -> u8 {
    let place = imageops::crop_imm(screen, x, y, 8, 8).to_image();
    let score = |glyph: &GrayImage| match_template(&place, glyph, method).get_pixel(0, 0)[0];
    // Of squared errors the least is the best.
    let sign = if method == MatchTemplateMethod::SumOfSquaredErrorsNormalized { -1.0 } else { 1.0 };
    let scored = glyphs.iter().map(|(label, glyph)| (sign * score(glyph), *label));
    scored.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are glyphs").1
}

fn matching(criterion: &mut Criterion) {
    let sheet = Sheet::parse(DIGITS).expect("the sheet that ships is sound");
    let glyphs: Vec<(u8, GrayImage)> = sheet
        .glyphs()
        .map(|(label, pixels)| {
            let pixels = pixels.into_iter().map(|v| v as u8).collect();
            (label, GrayImage::from_raw(8, 8, pixels).expect("8x8 pixels"))
        })
        .collect();
    for (blur, contrast, lighter) in
        [(0.0, 1.0, 0.0), (0.0, 0.4, 0.0), (0.0, 0.4, 90.0), (0.7, 1.0, 0.0), (0.7, 0.4, 90.0)]
    {
        let screen = screen(&sheet, blur, contrast, lighter);
        let count = |right: &dyn Fn((u32, u32)) -> u8| {
            places().filter(|&(at, digit)| right(at) == digit).count()
        };
        println!("blur {blur}, contrast {contrast}, {lighter} lighter: of 30 digits right");
        println!("  vision::template: {}", count(&|at| sheet.best(&screen, at, 0, None).label));
        for (name, method) in METHODS {
            println!("  {name}: {}", count(&|at| by_imageproc(&glyphs, &screen, at, method)));
        }
    }
    let screen = screen(&sheet, 0.0, 1.0, 0.0);
    let mut group = criterion.benchmark_group("thirty-digits");
    group.bench_function("vision::template", |b| {
        b.iter(|| places().map(|(at, _)| sheet.best(black_box(&screen), at, 0, None).label).max())
    });
    for (name, method) in METHODS {
        group.bench_function(name, |b| {
            b.iter(|| {
                places().map(|(at, _)| by_imageproc(&glyphs, black_box(&screen), at, method)).max()
            })
        });
    }
    group.finish();
}

criterion_group!(benches, matching);
criterion_main!(benches);
