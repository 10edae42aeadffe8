//! The program for Windows, by Wine: it says the same as the native one (`commands`), and beside a real window
//! of Win32 what it sees of it, and play in it, are compared with what the window itself says. `make test-windows`
//! builds what is run and names it by `VOLTSIGHT_EXE` and `VOLTSIGHT_STAND_IN`.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod disturbed;
mod ledger;
mod mines;
mod seen;
mod undisturbed;
mod window;
mod wine;
