//! How long things last, in iterations of 1/30 s.

/// A chosen entry blinks.
pub(super) const BLINK: u32 = 9;
/// The memo button goes down and up: 8/60 s.
pub(super) const MEMO_PRESS: u32 = 4;
/// The quit button goes down and up: 16/60 s.
pub(super) const QUIT_PRESS: u32 = 8;
/// The memo panel slides in (10/60 s) or out (9/60 s).
pub(super) const MEMO_SLIDE: u8 = 5;
/// A card turns.
pub(super) const TURN: u32 = 6;
/// The pages of the game info fade in.
pub(super) const FADE: u32 = 10;

// The lengths below depend on sounds that the decompilation does not contain: they are
// plausible, not measured.

/// The sound before a card turns.
pub(super) const BEFORE_TURN: u32 = 2;
/// The fanfare of "Is this what you're expecting?!".
pub(super) const SUSPENSE: u32 = 60;
/// The sound of coins before they are counted.
pub(super) const COINS: u32 = 12;
/// The explosion's sound, longer than the sprite.
pub(super) const EXPLOSION: u32 = 45;
/// The fanfare of a lost round.
pub(super) const LOSS: u32 = 90;
/// The fanfare of a won round.
pub(super) const WIN: u32 = 120;
/// The last coin falling into the wallet.
pub(super) const AWARD: u32 = 15;
/// The sound of another level.
pub(super) const LEVEL: u32 = 20;
