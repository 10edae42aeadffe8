//! The kinds of distortion, which are the lines of a table.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! kinds {
    ($($variant:ident $name:literal $what:literal,)*) => {
        /// A kind of distortion.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Kind {
            $(#[doc = $what] #[serde(rename = $name)] $variant,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

kinds! {
    Plain "plain" "Nothing at all.",
    Nearest "nearest" "Enlarged by the nearest pixel, 1x to 8x.",
    Bilinear "bilinear" "Resampled linearly, 0.66x to 8x.",
    Bicubic "bicubic" "Resampled bicubically, 0.66x to 8x.",
    Lanczos "lanczos" "Resampled by Lanczos' kernel, 0.66x to 8x.",
    Area "area" "Resampled by areas, 0.66x to 8x.",
    Aspect "aspect" "Stretched one way by up to 3 %.",
    Turned "turned" "Turned by quarters.",
    Arranged "arranged" "The screens arranged in another way.",
    Scale2x "scale2x" "Enlarged by Scale2x (EPX), once or twice.",
    Xbr "xbr" "Enlarged by xBR, once or twice.",
    Smooth "smooth" "Enlarged in the manner of hq2x, once or twice.",
    Scanlines "scanlines" "Behind scanlines.",
    Grid "grid" "Behind an LCD grid.",
    Tube "tube" "As on a cathode ray tube.",
    Jpeg "jpeg" "JPEG of quality 40 to 95.",
    Palette "palette" "256 colours, dithered or not.",
    FewColours "few-colours" "27 to 125 colours, dithered.",
    Video "video" "In the manner of a video frame.",
    Brightness "brightness" "Brighter or darker.",
    Gamma "gamma" "Another gamma.",
    Contrast "contrast" "More or less contrast.",
    Saturation "saturation" "Paler or stronger colours, down to grey.",
    NightLight "night-light" "The tint of a night mode.",
    WashedOut "washed-out" "HDR shown as if it were not.",
    Dimmed "dimmed" "Less light.",
    Noise "noise" "Noise.",
    Pointer "pointer" "A mouse pointer over the board.",
    Badge "badge" "An overlay badge over a part.",
    Outline "outline" "A rectangle drawn over it.",
    Window "window" "Another window over an edge.",
    Desktop "desktop" "In a window on a 1920x1080 desktop.",
    Desktop4k "desktop-4k" "In a window on a 3840x2160 desktop.",
    TwoBoards "two-boards" "A smaller picture of another board is in view too.",
    Combined "combined" "Two or three of these at once.",
    Decimated "decimated" "Reduced unevenly, some lines of pixels mixed and some not, 0.66x to 1x.",
    Resampled "resampled" "Enlarged by the nearest pixel, then sampled again at 0.66x to 1x.",
    Emphasised "emphasised" "The screens at unequal sizes, or one of them shown twice.",
    Stretched "stretched" "Stretched to 0.5 to 2 times as wide as high, each screen by itself or both alike.",
    Panel "panel" "Under a panel that is 25 to 90 % opaque.",
    Cut "cut" "Cut off at a side, by up to half.",
    Sepia "sepia" "In sepia, a fifth of the way to all of it.",
    ColourBlind "colour-blind" "As it is shown to, or seen by, somebody without one kind of cones.",
    Inverted "inverted" "Every channel inverted.",
    Poor "poor" "JPEG of quality 10 to 40.",
    Rotated "rotated" "Rotated by any angle.",
    Perspective "perspective" "Seen from up to 35 degrees beside.",
    Curved "curved" "On a curved display, the corners drawn in by up to 6 %.",
    Photo "photo" "A camera's picture of a display amid other things.",
    Gif "gif" "A GIF of 16 to 256 colours, dithered or not.",
    PoorPhoto "poor-photo" "A photo from too far beside, out of focus, moved, in glare, noise or as a poor JPEG.",
}

impl Kind {
    /// Whether it is done with the screens of a console by emulators, and never with a window of a desktop.
    pub const fn is_of_screens(self) -> bool {
        matches!(self, Self::Turned | Self::Arranged | Self::Emphasised | Self::Stretched)
    }

    /// Whether it goes beyond what a reader promises to read; what it does read must be right all the same.
    pub const fn is_beyond(self) -> bool {
        matches!(self, Self::PoorPhoto)
    }

    /// Whether it draws on the game's own pixels, as emulators do: of a picture that was already
    /// enlarged, filtered or compressed it would make something that is seen nowhere.
    pub const fn needs_native(self) -> bool {
        matches!(
            self,
            Self::Nearest
                | Self::Emphasised
                | Self::Stretched
                | Self::Decimated
                | Self::Resampled
                | Self::Scale2x
                | Self::Xbr
                | Self::Smooth
                | Self::Scanlines
                | Self::Grid
                | Self::Tube
                | Self::Combined
        )
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no kind of distortion has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no distortion `{name}`; there are {}", Kind::ALL.map(Kind::name).join(", "))]
pub struct NoSuchKind {
    name: String,
}

impl FromStr for Kind {
    type Err = NoSuchKind;
    fn from_str(name: &str) -> Result<Self, NoSuchKind> {
        Self::ALL
            .into_iter()
            .find(|k| k.name() == name)
            .ok_or_else(|| NoSuchKind { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for kind in Kind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
        }
        let error = "fog".parse::<Kind>().unwrap_err().to_string();
        assert!(error.contains("`fog`") && error.contains("two-boards"), "{error}");
    }
}
