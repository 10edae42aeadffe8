
//! What people see: tables for the terminal. Decides nothing.
//! What people see: the live view in the terminal.
mod paint;
pub mod annotate;
pub mod odds;
pub mod sighting;
pub mod terminal;
