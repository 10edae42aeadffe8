//! Learns the grounds of a theme: groups of cells of a kind that look alike.

use super::super::look::{Ground, Kind, Zones, difference};
use super::examples::Example;

/// The largest difference between grounds and sides of one group, in grey levels of a channel. A board may be
/// chequered or shaded, and cells may have outlines.
const SAME_GROUND: f32 = 10.0;
const SAME_SIDES: f32 = 16.0;

/// The most grounds of a kind, those of most cells first, so that noise does not make a ground of each cell.
const MOST_GROUNDS: usize = 48;

/// How far the ground of a sign may be from that of cells without one, to count as the same, in grey levels.
const NEAR: f32 = 24.0;

/// The grounds of the cells of a kind.
pub(super) fn of_kind<'e>(kind: Kind, examples: impl Iterator<Item = &'e Example>) -> Vec<Ground> {
    let mut clusters: Vec<Vec<&Zones>> = Vec::new();
    for Example { zones, .. } in examples {
        let alike = |cluster: &&mut Vec<&Zones>| {
            difference(cluster[0].ground, zones.ground) < SAME_GROUND
                && cluster[0].sides_distance(zones, cluster[0].sides[0].len()) < SAME_SIDES
        };
        match clusters.iter_mut().find(alike) {
            Some(cluster) => cluster.push(zones),
            None => clusters.push(vec![zones]),
        }
    }
    clusters.sort_by_key(|cluster| std::cmp::Reverse(cluster.len()));
    clusters.truncate(MOST_GROUNDS);
    clusters.iter().map(|cluster| Ground::seen(kind, mean(cluster))).collect()
}

fn mean(zones: &[&Zones]) -> Zones {
    let mut sum = Zones::default();
    let part = 1.0 / zones.len() as f32;
    for one in zones {
        for i in 0..3 {
            sum.ground[i] += part * one.ground[i];
            for (sum, one) in sum.sides.iter_mut().flatten().zip(one.sides.iter().flatten()) {
                sum[i] += part * one[i];
            }
        }
        sum.uniform += part * one.uniform;
    }
    sum
}

/// The kind of ground on which most cells with a sign stand, if it is one that cells without it have.
pub(super) fn under(examples: &[&Example], grounds: &[Ground]) -> Option<Kind> {
    let kind = |example: &&Example| {
        let off = |ground: &Ground| difference(ground.zones.ground, example.zones.ground);
        let nearest = grounds.iter().min_by(|a, b| {
            // Grounds of one colour are told by their sides.
            let sides = |g: &Ground| g.zones.sides_distance(&example.zones, 2);
            (off(a) + sides(a)).total_cmp(&(off(b) + sides(b)))
        });
        nearest.filter(|ground| off(ground) < NEAR).map(|ground| ground.kind)
    };
    let kinds: Vec<Option<Kind>> = examples.iter().map(kind).collect();
    let count = |of: Option<Kind>| kinds.iter().filter(|kind| **kind == of).count();
    kinds.iter().copied().max_by_key(|kind| count(*kind))?
}
