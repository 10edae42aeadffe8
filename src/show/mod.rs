//! What people see: tables for the terminal. Decides nothing.

pub mod annotate;
pub mod odds;
pub mod sighting;
