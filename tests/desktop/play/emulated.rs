//! What emulators and desktops do that games know nothing of: another speed, text over the screens, and monitors of
//! which the main one is not at the origin.

use super::portable::PORTABLE;
use super::stretched::assert_right;
use crate::support::emulated::Emulated;
use crate::support::flips::Session as Watch;
use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{folder, on_desktop};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use session::consoles::ds::TIMING;
use session::{Event, Observer, Pace, Session, Stopped, View};
use std::time::Duration;
use voltorb_flip::levels::Level;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};
use x11rb::connection::Connection as _;
use x11rb::protocol::randr::{ConnectionExt as _, MonitorInfo};
use x11rb::protocol::xproto::ConnectionExt as _;

/// Plays a round in a window, with further arguments for `voltsight play`.
fn play(
    test: &str,
    seed: u32,
    emulated: impl Fn(FlipArcade) -> Emulated<FlipArcade>,
    more: &[&str],
) {
    let folder = folder(test);
    let user = User::new();
    user.move_pointer(1500, 1000);
    let level = Level::try_from(3).unwrap();
    let game = FlipArcade::new(FlipArcadeOptions { seed, level, ..FlipArcadeOptions::default() });
    let _window = StandIn::show_emulated(emulated(game.clone()), (120, 60));
    let mut watch = Watch::start(&folder, &[&["play", "--rounds", "1"], more].concat());
    assert_eq!(watch.end(), 0, "{}", watch.said());
    assert_right(&watch, &game, level);
    assert_eq!(user.pointer(), (1500, 1000), "the pointer is the user's");
}

#[test]
fn a_slow_emulator_gets_longer_presses() {
    let test = "play::emulated::a_slow_emulator_gets_longer_presses";
    on_desktop(test, &[], || play("emulated-slow", 21, |game| Emulated::new(game, 0.25, &[]), &[]));
}

#[test]
fn a_fast_emulator_is_played() {
    let test = "play::emulated::a_fast_emulator_is_played";
    on_desktop(test, &[], || play("emulated-fast", 22, |game| Emulated::new(game, 3.0, &[]), &[]));
}

/// At the left of the top screen, as DeSmuME has them at first, and at its right. Over the touch screen they hide
/// whether cards are marked: nothing is tapped then.
#[test]
fn text_of_the_emulator_over_the_screens_disturbs_nothing() {
    const PLACES: [&[(u32, u32)]; 2] =
        [&[(0, 5), (0, 25), (0, 45), (0, 65)], &[(176, 5), (176, 25), (176, 45), (176, 65)]];
    let test = "play::emulated::text_of_the_emulator_over_the_screens_disturbs_nothing";
    on_desktop(test, &[], || {
        for (seed, written) in (31..).zip(PLACES) {
            play("emulated-text", seed, |game| Emulated::new(game, 1.0, written), &[]);
        }
    });
}

#[test]
fn a_main_monitor_away_from_the_origin_moves_no_tap() {
    let test = "play::emulated::a_main_monitor_away_from_the_origin_moves_no_tap";
    on_desktop(test, &[], || {
        main_monitor_at(900, 200);
        play("emulated-monitor", 41, |game| Emulated::new(game, 1.0, &[]), &[]);
    });
}

#[test]
fn any_desktop_is_played_with_its_main_monitor_away_from_the_origin() {
    let test = "play::emulated::any_desktop_is_played_with_its_main_monitor_away_from_the_origin";
    on_desktop(test, &[], || {
        main_monitor_at(900, 200);
        let emulated = |game| Emulated::new(game, 1.0, &[]);
        play("emulated-portable", 42, emulated, &PORTABLE);
    });
}

/// What a session waited too long for. Then it ends.
#[derive(Default)]
struct Waited(Vec<String>);

impl Observer for Waited {
    fn notice(&mut self, _: Duration, event: &Event<'_>, _: &dyn View) {
        match event {
            Event::Standstill(what) => self.0.push((*what).to_owned()),
            Event::Acted { act, .. } => {
                let what = act.what.to_string();
                assert!(!what.starts_with("flip"), "{what}, though it may mark it");
            }
            _ => {}
        }
    }

    fn objection(&self) -> Option<Stopped> {
        (!self.0.is_empty()).then(|| Stopped::Ended("it was seen to stand still".to_owned()))
    }
}

#[test]
fn text_of_the_emulator_where_the_memo_opens_is_told_from_a_pause() {
    let game = FlipArcade::new(FlipArcadeOptions { seed: 51, ..FlipArcadeOptions::default() });
    let mut covered = Emulated::new(game.clone(), 1.0, &[(206, 279), (206, 303)]);
    let (mut hand, mut waited) = (game, Waited::default());
    let mut player =
        FlipPlayer::new(FlipPlayerOptions { plays: true, ..FlipPlayerOptions::default() });
    Session::new(&mut covered)
        .playing(&mut hand)
        .at_pace(Pace::with(TIMING))
        .observed_by(&mut waited)
        .run(&mut player);
    let [what] = &waited.0[..] else { panic!("{:?}", waited.0) };
    assert!(what.contains("where the memo opens") && !what.contains("paused"), "{what}");
}

/// Divides the screen into two monitors, the main one with its upper left corner there.
fn main_monitor_at(x: i16, y: i16) {
    let (connection, screen) = x11rb::connect(None).unwrap();
    let screen = &connection.setup().roots[screen];
    let root = screen.root;
    let resources = connection.randr_get_screen_resources(root).unwrap().reply().unwrap();
    let atom = |name: &[u8]| connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
    let (width, height) = (screen.width_in_pixels, screen.height_in_pixels);
    let monitor = |name: &[u8], primary, at: (i16, i16), size: (u16, u16), outputs| MonitorInfo {
        name: atom(name),
        primary,
        automatic: false,
        x: at.0,
        y: at.1,
        width: size.0,
        height: size.1,
        width_in_millimeters: u32::from(size.0) / 4,
        height_in_millimeters: u32::from(size.1) / 4,
        outputs,
    };
    let size = (width - x as u16, height - y as u16);
    let main = monitor(b"main", true, (x, y), size, resources.outputs);
    let other = monitor(b"other", false, (0, 0), (x as u16, height), Vec::new());
    for monitor in [main, other] {
        connection.randr_set_monitor(root, monitor).unwrap().check().unwrap();
    }
    let told = connection.randr_get_monitors(root, true).unwrap().reply().unwrap();
    let main = told.monitors.iter().find(|monitor| monitor.primary);
    assert_eq!(main.map(|main| (main.x, main.y)), Some((x, y)));
}
