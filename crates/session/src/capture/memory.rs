//! How much memory pictures take at a time, over all threads.

use std::sync::{Condvar, Mutex, PoisonError};

/// Bytes that are handed out in shares; who wants more than is free waits.
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
    /// A budget of so many bytes.
    pub const fn new(total: u64) -> Self {
        Self { total, free: Mutex::new(total), returned: Condvar::new() }
    }

    /// Waits until so many bytes are free, and takes them. More than there are is all of them: it
    /// waits until nobody else has any. A thread must not ask for a second share while it has one.
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
