//! The rounds that were played on the board of a game: noted, kept for the next time, summed up.

use super::dialog::{Answer, Dialog};
use eframe::egui::{Button, CollapsingHeader, Grid, Ui};
use egui_plot::{Line, Plot, PlotPoints};
use session::Ending;
use session::files::{TextError, replace, shown, text};
use session::form::Sheet;
use session::history::{Played, Sums, course, parse, to_csv, to_json, with};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The longest file that is read, in bytes: the most rounds that are kept take half of it.
const LONGEST: u64 = 1 << 22;

/// What a score is counted in.
const UNIT: &str = "coins";

/// What a dialog for a file is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Csv,
    Json,
    Import,
}

/// The rounds of a game.
#[derive(Default)]
pub(super) struct Rounds {
    /// Where they are kept; `None` where they are not.
    path: Option<PathBuf>,
    list: Vec<Played>,
    /// The board of the round that was noted last.
    last: Option<Sheet>,
    /// The board whose chance was worked out before its first move.
    weighed: Option<(Sheet, f64)>,
    dialog: Option<(Dialog, Wanted)>,
    /// Whether it is asked if all are to be deleted.
    deletes: bool,
}

/// Whether two boards may be of one round.
fn is_same(a: &Sheet, b: &Sheet) -> bool {
    (&a.right, &a.below) == (&b.right, &b.below)
}

/// The time now, in milliseconds since 1970 (UTC).
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Rounds {
    /// Those of this file; why they cannot be read, if so. Then the file stays as it is.
    pub fn at(path: PathBuf) -> (Self, Option<String>) {
        let read = match text(&path, LONGEST) {
            Ok(text) => parse(&text),
            Err(TextError::Io(why)) if why.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(why) => Err(why.to_string()),
        };
        match read {
            Ok(list) => (Self { path: Some(path), list, ..Self::default() }, None),
            Err(why) => (Self::default(), Some(format!("{} cannot be read: {why}.", shown(&path)))),
        }
    }

    /// The rounds before the one on this board, oldest first.
    pub fn before(&self, board: &Sheet) -> &[Played] {
        let again = usize::from(self.is_noted(board));
        &self.list[..self.list.len().saturating_sub(again)]
    }

    fn is_noted(&self, board: &Sheet) -> bool {
        self.last.as_ref().is_some_and(|last| is_same(last, board))
    }

    /// Remembers the chance to win that this board had before its first move.
    pub fn weigh(&mut self, board: &Sheet, chance: f64) {
        self.weighed = Some((board.clone(), chance));
    }

    /// Notes the round on this board, in place of what was noted of it before.
    ///
    /// # Errors
    /// It cannot be kept: in a sentence.
    pub fn note(&mut self, board: &Sheet, round: Played) -> Result<(), String> {
        if self.is_noted(board) {
            self.list.pop();
        }
        let weighed = self.weighed.as_ref().filter(|(of, _)| is_same(of, board));
        let chance = weighed.map(|(_, chance)| *chance);
        self.list = with(&self.list, vec![Played { at: now(), chance, ..round }]);
        self.last = Some(board.clone());
        self.keep()
    }

    /// Notes a round that makes room for another board, if it has ended.
    pub fn leave(&mut self, board: &Sheet, round: Option<Played>) -> Result<(), String> {
        match round.filter(|round| round.outcome != Ending::Quit) {
            Some(round) => self.note(board, round),
            None => Ok(()),
        }
    }

    /// Notes rounds that were watched.
    ///
    /// # Errors
    /// They cannot be kept: in a sentence.
    pub fn add(&mut self, watched: &[Played]) -> Result<(), String> {
        self.list = with(&self.list, watched.to_vec());
        self.last = None;
        self.keep()
    }

    fn keep(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        let written = match self.list.is_empty() {
            true => std::fs::remove_file(path),
            false => path
                .parent()
                .map_or(Ok(()), std::fs::create_dir_all)
                .and_then(|()| replace(path, to_json(&self.list).as_bytes())),
        };
        written.map_err(|why| format!("{} cannot be written: {why}", shown(path)))
    }

    /// Shows what they came to, and takes them in and out.
    ///
    /// # Errors
    /// What went wrong with a file: in a sentence.
    pub fn show(&mut self, ui: &mut Ui) -> Result<(), String> {
        let done = self.hear();
        let sums = Sums::of(&self.list);
        let title = format!("Sessions: {}", sums.brief(UNIT));
        let opened = CollapsingHeader::new(title).id_salt("sessions").show(ui, |ui| {
            Grid::new("sums").num_columns(2).show(ui, |ui| {
                for (name, value) in sums.facts(UNIT) {
                    ui.label(name);
                    ui.strong(value);
                    ui.end_row();
                }
            });
            if sums.rounds > 0 {
                let points = course(&self.list).into_iter().enumerate();
                let points: PlotPoints<'_> =
                    points.map(|(at, score)| [at as f64, score as f64]).collect();
                Plot::new("course")
                    .height(110.0)
                    .allow_drag(false)
                    .allow_zoom(false)
                    .allow_scroll(false)
                    .allow_boxed_zoom(false)
                    .x_axis_label("rounds")
                    .y_axis_label(UNIT)
                    .show(ui, |plot| plot.line(Line::new(UNIT, points)));
            }
            self.buttons(ui)
        });
        done.and(opened.body_returned.unwrap_or(Ok(())))
    }

    fn buttons(&mut self, ui: &mut Ui) -> Result<(), String> {
        let mut done = Ok(());
        ui.horizontal_wrapped(|ui| {
            if self.deletes {
                ui.label(format!("Delete all {} rounds?", self.list.len()));
                if ui.button("Yes, delete them").clicked() {
                    self.list.clear();
                    (self.last, self.deletes) = (None, false);
                    done = self.keep();
                }
                self.deletes &= !ui.button("Keep them").clicked();
                return;
            }
            let context = ui.ctx().clone();
            ui.add_enabled_ui(!self.list.is_empty(), |ui| {
                for (text, wanted, name) in [
                    ("Export CSV", Wanted::Csv, "voltsight-rounds.csv"),
                    ("Export JSON", Wanted::Json, "voltsight-rounds.json"),
                ] {
                    if ui.button(text).clicked() {
                        self.dialog = Some((Dialog::save(&context, name), wanted));
                    }
                }
            });
            if ui.button("Import").clicked() {
                self.dialog = Some((Dialog::rounds(&context), Wanted::Import));
            }
            self.deletes =
                ui.add_enabled(!self.list.is_empty(), Button::new("Delete all")).clicked();
        });
        done
    }

    /// Takes up what came of the dialog.
    fn hear(&mut self) -> Result<(), String> {
        let Some((dialog, wanted)) = &self.dialog else { return Ok(()) };
        let Some(answer) = dialog.answer() else { return Ok(()) };
        let wanted = *wanted;
        self.dialog = None;
        match answer {
            Answer::Missing(why) => Err(why),
            Answer::Chosen(files) => files.first().map_or(Ok(()), |path| self.take(path, wanted)),
        }
    }

    fn take(&mut self, path: &Path, wanted: Wanted) -> Result<(), String> {
        let told = |why: String| format!("{}: {why}.", shown(path));
        let written = match wanted {
            Wanted::Csv => replace(path, to_csv(&self.list).as_bytes()),
            Wanted::Json => replace(path, to_json(&self.list).as_bytes()),
            Wanted::Import => {
                let text = text(path, LONGEST).map_err(|why| told(why.to_string()))?;
                self.list = with(&self.list, parse(&text).map_err(told)?);
                self.last = None;
                return self.keep();
            }
        };
        written.map_err(|why| told(why.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn played(score: u64) -> Played {
        Played { at: 0, level: Some(1), outcome: Ending::Won, moves: 5, score, chance: None }
    }

    #[test]
    fn rounds_are_kept_exported_and_imported() {
        let scratch = tempfile::tempdir().unwrap();
        let path = |name: &str| scratch.path().join(name);
        let (mut rounds, why) = Rounds::at(path("new/rounds.json"));
        assert_eq!((rounds.list.len(), why), (0, None));
        let mut board = GAMES[0].form().unwrap().blank();
        rounds.weigh(&board, 0.25);
        rounds.note(&board, played(3)).unwrap();
        // It was taken back, and ended otherwise.
        rounds.note(&board, played(4)).unwrap();
        board.right[0] = [Some(3), Some(1)];
        rounds.leave(&board, Some(Played { outcome: Ending::Quit, ..played(9) })).unwrap();
        rounds.leave(&board, Some(played(5))).unwrap();
        assert_eq!((rounds.before(&board).len(), rounds.list.len()), (1, 2));
        // What was watched is no further end of the board's own round.
        let mut watching = Rounds::default();
        watching.note(&board, played(1)).unwrap();
        watching.add(&[Played { at: u64::MAX >> 20, ..played(2) }]).unwrap();
        watching.note(&board, played(3)).unwrap();
        assert_eq!(watching.list.iter().map(|round| round.score).sum::<u64>(), 6);
        let known = rounds.list.iter().map(|round| (round.score, round.chance));
        assert_eq!(known.collect::<Vec<_>>(), [(4, Some(0.25)), (5, None)]);
        assert_eq!(Rounds::at(path("new/rounds.json")).0.list, rounds.list);
        for (wanted, name) in [(Wanted::Csv, "rounds.csv"), (Wanted::Json, "copy.json")] {
            rounds.take(&path(name), wanted).unwrap();
            let mut other = Rounds::at(path("other.json")).0;
            other.take(&path(name), Wanted::Import).unwrap();
            other.take(&path(name), Wanted::Import).unwrap();
            assert_eq!(other.list, rounds.list);
        }
        std::fs::write(path("bad.csv"), "no rounds").unwrap();
        assert!(rounds.take(&path("bad.csv"), Wanted::Import).unwrap_err().contains("no rounds"));
        let (bad, why) = Rounds::at(path("bad.csv"));
        assert!(bad.path.is_none() && why.unwrap().contains("cannot be read"));
    }
}
