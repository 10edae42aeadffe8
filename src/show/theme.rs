//! How what is written on a terminal looks: by colour where there are colours, and never by colour alone.

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

/// The backgrounds of the heat map, from a small risk to a large one, each up to its bound: colours of
/// the 256 that every terminal has alike.
const HEAT: [(f64, u8); 7] =
    [(0.05, 22), (0.12, 28), (0.22, 64), (0.35, 100), (0.5, 136), (0.7, 130), (1.0, 124)];

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

    fn foreground(self, colour: AnsiColor) -> Style {
        if self == Self::None { Style::new() } else { colour.on_default() }
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
        self.foreground(AnsiColor::Yellow).bold()
    }

    /// The advice.
    pub fn advice(self) -> Style {
        self.foreground(AnsiColor::Cyan).bold()
    }

    /// A cell of the board.
    pub fn cell(self, tone: Tone, chosen: bool) -> Style {
        let style = self.tone(tone);
        if chosen { style.bold().invert() } else { style }
    }

    /// What the cursor is on, instead of this style.
    pub fn under_cursor(self, style: Style) -> Style {
        (style - Effects::DIMMED) | Effects::INVERT | Effects::UNDERLINE
    }

    fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Known => self.foreground(AnsiColor::White),
            Tone::Prize => self.foreground(AnsiColor::Yellow).bold(),
            Tone::Safe => self.foreground(AnsiColor::BrightGreen).bold(),
            Tone::Risk(risk) => self.heat(risk),
            Tone::Useless | Tone::Dim => self.dim(),
            Tone::Fatal => self.foreground(AnsiColor::Magenta).bold(),
        }
    }

    fn heat(self, risk: f64) -> Style {
        match self {
            Self::None => Style::new(),
            Self::Basic if risk < 0.2 => AnsiColor::Green.on_default(),
            Self::Basic if risk < 0.4 => AnsiColor::Yellow.on_default(),
            Self::Basic => AnsiColor::Red.on_default(),
            Self::Full => {
                let step = HEAT.iter().find(|(bound, _)| risk < *bound).unwrap_or(&HEAT[6]);
                Ansi256Color(231).on(Ansi256Color(step.1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
