//! What differs from one operating system to another: signals, terminals, time, processes, and the desktop with
//! its windows. Chosen at build time; nothing else asks for the operating system.

mod ctrl_c;
#[cfg(not(any(unix, windows)))]
mod other;
#[cfg(feature = "live")]
mod presser;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod win32;
#[cfg(all(feature = "live", unix))]
mod x11;

pub use ctrl_c::on_ctrl_c;
#[cfg(not(any(unix, windows)))]
pub use other::*;
#[cfg(feature = "live")]
pub use presser::presser;
#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use win32::*;
#[cfg(all(feature = "live", unix))]
pub use x11::{XServer, connect, overlay, session};

#[cfg(all(feature = "live", not(any(unix, windows))))]
compile_error!("live use needs a desktop: build with --no-default-features");

/// Whether live use, with its feature, works on this system.
pub const LIVE_USE: bool = cfg!(any(target_os = "linux", windows));
