//! Work on many items by several threads, with the results in the order of the items.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

/// Calls `work` for each item, on as many threads as rayon has, and `each` on this thread with the
/// results: in the order of the items, each as soon as it and all before it are there. An error of
/// `each` ends it; items not yet begun are left.
///
/// The threads are not rayon's, so `work` may wait for other items: a worker of rayon's that waits
/// could hold up the very item that it waits for.
///
/// # Errors
/// That of `each`.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = rayon::current_num_threads().min(items.len());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..threads {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Relaxed);
                    let Some(item) = items.get(i) else { break };
                    // Nobody receives once `each` has failed.
                    if send.send((i, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (i, result) in receive {
            early.insert(i, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
                each(result)?;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..200).collect();
        let mut seen = Vec::new();
        let work = |&i: &u64| {
            std::thread::sleep(Duration::from_micros(if i % 7 == 0 { 900 } else { 10 }));
            i
        };
        let ended: Result<(), ()> = in_order(&items, work, |i| {
            seen.push(i);
            Ok(())
        });
        assert_eq!((ended, seen), (Ok(()), items));
        assert_eq!(in_order(&[], |()| (), |()| Err(())), Ok(()));
    }

    #[test]
    fn an_error_ends_it() {
        let items: Vec<usize> = (0..10_000).collect();
        let done = AtomicUsize::new(0);
        let work = |&i: &usize| {
            std::thread::sleep(Duration::from_micros(50));
            done.fetch_add(1, Relaxed);
            i
        };
        assert_eq!(in_order(&items, work, |i| if i == 5 { Err(i) } else { Ok(()) }), Err(5));
        assert!(done.load(Relaxed) < items.len());
    }
}
