//! What people see: the live view in the terminal.

mod paint;
pub mod terminal;
