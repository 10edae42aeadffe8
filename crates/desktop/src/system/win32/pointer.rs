//! Where the pointer is, and putting it on a pixel.
//!
//! Wine hears of a pointer that was put somewhere a second time, from the X server, and may do so late: when it
//! was put elsewhere meanwhile, it tells the older place for a moment. Such an echo is not the user's doing.

use super::calls;
use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

type Place = (i32, i32);

/// How long after the pointer was put somewhere an older place may be told.
const ECHO: Duration = Duration::from_secs(2);

/// How many older places are known.
const OLDER: usize = 4;

/// How long the pointer is waited for where it was put.
const ARRIVAL: Duration = Duration::from_millis(200);

/// Where this program has put the pointer, the newest first, and when that was.
static PUT: Mutex<VecDeque<(Place, Instant)>> = Mutex::new(VecDeque::new());

static IS_WINE: LazyLock<bool> = LazyLock::new(calls::is_wine);

fn put() -> MutexGuard<'static, VecDeque<(Place, Instant)>> {
    PUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where it is.
pub(super) fn place() -> Option<Place> {
    let told = calls::pointer()?;
    Some(match *IS_WINE {
        true => heard(told, &put()),
        false => told,
    })
}

/// The place that is meant by the one that is told.
fn heard(told: Place, put: &VecDeque<(Place, Instant)>) -> Place {
    match put.front() {
        Some(&(newest, at)) if at.elapsed() < ECHO => {
            let is_echo = put.iter().skip(1).any(|&(older, _)| older == told);
            if is_echo { newest } else { told }
        }
        _ => told,
    }
}

/// Notes that the pointer is about to be put there.
pub(super) fn is_sent(to: Place) {
    let home = place();
    let mut put = put();
    if put.is_empty()
        && let Some(home) = home
    {
        put.push_front((home, Instant::now()));
    }
    put.push_front((to, Instant::now()));
    put.truncate(1 + OLDER);
}

/// Puts the pointer on the very pixel that it was sent to: enigo tells Windows fractions of the first monitor,
/// which others lie outside of. If that is refused, whoever presses sees that it has not arrived.
pub(super) fn correct(to: Place) {
    let begin = Instant::now();
    while calls::pointer().is_some_and(|at| at != to) && begin.elapsed() < ARRIVAL {
        calls::put_pointer(to);
        if calls::pointer() == Some(to) || !*IS_WINE {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_echo_is_told_from_a_hand() {
        let now = Instant::now();
        let put = VecDeque::from([((5, 5), now), ((90, 80), now), ((5, 5), now)]);
        assert_eq!(heard((90, 80), &put), (5, 5));
        assert_eq!(heard((5, 5), &put), (5, 5));
        assert_eq!(heard((6, 5), &put), (6, 5), "moved by hand");
        assert_eq!(heard((90, 80), &VecDeque::new()), (90, 80));
    }
}
