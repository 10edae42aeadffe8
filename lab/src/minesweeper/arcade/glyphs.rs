//! The drawings of cells and face as text: a letter a pixel, `.` lets the ground show.

/// A mine: k black, w white.
pub(super) const MINE: [&str; 13] = [
    "......k......",
    "......k......",
    "..k.kkkkk.k..",
    "...kkkkkkk...",
    "..kkwwkkkkk..",
    "..kkwwkkkkk..",
    "kkkkkkkkkkkkk",
    "..kkkkkkkkk..",
    "..kkkkkkkkk..",
    "...kkkkkkk...",
    "..k.kkkkk.k..",
    "......k......",
    "......k......",
];

/// Marks the cell to begin with, if the board needs no guess.
pub(super) const SAFE: [&str; 8] = [
    "gg....gg", "ggg..ggg", ".gggggg.", "..gggg..", "..gggg..", ".gggggg.", "ggg..ggg", "gg....gg",
];

/// A flag: r red, k black.
pub(super) const FLAG: [&str; 10] = [
    "..rrk...", "rrrrk...", "rrrrk...", "..rrk...", "....k...", "....k...", "...kkk..", ".kkkkkk.",
    "kkkkkkkk", "kkkkkkkk",
];

/// A cross over a wrong flag.
pub(super) const CROSS: [&str; 11] = [
    "rr.......rr",
    ".rr.....rr.",
    "..rr...rr..",
    "...rr.rr...",
    "....rrr....",
    "....rrr....",
    "...rr.rr...",
    "..rr...rr..",
    ".rr.....rr.",
    "rr.......rr",
    "r.........r",
];

/// The mouths of the face, 9 x 4: in play, won, lost.
pub(super) const MOUTHS: [[&str; 4]; 3] = [
    ["k.......k", ".k.....k.", "..kkkkk..", "........."],
    ["k.......k", "kk.....kk", ".kkkkkkk.", "..kkkkk.."],
    ["..kkkkk..", ".k.....k.", "k.......k", "........."],
];
