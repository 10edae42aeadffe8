//! Learned themes of any board: five by five equal cells in straight rows, of any proportions, colours and font, with
//! the headers on any side.
//!
//! Boxes of even colour that repeat give the cells ([`vision::lattice::tiling`]). What is drawn next to them on an
//! even ground are blobs (`ink`). Which of them are the digits of the headers follows from what somebody says that
//! the picture shows (`numbers`): at the right place equal digits look alike and others do not. A board is found
//! again by the same boxes and by its backdrop (`backdrop`), which no other theme has. Its digits and cards are
//! compared with those that were shown. What was not shown stays unread.

mod backdrop;
mod blob;
mod candidates;
mod card_picture;
mod cards;
mod cursor;
mod describe;
mod find;
mod glyph;
mod header;
mod ink;
mod look;
mod new_card;
mod numbers;
mod place;
mod read;
mod segment;
mod separation;
mod shape;
mod shipped;
mod teach;
mod totals;
mod view;
mod within;

pub use look::{BOARD, TaughtLook};
pub use new_card::SeenCard;
pub(super) use place::BoardPlace;
pub use shipped::{all_templates, check, shipped};
pub(super) use teach::from_picture;
pub use teach::{TeachError, Where};
