//! The cards: what lies where, and by which colours that is told.

use super::cover::Cover;
use super::frames::{Frames, Side};
use super::layout::{SCREEN, SIZE, corner};
use super::links::LINES;
use super::looks::{Colours, States};
use super::sighting::{Memo, Tile};
use super::{Screen, cursor, marks, tile};
use crate::games::voltorb_flip::board::Card;
use crate::grid::{Cell, Grid};
use crate::reading::{Reading, Unreadable};
use crate::vision::lens::Lens;
use crate::vision::photometry::{Colour, Photometry, median, usual};

/// The colours of a DS.
pub(super) const DS: Colours = Colours {
    frame: [214.0, 239.0, 231.0],
    edge: [41.0, 41.0, 41.0],
    table: [41.0, 165.0, 107.0],
    lines: LINES,
    down: [28.0, 140.0, 101.0],
    up: [189.0, 140.0, 132.0],
    corner: [28.0, 140.0, 101.0],
};

/// What was read of the cards.
pub(super) struct Cards {
    pub tiles: Grid<Reading<Tile>>,
    pub memos: Grid<Reading<Memo>>,
    pub frames: Frames,
    pub cursor: Reading<Cell>,
    /// Whether the cursor's frame is yellow: it marks cards.
    pub marking: bool,
}

impl Cards {
    pub fn moving(&self) -> bool {
        self.tiles.iter().any(|t| t.why == Some(Unreadable::Moving))
    }

    /// Whether a card is seen to lie face down.
    pub fn any_down(&self) -> bool {
        self.tiles.iter().any(|t| t.value == Some(None))
    }

    /// Where Voltorbs lie face up.
    pub fn voltorbs(&self) -> Vec<Cell> {
        let voltorb = Some(Some(Card::Voltorb));
        self.tiles.cells().filter(|(_, t)| t.value == voltorb).map(|(cell, _)| cell).collect()
    }

    /// Whether something that is no card lies where the game is at work, as an explosion does: cards
    /// that cannot be told, and the cursor on none that can. It is two cards wide, about the middle
    /// of one: what reaches into another card hides the near sides of all around, and the far side
    /// of none.
    pub fn disturbed(&self) -> bool {
        let strange: Vec<Cell> =
            self.tiles.cells().filter(|(_, t)| t.value.is_none()).map(|(cell, _)| cell).collect();
        let explodes = strange.len() == 1 || strange.iter().any(|&cell| self.reaches_all(cell));
        let hidden = strange.iter().filter(|&&cell| !self.frames.is_seen(cell)).count();
        explodes
            && hidden <= 1
            && self.cursor.value.is_none_or(|cell| self.tiles[cell].value.is_none())
    }

    /// Whether most cards cannot be told though nothing lies over them, as in a grey picture.
    pub fn doubtful(&self) -> bool {
        let doubtful = |t: &&Reading<Tile>| t.why == Some(Unreadable::Doubtful);
        self.tiles.iter().filter(doubtful).count() > SIZE * SIZE / 2
    }

    /// Whether something lies over the near sides of all cards around one.
    fn reaches_all(&self, cell: Cell) -> bool {
        Side::ALL.iter().all(|side| {
            let beside = side.beside(cell);
            beside.is_none_or(|beside| !self.frames.is_whole(beside, side.opposite()))
        })
    }

    /// Whether the board is shown as a whole: a round that goes on has no Voltorb face up. Something
    /// may hide a part of it.
    pub fn revealed(&self) -> bool {
        let faces: Vec<Card> = self.tiles.iter().filter_map(|t| t.value.flatten()).collect();
        let down = self.tiles.iter().filter(|t| t.value == Some(None)).count();
        down == 0 && faces.len() >= SIZE * SIZE / 2 && faces.contains(&Card::Voltorb)
    }
}

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

/// How far, over all channels, a header's colour may be off under a map that only knows frames,
/// edges and the table: such a map does not undo a loss of saturation.
const MOST_OFF: f32 = 260.0;
/// Headers that are left at the least when strange ones are left out.
const LEAST_LINES: usize = 3;
/// How far a header's colour is off at the least where one is strange, and which share of that is
/// left without it.
const STRANGE: f32 = 25.0;
const AGREED: f32 = 0.35;

/// Reads all cards.
pub(super) fn read(screen: &Screen, light: &Photometry, cover: &Cover) -> Cards {
    let frames = Frames::of(screen, light);
    let mut tiles = Grid::from_fn(SIZE, SIZE, |r, c| {
        let (x, y) = corner((r, c));
        if cover.hides(x, y, 24, 24) {
            Reading::none(Unreadable::Covered)
        } else {
            tile::tile(screen, light, frames.sides((r, c)), (x, y))
        }
    });
    let cursor = cursor::cursor(screen, light, cover, &tiles);
    turn_to_voltorb(&mut tiles, &cursor, cover);
    let marking = cursor.value.is_some_and(|cell| cursor::is_marking(screen, light, cell));
    let pencils = marking && screen.look.manifest.states == States::Boxes;
    let memos = Grid::from_fn(SIZE, SIZE, |r, c| {
        let pencil = pencils && cursor.value == Some((r, c));
        marks::memo(screen, light, &frames, (r, c), &tiles[(r, c)], pencil)
    });
    Cards { tiles, memos, frames, cursor, marking }
}

/// A Voltorb under the cursor beside face-down cards, without a message, is the last picture of its
/// turning: the game goes on by itself from there.
fn turn_to_voltorb(tiles: &mut Grid<Reading<Tile>>, cursor: &Reading<Cell>, cover: &Cover) {
    if let Some(cell) = cursor.value
        && cover.top() == SCREEN.1
        && tiles[cell].value == Some(Some(Card::Voltorb))
        && tiles.iter().any(|t| t.value == Some(None))
    {
        tiles[cell] = Reading::none(Unreadable::Moving);
    }
}
