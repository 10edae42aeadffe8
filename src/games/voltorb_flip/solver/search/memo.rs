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
    /// For each entry a part of the hash of its state, 0 if it is free: what tells entries apart for
    /// the most part is small enough for a cache.
    tags: Vec<[u16; BUCKET]>,
    entries: Vec<[Entry; BUCKET]>,
    used: usize,
    /// The most buckets.
    most: usize,
}

/// Where a state is looked for.
struct Place {
    buckets: [usize; 2],
    tag: u16,
}

impl Memo {
    /// A table of at most `bytes` (but not less than a few kilobytes).
    pub fn new(bytes: usize) -> Self {
        let bucket = size_of::<[Entry; BUCKET]>() + size_of::<[u16; BUCKET]>();
        let most = (bytes / bucket).max(1 << 6);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Self::with_buckets(most.min(1 << 8), most)
    }

    fn with_buckets(buckets: usize, most: usize) -> Self {
        let (tags, entries) = (vec![[0; BUCKET]; buckets], vec![[FREE; BUCKET]; buckets]);
        Self { tags, entries, used: 0, most }
    }

    fn place(&self, key: u128) -> Place {
        let folded = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let buckets = [mixed >> 32, mixed ^ mixed >> 32];
        let buckets = buckets.map(|hash| hash as usize & (self.entries.len() - 1));
        Place { buckets, tag: mixed as u16 | 1 }
    }

    fn find(&self, place: &Place, key: u128) -> Option<(usize, usize)> {
        place.buckets.into_iter().find_map(|bucket| {
            let tags = &self.tags[bucket];
            (0..BUCKET)
                .find(|&i| tags[i] == place.tag && self.entries[bucket][i].key == key)
                .map(|i| (bucket, i))
        })
    }

    /// A free entry for a state that is not kept yet.
    fn free(&self, place: &Place) -> Option<(usize, usize)> {
        // Entries are never freed, so that those of a bucket are taken in turn.
        let used = |bucket: usize| self.tags[bucket].iter().take_while(|&&tag| tag != 0).count();
        let (used, bucket) =
            place.buckets.map(|bucket| (used(bucket), bucket)).into_iter().min()?;
        (used < BUCKET).then_some((bucket, used))
    }

    /// What is known of the state with this key.
    pub fn get(&self, key: u128) -> Option<Interval> {
        self.find(&self.place(key), key).map(|(bucket, i)| self.entries[bucket][i].interval)
    }

    /// Keeps what is known of the state with this key.
    pub fn set(&mut self, key: u128, interval: Interval) {
        let mut place = self.place(key);
        if let Some((bucket, i)) = self.find(&place, key) {
            self.entries[bucket][i].interval = interval;
            return;
        }
        if 2 * self.used >= BUCKET * self.entries.len() && self.entries.len() < self.most {
            self.grow();
            place = self.place(key);
        }
        let (bucket, i) = self.free(&place).unwrap_or_else(|| {
            let bucket = place.buckets[0];
            self.tags[bucket].rotate_right(1);
            self.entries[bucket].rotate_right(1);
            self.used -= 1;
            (bucket, 0)
        });
        self.tags[bucket][i] = place.tag;
        self.entries[bucket][i] = Entry { key, interval };
        self.used += 1;
    }

    fn grow(&mut self) {
        let grown = Self::with_buckets(2 * self.entries.len(), self.most);
        let old = std::mem::replace(self, grown);
        let entries = old.tags.as_flattened().iter().zip(old.entries.as_flattened());
        for (_, &entry) in entries.filter(|(tag, _)| **tag != 0) {
            let place = self.place(entry.key);
            if let Some((bucket, i)) = self.free(&place) {
                self.tags[bucket][i] = place.tag;
                self.entries[bucket][i] = entry;
                self.used += 1;
            }
        }
    }
}
