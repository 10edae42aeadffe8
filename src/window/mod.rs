//! The window of `voltsight app`: the same companion as in a terminal, for people who do not live in one.
//!
//! A `Seat` is a companion on a thread of its own: it looks at a window, a picture or a
//! built-in game, and advises or plays. What it tells is kept in a scene, as in the terminal; pages show
//! it, and pass on what is clicked. On a `FormPage` boards are entered; a `Thinker` works out what is known of them.
//! Nothing here knows a game but by the registry.

mod app;
#[cfg(feature = "live")]
mod beside;
mod board;
#[cfg(feature = "live")]
mod desk;
mod dialog;
mod edit;
mod form_page;
mod game_page;
mod host;
mod memory;
mod palette;
mod picture;
mod place;
mod practice;
mod runner;
mod seat;
mod shared;
mod sheet;
mod side;
mod signs;
mod sources;
mod start_page;
#[cfg(test)]
mod tests;
mod thinker;
mod watcher;

use crate::game::Game;
use anyhow::anyhow;
use app::App;
#[cfg(feature = "live")]
use desktop::PlatformKind;
use desktop::interrupt;
use eframe::egui::{Context, ViewportBuilder};
use host::Host;
use memory::Memory;
#[cfg(feature = "live")]
use session::input::Safeguard;
use start_page::StartPage;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How often it is looked whether the program is to end.
const LOOK: Duration = Duration::from_millis(100);

/// The size of the window, and the least it may have, in points.
const SIZE: (f32, f32) = (1100.0, 760.0);
const LEAST: (f32, f32) = (480.0, 360.0);

/// What the window begins with.
#[derive(Default)]
pub struct Beginning {
    /// Pictures to open; without any it begins with the page where all is chosen.
    pub pictures: Vec<PathBuf>,
    /// The built-in game to begin with.
    pub built_in: Option<&'static dyn Game>,
    /// The folder that sessions are logged in: the newest, and earlier ones in folders of their own.
    pub log: Option<PathBuf>,
    /// The safeguards that windows are played without.
    #[cfg(feature = "live")]
    pub without: Vec<Safeguard>,
    /// How windows are looked for.
    #[cfg(feature = "live")]
    pub platform: PlatformKind,
}

/// Opens the window and waits until it is closed. Gives what the sessions in it came to.
///
/// # Errors
/// No window can be opened here, in a sentence that says what to do.
pub fn open(start: Beginning) -> anyhow::Result<Vec<String>> {
    interrupt::listen_while_acting()?;
    let host = Arc::new(Host::logging(start.log));
    let theirs = host.clone();
    let (memory, broken) = Memory::of_user();
    let remembered = memory.remembered();
    let size = remembered.size.map_or(SIZE, |(w, h)| (w.max(LEAST.0), h.max(LEAST.1)));
    let viewport = ViewportBuilder::default()
        .with_title("voltsight")
        .with_app_id("voltsight")
        .with_inner_size(size)
        .with_min_inner_size(LEAST);
    #[cfg(feature = "live")]
    let viewport = match remembered.place {
        Some(place) if beside::is_in_sight(start.platform, place) => viewport.with_position(place),
        _ => viewport,
    };
    let options = eframe::NativeOptions {
        viewport,
        // Ctrl+V may mean a picture, which only we can tell.
        clipboard_shortcuts: false,
        ..eframe::NativeOptions::default()
    };
    let create: eframe::AppCreator<'_> = Box::new(move |created| {
        let context = &created.egui_ctx;
        palette::apply(context);
        wake_at_end(context.clone(), theirs.clone());
        follow_theme(context.clone(), theirs.clone());
        #[cfg(feature = "live")]
        let page = StartPage::new(start.platform, start.without);
        #[cfg(not(feature = "live"))]
        let page = StartPage::default();
        let mut app = App::new(page, memory, broken, theirs);
        #[cfg(feature = "live")]
        if start.pictures.is_empty()
            && start.built_in.is_none()
            && let Some(game) = beside::only_game(start.platform)
        {
            beside::go_beside(context, &game, None);
        }
        app.begin(context, start.pictures, start.built_in);
        Ok(Box::new(app))
    });
    let ran = eframe::run_native("voltsight", options, create);
    host.close();
    ran.map_err(|why| no_window(&why))?;
    Ok(host.summaries())
}

/// Has the window notice a signal while nothing else wakes it.
fn wake_at_end(context: Context, host: Arc<Host>) {
    std::thread::spawn(move || {
        while !host.is_closed() {
            // While something may be pressed, only who presses asks.
            if !host.is_acting() {
                host.interrupted();
            }
            if host.has_to_end() {
                context.request_repaint();
            }
            std::thread::sleep(LOOK);
        }
    });
}

/// Has the window follow the desktop's theme where the desktop tells only who asks.
fn follow_theme(context: Context, host: Arc<Host>) {
    std::thread::spawn(move || {
        desktop::system::watch_theme(|dark| {
            host.set_dark(dark);
            context.request_repaint();
            !host.is_closed()
        });
    });
}

fn no_window(why: &eframe::Error) -> anyhow::Error {
    match why {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            // Before the reason stands where in its source winit met it.
            let why = why.to_string();
            let why = why.rsplit(": ").next().unwrap_or_default().trim_end_matches('.');
            anyhow!(
                "no window can be opened here: {why}. It needs an X server (or Xwayland), named by DISPLAY; \
                 `voltsight advise` and `demo` need none"
            )
        }
        _ => anyhow!(
            "no window can be opened here, because there is no OpenGL: {why}. In Debian, `apt-get install \
             libgl1 libegl1 libgl1-mesa-dri` installs one that needs no graphics card; `voltsight watch` \
             shows the same in a terminal"
        ),
    }
}
