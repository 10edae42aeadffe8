//! Whether time is up, asked now and then, and how far the search is.

use super::transposition::Interval;
use crate::solver::monitor::{Monitor, Progress};

/// Boards looked at between two looks at the clock.
const PATIENCE: usize = 1 << 14;

/// Whether time is up, asked now and then.
pub struct Clock<'a> {
    monitor: &'a dyn Monitor,
    work: usize,
    pub stopped: bool,
    /// States looked into.
    pub nodes: u64,
    /// What is known of the position's value, not normalised, and the weight of all its boards.
    pub bounds: Interval,
    pub whole: f64,
}

impl std::fmt::Debug for Clock<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Clock after {} states", self.nodes)
    }
}

impl<'a> Clock<'a> {
    /// For boards that weigh `whole` together.
    pub fn new(monitor: &'a dyn Monitor, whole: f64) -> Self {
        let bounds = Interval { lower: 0.0, upper: whole };
        Self { monitor, work: 0, stopped: monitor.time_is_up(), nodes: 0, bounds, whole }
    }

    /// Counts a state that is looked into, with this number of boards.
    pub fn tick(&mut self, boards: usize) {
        self.nodes += 1;
        self.work += 64 + boards;
        if self.work > PATIENCE {
            self.look();
        }
    }

    /// Counts work that is done outside of states, in boards looked at.
    pub fn add_work(&mut self, boards: usize) {
        self.work += boards;
        if self.work > PATIENCE {
            self.look();
        }
    }

    fn look(&mut self) {
        self.work = 0;
        self.stopped = self.stopped || self.monitor.time_is_up();
        let share = |weight: f64| (weight / self.whole).max(0.0);
        let (lower, upper) = (share(self.bounds.lower), share(self.bounds.upper));
        self.monitor.report(Progress::Searching { nodes: self.nodes, lower, upper });
    }
}
