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

/// Entries that share a line of the cache. A state is kept in the emptier one of two such buckets, so that
/// hardly any is full before half of the table is used (Azar, Broder, Karlin and Upfal: Balanced
/// Allocations, 1999).
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// A hash table from states to intervals. It doubles until it holds as many entries as it may; from
/// then on a new state takes the place of another.
#[derive(Debug)]
pub struct Memo {
    buckets: Vec<Bucket>,
    used: usize,
    /// The most buckets.
    most: usize,
}

impl Memo {
    /// A table of at most `bytes` (but not less than a few kilobytes).
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1 << 6);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Self::with_buckets(most.min(1 << 8), most)
    }

    fn with_buckets(buckets: usize, most: usize) -> Self {
        Self { buckets: vec![Bucket([FREE; 2]); buckets], used: 0, most }
    }

    /// The two buckets for a state.
    fn places(&self, key: u128) -> [usize; 2] {
        let folded = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (folded ^ folded >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let places = [mixed >> 32, mixed ^ mixed >> 32];
        places.map(|hash| hash as usize & (self.buckets.len() - 1))
    }

    fn find(&self, places: [usize; 2], key: u128) -> Option<(usize, usize)> {
        places.into_iter().find_map(|place| {
            let entries = &self.buckets[place].0;
            entries.iter().position(|entry| entry.key == key).map(|i| (place, i))
        })
    }

    /// A free entry for a state that is not kept yet.
    fn free(&self, places: [usize; 2]) -> Option<(usize, usize)> {
        // Entries are never freed, so that those of a bucket are taken in turn.
        let used = |place: usize| self.buckets[place].0.iter().take_while(|e| e.key != 0).count();
        let (used, place) = places.map(|place| (used(place), place)).into_iter().min()?;
        (used < 2).then_some((place, used))
    }

    /// What is known of the state with this key, which is not 0.
    pub fn get(&self, key: u128) -> Option<Interval> {
        self.find(self.places(key), key).map(|(place, i)| self.buckets[place].0[i].interval)
    }

    /// Keeps what is known of the state with this key, which is not 0.
    pub fn set(&mut self, key: u128, interval: Interval) {
        let mut places = self.places(key);
        if let Some((place, i)) = self.find(places, key) {
            self.buckets[place].0[i].interval = interval;
            return;
        }
        if self.used >= self.buckets.len() && self.buckets.len() < self.most {
            self.grow();
            places = self.places(key);
        }
        let (place, i) = self.free(places).unwrap_or_else(|| {
            self.buckets[places[0]].0.swap(0, 1);
            self.used -= 1;
            (places[0], 0)
        });
        self.buckets[place].0[i] = Entry { key, interval };
        self.used += 1;
    }

    fn grow(&mut self) {
        let grown = Self::with_buckets(2 * self.buckets.len(), self.most);
        let old = std::mem::replace(self, grown);
        for entry in old.buckets.iter().flat_map(|b| b.0).filter(|entry| entry.key != 0) {
            let places = self.places(entry.key);
            if let Some((place, i)) = self.free(places) {
                self.buckets[place].0[i] = entry;
                self.used += 1;
            }
        }
    }
}
