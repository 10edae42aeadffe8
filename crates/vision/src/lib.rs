//! What all readers share: finding a lattice of cells at any scale, resampling it to native
//! pixels, templates and their scores. Knows no game.
//!
//! # Examples
//!
//! A template is found at any brightness and contrast:
//!
//! ```
//! use image::{GrayImage, Luma};
//! use vision::template::Sheet;
//!
//! let sheet = Sheet::<u8>::parse(
//!     "size 3 3\nink # 10\nink . 200\n\nglyph 1\n.#.\n.#.\n.#.\n\nglyph 7\n###\n...\n...\n",
//! )?;
//! let picture = GrayImage::from_fn(5, 4, |x, _| Luma([if x == 2 { 90 } else { 120 }]));
//! let found = sheet.best(&picture, (1, 1), 0, None);
//! assert_eq!(found.label, 1);
//! assert!(found.score > 0.99);
//! # Ok::<(), vision::template::SheetError>(())
//! ```

mod between;
pub mod correlation;
pub mod enlarged;
pub mod gray;
pub mod lattice;
pub mod learn;
pub mod lens;
pub mod levels;
pub mod light;
pub mod oblique;
pub mod oversize;
pub mod photometry;
pub mod rectangles;
pub mod rectify;
pub mod robust;
pub mod template;
