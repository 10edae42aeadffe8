//! What people see: tables, the live view in the terminal, annotated pictures. Decides nothing.

pub mod annotate;
pub mod odds;
mod paint;
pub mod sighting;
pub mod terminal;
