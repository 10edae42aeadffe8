//! Pictures to distort, whose truth is known.

use crate::distort::Subject;
use image::RgbImage;
use session::observation::Reader;
use session::truth::{Truth, compare};

/// A picture to distort, and what it truly shows.
#[derive(Clone, Debug)]
pub struct Specimen<T = Box<dyn Truth>> {
    /// What it is called: a file's name.
    pub name: String,
    /// The picture.
    pub subject: Subject,
    /// What it shows.
    pub truth: T,
}

impl Specimen {
    /// A picture and its truth; `native` is the size of the screens of the game's machine, if they
    /// are of one size. `None` if the picture is not of that size and `reader` does not find the game
    /// in it, or misreads it as it is: then nobody knows where the game's screens lie. Also `None` if
    /// it is smaller than native: what it lost is lost in every picture made of it.
    pub fn new(
        name: String,
        picture: RgbImage,
        truth: Box<dyn Truth>,
        native: Option<(u32, u32)>,
        reader: &dyn Reader,
    ) -> Option<Self> {
        let subject = native.and_then(|native| Subject::native(&picture, native));
        let subject = match subject {
            Some(subject) => subject,
            None => {
                let seen = reader.fresh().read(&picture).ok()?;
                if !compare(&*truth, Some(&*seen)).wrong.is_empty() {
                    return None;
                }
                let mut screens = seen.screens().into_iter().map(|screen| screen.placement);
                let touch = screens.next().filter(|first| first.scale().0 > 0.99)?;
                Subject { picture: picture.into(), touch, top: screens.next() }
            }
        };
        Some(Self { name, subject, truth })
    }
}

impl<T: Truth> Specimen<T> {
    /// The same, with a truth of any game.
    pub fn of_any_game(self) -> Specimen {
        Specimen { name: self.name, subject: self.subject, truth: Box::new(self.truth) }
    }
}
