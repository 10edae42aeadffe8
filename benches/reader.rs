//! How long finding and reading a board takes.
//!
//! `cargo bench -p voltsight-benches --bench reader`. The pictures are of the built-in game, in windows on drawn desktops;
//! they are also written to `target/bench-pictures` with a `places.json`, for the comparison in
//! `benches/opencv`.

use criterion::{Criterion, criterion_group, criterion_main};
use image::RgbImage;
use lab::distort::{Chrome, Desktop, Distorted, Distortion, Kernel, Step, Subject};
use lab::specimen::Specimen;
use lab::voltorb_flip::specimens;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use voltorb_flip_game::screen::{self, FlipReader, Phase};
use voltorb_flip_game::truth::FlipTruth;

/// A board in play with both screens, some cards face up.
fn board() -> Specimen<FlipTruth> {
    let specimens = specimens::built_in(200, 1).expect("the built-in game plays");
    let fit =
        |s: &Specimen<FlipTruth>| s.subject.top.is_some() && s.truth.state == Some(Phase::Board);
    specimens.into_iter().find(fit).expect("random play shows a board")
}

fn on_desktop(
    subject: &Subject,
    (width, height): (u32, u32),
    kernel: Kernel,
    scale: f64,
) -> Distorted {
    let chrome = Chrome { title: 30, bars: 58, status: 21, border: 1, dark: false };
    let desktop = Desktop { width, height, x: 0.62, y: 0.55, chrome, beside: None };
    let steps = vec![Step::Scale { kernel, x: scale, y: scale }, Step::Desktop(desktop)];
    Distortion { seed: 5, steps }.apply(subject, subject)
}

fn pictures() -> Vec<(&'static str, Distorted)> {
    let subject = board().subject;
    let scaled = |kernel, x| {
        Distortion { seed: 1, steps: vec![Step::Scale { kernel, x, y: x }] }
            .apply(&subject, &subject)
    };
    vec![
        ("native-256x384", scaled(Kernel::Nearest, 1.0)),
        ("window-512x768", scaled(Kernel::Nearest, 2.0)),
        ("desktop-1920x1080", on_desktop(&subject, (1920, 1080), Kernel::Nearest, 2.0)),
        ("desktop-1920x1080-odd", on_desktop(&subject, (1920, 1080), Kernel::Bilinear, 1.37)),
        ("desktop-3840x2160", on_desktop(&subject, (3840, 2160), Kernel::Nearest, 4.0)),
    ]
}

fn write(pictures: &[(&str, Distorted)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench-pictures");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    let places: serde_json::Map<String, serde_json::Value> = pictures
        .iter()
        .map(|(name, distorted)| {
            distorted.picture.save(folder.join(format!("{name}.png"))).expect("a PNG is written");
            ((*name).to_owned(), serde_json::json!(distorted.touch.area))
        })
        .collect();
    let text = serde_json::to_string_pretty(&places).expect("places are JSON");
    std::fs::write(folder.join("places.json"), text).expect("the target folder can be written");
}

/// A reading that is fast and wrong would be no figure.
fn found_where_it_is(picture: &RgbImage, distorted: &Distorted) -> bool {
    screen::read(picture).is_ok_and(|seen| {
        (seen.touch.area.x - distorted.touch.area.x).abs() < 3.0
            && (seen.touch.area.y - distorted.touch.area.y).abs() < 3.0
    })
}

fn reader(criterion: &mut Criterion) {
    let pictures = pictures();
    write(&pictures);
    let mut group = criterion.benchmark_group("find-and-read");
    for (name, distorted) in &pictures {
        let picture = &distorted.picture;
        assert!(found_where_it_is(picture, distorted), "{name} is not read");
        group.bench_function(*name, |b| b.iter(|| screen::read(black_box(picture))));
    }
    group.finish();
    let mut group = criterion.benchmark_group("read-again");
    for (name, distorted) in &pictures {
        let mut reader = FlipReader::new();
        group.bench_function(*name, |b| b.iter(|| reader.read(black_box(&distorted.picture))));
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).measurement_time(Duration::from_secs(3));
    targets = reader
}
criterion_main!(benches);
