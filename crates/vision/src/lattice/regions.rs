//! The regions of a picture whose colour changes little from pixel to pixel: 4-connected component
//! labelling with a tolerance, by union-find in one pass (C. Fiorio and J. Gustedt, "Two linear time
//! Union-Find strategies for image processing", 1996).

use image::RgbImage;

/// A picture divided into regions.
#[derive(Clone, Debug)]
pub struct Regions {
    width: u32,
    labels: Vec<u32>,
    regions: Vec<Region>,
}

/// A region: the pixels [left, right) x [top, bottom) enclose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first column.
    pub left: u32,
    /// The first row.
    pub top: u32,
    /// The column behind the last.
    pub right: u32,
    /// The row below the last.
    pub bottom: u32,
    /// How many pixels it has.
    pub area: u32,
}

impl Region {
    /// The width and height of its bounding box.
    pub fn size(&self) -> (u32, u32) {
        (self.right - self.left, self.bottom - self.top)
    }

    /// Whether its bounding box is so many pixels wide and high.
    fn is_at_least(&self, side: u32) -> bool {
        let (width, height) = self.size();
        width.min(height) >= side
    }

    /// Takes up another part of the same region.
    fn join(&mut self, other: &Self) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
        self.area += other.area;
    }
}

impl Regions {
    /// Divides a picture: neighbours belong together if no channel of theirs differs by more than
    /// `tolerance`.
    pub fn of(picture: &RgbImage, tolerance: u8) -> Self {
        let (width, height) = picture.dimensions();
        let (w, pixels) = (width as usize, picture.as_raw());
        let pixel = |i: usize| [pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]];
        let alike = |i: usize, j: usize| difference(pixel(i), pixel(j)) <= tolerance;
        let mut parents: Vec<u32> = (0..width * height).collect();
        for i in 0..parents.len() {
            if i % w.max(1) > 0 && alike(i, i - 1) {
                join(&mut parents, i, i - 1);
            }
            if i >= w && alike(i, i - w) {
                join(&mut parents, i, i - w);
            }
        }
        // A root comes before all of its pixels.
        let mut regions: Vec<Region> = Vec::new();
        let mut labels = vec![0; parents.len()];
        for i in 0..parents.len() {
            let root = parents[i] as usize;
            let (x, y) = ((i % w) as u32, (i / w) as u32);
            if root == i {
                labels[i] = regions.len() as u32;
                regions.push(Region { left: x, top: y, right: x + 1, bottom: y + 1, area: 1 });
                continue;
            }
            parents[i] = parents[root];
            labels[i] = labels[parents[i] as usize];
            let region = &mut regions[labels[i] as usize];
            region.left = region.left.min(x);
            region.right = region.right.max(x + 1);
            region.bottom = y + 1;
            region.area += 1;
        }
        Self { width, labels, regions }
    }

    /// The label of the region with this pixel: its place in [`Regions::all`].
    pub fn label(&self, x: u32, y: u32) -> usize {
        self.labels[(y * self.width + x) as usize] as usize
    }

    /// The picture's width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.labels.len() as u32 / self.width.max(1))
    }

    /// All regions of the picture.
    pub fn all(&self) -> &[Region] {
        &self.regions
    }
}

/// The regions of a picture whose bounding box is at least `smallest` pixels wide and high, where neighbours belong
/// together as in [`Regions::of`].
///
/// It keeps one row of the picture's pixels at a time, so it needs little memory however large the picture is.
pub fn boxes(picture: &RgbImage, tolerance: u8, smallest: u32) -> Vec<Region> {
    let w = picture.width() as usize;
    let mut found = Vec::new();
    // The regions that the row above reaches, and to which of them each of its pixels belongs.
    let mut open: Vec<Region> = Vec::new();
    let mut above: Vec<u32> = Vec::new();
    let mut parents: Vec<u32> = Vec::new();
    let mut kept: Vec<u32> = Vec::new();
    let mut pixels_above: &[u8] = &[];
    for (y, pixels) in (0u32..).zip(picture.as_raw().chunks_exact(3 * w.max(1))) {
        let mut row: Vec<u32> = Vec::with_capacity(w);
        for x in 0..w {
            let pixel = [pixels[3 * x], pixels[3 * x + 1], pixels[3 * x + 2]];
            let alike = |of: &[u8], x: usize| {
                difference(pixel, [of[3 * x], of[3 * x + 1], of[3 * x + 2]]) <= tolerance
            };
            let left = (x > 0 && alike(pixels, x - 1)).then(|| root(&mut parents, row[x - 1]));
            let up = (y > 0 && alike(pixels_above, x)).then(|| root(&mut parents, above[x]));
            let column = x as u32;
            let label = match (left, up) {
                (Some(a), Some(b)) if a != b => {
                    let (first, other) = (a.min(b), a.max(b));
                    parents[other as usize] = first;
                    let joined = open[other as usize];
                    open[first as usize].join(&joined);
                    first
                }
                (Some(a), _) | (None, Some(a)) => a,
                (None, None) => {
                    parents.push(parents.len() as u32);
                    open.push(Region { left: column, top: y, right: column, bottom: y, area: 0 });
                    parents.len() as u32 - 1
                }
            };
            open[label as usize].join(&Region {
                left: column,
                top: y,
                right: column + 1,
                bottom: y + 1,
                area: 1,
            });
            row.push(label);
        }
        // What this row does not reach is complete; the rest is numbered anew.
        kept.clear();
        kept.resize(open.len(), u32::MAX);
        let mut reached: Vec<Region> = Vec::new();
        for label in &mut row {
            let root = root(&mut parents, *label) as usize;
            if kept[root] == u32::MAX {
                kept[root] = reached.len() as u32;
                reached.push(open[root]);
            }
            *label = kept[root];
        }
        let complete =
            |(i, _): &(usize, &Region)| parents[*i] as usize == *i && kept[*i] == u32::MAX;
        let complete = open.iter().enumerate().filter(complete).map(|(_, region)| *region);
        found.extend(complete.filter(|region| region.is_at_least(smallest)));
        parents.clear();
        parents.extend(0..reached.len() as u32);
        (open, above, pixels_above) = (reached, row, pixels);
    }
    found.extend(open.into_iter().filter(|region| region.is_at_least(smallest)));
    found
}

/// By how much two colours differ: the largest difference of a channel.
pub fn difference(a: [u8; 3], b: [u8; 3]) -> u8 {
    let [r, g, b] = std::array::from_fn(|i| a[i].abs_diff(b[i]));
    r.max(g).max(b)
}

fn root(parents: &mut [u32], mut i: u32) -> u32 {
    while parents[i as usize] != i {
        parents[i as usize] = parents[parents[i as usize] as usize];
        i = parents[i as usize];
    }
    i
}

/// The first pixel of both becomes the root.
fn join(parents: &mut [u32], a: usize, b: usize) {
    let (a, b) = (root(parents, a as u32), root(parents, b as u32));
    parents[a.max(b) as usize] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_ring_and_what_it_encloses_are_regions_of_their_own() {
        let ring = |x: u32, y: u32| (1..6).contains(&x) && (1..5).contains(&y);
        let hole = |x: u32, y: u32| (2..5).contains(&x) && (2..4).contains(&y);
        let picture = RgbImage::from_fn(8, 6, |x, y| match (hole(x, y), ring(x, y)) {
            (true, _) => Rgb([90, 100, 100]),
            (_, true) => Rgb([200, 200, 200]),
            // A slope within the tolerance.
            _ => Rgb([10 * x as u8, 0, 0]),
        });
        let regions = Regions::of(&picture, 10);
        let seen: Vec<_> = regions.all().iter().map(|r| (r.size(), r.area)).collect();
        assert_eq!(seen, [((8, 6), 28), ((5, 4), 14), ((3, 2), 6)]);
        assert_eq!(regions.label(0, 0), regions.label(7, 5));
        assert_ne!(regions.label(1, 1), regions.label(2, 2));
        // Beside the ring whole columns are left of the slope, above and below it a pixel of each.
        assert_eq!(Regions::of(&picture, 9).all().len(), 2 + 3 + 2 * 5);
        assert!(Regions::of(&RgbImage::new(0, 0), 9).all().is_empty());
        assert!(boxes(&RgbImage::new(0, 0), 9, 1).is_empty());
        assert!(boxes(&RgbImage::new(0, 7), 9, 1).is_empty());
    }

    /// What belongs together is what a flood fill reaches.
    #[test]
    fn labels_are_those_of_a_flood_fill() {
        let mut seed = 1u32;
        for _ in 0..50 {
            let picture = RgbImage::from_fn(13, 9, |_, _| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                Rgb([if seed >> 31 == 0 { 0 } else { 50 }, 0, 0])
            });
            let regions = Regions::of(&picture, 20);
            let mut filled = vec![None; 13 * 9];
            for start in 0..13 * 9 {
                let mut open = vec![start];
                while let Some(i) = open.pop() {
                    if filled[i].is_some() {
                        continue;
                    }
                    filled[i] = Some(start);
                    let (x, y) = (i % 13, i / 13);
                    let at = |x: usize, y: usize| picture.get_pixel(x as u32, y as u32);
                    let near =
                        [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                    let near = near.into_iter().filter(|&(x, y)| x < 13 && y < 9);
                    open.extend(
                        near.filter(|&(u, v)| at(u, v) == at(x, y)).map(|(x, y)| y * 13 + x),
                    );
                }
            }
            for (i, j) in (0..117).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let label = |i: usize| regions.label(i as u32 % 13, i as u32 / 13);
                assert_eq!(label(i) == label(j), filled[i] == filled[j]);
            }
            for smallest in [1, 2, 4] {
                let large = |r: &&Region| r.size().0.min(r.size().1) >= smallest;
                let mut expected: Vec<Region> =
                    regions.all().iter().filter(large).copied().collect();
                let mut found = boxes(&picture, 20, smallest);
                let order = |r: &Region| (r.top, r.left, r.right, r.bottom, r.area);
                expected.sort_unstable_by_key(order);
                found.sort_unstable_by_key(order);
                assert_eq!(found, expected);
            }
        }
    }
}
