//! Choosing a picture file.

use eframe::egui::{Key, ScrollArea, TextEdit, Ui};
use session::capture::images::is_picture;
use std::path::{Path, PathBuf};

/// The most entries of a folder that are listed.
const MOST: usize = 1000;

/// A folder that is looked through.
pub(super) struct Browser {
    folder: PathBuf,
    /// What is typed as a path.
    typed: String,
    folders: Vec<PathBuf>,
    pictures: Vec<PathBuf>,
    /// Why it cannot be listed.
    why: Option<String>,
}

impl Browser {
    /// At the folder that the program was started in.
    pub fn new() -> Self {
        let folder = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let mut browser = Self {
            folder: PathBuf::new(),
            typed: String::new(),
            folders: Vec::new(),
            pictures: Vec::new(),
            why: None,
        };
        browser.go(folder);
        browser
    }

    fn go(&mut self, folder: PathBuf) {
        self.typed = folder.display().to_string();
        (self.folders, self.pictures) = (Vec::new(), Vec::new());
        match std::fs::read_dir(&folder) {
            Ok(entries) => {
                self.why = None;
                let paths = entries.flatten().map(|entry| entry.path());
                let shown = paths.filter(|path| !is_hidden(path)).take(MOST);
                let (folders, files): (Vec<_>, Vec<_>) = shown.partition(|path| path.is_dir());
                self.folders = folders;
                self.pictures = files.into_iter().filter(|path| is_picture(path)).collect();
                self.folders.sort();
                self.pictures.sort();
            }
            Err(error) => self.why = Some(format!("this folder cannot be listed: {error}")),
        }
        self.folder = folder;
    }

    /// Shows it; the picture that was chosen.
    pub fn show(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let mut chosen = None;
        let mut next = None;
        ui.horizontal(|ui| {
            if ui.button("Up").clicked() {
                next = self.folder.parent().map(Path::to_owned);
            }
            let width = ui.available_width() - 60.0;
            let edit = ui.add(TextEdit::singleline(&mut self.typed).desired_width(width));
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if ui.button("Open").clicked() || entered {
                let path = PathBuf::from(self.typed.trim());
                match path.is_dir() {
                    true => next = Some(path),
                    // What is wrong with a file is told when it is opened.
                    false => chosen = Some(path),
                }
            }
        });
        if let Some(why) = &self.why {
            ui.label(why);
        }
        let room = ui.available_height().max(80.0);
        ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
            for folder in &self.folders {
                if ui.link(format!("{}/", name(folder))).clicked() {
                    next = Some(folder.clone());
                }
            }
            for picture in &self.pictures {
                if ui.button(name(picture)).clicked() {
                    chosen = Some(picture.clone());
                }
            }
            if self.folders.is_empty() && self.pictures.is_empty() && self.why.is_none() {
                ui.weak("There are no pictures here.");
            }
        });
        if let Some(folder) = next {
            self.go(folder);
        }
        chosen
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn is_hidden(path: &Path) -> bool {
    name(path).starts_with('.')
}
