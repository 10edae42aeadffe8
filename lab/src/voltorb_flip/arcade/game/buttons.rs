//! The board and the buttons beside it under the pen.

use super::{Game, Task, lengths};
use crate::voltorb_flip::arcade::controls;
use crate::voltorb_flip::arcade::log::Touched;
use crate::voltorb_flip::arcade::screen::{Button, Focus, MemoLook};
use grid::geometry::Point;

impl Game {
    pub(super) fn touch_board(&mut self, tap: Option<Point>) -> (Task, Option<Touched>) {
        let Some(at) = tap else { return (Task::Board, None) };
        if let Some(cell) = controls::card_at(at) {
            self.screen.cursor = Some(Focus::Card(cell));
            if self.play.face_up[cell] {
                return (Task::Board, Some(Touched::FaceUpCard(cell)));
            }
            (self.before_turn(cell), Some(Touched::Card(cell)))
        } else {
            self.touch_buttons(at, Task::Board)
        }
    }

    pub(super) fn touch_memo(&mut self, tap: Option<Point>) -> (Task, Option<Touched>) {
        let Some(at) = tap else { return (Task::Memo, None) };
        if let Some(cell) = controls::card_at(at) {
            self.screen.cursor = Some(Focus::Card(cell));
            return (Task::Memo, Some(Touched::Pencil(cell)));
        }
        if let Some(mark) = controls::toggle_at(at) {
            let Some(Focus::Card(cell)) = self.screen.cursor else { return (Task::Memo, None) };
            if !self.play.face_up[cell] {
                let marked = &mut self.screen.marks[cell][mark];
                *marked = !*marked;
            }
            return (Task::Memo, Some(Touched::Mark(cell, mark)));
        }
        self.touch_buttons(at, Task::Memo)
    }

    pub(super) fn touch_buttons(&mut self, at: Point, otherwise: Task) -> (Task, Option<Touched>) {
        if controls::MEMO.contains(at) {
            self.screen.pressed = Some(Button::Memo);
            (Task::Pressing(Button::Memo, lengths::MEMO_PRESS), Some(Touched::MemoButton))
        } else if controls::QUIT.contains(at) {
            self.screen.pressed = Some(Button::Quit);
            self.screen.cursor = Some(Focus::QuitButton);
            (Task::Pressing(Button::Quit, lengths::QUIT_PRESS), Some(Touched::QuitButton))
        } else {
            (otherwise, None)
        }
    }

    /// A pressed button has come up again.
    pub(super) fn release(&mut self, button: Button) -> Task {
        self.screen.pressed = None;
        if self.screen.memo == MemoLook::Open {
            self.screen.memo = MemoLook::Closing(lengths::MEMO_SLIDE);
            Task::MemoClosing(button)
        } else if button == Button::Memo {
            self.screen.memo = MemoLook::Opening(0);
            Task::MemoOpening
        } else {
            self.ask_to_quit()
        }
    }
}
