//! Tells a person who looks elsewhere that the session needs them.

use session::{Event, Observer, Stopped, View};
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long after one notification the next comes at the earliest, on the source's clock: what happens in
/// between is seen when the person comes. The last one, that it ended, always comes.
const PAUSE: Duration = Duration::from_secs(10);

/// How long the desktop may take for the last notifications before the program ends.
const PATIENCE: Duration = Duration::from_secs(2);

/// The notification for an event, if a person is needed.
pub fn needed(event: &Event<'_>, view: &dyn View) -> Option<String> {
    match event {
        Event::Held(why) => Some(format!("halted: {why}")),
        Event::Standstill(what) => Some(format!("waiting for {what}")),
        Event::Advised { .. } => {
            let panel = view.panel();
            panel.advice.filter(|_| panel.ends_round).map(|advice| format!("advice: {advice}"))
        }
        Event::Stopped(why) => match why {
            Stopped::Asked(_) | Stopped::Ended(_) | Stopped::Unread => None,
            Stopped::Goal(why) => Some(format!("done: {why}")),
            why => Some(format!("stopped: {why}")),
        },
        _ => None,
    }
}

/// An observer that notifies a person by `tell`.
pub struct Notifier<F> {
    tell: F,
    last: Option<Duration>,
}

impl<F: FnMut(String)> Notifier<F> {
    /// Notifies by `tell`, which gets a sentence and must not wait.
    pub fn new(tell: F) -> Self {
        Self { tell, last: None }
    }
}

impl<F: FnMut(String)> Observer for Notifier<F> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        let Some(what) = needed(event, view) else { return };
        let recent = self.last.is_some_and(|last| at.saturating_sub(last) < PAUSE);
        if recent && !matches!(event, Event::Stopped(_)) {
            return;
        }
        self.last = Some(at);
        (self.tell)(what);
    }
}

/// Desktop notifications, shown one after the other by a thread of their own: a desktop may take its time.
/// Where there are none, the terminal's bell.
pub struct Notifications {
    queue: Option<Sender<String>>,
    ended: Receiver<()>,
    thread: Option<JoinHandle<()>>,
}

impl Notifications {
    /// Begins; `title` is what notifications are headed by.
    pub fn new(title: String) -> Self {
        let (queue, sentences) = channel::<String>();
        let (end, ended) = channel();
        let thread = std::thread::spawn(move || {
            for sentence in sentences {
                if !show(&title, &sentence) {
                    ring();
                }
            }
            let _ = end.send(());
        });
        Self { queue: Some(queue), ended, thread: Some(thread) }
    }

    /// Shows a sentence, soon.
    pub fn tell(&self, sentence: String) {
        if let Some(queue) = &self.queue {
            let _ = queue.send(sentence);
        }
    }
}

impl Drop for Notifications {
    /// Waits until the last one is shown, but not for a desktop that does not answer.
    fn drop(&mut self) {
        drop(self.queue.take());
        let late = self.ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout);
        if let Some(thread) = self.thread.take()
            && !late
        {
            let _ = thread.join();
        }
    }
}

/// Whether the desktop shows this.
#[cfg(feature = "live")]
fn show(title: &str, sentence: &str) -> bool {
    desktop::system::notify(title, sentence)
}

/// Whether the desktop shows this.
#[cfg(not(feature = "live"))]
fn show(_: &str, _: &str) -> bool {
    false
}

/// Rings the terminal's bell, which changes nothing of what it shows. Where standard error is not a terminal
/// nobody hears it.
fn ring() {
    use std::io::IsTerminal;

    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        let _ = terminal.write_all(b"\x07").and_then(|()| terminal.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::{Panel, Units};

    /// What a game shows while it advises.
    struct Advising {
        ends_round: bool,
    }

    impl View for Advising {
        fn units(&self) -> Units {
            Units::default()
        }

        fn panel(&self) -> Panel {
            let advice = Some("take what there is".to_owned());
            Panel { advice, ends_round: self.ends_round, ..Panel::default() }
        }

        fn record(&self) -> serde_json::Value {
            serde_json::Value::Null
        }
    }

    fn told(events: &[(u64, Event<'_>)]) -> Vec<String> {
        let mut told = Vec::new();
        let mut notifier = Notifier::new(|sentence| told.push(sentence));
        for (at, event) in events {
            notifier.notice(Duration::from_secs(*at), event, &Advising { ends_round: false });
        }
        told
    }

    #[test]
    fn a_person_is_called_when_it_halts_waits_in_vain_or_ends_by_itself() {
        let goal = Stopped::Goal("3 rounds were played".to_owned());
        let asked = Stopped::Asked("Ctrl-C".to_owned());
        let halts = [
            (1, Event::Waiting("the fanfare to end")),
            (2, Event::Held("the pointer was moved")),
            (40, Event::Standstill("the game to answer")),
            (41, Event::Stopped(&goal)),
        ];
        let expected = [
            "halted: the pointer was moved",
            "waiting for the game to answer",
            "done: 3 rounds were played",
        ];
        assert_eq!(told(&halts), expected);
        assert!(told(&[(1, Event::Resumed), (2, Event::Stopped(&asked))]).is_empty());
    }

    #[test]
    fn a_person_is_not_called_again_at_once() {
        let held = [1, 2, 9, 11, 12].map(|at| (at, Event::Held("another window has the keyboard")));
        assert_eq!(told(&held).len(), 2);
    }

    #[test]
    fn advice_to_end_the_round_is_told_and_no_other() {
        let gesture = session::input::Gesture::Key {
            key: session::input::Key::Escape,
            hold: Duration::from_millis(60),
        };
        let frame = session::frame::Frame::new(image::RgbImage::new(1, 1), Duration::ZERO);
        let act = session::ActView { what: &"quit", gesture: &gesture, dismissal: false };
        let event = Event::Advised { act, frame: &frame };
        assert_eq!(needed(&event, &Advising { ends_round: false }), None);
        let told = needed(&event, &Advising { ends_round: true });
        assert_eq!(told.as_deref(), Some("advice: take what there is"));
    }
}
