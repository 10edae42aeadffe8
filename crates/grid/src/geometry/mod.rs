//! Points, rectangles, and where a game's screen lies in a picture.
//!
//! A game is described in its own *native* pixels (a DS screen is 256x192). A [`Placement`] says
//! where those pixels lie in a captured picture, so coordinates stay native until the last step.

mod placement;
mod projection;
mod shapes;

pub use placement::{Placement, Turn};
pub use projection::Projection;
pub use shapes::{Point, Rect};
