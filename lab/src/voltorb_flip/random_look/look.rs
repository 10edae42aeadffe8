//! What a look is like.

use super::dice::{Colour, Dice};

/// A look drawn by chance. Lengths are in widths of a card.
#[derive(Clone, Debug)]
pub(super) struct RandomLook {
    /// The height of a card.
    pub height: f64,
    /// The gap between cards, to the right and below.
    pub gap: (f64, f64),
    /// How wide the rim around each card and header is, and its colour.
    pub rim: (f64, Colour),
    /// The table, at the top and at the bottom.
    pub table: [Colour; 2],
    /// Cards that lie face down, at the top and at the bottom, and the second colour of their pattern.
    pub down: [Colour; 2],
    pub pattern: (Pattern, Colour),
    /// Cards that lie face up, and their digits.
    pub up: [Colour; 2],
    pub digit: Colour,
    /// The grounds of the headers of the five lines; `None`: their numbers stand on the table.
    pub headers: Option<[Colour; 5]>,
    /// The numbers of the headers.
    pub ink: Colour,
    /// Whether the headers are left of the rows, and above the columns.
    pub before: (bool, bool),
    /// How the sum and the Voltorbs stand.
    pub order: Order,
    /// Whether a ball stands before the Voltorbs.
    pub ball: bool,
    /// Whether sums have two digits.
    pub padded: bool,
    /// The height of the digits of headers, and of cards.
    pub sizes: (f64, f64),
    /// Which of the fonts it is drawn with.
    pub font: usize,
}

/// What is drawn on the back of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pattern {
    Plain,
    Chequered,
    Disc,
}

/// Where the sum stands in a header, seen from the Voltorbs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    Above,
    Below,
    Left,
    Right,
}

impl RandomLook {
    /// The digits of a sum as they are written, and of a number of Voltorbs.
    pub fn written(&self, number: u8, is_sum: bool) -> String {
        if is_sum && self.padded { format!("{number:02}") } else { number.to_string() }
    }

    /// The look that chance draws from a seed; `fonts` is how many fonts there are.
    pub fn new(seed: u32, fonts: usize) -> Self {
        let mut dice = Dice::new(seed);
        let dark = dice.chance(0.4);
        let base = if dark { dice.colour(10, 90) } else { dice.colour(120, 245) };
        let down = dice.unlike(base, 45);
        let up = dice.unlike(down, 60);
        let grounds = std::array::from_fn(|_| dice.unlike(base, 40));
        let same = dice.chance(0.5);
        let grounds = if same { [grounds[0]; 5] } else { grounds };
        let boxed = dice.chance(0.8);
        let behind = if boxed { grounds.to_vec() } else { vec![base] };
        let ink = dice.clear(&behind);
        let gradient = dice.chance(0.3);
        let shade = |colour: Colour, dice: &mut Dice| match gradient {
            true => {
                let by = dice.between(-24.0, 24.0);
                colour.map(|v| (f64::from(v) + by).clamp(0.0, 255.0) as u8)
            }
            false => colour,
        };
        let patterns = [Pattern::Plain, Pattern::Chequered, Pattern::Disc];
        let orders = [Order::Above, Order::Below, Order::Left, Order::Right];
        let rim = if dice.chance(0.6) { dice.between(0.03, 0.09) } else { 0.0 };
        let gap = dice.between(0.06, 0.5);
        let (up_end, down_end, table_end) =
            (shade(up, &mut dice), shade(down, &mut dice), shade(base, &mut dice));
        let order = orders[dice.below(4)];
        let stacked = matches!(order, Order::Above | Order::Below);
        Self {
            height: dice.between(0.85, 1.25),
            gap: (gap, gap * dice.between(0.7, 1.4)),
            rim: (rim, dice.unlike(base, 50)),
            table: [base, table_end],
            down: [down, down_end],
            pattern: (patterns[dice.below(3)], dice.unlike(down, 30)),
            up: [up, up_end],
            digit: dice.clear(&[up]),
            headers: boxed.then_some(grounds),
            ink,
            before: (dice.chance(0.25), dice.chance(0.25)),
            order,
            ball: stacked && dice.chance(0.6),
            padded: dice.chance(0.5),
            sizes: (
                if stacked { dice.between(0.24, 0.36) } else { dice.between(0.2, 0.28) },
                dice.between(0.35, 0.6),
            ),
            font: dice.below(fonts.max(1)),
        }
    }
}
