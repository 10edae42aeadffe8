//! `voltsight play` as a user runs it beside GNOME Mines, KMines and sgt-mines, undisturbed and
//! disturbed, and compared with where the mines truly are: a preloaded library makes the programs' random numbers
//! repeatable and writes them down.

mod disturbed;
mod game;
mod ledger;
mod program;
mod sgt;
mod undisturbed;
mod xdemineur;
