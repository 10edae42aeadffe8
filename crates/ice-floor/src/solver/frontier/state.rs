//! How the parts of walks among the tiles so far cross the frontier to those that follow.

/// A state has two bits for each place of the frontier, one place more than columns, and one for the
/// end that was chosen.
pub(super) const MOST_COLUMNS: usize = 30;

/// What a place of the frontier holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plug {
    /// Nothing: no part crosses the frontier here.
    None,
    /// The left end of a part that comes back to the frontier elsewhere.
    Left,
    /// The right end of such a part.
    Right,
    /// The only loose end of a part whose other end is an end of the walk.
    Loose,
}

/// The plugs at all places of a frontier, and whether an end of the walk has been chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State(u64);

const END_CHOSEN: u64 = 1 << 63;

/// The lower bit of each place.
const EACH_PLACE: u64 = 0x5555_5555_5555_5555;

impl State {
    /// No plugs and no end.
    pub const EMPTY: Self = Self(0);

    pub fn plug(self, place: usize) -> Plug {
        match self.0 >> (2 * place) & 3 {
            0 => Plug::None,
            1 => Plug::Left,
            2 => Plug::Right,
            _ => Plug::Loose,
        }
    }

    pub fn with(self, place: usize, plug: Plug) -> Self {
        Self(self.0 & !(3 << (2 * place)) | (plug as u64) << (2 * place))
    }

    pub fn has_end(self) -> bool {
        self.0 & END_CHOSEN != 0
    }

    pub fn with_end(self) -> Self {
        Self(self.0 | END_CHOSEN)
    }

    /// Whether no part crosses the frontier.
    pub fn is_closed(self) -> bool {
        self.0 & !END_CHOSEN == 0
    }

    /// Every plug one place further, with none at the first.
    pub fn moved_on(self) -> Self {
        Self((self.0 & !END_CHOSEN) << 2 | self.0 & END_CHOSEN)
    }

    /// The places that hold a plug: the lower of each place's two bits.
    pub fn places(self) -> u64 {
        let plugs = self.0 & !END_CHOSEN;
        (plugs | plugs >> 1) & EACH_PLACE
    }

    /// The first place with a loose end.
    pub fn first_loose(self) -> Option<usize> {
        let plugs = self.0 & !END_CHOSEN;
        let loose = plugs & plugs >> 1 & EACH_PLACE;
        (loose != 0).then(|| loose.trailing_zeros() as usize / 2)
    }

    /// The place of the other end of the part whose end of this kind was at `place`, which may be empty
    /// by now.
    pub fn mate(self, place: usize, kind: Plug) -> usize {
        let (mut at, mut depth) = (place, 1);
        while depth > 0 {
            at = if kind == Plug::Left { at + 1 } else { at - 1 };
            if let plug @ (Plug::Left | Plug::Right) = self.plug(at) {
                depth += if plug == kind { 1 } else { -1 };
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_nest_like_brackets() {
        use Plug::{Left, Loose, None, Right};
        let plugs = [Left, Left, None, Right, Loose, Left, Right, Right];
        let state = plugs
            .into_iter()
            .enumerate()
            .fold(State::EMPTY, |state, (place, plug)| state.with(place, plug));
        assert_eq!(
            [(0, Left), (1, Left), (5, Left)].map(|(at, kind)| state.mate(at, kind)),
            [7, 3, 6]
        );
        assert_eq!([(7, Right), (3, Right)].map(|(at, kind)| state.mate(at, kind)), [0, 1]);
        assert_eq!(state.places(), 0b01_01_01_01_01_00_01_01);
        assert!(!state.has_end() && state.with_end().has_end());
        assert_eq!(state.with_end().moved_on().plug(5), Loose);
        assert!(state.with_end().moved_on().has_end() && State::EMPTY.with_end().is_closed());
    }
}
