//! Trials of a reader on distorted pictures whose truth is known.

use super::specimen::Specimen;
use crate::distort::{Distorted, Distortion, Kind};
use grid::geometry::{Placement, Point, Rect};
use session::observation::{NotFound, Observation, Reader};
use session::truth::{Comparison, Covered, compare_covered};

/// How far an act would miss before the place counts as wrong, as a share of the narrowest thing that is tapped or marked.
const FAR: f64 = 0.25;

/// One reading of one distorted picture.
pub struct Trial {
    /// How the picture was distorted.
    pub recipe: Distortion,
    /// The picture, and what is known of it.
    pub distorted: Distorted,
    /// What was read.
    pub seen: Result<Box<dyn Observation>, NotFound>,
    /// How that compares with the truth.
    pub comparison: Comparison,
}

/// Distorts a specimen, reads the picture as the first one that `reader` sees, and compares.
/// `companion` is what a second window shows where the recipe has one.
pub fn run(
    recipe: Distortion,
    specimen: &Specimen,
    companion: &Specimen,
    reader: &dyn Reader,
) -> Trial {
    let distorted = recipe.apply(&specimen.subject, &companion.subject);
    let seen = reader.fresh().read(&distorted.picture);
    let first = seen.as_ref().ok().and_then(|seen| Some(seen.screens().first()?.placement));
    // Of two games on a desktop either may be read.
    let other = distorted.beside.filter(|other| {
        let off = |truth: &Placement| first.map_or(0.0, |seen| apart(&seen, truth));
        off(other) < off(&distorted.touch)
    });
    let covered = vec![distorted.covered.clone(), distorted.covered_top.clone()];
    let (truth, place, covered) = match &other {
        Some(other) => (&companion.truth, other, Covered::new(Vec::new())),
        None => (&specimen.truth, &distorted.touch, Covered::new(covered)),
    };
    let mut comparison = compare_covered(&**truth, seen.as_deref().ok(), &covered);
    if let Ok(seen) = &seen {
        // What is read at the wrong place is acted upon at the wrong place.
        let miss = first.map_or(0.0, |first| {
            miss(&first, place, seen.targets().unwrap_or_else(|| whole(&first)))
        });
        if miss > FAR * seen.narrowest_target() {
            comparison.wrong.push(format!("place: off by {miss:.1} native pixels"));
        } else {
            comparison.right += 1;
        }
    }
    Trial { recipe, distorted, seen, comparison }
}

/// The specimens that a kind of distortion makes sense of.
pub fn fitting(kind: Kind, specimens: &[Specimen]) -> Vec<&Specimen> {
    let native = |s: &&Specimen| s.subject.touch.scale() == (1.0, 1.0);
    specimens.iter().filter(|s| !kind.needs_native() || native(s)).collect()
}

/// The recipe, specimen and companion of the `i`-th trial of `kind`: each specimen in turn.
/// `specimens` must not be empty.
pub fn plan<'a>(
    kind: Kind,
    i: usize,
    seed: u64,
    specimens: &[&'a Specimen],
) -> (Distortion, &'a Specimen, &'a Specimen) {
    // Each kind and trial draws from a stream of its own, whatever else is tried.
    let stream = (kind as u64) << 40 | i as u64;
    let seed =
        (seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd129_0b7a_57b5_2f3d);
    // Neighbours in a folder are alike: a few trials, too, are to see some of everything.
    let stride = coprime(specimens.len());
    let at = |i: usize| specimens[i * stride % specimens.len()];
    let specimen = at(i);
    let companion = at(i + 1);
    (Distortion::draw(kind, &specimen.subject, seed), specimen, companion)
}

/// The number nearest above 0.618 `n` that has no divisor in common with it: multiples of it, modulo
/// `n`, visit all numbers below `n` and are far apart.
fn coprime(n: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (n * 618 / 1000 + 1..).find(|&m| gcd(m, n) == 1).unwrap_or(1)
}

/// How far the middles of two screens are apart, in pixels of the picture.
fn apart(a: &Placement, b: &Placement) -> f64 {
    let middle = |of: &Placement| {
        let (w, h) = of.native;
        of.to_picture(Point::new(f64::from(w) / 2.0, f64::from(h) / 2.0))
    };
    let (a, b) = (middle(a), middle(b));
    (a.x - b.x).hypot(a.y - b.y)
}

/// All of a screen, in its native pixels.
fn whole(placement: &Placement) -> Rect {
    let (w, h) = placement.native;
    Rect::new(0.0, 0.0, w.into(), h.into())
}

/// By how much an act within `targets`, in native pixels, misses at most by `seen`.
fn miss(seen: &Placement, truth: &Placement, targets: Rect) -> f64 {
    let (right, bottom) = (targets.x + targets.w, targets.y + targets.h);
    let corners =
        [(targets.x, targets.y), (right, targets.y), (targets.x, bottom), (right, bottom)];
    corners
        .map(|(x, y)| {
            let hit = truth.to_native(seen.to_picture(Point::new(x, y)));
            (hit.x - x).hypot(hit.y - y)
        })
        .into_iter()
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::tally::TrialTally;
    use super::*;
    use crate::distort::Subject;
    use image::RgbImage;
    use session::observation::{Field, Screen, Summary};
    use session::truth::{Expected, Truth};

    const SCREEN: (u32, u32) = (256, 192);

    /// Something, of which nothing is known.
    struct Something;

    impl Truth for Something {
        fn expected(&self, _: &dyn Observation) -> Vec<Expected> {
            Vec::new()
        }
        fn is_empty(&self) -> bool {
            false
        }
    }

    /// Finds nothing.
    struct Blind;

    impl Reader for Blind {
        fn fresh(&self) -> Box<dyn Reader> {
            Box::new(Self)
        }
        fn read(&mut self, _: &RgbImage) -> Result<Box<dyn Observation>, NotFound> {
            Err(NotFound::nothing("nothing is found"))
        }
    }

    fn specimen() -> Specimen {
        let subject = Subject::native(&RgbImage::new(256, 192), SCREEN).unwrap();
        Specimen { name: "black".into(), subject, truth: Box::new(Something) }
    }

    /// Finds a screen there, whatever is in the picture.
    #[derive(Clone, Copy)]
    struct Found(Placement);

    impl Observation for Found {
        fn look(&self) -> &str {
            "test"
        }
        fn screens(&self) -> Vec<Screen> {
            vec![Screen { caption: String::new(), placement: self.0 }]
        }
        fn narrowest_target(&self) -> f64 {
            12.0
        }
        fn fields(&self) -> Vec<Field> {
            Vec::new()
        }
        fn summary(&self) -> Summary {
            Summary::default()
        }
        fn report(&self) -> Box<dyn erased_serde::Serialize> {
            Box::new(())
        }
    }

    impl Reader for Found {
        fn fresh(&self) -> Box<dyn Reader> {
            Box::new(*self)
        }
        fn read(&mut self, _: &RgbImage) -> Result<Box<dyn Observation>, NotFound> {
            Ok(Box::new(*self))
        }
    }

    #[test]
    fn of_two_games_either_may_be_read_where_it_is() {
        let recipe = Distortion::draw(Kind::TwoBoards, &specimen().subject, 1);
        let subject = specimen().subject;
        let Distorted { touch, beside, .. } = recipe.apply(&subject, &subject);
        let beside = beside.expect("there is room for both");
        let wrong = |seen: Placement| {
            let trial = run(recipe.clone(), &specimen(), &specimen(), &Found(seen));
            trial.comparison.wrong.len()
        };
        let moved = |by: f64| {
            let area = beside.area;
            let x = area.x + by * area.w / f64::from(SCREEN.0);
            Placement { area: Rect { x, ..area }, ..beside }
        };
        assert_eq!([touch, beside, moved(2.9), moved(3.1)].map(wrong), [0, 0, 0, 1]);
    }

    #[test]
    fn a_picture_in_which_nothing_is_found_is_unreadable_and_never_wrong() {
        let specimens = [specimen()];
        let (recipe, specimen, companion) =
            plan(Kind::Jpeg, 3, 1, &fitting(Kind::Jpeg, &specimens));
        let trial = run(recipe, specimen, companion, &Blind);
        assert!(trial.seen.is_err() && trial.comparison.wrong.is_empty());
        assert!(!trial.comparison.fully_right());
        let mut tally = TrialTally::default();
        tally.add(&trial);
        let once = TrialTally { frames: 1, unreadable: 1, not_found: 1, ..TrialTally::default() };
        assert_eq!(tally, once);
        assert_eq!(once.plus(once).frames, 2);
    }

    #[test]
    fn a_picture_that_is_not_of_native_size_and_not_read_is_no_specimen() {
        let new = |w, h, native| {
            let truth = Box::new(Something);
            Specimen::new("x".into(), RgbImage::new(w, h), truth, native, &Blind).is_some()
        };
        assert!(new(256, 192, Some(SCREEN)) && new(256, 384, Some(SCREEN)));
        assert!(!new(255, 192, Some(SCREEN)) && !new(256, 192, None));
    }

    #[test]
    fn each_specimen_comes_once_before_any_comes_again() {
        for n in 1..200 {
            let mut seen = vec![false; n];
            (0..n).for_each(|i| seen[i * coprime(n) % n] = true);
            assert!(seen.into_iter().all(|s| s), "{n}");
        }
    }

    #[test]
    fn plans_repeat_and_differ() {
        let specimens = [specimen()];
        let recipe = |i| plan(Kind::Noise, i, 1, &fitting(Kind::Noise, &specimens)).0;
        assert_eq!(recipe(0), recipe(0));
        assert_ne!(recipe(0).seed, recipe(1).seed);
    }

    #[test]
    fn a_place_is_off_by_what_an_act_misses() {
        let at = |x, w| Placement::upright(SCREEN, Rect::new(x, 0.0, w, 384.0));
        let targets = Rect::new(20.0, 20.0, 128.0, 128.0);
        assert_eq!(miss(&at(0.0, 512.0), &at(0.0, 512.0), targets), 0.0);
        assert!((miss(&at(8.0, 512.0), &at(0.0, 512.0), targets) - 4.0).abs() < 1e-9);
        let wider = miss(&at(0.0, 520.0), &at(0.0, 512.0), targets);
        assert!((wider - 148.0 * 8.0 / 512.0).abs() < 1e-9, "{wider}: farthest at the far edge");
    }
}
