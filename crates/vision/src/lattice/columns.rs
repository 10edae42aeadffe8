//! Combs of several scan lines that agree in pitch and phase.

use super::axis::Axis;
use super::spec::LatticeSpec;
use std::collections::BTreeMap;

/// The most columns that are examined in one pyramid level, the best supported first.
const MOST_COLUMNS: usize = 16;
/// Of those, the most that differ by whole cells.
const MOST_RELATED: usize = 4;

/// A comb seen on one scan line.
pub(super) struct Vote {
    pub(super) axis: Axis,
    pub(super) support: f64,
    pub(super) line: usize,
}

/// Votes that agree in pitch and phase.
pub(super) struct Column {
    pub(super) axis: Axis,
    weight: f64,
    pub(super) top: usize,
    pub(super) bottom: usize,
}

/// In which stretch of four pixels a column begins.
fn stretch(origin: f64) -> i64 {
    (origin / 4.0).floor() as i64
}

pub(super) fn columns(votes: Vec<Vote>, spec: &LatticeSpec) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    // Which columns begin where: noise has thousands.
    let mut at: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    let widest = votes.iter().map(|vote| vote.axis.scale).fold(0.0, f64::max);
    let furthest = (spec.y.reach() * widest) as usize;
    for vote in votes {
        let reach = (spec.y.reach() * vote.axis.scale) as usize;
        let slack = 0.08 * spec.x.pitch * vote.axis.scale;
        let near = stretch(vote.axis.origin - slack)..=stretch(vote.axis.origin + slack);
        // The lines are in their order: what ended so far above no vote joins any more.
        let reached = |&i: &usize| vote.line <= columns[i].bottom + furthest;
        at.range_mut(near.clone()).for_each(|(_, near)| near.retain(reached));
        let known = at.range(near).flat_map(|(_, near)| near).copied().filter(|&i| {
            let c = &columns[i];
            (c.axis.origin - vote.axis.origin).abs() < slack
                && (c.axis.scale / vote.axis.scale - 1.0).abs() < 0.03
                && vote.line <= c.bottom + reach
        });
        match known.min() {
            Some(known) => {
                let column = &mut columns[known];
                let before = stretch(column.axis.origin);
                let share = vote.support / (column.weight + vote.support);
                column.axis.origin += share * (vote.axis.origin - column.axis.origin);
                column.axis.scale += share * (vote.axis.scale - column.axis.scale);
                column.weight += vote.support;
                column.top = column.top.min(vote.line);
                column.bottom = column.bottom.max(vote.line);
                let now = stretch(column.axis.origin);
                if now != before {
                    at.entry(before).or_default().retain(|&i| i != known);
                    at.entry(now).or_default().push(known);
                }
            }
            None => {
                at.entry(stretch(vote.axis.origin)).or_default().push(columns.len());
                columns.push(Column {
                    axis: vote.axis,
                    weight: vote.support,
                    top: vote.line,
                    bottom: vote.line,
                });
            }
        }
    }
    columns.retain(|c| c.weight >= 3.0);
    columns.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    columns
}

/// The heaviest columns, of those that differ by whole cells a few only: a wall of icons must not
/// crowd out all else.
pub(super) fn various(columns: Vec<Column>, spec: &LatticeSpec) -> Vec<Column> {
    let mut kept: Vec<Column> = Vec::new();
    for column in columns {
        let related = |other: &&Column| {
            let cells =
                (other.axis.origin - column.axis.origin) / (spec.x.pitch * column.axis.scale);
            (cells - cells.round()).abs() < 0.1
                && (other.axis.scale / column.axis.scale - 1.0).abs() < 0.03
        };
        if kept.iter().filter(related).count() < MOST_RELATED {
            kept.push(column);
        }
        if kept.len() == MOST_COLUMNS {
            break;
        }
    }
    kept
}
