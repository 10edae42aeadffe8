//! Digits of a picture that was laid flat, each group where it lies: lenses bend and displays curve in more ways than
//! a projection knows, so that places are known to a fraction of a native pixel, and far from the cards to a pixel or
//! two.

use super::cover::Cover;
use super::headers::{self, Digits, Headers};
use super::native::Screen;
use super::placing;
use grid::geometry::Placement;
use vision::template::{BLURS, Match, Sheet};

/// The steps beside its place up to which a group is looked for.
const FARTHEST: i32 = 2;

/// A place and all those beside it at which a group may lie.
pub(super) fn beside(place: Placement) -> impl Iterator<Item = Placement> {
    placing::beside(place, FARTHEST)
}

/// The headers, each where its digits are explained best, and the blur, an index into [`BLURS`], at which all of them
/// are. A digit's margin is that over any other at all places beside. `screens` are those at all places [`beside`].
pub(super) fn headers(screens: &[Screen], cover: &Cover) -> (Headers, usize) {
    let all: [usize; BLURS.len()] = std::array::from_fn(|blur| blur);
    let seen: Vec<_> = screens.iter().map(|s| headers::read_in(s, cover, all)).collect();
    let best = all.into_iter().map(|blur| {
        let lines = |of: fn(&Headers) -> &Vec<Digits>| -> Vec<Digits> {
            let count = seen.first().map_or(0, |seen| of(&seen[blur]).len());
            let line = |i: usize| seen.iter().map(|seen| of(&seen[blur])[i]).collect::<Vec<_>>();
            (0..count).map(|i| where_explained(&line(i))).collect()
        };
        let found = (lines(|h| &h.0), lines(|h| &h.1));
        (headers::explained(&found), found, blur)
    });
    let (_, found, blur) = best.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are blurs");
    (found, blur)
}

/// The digits of a group with their corners at `places`, up to `reach` native pixels beside, where and in the blur in
/// which they are explained best. `screens` are those at all places [`beside`].
pub(super) fn group<const N: usize>(
    screens: &[Screen],
    sheet: &Sheet,
    places: [(u32, u32); N],
    reach: i64,
) -> [Option<Match>; N] {
    let at = |screen: &Screen, (dx, dy): (i64, i64), blur: usize| {
        places.map(|(x, y)| {
            let (x, y) = (i64::from(x) + dx, i64::from(y) + dy);
            let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
            Some(screen.best_in(sheet, (x, y), blur))
        })
    };
    let middle = &screens[screens.len() / 2];
    let offsets = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
    let ways = offsets.flat_map(|offset| (0..BLURS.len()).map(move |blur| (offset, blur)));
    let coarse = ways.map(|(offset, blur)| (explains(&at(middle, offset, blur)), offset));
    let Some((_, offset)) = coarse.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return [None; N];
    };
    let seen = |blur| -> Vec<_> { screens.iter().map(|s| at(s, offset, blur)).collect() };
    let fine = (0..BLURS.len()).map(|blur| where_explained(&seen(blur)));
    fine.max_by(|a, b| explains(a).total_cmp(&explains(b))).unwrap_or([None; N])
}

fn explains<const N: usize>(digits: &[Option<Match>; N]) -> f32 {
    digits.iter().flatten().map(headers::explains).sum()
}

/// The digits of a group at the one of its places where they are explained best.
fn where_explained<const N: usize>(places: &[[Option<Match>; N]]) -> [Option<Match>; N] {
    let best = places.iter().max_by(|a, b| explains(a).total_cmp(&explains(b)));
    let Some(best) = best else { return [None; N] };
    std::array::from_fn(|i| {
        let digit = best[i]?;
        let rival = |m: Match| if m.label == digit.label { m.score - m.margin } else { m.score };
        let rivals = places.iter().filter_map(|place| place[i].map(rival));
        let margin = digit.score - rivals.fold(f32::NEG_INFINITY, f32::max);
        Some(Match { margin, ..digit })
    })
}
