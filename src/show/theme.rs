//! How the parts of the view look: by colour where there are colours, and never by colour alone.

use crate::companion::Tone;
use ratatui::style::{Color, Modifier, Style};

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
    /// The palette of a terminal with these environment variables.
    pub fn of(no_color: Option<&str>, term: Option<&str>, colorterm: Option<&str>) -> Self {
        let many = term.is_some_and(|term| term.contains("256color") || term.contains("direct"));
        match no_color {
            Some(set) if !set.is_empty() => Self::None,
            _ if many || colorterm.is_some_and(|set| !set.is_empty()) => Self::Full,
            _ => Self::Basic,
        }
    }

    fn foreground(self, colour: Color) -> Style {
        if self == Self::None { Style::new() } else { Style::new().fg(colour) }
    }

    /// What is less important.
    pub(super) fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What has to be noticed.
    pub(super) fn alarm(self) -> Style {
        self.foreground(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// The advice.
    pub(super) fn advice(self) -> Style {
        self.foreground(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// A cell of the board.
    pub(super) fn cell(self, tone: Tone, chosen: bool) -> Style {
        let style = self.tone(tone);
        if chosen { style.add_modifier(Modifier::BOLD | Modifier::REVERSED) } else { style }
    }

    fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Known => self.foreground(Color::White),
            Tone::Prize => self.foreground(Color::Yellow).add_modifier(Modifier::BOLD),
            Tone::Safe => self.foreground(Color::LightGreen).add_modifier(Modifier::BOLD),
            Tone::Risk(risk) => self.heat(risk),
            Tone::Useless | Tone::Dim => self.dim(),
            Tone::Fatal => self.foreground(Color::Magenta).add_modifier(Modifier::BOLD),
        }
    }

    fn heat(self, risk: f64) -> Style {
        match self {
            Self::None => Style::new(),
            Self::Basic if risk < 0.2 => Style::new().fg(Color::Green),
            Self::Basic if risk < 0.4 => Style::new().fg(Color::Yellow),
            Self::Basic => Style::new().fg(Color::Red),
            Self::Full => {
                let step = HEAT.iter().find(|(bound, _)| risk < *bound).unwrap_or(&HEAT[6]);
                Style::new().fg(Color::Indexed(231)).bg(Color::Indexed(step.1))
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
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
