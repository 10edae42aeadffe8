//! The pictures of the game: text files in `art/`, drawn by hand, readable and exchangeable.
//!
//! **Pictures.** `;` begins a comment line. `c = #rrggbb` gives a character its colour, `clear`
//! is not a pixel, `ink` takes the colour of the text drawn. Then blocks: a line `[NAME ...]` names
//! pictures that stand side by side in the lines below it, separated by single blanks; an empty
//! line ends the block. Elsewhere a picture is called `file.NAME`.
//!
//! **Layout.** `layout.txt` puts them together; its first lines explain its steps.
//!
//! The test game for the DS is drawn from the same files: after a change, `make rom`.
//!
//! Colours are those that a DS can show: 5 bits `v` a channel, written `(v << 3) | (v >> 2)`.

use image::Rgb;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The files that are built in: name and contents.
const FILES: [(&str, &str); 11] = [
    ("ball", include_str!("art/ball.txt")),
    ("cards", include_str!("art/cards.txt")),
    ("coins", include_str!("art/coins.txt")),
    ("cursor", include_str!("art/cursor.txt")),
    ("digits", include_str!("art/digits.txt")),
    ("effects", include_str!("art/effects.txt")),
    ("faces", include_str!("art/faces.txt")),
    ("font", include_str!("art/font.txt")),
    ("marks", include_str!("art/marks.txt")),
    ("memo", include_str!("art/memo.txt")),
    ("layout", include_str!("art/layout.txt")),
];

/// The built-in art. A test parses it, so a broken file does not get as far as this.
pub(super) static ART: LazyLock<Art> =
    LazyLock::new(|| Art::parse(&FILES).expect("the built-in art is well-formed"));

/// One pixel of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pixel {
    Clear,
    Ink,
    Colour(Rgb<u8>),
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub width: usize,
    /// Row by row.
    pub pixels: Vec<Pixel>,
}

/// How text is set off from what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rim {
    /// To the right and below.
    Shadow(Rgb<u8>),
    /// All around.
    Outline(Rgb<u8>),
}

/// A step of a scene.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Rect { at: (i32, i32), size: (i32, i32), colour: Rgb<u8>, repeat: Repeat },
    Stamp { picture: String, at: (i32, i32), repeat: Repeat },
    Text { at: (i32, i32), centred: bool, ink: Rgb<u8>, rim: Rim, words: String },
}

/// How often a step is done, and how much further each time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repeat([(i32, i32, i32); 2]);

impl Repeat {
    /// Where the step is done.
    pub fn places(self, (x, y): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
        let [(n, dx, dy), (m, ex, ey)] = self.0;
        (0..m).flat_map(move |j| (0..n).map(move |i| (x + i * dx + j * ex, y + i * dy + j * ey)))
    }
}

/// All pictures and scenes.
#[derive(Clone, Debug, Default)]
pub(super) struct Art {
    pictures: HashMap<String, Picture>,
    scenes: HashMap<String, Vec<Step>>,
}

/// A line of an art file that is not understood.
#[derive(Debug, thiserror::Error)]
#[error("art/{file}.txt, line {line}: {what}")]
pub(super) struct ArtError {
    file: String,
    line: usize,
    what: String,
}

impl Art {
    /// Parses art files, the one named "layout" as scenes, the others as pictures.
    pub fn parse(files: &[(&str, &str)]) -> Result<Self, ArtError> {
        let mut art = Self::default();
        for (file, text) in files {
            let parsed = if *file == "layout" {
                art.parse_layout(text)
            } else {
                art.parse_pictures(file, text)
            };
            parsed.map_err(|(line, what)| ArtError { file: (*file).to_owned(), line, what })?;
        }
        Ok(art)
    }

    /// The picture `file.NAME`. An unknown one draws nothing; a test looks for those.
    pub fn picture(&self, name: &str) -> Option<&Picture> {
        self.pictures.get(name)
    }

    /// The steps of a scene.
    pub fn scene(&self, name: &str) -> &[Step] {
        self.scenes.get(name).map_or(&[], Vec::as_slice)
    }

    fn parse_pictures(&mut self, file: &str, text: &str) -> Result<(), (usize, String)> {
        let mut colours = HashMap::new();
        let mut open: Vec<(String, Picture)> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let fail = |what: &str| (number + 1, format!("{what}: {line}"));
            if let Some(names) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                self.pictures.extend(open.drain(..));
                let picture = Picture { width: 0, pixels: Vec::new() };
                open = names
                    .split(' ')
                    .map(|name| (format!("{file}.{name}"), picture.clone()))
                    .collect();
            } else if let Some((key, value)) = line.split_once(" = ") {
                let pixel = match value {
                    "clear" => Pixel::Clear,
                    "ink" => Pixel::Ink,
                    hex => Pixel::Colour(colour(hex).ok_or_else(|| fail("no DS colour"))?),
                };
                colours.insert(key.chars().next(), pixel);
            } else if !line.is_empty() && !line.starts_with(';') {
                let parts: Vec<&str> = line.split(' ').collect();
                if parts.len() != open.len() {
                    return Err(fail("not one piece for each picture of the block"));
                }
                for ((_, picture), part) in open.iter_mut().zip(parts) {
                    if picture.width != 0 && picture.width != part.chars().count() {
                        return Err(fail("another width than the line above"));
                    }
                    picture.width = part.chars().count();
                    for c in part.chars() {
                        let pixel = colours.get(&Some(c)).ok_or_else(|| fail("unknown colour"))?;
                        picture.pixels.push(*pixel);
                    }
                }
            }
        }
        self.pictures.extend(open);
        Ok(())
    }

    fn parse_layout(&mut self, text: &str) -> Result<(), (usize, String)> {
        let mut scene = String::new();
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                scene = name.to_owned();
                self.scenes.insert(scene.clone(), Vec::new());
            } else if !line.is_empty() && !line.starts_with(';') {
                let step = step(line)
                    .ok_or_else(|| (number + 1, format!("no step of a scene: {line}")))?;
                self.scenes.entry(scene.clone()).or_default().push(step);
            }
        }
        Ok(())
    }
}

/// A colour `#rrggbb` if a DS can show it.
fn colour(hex: &str) -> Option<Rgb<u8>> {
    let value = u32::from_str_radix(hex.strip_prefix('#')?, 16).ok()?;
    let [zero, r, g, b] = value.to_be_bytes();
    let shown = [r, g, b].iter().all(|&v| v == (v & 0xf8) | (v >> 5));
    (zero == 0 && hex.len() == 7 && shown).then_some(Rgb([r, g, b]))
}

fn step(line: &str) -> Option<Step> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |i: usize| words.get(i)?.parse::<i32>().ok();
    match *words.first()? {
        "rect" => Some(Step::Rect {
            at: (number(1)?, number(2)?),
            size: (number(3)?, number(4)?),
            colour: colour(words.get(5)?)?,
            repeat: repeat(&words[6..])?,
        }),
        "stamp" => Some(Step::Stamp {
            picture: (*words.get(1)?).to_owned(),
            at: (number(2)?, number(3)?),
            repeat: repeat(&words[4..])?,
        }),
        "text" => {
            let rim = colour(words.get(6)?)?;
            Some(Step::Text {
                at: (number(1)?, number(2)?),
                centred: match *words.get(3)? {
                    "centre" => true,
                    "left" => false,
                    _ => return None,
                },
                ink: colour(words.get(4)?)?,
                rim: match *words.get(5)? {
                    "shadow" => Rim::Shadow(rim),
                    "outline" => Rim::Outline(rim),
                    _ => return None,
                },
                words: line.splitn(8, ' ').nth(7)?.to_owned(),
            })
        }
        _ => None,
    }
}

/// Up to two `x N DX DY`.
fn repeat(words: &[&str]) -> Option<Repeat> {
    let mut repeats = [(1, 0, 0); 2];
    for (i, part) in words.chunks(4).enumerate() {
        let [x, n, dx, dy] = part else { return None };
        if *x != "x" {
            return None;
        }
        *repeats.get_mut(i)? = (n.parse().ok()?, dx.parse().ok()?, dy.parse().ok()?);
    }
    Some(Repeat(repeats))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_art_parses_and_no_scene_asks_for_a_missing_picture() {
        let art = Art::parse(&FILES).unwrap_or_else(|error| panic!("{error}"));
        for step in art.scenes.values().flatten() {
            match step {
                Step::Stamp { picture, .. } => {
                    assert!(art.picture(picture).is_some(), "no picture {picture}");
                }
                Step::Text { words, .. } => {
                    for c in words.chars().filter(|c| *c != ' ') {
                        assert!(art.picture(&format!("font.{c}")).is_some(), "no letter {c}");
                    }
                }
                Step::Rect { .. } => {}
            }
        }
        for (name, width, height) in [
            ("digits.7", 8, 8),
            ("coins.9", 16, 32),
            ("cards.edge", 24, 24),
            ("ball.header", 14, 14),
            ("cursor.frame", 28, 28),
            ("effects.explosion-3", 64, 64),
            ("font.g", 5, 11),
        ] {
            let picture = art.picture(name).unwrap();
            assert_eq!((picture.width, picture.pixels.len() / width), (width, height), "{name}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let error = |file, text| Art::parse(&[(file, text)]).unwrap_err().to_string();
        assert_eq!(
            error("x", "a = #ffffff\n[A]\naa\na"),
            "art/x.txt, line 4: another width than the line above: a"
        );
        assert!(error("x", "[A]\nq").contains("line 2: unknown colour"));
        assert!(error("x", "a = #ff0001").contains("no DS colour"));
        assert!(error("x", "a = #ffffff\n[A B]\na").contains("not one piece"));
        assert!(error("layout", "[s]\nrect 1 2 3 4").contains("line 2: no step"));
        assert!(error("layout", "[s]\nstamp a.b 1 2 x 3").contains("line 2: no step"));
    }

    #[test]
    fn steps_repeat_in_two_directions() {
        let repeat = repeat(&["x", "2", "32", "0", "x", "2", "0", "8"]).unwrap();
        let places: Vec<_> = repeat.places((1, 2)).collect();
        assert_eq!(places, [(1, 2), (33, 2), (1, 10), (33, 10)]);
    }
}
