//! Practice in a built-in game: when the advice is shown, and what was chosen without it.

use super::shared::News;
use crate::game::Game;
use serde::{Deserialize, Serialize};
use session::Tone;
use session::form::{Form, Sheet};
use session::question::Judged;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// How long it is thought about what a choice was worth.
const THOUGHT: Duration = Duration::from_millis(400);

/// When the advice is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    /// Always.
    #[default]
    Shown,
    /// When it is asked for.
    Hint,
    /// Never: what a choice cost is told after it.
    After,
}

impl Mode {
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Shown, "Show the advice"),
        (Self::Hint, "Advice as a hint"),
        (Self::After, "Advice after my choice"),
    ];
}

/// What a person chose in a built-in game so far.
#[derive(Default)]
pub(super) struct Practice {
    pub mode: Mode,
    hint: bool,
    /// What was told last, and the board that it showed.
    seen: Option<Arc<News>>,
    before: Option<Sheet>,
    judging: Option<Receiver<Option<Judged>>>,
    words: String,
    choices: u32,
    best: u32,
    cost: f64,
    unit: &'static str,
}

impl Practice {
    pub fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// Whether the advice is shown.
    pub fn shows(&self) -> bool {
        self.mode == Mode::Shown || self.hint
    }

    /// Whether a hint can be asked for.
    pub fn has_hint(&self) -> bool {
        self.mode == Mode::Hint && !self.hint
    }

    /// Shows the advice until the next move.
    pub fn ask_hint(&mut self) {
        self.hint = true;
    }

    /// What the last choice was worth, and how all of them were.
    pub fn told(&self) -> [String; 2] {
        let skill = match self.choices {
            0 => String::new(),
            all => format!(
                "You chose the best move in {} of {all} choices. The others cost {:.1} {} in all.",
                self.best, self.cost, self.unit
            ),
        };
        [self.words.clone(), skill]
    }

    /// Takes in what the game shows now. `wake` is called when a choice was judged.
    pub fn follow(&mut self, news: &Arc<News>, wake: impl Fn() + Send + 'static) {
        self.hear();
        if self.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, news)) {
            return;
        }
        self.seen = Some(news.clone());
        let (Some(game), Some(seen)) = (news.game, &news.seen) else { return };
        let Some(form) = game.form().filter(|_| !news.plays) else {
            self.before = None;
            return;
        };
        let report = seen.report.clone().unwrap_or_default();
        let Some(now) = form.read(&news.scene.panel, &report, &form.blank()) else { return };
        let Some(before) = self.before.take() else {
            self.before = Some(now);
            return;
        };
        match chosen(form, &before, &now) {
            Change::Other => {
                (self.hint, self.words) = (false, String::new());
                self.before = Some(now);
            }
            Change::Hidden => self.before = Some(before),
            Change::Move(cells) => {
                self.hint = false;
                // What several cells that turn up at once were worth is that of the one that was chosen, and which
                // one that was is not seen.
                if let [cell] = cells[..]
                    && self.mode != Mode::Shown
                {
                    self.judging = Some(judge(game, form, before, cell, news, wake));
                }
                self.before = Some(now);
            }
            Change::None => self.before = Some(now),
        }
    }

    /// Takes up what a choice was worth, once that is known.
    fn hear(&mut self) {
        let Some(judging) = &self.judging else { return };
        let judged = match judging.try_recv() {
            Err(TryRecvError::Empty) => return,
            found => found.ok().flatten(),
        };
        self.judging = None;
        if let Some(Judged { is_best, cost, unit, words }) = judged {
            // What is counted in another unit cannot be added.
            if self.unit != unit {
                (self.choices, self.best, self.cost, self.unit) = (0, 0, 0.0, unit);
            }
            self.words = words;
            self.choices += 1;
            self.best += u32::from(is_best);
            self.cost += cost;
        }
    }
}

/// What is different between two boards.
enum Change {
    /// Nothing that matters.
    None,
    /// It is another board.
    Other,
    /// What was known is not seen now.
    Hidden,
    /// These cells turned up.
    Move(Vec<grid::Cell>),
}

fn chosen(form: &dyn Form, before: &Sheet, now: &Sheet) -> Change {
    let size = |sheet: &Sheet| (sheet.cells.rows(), sheet.cells.columns());
    if size(before) != size(now) || (&before.right, &before.below) != (&now.right, &now.below) {
        return Change::Other;
    }
    // A flag is not a move.
    let is_known =
        |letter: char| form.rules().letter(letter).is_some_and(|letter| letter.tone != Tone::Plain);
    let mut turned = Vec::new();
    for (cell, &letter) in now.cells.cells() {
        match (is_known(before.cells[cell]), is_known(letter)) {
            (true, false) if now.cells.iter().any(|&letter| is_known(letter)) => {
                return Change::Hidden;
            }
            // All of it is closed again.
            (true, false) => return Change::Other,
            (false, true) => turned.push(cell),
            _ => {}
        }
    }
    if turned.is_empty() { Change::None } else { Change::Move(turned) }
}

/// Works out what choosing this cell was worth.
fn judge(
    game: &'static dyn Game,
    form: &'static dyn Form,
    before: Sheet,
    cell: grid::Cell,
    news: &Arc<News>,
    wake: impl Fn() + Send + 'static,
) -> Receiver<Option<Judged>> {
    let (answer, answers) = channel();
    let news = news.clone();
    std::thread::spawn(move || {
        let judged = || {
            let mut question = game.positions()?.ask(&form.draft(&before).to_string()).ok()?;
            for setting in &news.scene.settings {
                // It is judged by what was aimed at, as far as a position that is typed can have that aim.
                let _ = question.choose(setting.name, &setting.value);
            }
            let start = Instant::now();
            question.think(&|| start.elapsed() >= THOUGHT).ok()?;
            question.judge(cell)
        };
        // Nobody waits for it once the page is left.
        let _ = answer.send(judged());
        wake();
    });
    answers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::show::scene::Scene;
    use grid::Grid;
    use serde_json::json;
    use session::{Panel, PanelCell, PanelHeader, Seen};

    /// A board of the first game with these cards.
    fn news(cards: &str) -> Arc<News> {
        let header = |text: &str| PanelHeader { text: text.to_owned(), fields: Vec::new() };
        let headers = |texts: [&str; 5]| texts.map(header).to_vec();
        let mut signs = cards.chars();
        let cells = Grid::from_fn(5, 5, |_, _| PanelCell {
            sign: signs.next().unwrap_or('.').to_string(),
            lines: Vec::new(),
            tone: Tone::Plain,
            chosen: false,
            field: String::new(),
        });
        let panel = Panel {
            cells: Some(cells),
            right: headers(["6/1", "7/1", "4/1", "4/2", "4/1"]),
            below: headers(["8/0", "4/1", "6/1", "1/4", "6/0"]),
            ..Panel::default()
        };
        let mut scene = Scene::new(false);
        scene.panel = panel;
        let report = Some(json!({ "level": 1, "look": { "dealt": true } }));
        let seen = Seen { look: String::new(), screens: Vec::new(), fields: Vec::new(), report };
        let (game, seen) = (Some(GAMES[0]), Some(Arc::new(seen)));
        Arc::new(News { game, scene, seen, ..News::default() })
    }

    fn told_after(mode: Mode, boards: &[&str]) -> [String; 2] {
        let mut practice = Practice::new(mode);
        boards.iter().for_each(|board| practice.follow(&news(board), || {}));
        if let Some(judging) = practice.judging.take() {
            let (answer, answers) = channel();
            answer.send(judging.recv().unwrap()).unwrap();
            practice.judging = Some(answers);
        }
        practice.hear();
        practice.told()
    }

    #[test]
    fn a_choice_is_judged_after_it() {
        let [words, skill] = told_after(Mode::After, &[".", "2"]);
        assert!(words.starts_with("Right: it was safe, and the best card"), "{words}");
        assert!(skill.starts_with("You chose the best move in 1 of 1 choices"), "{skill}");
        let [words, skill] = told_after(Mode::Hint, &[".", ".................2"]);
        assert!(
            words.starts_with("You took ") && words.contains("a safe card was better"),
            "{words}"
        );
        assert!(skill.starts_with("You chose the best move in 0 of 1 choices"), "{skill}");
    }

    #[test]
    fn what_is_no_choice_is_not_judged() {
        for boards in [&[".", "22"][..], &["2", "."], &["22", "2."], &["2"]] {
            assert_eq!(told_after(Mode::After, boards), ["", ""].map(String::from), "{boards:?}");
        }
        assert_eq!(told_after(Mode::Shown, &[".", "2"])[0], "");
    }
}
