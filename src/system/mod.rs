//! What differs from one operating system to another and is no matter of windows: signals, terminals, time,
//! processes. Chosen at build time; nothing else asks for the operating system.

mod ctrl_c;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

pub use ctrl_c::on_ctrl_c;
#[cfg(not(unix))]
pub use other::*;
#[cfg(unix)]
pub use unix::*;

/// Whether live use, with its feature, works on this system.
pub const LIVE_USE: bool = cfg!(target_os = "linux");
