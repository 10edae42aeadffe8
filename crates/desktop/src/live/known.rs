//! The programs whose windows are found by themselves.
//!
//! Classes and titles of these were read off their windows with `xprop`, as Debian 12 packages them:
//! DeSmuME 0.9.11 (both programs, running and paused), mGBA 0.10.1 (`mgba-qt`), VisualBoyAdvance 1.8, GNOME Mines 40.1,
//! KMines 22.12 and xdemineur 2.1.1; those of WineMine were seen in Wine 8. All others are as their sources or documentation have
//! them, and were not seen: those of Windows among them.

pub use session::consoles::Runs;

use regex::RegexBuilder;
use serde::Serialize;

/// A program known by its windows.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// What it runs.
    pub runs: Runs,
    /// Matches the whole of the window's class or instance name, in any case.
    #[serde(skip)]
    class: &'static str,
    /// Matches in the title of its game window, not in those of its other windows.
    #[serde(skip)]
    title: &'static str,
    /// The whole title while it is paused, where it then has another one.
    #[serde(skip)]
    paused: Option<&'static str>,
    /// What makes it take taps, where it does not by itself.
    #[serde(skip)]
    remedy: Option<&'static str>,
}

impl Known {
    /// Whether a window of it with this title says that the game is paused.
    pub fn says_paused(&self, title: &str) -> bool {
        self.paused == Some(title)
    }

    /// What to do in it when taps show no effect, where that is known.
    pub fn remedy(&self) -> Option<&'static str> {
        self.remedy
    }

    const fn remedied(self, remedy: &'static str) -> Self {
        Self { remedy: Some(remedy), ..self }
    }

    const fn paused(self, title: &'static str) -> Self {
        Self { paused: Some(title), ..self }
    }
}

const fn known(name: &'static str, runs: Runs, class: &'static str, title: &'static str) -> Known {
    Known { name, runs, class, title, paused: None, remedy: None }
}

/// Tried with RetroArch 1.14 and the core `desmume` of 2016: with its default, `mouse`, a press only
/// moves the core's own pointer, and on a touch screen above the other or alone it feels nothing, and
/// beyond a gap at another place. The options are in the menu that F1 opens.
const RETROARCH: &str = "in RetroArch's menu, Core Options, set \"Pointer Type\" \
    (desmume_pointer_type) to touch and \"Screen Layout\" to top/bottom, left/right or right/left without a gap; with \
    the core melonDS set \"Touch Mode\" (melonds_touch_mode) to Mouse or Touch";
/// Not tried; as github.com/melonDS-emu/melonDS/issues/875 and 1452 tell it.
const MELONDS: &str = "in melonDS, check that the game is not paused: System, Pause, and Config, \
    Interface settings, \"Pause emulation when window is not in focus\"";
/// Not tried; as github.com/TASEmulators/BizHawk/issues/2993 tells it.
const BIZHAWK: &str = "in BizHawk, open Config, Controllers: bind Touch to the left mouse button, Touch X and \
    Touch Y to the mouse; settings from before version 2.7 lose these";

/// On Windows, and under Wine as an X server sees it, one name is that of the `.exe`. Titles hold frame rates and game names, so only
/// what never changes is asked for.
#[rustfmt::skip]
const KNOWN: [Known; 17] = [
    known("DeSmuME (Windows)", Runs::Ds, r"desmume.*\.exe", r"^(DeSmuME\b|Paused$)").paused("Paused"),
    known("DeSmuME", Runs::Ds, r"desmume", r"^DeSmuME\b").paused("DeSmuME - Paused"),
    known("DeSmuME (CLI)", Runs::Ds, r"desmume-cli", r"^Desmume\b"),
    known("melonDS", Runs::Ds, r"melonds|net\.kuribo64\.melonds|melonds\.exe", r"\bmelonDS\b").remedied(MELONDS),
    known("NO$GBA", Runs::Ds, r"no\$gba.*\.exe", r"^No\$gba\b"),
    known("mGBA", Runs::Gba, r"mgba|mgba-sdl|mgba-qt|io\.mgba\.mgba|mgba\.exe", r"^mGBA\b"),
    known("VisualBoyAdvance", Runs::Gba, r"visualboyadvance", r"^VisualBoyAdvance\b"),
    known("VisualBoyAdvance-M", Runs::Gba, r"visualboyadvance-m(\.exe)?|vbam", r"VisualBoyAdvance-M"),
    known("BizHawk", Runs::Several, r"emuhawk(\.exe)?", r"\bBizHawk\b").remedied(BIZHAWK),
    known("RetroArch", Runs::Several, r"(com\.libretro\.)?retroarch(\.exe)?", r"^RetroArch\b").remedied(RETROARCH),
    known("Pokémon Essentials (mkxp)", Runs::Several, r"mkxp(-z)?", r""),
    known("GNOME Mines", Runs::Mines, r"(org\.)?gnome[.-]mines", r""),
    known("KMines", Runs::Mines, r"(org\.kde\.)?kmines", r"KMines"),
    known("sgt-mines", Runs::Mines, r"sgt-mines", r"^Mines$"),
    known("xdemineur", Runs::Mines, r"(.*/)?xdemineur", r""),
    known("WineMine", Runs::Mines, r"winemine\.exe|winemine", r"^WineMine$"),
    known("Mines (Windows)", Runs::Mines, r"winmine\.exe|mine.?sweeper\.exe", r"^Mine.?sweeper$"),
];

/// The program that a window of this instance name, class name and title belongs to.
pub fn recognise(instance: &str, class: &str, title: &str) -> Option<&'static Known> {
    let matches = |pattern: &str, text: &str| {
        RegexBuilder::new(pattern).case_insensitive(true).build().is_ok_and(|r| r.is_match(text))
    };
    KNOWN.iter().find(|known| {
        let whole = format!("^(?:{})$", known.class);
        (matches(&whole, instance) || matches(&whole, class)) && matches(known.title, title)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_recognised_whatever_their_frame_rate() {
        let cases = [
            ("desmume", "Desmume", "DeSmuME - 60fps, 0 skipped, draw: 60fps", "DeSmuME"),
            ("desmume", "Desmume", "DeSmuME - Paused", "DeSmuME"),
            ("desmume-cli", "desmume-cli", "Desmume 59.940000", "DeSmuME (CLI)"),
            ("melonDS", "melonDS", "[60/60] melonDS 0.9.5", "melonDS"),
            ("desmume_x64.exe", "desmume_x64.exe", "DeSmuME 0.9.13 x64", "DeSmuME (Windows)"),
            ("DeSmuME_0.9.13_x64.exe", "DeSmuME", "Paused", "DeSmuME (Windows)"),
            ("melonDS.exe", "Qt663QWindowIcon", "[60/60] melonDS 1.0", "melonDS"),
            ("mGBA.exe", "Qt5152QWindowIcon", "mGBA - 0.10.3", "mGBA"),
            ("retroarch.exe", "RetroArch", "RetroArch 1.19 DeSmuME", "RetroArch"),
            ("winemine.exe", "WineMine", "WineMine", "WineMine"),
            ("emuhawk.exe", "emuhawk.exe", "Pokemon [NDS] - BizHawk", "BizHawk"),
            ("mgba-qt", "mGBA", "mGBA - 0.10.1", "mGBA"),
            ("VisualBoyAdvance", "VisualBoyAdvance", "VisualBoyAdvance-102%", "VisualBoyAdvance"),
            ("gnome-mines", "Gnome-mines", "Mines", "GNOME Mines"),
            ("kmines", "kmines", "KMines", "KMines"),
            ("/usr/games/xdemineur", "XD\u{e9}mineur", "xd\u{e9}mineur", "xdemineur"),
        ];
        for (instance, class, title, name) in cases {
            assert_eq!(recognise(instance, class, title).map(|k| k.name), Some(name), "{title}");
        }
    }

    #[test]
    fn other_windows_are_not() {
        assert_eq!(recognise("desmume", "Desmume", "Open..."), None);
        assert_eq!(recognise("xterm", "XTerm", "DeSmuME - 60fps"), None);
        assert_eq!(recognise("notdesmume", "x", "DeSmuME - 60fps"), None);
    }

    #[test]
    fn every_pattern_compiles() {
        for known in &KNOWN {
            regex::Regex::new(known.class).unwrap();
            regex::Regex::new(known.title).unwrap();
        }
    }
}
