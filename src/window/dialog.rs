//! The desktop's own dialog in which picture files are chosen.

use desktop::system::why_no_file_dialog;
use eframe::egui::Context;
use session::capture::images::ENDINGS;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// What came of a dialog.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// These files were chosen; none if it was closed.
    Chosen(Vec<PathBuf>),
    /// The desktop has none: why.
    Missing(String),
}

/// A dialog that is open.
pub(super) struct Dialog(Receiver<Answer>);

impl Dialog {
    /// Opens it, in this folder if one is given.
    pub fn open(context: &Context, folder: Option<PathBuf>) -> Self {
        let dialog = rfd::AsyncFileDialog::new()
            .set_title("Open pictures of a game")
            .add_filter("Pictures", &ENDINGS)
            .add_filter("All files", &["*"]);
        let dialog = match folder.filter(|folder| folder.is_dir()) {
            Some(folder) => dialog.set_directory(folder),
            None => dialog,
        };
        // It is made here, as macOS wants it, and waited for elsewhere.
        let chosen = dialog.pick_files();
        let (answer, answers) = channel();
        let context = context.clone();
        std::thread::spawn(move || {
            let found = match why_no_file_dialog() {
                Some(why) => Answer::Missing(why),
                None => {
                    let files = pollster::block_on(chosen).unwrap_or_default();
                    Answer::Chosen(files.iter().map(|file| file.path().to_owned()).collect())
                }
            };
            // Nobody waits for it after the window is closed.
            let _ = answer.send(found);
            context.request_repaint();
        });
        Self(answers)
    }

    /// What came of it, once that is known.
    pub fn answer(&self) -> Option<Answer> {
        match self.0.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer::Chosen(Vec::new())),
        }
    }
}
