//! A budget of memory for pictures, shared by all threads.

use std::sync::{Condvar, Mutex, PoisonError};

/// A budget of bytes, handed out in shares. A thread that wants more than is free waits.
#[derive(Debug)]
pub struct Memory {
    total: u64,
    free: Mutex<u64>,
    returned: Condvar,
}

/// A part of a [`Memory`], given back when it is dropped.
#[derive(Debug)]
pub struct Share<'a> {
    memory: &'a Memory,
    bytes: u64,
}

impl Memory {
    /// Creates a budget of `total` bytes.
    pub const fn new(total: u64) -> Self {
        Self { total, free: Mutex::new(total), returned: Condvar::new() }
    }

    /// Waits until `bytes` are free, and takes them. A larger request than the budget takes all of it, once nobody
    /// else has a share. A thread must not request a second share while it has one.
    pub fn take(&self, bytes: u64) -> Share<'_> {
        let bytes = bytes.min(self.total);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let enough = self.returned.wait_while(free, |free| *free < bytes);
        *enough.unwrap_or_else(PoisonError::into_inner) -= bytes;
        Share { memory: self, bytes }
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        *self.memory.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.memory.returned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    #[test]
    fn no_more_is_handed_out_than_there_is() {
        let memory = Memory::new(100);
        let (out, most) = (AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for wanted in [30, 60, 100, 250, 45, 5, 70, 1] {
                let (memory, out, most) = (&memory, &out, &most);
                scope.spawn(move || {
                    for _ in 0..50 {
                        let share = memory.take(wanted);
                        most.fetch_max(out.fetch_add(share.bytes, SeqCst) + share.bytes, SeqCst);
                        std::thread::yield_now();
                        out.fetch_sub(share.bytes, SeqCst);
                    }
                });
            }
        });
        assert!(most.into_inner() <= 100);
        assert_eq!(*memory.free.lock().unwrap(), 100);
    }
}
