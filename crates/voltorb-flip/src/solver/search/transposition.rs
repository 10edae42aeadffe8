//! What is known of states already looked at: a hash table of bounded size.

use prefetch_index::prefetch_index;

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

/// Entries that share a line of the cache. A state is kept in the emptier one of two such buckets.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// A hash table from states to intervals. Where both buckets of a state are full, another entry goes over to
/// its second bucket, and so on (cuckoo hashing with buckets: Dietzfelbinger and Weidling, Balanced Allocation
/// and Dictionaries with Tightly Packed Constant Size Bins, 2007). It doubles whenever two thirds of it are
/// used, until it holds as many entries as it may. An entry that is left over is forgotten.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    used: usize,
    /// The most buckets.
    most: usize,
}

/// How many entries may go over to make room for one.
const MOVES: usize = 8;

impl TranspositionTable {
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

    /// Fetches beforehand what is asked for soon.
    #[inline]
    pub fn prefetch(&self, key: u128) {
        self.places(key).into_iter().for_each(|place| prefetch_index(&self.buckets, place));
    }

    /// What is known of the state with this key, which is not 0.
    pub fn get(&self, key: u128) -> Option<Interval> {
        self.find(self.places(key), key).map(|(place, i)| self.buckets[place].0[i].interval)
    }

    /// Keeps what is known of the state with this key, which is not 0.
    pub fn set(&mut self, key: u128, interval: Interval) {
        if let Some((place, i)) = self.find(self.places(key), key) {
            self.buckets[place].0[i].interval = interval;
            return;
        }
        if 3 * self.used >= 4 * self.buckets.len() && self.buckets.len() < self.most {
            self.grow();
        }
        self.put(Entry { key, interval });
    }

    /// Puts an entry into one of its buckets. The one that finds no place in the end is forgotten.
    fn put(&mut self, mut entry: Entry) {
        let mut places = self.places(entry.key);
        for step in 0..=MOVES {
            if let Some((place, i)) = self.free(places) {
                self.buckets[place].0[i] = entry;
                self.used += 1;
                return;
            }
            let full = places[0];
            std::mem::swap(&mut self.buckets[full].0[step % 2], &mut entry);
            // On to its other bucket.
            let [one, other] = self.places(entry.key);
            places = [if one == full { other } else { one }; 2];
        }
    }

    fn grow(&mut self) {
        let grown = Self::with_buckets(2 * self.buckets.len(), self.most);
        let old = std::mem::replace(self, grown);
        for entry in old.buckets.iter().flat_map(|b| b.0).filter(|entry| entry.key != 0) {
            self.put(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of at most so many entries after as many states were kept; how many of them are found.
    fn found(entries: usize, states: u128) -> usize {
        let mut memo = TranspositionTable::new(entries * size_of::<Entry>());
        // Names that differ in their last bits, in their first bits, or in both.
        let name = |state: u128| state << (80 * (state % 2));
        for state in 1..=states {
            memo.set(name(state), Interval { lower: 0.0, upper: 1.0 });
            memo.set(name(state), Interval { lower: 0.0, upper: state as f64 });
        }
        assert!(2 * memo.buckets.len() <= entries);
        let known = (1..=states).filter_map(|state| Some((state, memo.get(name(state))?)));
        known.inspect(|&(state, value)| assert_eq!(value.upper, state as f64)).count()
    }

    #[test]
    fn hardly_any_state_is_forgotten_while_there_is_room() {
        let found = found(1 << 15, 20_000);
        assert!(found >= 19_980, "{found}");
    }

    #[test]
    fn a_full_table_stays_full() {
        let found = found(1 << 12, 20_000);
        assert!((4050..=4096).contains(&found), "{found}");
    }
}
