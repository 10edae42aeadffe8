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
    /// 0 = free: every state has at least one tile that is determined or one row code above 0, see
    /// [`Memo::get`].
    key: u128,
    interval: Interval,
}

const FREE: Entry = Entry { key: 0, interval: Interval::exact(0.0) };

/// Entries next to each other in which a state may be kept.
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

    fn bucket(&self, key: u128) -> usize {
        let folded = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.entries.len() - BUCKET)
    }

    /// What is known of the state with this key, which is not 0.
    pub fn get(&self, key: u128) -> Option<Interval> {
        let bucket = self.bucket(key);
        let entries = &self.entries[bucket..bucket + BUCKET];
        entries.iter().find(|entry| entry.key == key).map(|entry| entry.interval)
    }

    /// Keeps what is known of the state with this key, which is not 0.
    pub fn set(&mut self, key: u128, interval: Interval) {
        let bucket = self.bucket(key);
        let size = self.entries.len();
        let entries = &mut self.entries[bucket..bucket + BUCKET];
        if let Some(entry) = entries.iter_mut().find(|entry| entry.key == key || entry.key == 0) {
            self.used += usize::from(entry.key == 0);
            *entry = Entry { key, interval };
            if 2 * self.used > size && size < self.most {
                self.grow();
            }
        } else if size < self.most {
            self.grow();
            self.set(key, interval);
        } else {
            entries.rotate_right(1);
            entries[0] = Entry { key, interval };
        }
    }

    fn grow(&mut self) {
        let doubled = vec![FREE; 2 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            // A bucket splits into two, so there is room.
            let bucket = self.bucket(entry.key);
            let free = self.entries[bucket..bucket + BUCKET].iter_mut().find(|e| e.key == 0);
            if let Some(free) = free {
                *free = entry;
                self.used += 1;
            }
        }
    }
}
