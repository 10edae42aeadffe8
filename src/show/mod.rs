//! What people see: the live view and tables in the terminal. Decides nothing.

pub mod odds;
mod paint;
pub mod terminal;
