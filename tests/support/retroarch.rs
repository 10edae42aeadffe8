//! A real RetroArch with the core `desmume`, as Debian packages them.

use super::{Program, find};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program.
pub const RETROARCH: &str = "retroarch";

/// DeSmuME as a core of it.
pub const DESMUME_CORE: &str = "desmume_libretro.so";

/// How it shows the game.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The core's option `desmume_screens_layout`.
    pub layout: &'static str,
    /// The core's option `desmume_screens_gap`.
    pub gap: u8,
    /// The core's option `desmume_internal_resolution`, as so many times the native one.
    pub inside: u8,
    /// RetroArch's own scale, in steps of half the size that the core draws.
    pub halves: u8,
    /// Whether it smooths what it scales.
    pub smooth: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { layout: "top/bottom", gap: 0, inside: 1, halves: 2, smooth: false }
    }
}

/// The folders that cores are installed in: one for each architecture.
pub fn folders_of_cores() -> impl Iterator<Item = PathBuf> {
    let architectures = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    architectures.map(|folder| folder.path().join("libretro"))
}

/// Starts it with a game, and with settings of its own beside the game. Its menu is left out: no key
/// of a test opens it.
pub fn start(rom: &Path, view: &View) -> Program {
    let folder = rom.parent().unwrap();
    let (settings, options) = (folder.join("retroarch.cfg"), folder.join("core-options.cfg"));
    let scale = format!("{:.1}", f64::from(view.halves) / 2.0);
    let smooth = view.smooth.to_string();
    let options_file = options.to_str().unwrap();
    let set = |pairs: &[(&str, &str)]| {
        pairs.iter().fold(String::new(), |mut text, (name, value)| {
            writeln!(text, "{name} = \"{value}\"").unwrap();
            text
        })
    };
    std::fs::write(
        &settings,
        set(&[
            ("video_driver", "gl"),
            ("input_driver", "x"),
            ("audio_enable", "false"),
            ("menu_driver", "null"),
            // What it says in the corner of its window hides a part of the game for some seconds.
            ("video_font_enable", "false"),
            ("video_fullscreen", "false"),
            ("video_scale", &scale),
            ("video_smooth", &smooth),
            ("config_save_on_exit", "false"),
            ("pause_nonactive", "false"),
            ("global_core_options", "true"),
            ("core_options_path", options_file),
        ]),
    )
    .unwrap();
    let inside = format!("{}x{}", 256 * u32::from(view.inside), 192 * u32::from(view.inside));
    std::fs::write(
        &options,
        set(&[
            ("desmume_pointer_type", "touch"),
            ("desmume_screens_layout", view.layout),
            ("desmume_screens_gap", &view.gap.to_string()),
            ("desmume_internal_resolution", &inside),
        ]),
    )
    .unwrap();
    let mut command = Command::new(find(RETROARCH).unwrap());
    command.arg("-c").arg(&settings).arg("-L").arg(find(DESMUME_CORE).unwrap()).arg(rom);
    // There is no graphics card.
    command.env("LIBGL_ALWAYS_SOFTWARE", "1").stdout(Stdio::null());
    Program::start(&mut command)
}
