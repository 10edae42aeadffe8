//! What people see: tables, the live views, annotated pictures. Decides nothing.

pub mod advice;
pub mod annotate;
#[cfg(test)]
pub(crate) mod contrast;
#[cfg(not(target_family = "wasm"))]
mod lines;
pub(crate) mod marks;
#[cfg(not(target_family = "wasm"))]
pub mod notify;
#[cfg(feature = "live")]
pub mod overlay;
pub mod reading;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod scene;
mod sketch;
pub mod table;
#[cfg(not(target_family = "wasm"))]
pub mod terminal;
pub mod theme;
