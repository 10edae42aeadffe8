//! A companion on a thread of its own, so that the window never waits for a picture or a thought.

use super::host::Host;
use super::place::Subject;
use super::runner;
use super::shared::{News, Shared};
use std::sync::Arc;
use std::thread::JoinHandle;

/// A companion that runs. Dropping it ends it: what is pressed is released first.
pub(super) struct Seat {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    news: Arc<News>,
    /// Where what the session came to goes in the end.
    host: Arc<Host>,
}

impl Seat {
    /// Begins a companion. `wake` has the window drawn anew.
    pub fn begin(
        subject: Subject,
        host: Arc<Host>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::new(wake));
        let (theirs, told) = (shared.clone(), host.clone());
        let thread = std::thread::spawn(move || runner::run(subject, &theirs, &told));
        Self { shared, thread: Some(thread), news: Arc::default(), host }
    }

    /// What it tells.
    pub fn news(&mut self) -> &Arc<News> {
        if let Some(news) = self.shared.news() {
            self.news = news;
        }
        let gone = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        if gone && !self.news.ended {
            let news = Arc::make_mut(&mut self.news);
            news.ended = true;
            news.plays = false;
            news.why.get_or_insert_with(|| "an error in voltsight, please report it".into());
        }
        &self.news
    }

    /// What is shared with it.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.shared.close();
        if let Some(thread) = self.thread.take() {
            // A panic there was told by the panic hook.
            let _ = thread.join();
        }
        let news = self.shared.news().unwrap_or_else(|| self.news.clone());
        if !news.summary.is_empty() {
            self.host.sum_up(format!("{}\n{}", news.source, news.summary));
        }
    }
}
