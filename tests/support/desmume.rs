//! A real DeSmuME with a small game of ours.

use super::{Program, find, require, retroarch};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which of the two programs of the package, or the core in RetroArch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Gtk,
    Cli,
    RetroArch,
}

impl Kind {
    pub fn program(self) -> &'static str {
        match self {
            Self::Gtk => "desmume",
            Self::Cli => "desmume-cli",
            Self::RetroArch => retroarch::RETROARCH,
        }
    }

    /// What has to be installed for it.
    pub fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Gtk => &["desmume"],
            Self::Cli => &["desmume-cli"],
            Self::RetroArch => &[retroarch::RETROARCH, retroarch::DESMUME_CORE],
        }
    }

    /// Where the touch screen begins in the window, at the scale 1 and the default layout.
    pub fn touch_screen(self) -> (f64, f64) {
        (0.0, 192.0)
    }
}

/// Starts it with nothing but the screens in its window: how high menu and toolbar are depends on
/// the fonts and icons that happen to be installed.
pub fn start(kind: Kind, rom: &Path) -> Program {
    if kind == Kind::RetroArch {
        return retroarch::start(rom, &retroarch::View::default());
    }
    if let Some(config) = std::env::var_os("XDG_CONFIG_HOME") {
        let folder = PathBuf::from(config).join("desmume");
        let bare = "[View]\nShowMenu=false\nShowToolbar=false\nShowStatusbar=false\n";
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config.cfg"), bare).unwrap();
    }
    let mut command = Command::new(find(kind.program()).unwrap());
    command.arg("--disable-sound").stdout(std::process::Stdio::null());
    if kind == Kind::Cli {
        command.arg("--nojoy=1");
    }
    command.arg(rom);
    Program::start(&mut command)
}

/// The example game of the shared folder, built; `None` (and why, printed) where it or the
/// compiler for it is missing.
pub fn example_rom(test: &str) -> Option<PathBuf> {
    let source = require::shared("examples/nds-rom")?;
    require::program("arm-none-eabi-gcc")?;
    let build = super::folder(&format!("{test}-rom"));
    for entry in std::fs::read_dir(source).unwrap() {
        let file = entry.unwrap().path();
        std::fs::copy(&file, build.join(file.file_name().unwrap())).unwrap();
    }
    let made = Command::new("make").arg("-C").arg(&build).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(build.join("cardflip.nds"))
}
