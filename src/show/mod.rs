//! What people see: tables for the terminal. Decides nothing.

pub mod odds;
