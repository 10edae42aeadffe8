//! Ports for emulators' stubs: these take a number and cannot be told to pick a free one.

use std::net::{TcpListener, UdpSocket};
use std::sync::atomic::{AtomicU16, Ordering};

/// Where the search begins: below the ports that the system gives to connections.
const FIRST: u16 = 20_000;

/// How many are looked at.
const MANY: u16 = 10_000;

/// A TCP port that no other test takes while this is kept.
pub struct Port {
    pub number: u16,
    /// The UDP port of the same number: nothing here uses it, and one process at a time has it.
    _claim: UdpSocket,
}

impl Port {
    /// Claims one. A number comes again late: for a minute after its use a port may not be free for all.
    pub fn claim() -> Self {
        static NEXT: AtomicU16 = AtomicU16::new(0);
        let process = (std::process::id() % u32::from(MANY)) as u16;
        let begin = process.wrapping_mul(37).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        (0..MANY)
            .find_map(|offset| {
                let number = FIRST + begin.wrapping_add(offset) % MANY;
                let claim = UdpSocket::bind(("127.0.0.1", number)).ok()?;
                TcpListener::bind(("127.0.0.1", number)).ok()?;
                Some(Self { number, _claim: claim })
            })
            .expect("a port is free")
    }
}
