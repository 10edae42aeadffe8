//! What is known of states already looked at: a hash table of bounded size.

/// A proven interval for the value of a state. Exact if both ends are the same number; they are set
/// from one variable then, never by arithmetic that might round them together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub lower: f64,
    pub upper: f64,
}

impl Interval {
    pub const fn exact(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// 0 = free: a state that is kept has an open tile, and then its name is not 0.
    key: u128,
    interval: Interval,
}

const FREE: Entry = Entry { key: 0, interval: Interval::exact(0.0) };

/// Entries next to each other. A state is kept in the emptier one of two such buckets, so that hardly
/// any is full before half of the table is used (Azar, Broder, Karlin and Upfal: Balanced Allocations,
/// 1999).
const BUCKET: usize = 4;

/// A hash table from states to intervals. It doubles until it holds as many entries as it may; from
/// then on a new state takes the place of another.
#[derive(Debug)]
pub struct Memo {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl Memo {
    /// A table of at most `bytes` (but not less than a few kilobytes).
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Entry>()).max(1 << 8);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Self { entries: vec![FREE; most.min(1 << 10)], used: 0, most }
    }

    /// Where the two buckets of a state begin.
    fn buckets(&self, key: u128) -> [usize; 2] {
        let folded = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        [mixed >> 32, mixed ^ mixed >> 32].map(|hash| hash as usize & (self.entries.len() - BUCKET))
    }

    fn bucket(&self, start: usize) -> &[Entry] {
        &self.entries[start..start + BUCKET]
    }

    fn find(&self, key: u128) -> Option<usize> {
        self.buckets(key).into_iter().find_map(|start| {
            self.bucket(start).iter().position(|entry| entry.key == key).map(|i| start + i)
        })
    }

    /// A free entry for a state that is not kept yet.
    fn free(&self, key: u128) -> Option<usize> {
        // Entries are never freed, so that those of a bucket are taken in turn.
        let used = |start: &usize| self.bucket(*start).iter().take_while(|e| e.key != 0).count();
        let (used, start) =
            self.buckets(key).map(|start| (used(&start), start)).into_iter().min()?;
        (used < BUCKET).then_some(start + used)
    }

    /// What is known of the state with this key, which is not 0.
    pub fn get(&self, key: u128) -> Option<Interval> {
        self.find(key).map(|i| self.entries[i].interval)
    }

    /// Keeps what is known of the state with this key, which is not 0.
    pub fn set(&mut self, key: u128, interval: Interval) {
        let entry = Entry { key, interval };
        if let Some(i) = self.find(key) {
            self.entries[i] = entry;
            return;
        }
        if 2 * self.used >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        if let Some(i) = self.free(key) {
            self.entries[i] = entry;
            self.used += 1;
        } else {
            let [start, _] = self.buckets(key);
            self.entries[start..start + BUCKET].rotate_right(1);
            self.entries[start] = entry;
        }
    }

    fn grow(&mut self) {
        let doubled = vec![FREE; 2 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            if let Some(i) = self.free(entry.key) {
                self.entries[i] = entry;
                self.used += 1;
            }
        }
    }
}
