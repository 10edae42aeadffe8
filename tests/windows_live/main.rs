//! The program for Windows beside a real window of Win32, by Wine: what it sees of it, and play in it, against
//! what the window itself says. `make test-windows` builds both and runs this with `VOLTSIGHT_EXE` and
//! `VOLTSIGHT_STAND_IN` set to them.

#[path = "../support/mod.rs"]
mod support;

#[allow(dead_code, reason = "each test program uses its part")]
#[path = "../play/session.rs"]
mod session;

mod disturbed;
mod ledger;
mod mines;
mod seen;
mod undisturbed;
mod window;
mod wine;
