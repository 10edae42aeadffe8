//! The colours of a board in a picture, and how they differ from the game's.

use super::layout::{SIZE, corner};
use super::looks::{Colours, DS};
use super::native::Screen;
use grid::Cell;
use vision::lens::Lens;
use vision::photometry::{Colour, Photometry, median, usual};

/// How far, over all channels, a header's colour may be off under a map that only knows frames,
/// edges and the table: such a map does not undo a loss of saturation.
const MOST_OFF: f32 = 260.0;
/// Headers that are left at the least when strange ones are left out.
const LEAST_LINES: usize = 3;
/// How far a header's colour is off at the least where one is strange, and which share of that is
/// left without it.
const STRANGE: f32 = 25.0;
const AGREED: f32 = 0.35;

/// How the picture's colours differ from the game's, told by frames, edges, the table and the
/// headers of the rows, which every board shows. `None` if they show too little contrast.
pub(super) fn photometry(screen: &Screen) -> Option<Photometry> {
    let colours = screen.look.colours();
    let [frame, edge, table] = plain(screen);
    let [true_frame, true_edge] = mixed(screen, colours);
    let plain = [(true_frame, frame), (true_edge, edge), (colours.table, table)];
    let first = Photometry::fit(&plain)?;
    let off = |map: &Photometry, (canonical, seen): &(Colour, Colour)| {
        map.canonical(*seen).iter().zip(canonical).map(|(a, b)| (a - b).abs()).sum::<f32>()
    };
    // A list may lie over some of the headers: those look nothing like themselves.
    let mut lines: Vec<(Colour, Colour)> = (0..SIZE)
        .map(|row| (colours.lines[row], line(screen, row)))
        .filter(|pair| off(&first, pair) < MOST_OFF)
        .collect();
    // The plain colours are medians over many places: they count as much as all lines together.
    let fit =
        |lines: &[(Colour, Colour)]| Photometry::fit(&[&plain[..], &plain[..], lines].concat());
    // Something smaller may look more like them: without it the others agree.
    let most_off = |lines: &[(Colour, Colour)]| {
        let map = fit(lines)?;
        Some(lines.iter().map(|pair| off(&map, pair)).fold(0.0, f32::max))
    };
    while lines.len() > LEAST_LINES {
        let without = |i: usize| [&lines[..i], &lines[i + 1..]].concat();
        let Some(now) = most_off(&lines) else { break };
        let best = (0..lines.len())
            .filter_map(|i| Some((most_off(&without(i))?, i)))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((then, i)) if now > STRANGE && then < AGREED * now => lines = without(i),
            _ => break,
        }
    }
    fit(&lines).or(Some(first))
}

/// The colours of a board as they are seen; of the cards those of a DS.
pub(super) fn colours(screen: &Screen) -> Colours {
    let [frame, edge, table] = plain(screen);
    Colours { frame, edge, table, lines: std::array::from_fn(|row| line(screen, row)), ..DS }
}

/// The colours of frames and edges as a screen below native size shows them: mixed with each other and
/// with what lies beside.
fn mixed(screen: &Screen, colours: &Colours) -> [Colour; 2] {
    let Some(lens) = &screen.lens else { return [colours.frame, colours.edge] };
    let mut sums = [[0.0; 3]; 2];
    let mut lines = 0;
    for i in 0..SIZE {
        let first = corner((i, i)).0;
        // A box may lie over the last row.
        let ways = [Lens::column, Lens::row];
        for shown in ways.iter().take(if i + 1 < SIZE { 2 } else { 1 }) {
            let mean = |from: u32, count: u32| {
                let mut mean = [0.0; 3];
                for &(native, weight) in (from..from + count).flat_map(|line| shown(lens, line)) {
                    let colour = match i64::from(native) - i64::from(first) {
                        -2 | -1 => colours.frame,
                        0 => colours.edge,
                        1..12 => colours.down,
                        _ => colours.table,
                    };
                    for (sum, c) in mean.iter_mut().zip(colour) {
                        *sum += weight * c / count as f32;
                    }
                }
                mean
            };
            for (sum, mean) in sums.iter_mut().zip([mean(first - 2, 2), mean(first, 1)]) {
                sum.iter_mut().zip(mean).for_each(|(sum, c)| *sum += c);
            }
            lines += 1;
        }
    }
    sums.map(|sum| sum.map(|c| c / lines as f32))
}

/// The colour of a row's header.
fn line(screen: &Screen, row: usize) -> Colour {
    let (x, y) = corner((row, SIZE));
    screen.mean(x + 2, y + 2, 5, 5)
}

/// The colour of the table as it is seen.
pub(super) fn table(screen: &Screen) -> Colour {
    let between = |(x, y): (u32, u32)| screen.mean(x + 27, y + 28, 2, 2);
    usual(&upper_cells().map(|cell| between(corner(cell))).collect::<Vec<_>>())
}

/// The cells of rows 0 to 3: a box may lie over the last.
fn upper_cells() -> impl Iterator<Item = Cell> {
    (0..SIZE - 1).flat_map(|r| (0..SIZE).map(move |c| (r, c)))
}

/// The colours of frames, edges and the table.
fn plain(screen: &Screen) -> [Colour; 3] {
    let (mut frames, mut edges) = (Vec::new(), Vec::new());
    if screen.lens.is_some() {
        return mixed_plain(screen);
    }
    for (x, y) in upper_cells().map(corner) {
        frames.extend([screen.mean(x + 3, y - 2, 5, 2), screen.mean(x - 2, y + 3, 2, 5)]);
        edges.extend([screen.mean(x + 3, y, 18, 1), screen.mean(x, y + 3, 1, 18)]);
    }
    [median(frames), median(edges), table(screen)]
}

/// The same of a screen below native size, where each line of frames and edges is mixed in its own way:
/// the means of what is usual in each line.
fn mixed_plain(screen: &Screen) -> [Colour; 3] {
    let mut sums = [[0.0f32; 3]; 2];
    let mut lines = 0.0;
    let mut add = |frames: Vec<Colour>, edges: Vec<Colour>| {
        for (sum, line) in sums.iter_mut().zip([median(frames), median(edges)]) {
            sum.iter_mut().zip(line).for_each(|(sum, c)| *sum += c);
        }
        lines += 1.0;
    };
    for i in 0..SIZE {
        let column = || (0..SIZE - 1).map(|r| corner((r, i)));
        add(
            column().map(|(x, y)| screen.mean(x - 2, y + 3, 2, 5)).collect(),
            column().map(|(x, y)| screen.mean(x, y + 3, 1, 18)).collect(),
        );
        if i + 1 < SIZE {
            let row = || (0..SIZE).map(|c| corner((i, c)));
            add(
                row().map(|(x, y)| screen.mean(x + 3, y - 2, 5, 2)).collect(),
                row().map(|(x, y)| screen.mean(x + 3, y, 18, 1)).collect(),
            );
        }
    }
    let [frame, edge] = sums.map(|sum| sum.map(|c| c / lines));
    [frame, edge, table(screen)]
}
