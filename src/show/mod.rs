//! What people see: tables, the live view in the terminal, annotated pictures. Decides nothing.

pub mod advice;
pub mod annotate;
#[cfg(not(target_family = "wasm"))]
pub mod notify;
pub mod reading;
pub mod table;
#[cfg(not(target_family = "wasm"))]
pub mod terminal;
