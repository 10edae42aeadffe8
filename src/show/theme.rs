//! How what is written on a terminal looks: by colour where there are colours, and never by colour alone.
//!
//! Nobody knows whether the terminal is black or white. So a cell has an ink and a ground of its own, and what stands
//! on the terminal's own ground has a colour of middling brightness, which both leave legible.

use anstyle::{Ansi256Color, AnsiColor, Effects, Style};
use session::Tone;

/// Which colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// None: `NO_COLOR` is set.
    None,
    /// The 16 of every terminal.
    Basic,
    /// 256.
    Full,
}

/// The grounds of the heat map, from a small risk to a large one, each up to its bound: colours of the 256 that
/// every terminal has alike, dark enough for white ink. From blue to orange, as in the window and on the page: all people
/// tell those apart.
const HEAT: [(f64, u8); 4] = [(0.12, 60), (0.3, 95), (0.5, 94), (1.0, 130)];

/// Inks, of the 256.
const BLACK: u8 = 16;
const WHITE: u8 = 231;

impl Palette {
    /// The palette of the terminal that the environment tells of.
    pub fn of_environment() -> Self {
        let variable = |name| std::env::var(name).ok();
        let (no_color, term) = (variable("NO_COLOR"), variable("TERM"));
        Self::of(no_color.as_deref(), term.as_deref(), variable("COLORTERM").as_deref())
    }

    /// The palette of a terminal with these environment variables.
    pub fn of(no_color: Option<&str>, term: Option<&str>, colorterm: Option<&str>) -> Self {
        let many = term.is_some_and(|term| term.contains("256color") || term.contains("direct"));
        match no_color {
            Some(set) if !set.is_empty() => Self::None,
            _ if many || colorterm.is_some_and(|set| !set.is_empty()) => Self::Full,
            _ => Self::Basic,
        }
    }

    /// An ink on a ground: of the 256, else of the 16.
    fn pair(self, full: (u8, u8), basic: (AnsiColor, AnsiColor)) -> Style {
        match self {
            Self::None => Style::new(),
            Self::Basic => basic.0.on(basic.1),
            Self::Full => Ansi256Color(full.0).on(Ansi256Color(full.1)),
        }
    }

    /// An ink on the terminal's own ground: one of the 256. Of the 16 none is legible on every ground.
    fn ink(self, colour: u8) -> Style {
        if self == Self::Full { Ansi256Color(colour).on_default() } else { Style::new() }
    }

    /// What stands out by itself: headers, values.
    pub fn strong(self) -> Style {
        Style::new().bold()
    }

    /// What is less important.
    pub fn dim(self) -> Style {
        Style::new().dimmed()
    }

    /// What has to be noticed.
    pub fn alarm(self) -> Style {
        self.ink(130).bold()
    }

    /// The advice, and the frame of the best cell.
    pub fn advice(self) -> Style {
        self.ink(30).bold()
    }

    /// A cell of the board.
    pub fn cell(self, tone: Tone, chosen: bool) -> Style {
        match (chosen, self) {
            (false, _) => self.tone(tone),
            (true, Self::None) => Style::new().bold().invert(),
            // Bold black of the 16 is grey on many terminals.
            (true, Self::Basic) => AnsiColor::Black.on(AnsiColor::Cyan),
            (true, Self::Full) => Ansi256Color(BLACK).on(Ansi256Color(45)).bold(),
        }
    }

    /// What the cursor is on, instead of this style.
    pub fn under_cursor(self, style: Style) -> Style {
        (style - Effects::DIMMED) | Effects::INVERT | Effects::UNDERLINE
    }

    fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Known => self.strong(),
            Tone::Prize => self.pair((BLACK, 220), (AnsiColor::Black, AnsiColor::Yellow)),
            Tone::Safe => self.pair((WHITE, 25), (AnsiColor::BrightWhite, AnsiColor::Blue)),
            Tone::Risk(risk) => self.heat(risk),
            Tone::Useless | Tone::Dim => self.dim(),
            Tone::Fatal => {
                self.pair((WHITE, 90), (AnsiColor::BrightWhite, AnsiColor::Magenta)).bold()
            }
        }
    }

    fn heat(self, risk: f64) -> Style {
        match self {
            Self::None => Style::new(),
            Self::Basic if risk < 0.2 => AnsiColor::Black.on(AnsiColor::White),
            Self::Basic if risk < 0.4 => AnsiColor::Black.on(AnsiColor::Yellow),
            // The plain white of the 16 is a grey, which is hard to read on red.
            Self::Basic => AnsiColor::BrightWhite.on(AnsiColor::Red),
            Self::Full => {
                let step =
                    HEAT.iter().find(|(bound, _)| risk < *bound).unwrap_or(&HEAT[HEAT.len() - 1]);
                Ansi256Color(WHITE).on(Ansi256Color(step.1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::contrast::{contrast, tones};

    /// The red, green and blue of one of the 256 colours from 16 on: a cube of six steps a channel.
    fn cube(colour: u8) -> [u8; 3] {
        let at = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
        let i = colour - 16;
        [at(i / 36), at(i / 6 % 6), at(i % 6)]
    }

    /// The 16 colours of the terminals that most people have, by default.
    const TERMINALS: [(&str, [u32; 16]); 6] = [
        (
            "xterm",
            [
                0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
                0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
            ],
        ),
        (
            "Linux' console",
            [
                0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
                0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
            ],
        ),
        (
            "Windows Terminal",
            [
                0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc,
                0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
            ],
        ),
        (
            "Tango",
            [
                0x000000, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf,
                0x555753, 0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec,
            ],
        ),
        (
            "GNOME",
            [
                0x171421, 0xc01c28, 0x26a269, 0xa2734c, 0x12488b, 0xa347ba, 0x2aa1b3, 0xd0cfcc,
                0x5e5c64, 0xf66151, 0x33da7a, 0xe9ad0c, 0x2a7bde, 0xc061cb, 0x33c7de, 0xffffff,
            ],
        ),
        (
            "macOS",
            [
                0x000000, 0x990000, 0x00a600, 0x999900, 0x0000b2, 0xb200b2, 0x00a6b2, 0xbfbfbf,
                0x666666, 0xe50000, 0x00d900, 0xe5e500, 0x0000ff, 0xe500e5, 0x00e5e5, 0xe5e5e5,
            ],
        ),
    ];

    fn rgb(colour: anstyle::Color, sixteen: &[u32; 16]) -> [u8; 3] {
        match colour {
            anstyle::Color::Ansi256(colour) => cube(colour.0),
            anstyle::Color::Ansi(colour) => {
                let [_, rgb @ ..] =
                    sixteen[usize::from(Ansi256Color::from(colour).0)].to_be_bytes();
                rgb
            }
            anstyle::Color::Rgb(other) => panic!("{other:?} is of no palette"),
        }
    }

    /// The contrasts of a text in this style, on a black and on a white terminal.
    fn contrasts(style: Style, sixteen: &[u32; 16]) -> Vec<f64> {
        match (style.get_fg_color(), style.get_bg_color()) {
            (Some(ink), Some(ground)) => vec![contrast(rgb(ink, sixteen), rgb(ground, sixteen))],
            (Some(ink), None) => {
                [[0; 3], [255; 3]].map(|ground| contrast(rgb(ink, sixteen), ground)).to_vec()
            }
            // The terminal's own ink on its own ground.
            (None, None) => vec![],
            (None, Some(_)) => panic!("{style:?}: its ink may be that of its ground"),
        }
    }

    #[test]
    fn every_text_can_be_read_on_a_black_and_on_a_white_terminal() {
        let cells = || tones().flat_map(|tone| [(tone, false), (tone, true)]);
        let styles = |palette: Palette| {
            let cells = cells().map(move |(tone, chosen)| palette.cell(tone, chosen));
            let under_cursor = cells.clone().map(move |style| palette.under_cursor(style));
            let others = [palette.alarm(), palette.advice(), palette.strong(), palette.dim()];
            cells.chain(under_cursor).chain(others)
        };
        for style in styles(Palette::Full) {
            let found = contrasts(style, &TERMINALS[0].1);
            assert!(found.iter().all(|&contrast| contrast >= 4.3), "{style:?}: {found:?}");
        }
        // The brown that Linux' console has for yellow is the poorest: 3.97.
        for (name, sixteen) in &TERMINALS {
            for style in styles(Palette::Basic) {
                // Many terminals show what is bold in the bright colour of the same name.
                let bold = match style.get_fg_color() {
                    Some(anstyle::Color::Ansi(ink))
                        if style.get_effects().contains(Effects::BOLD) =>
                    {
                        style.fg_color(Some(ink.bright(true).into()))
                    }
                    _ => style,
                };
                let found = [style, bold].map(|style| contrasts(style, sixteen)).concat();
                assert!(found.iter().all(|&c| c >= 3.9), "{name}, {style:?}: {found:?}");
            }
        }
    }

    #[test]
    fn a_larger_risk_is_less_blue_and_more_orange() {
        let warmth = HEAT.map(|(_, colour)| {
            let [red, _, blue] = cube(colour);
            i32::from(red) - i32::from(blue)
        });
        assert!(warmth.is_sorted_by(|a, b| a < b), "{warmth:?}");
        assert!(warmth[0] < 0);
    }

    #[test]
    fn colours_are_left_out_or_few_where_the_terminal_says_so() {
        assert_eq!(Palette::of(Some("1"), Some("xterm-256color"), None), Palette::None);
        assert_eq!(Palette::of(Some(""), Some("xterm-256color"), None), Palette::Full);
        assert_eq!(Palette::of(None, Some("linux"), None), Palette::Basic);
        assert_eq!(Palette::of(None, Some("xterm"), Some("truecolor")), Palette::Full);
        for tone in [Tone::Safe, Tone::Risk(0.3), Tone::Fatal, Tone::Prize] {
            let style = Palette::None.cell(tone, true);
            assert_eq!((style.get_fg_color(), style.get_bg_color()), (None, None));
        }
    }
}
