//! Which game a stand-in stands for.

/// Which of the games it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanKind {
    /// The minigame of Pokémon Essentials: 512x384 pixels, with boxes.
    Essentials,
    /// Its adaption for RPG Maker XP: 640x480 pixels, without a word.
    RpgMaker,
}
