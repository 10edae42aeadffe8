//! The overlay: it lies on the game and goes with it, takes no click, and is in no picture of the
//! game.

use super::capture::{NOW, open};
use crate::support::painter::Painter;
use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{Program, eventually, folder, on_desktop, on_server};
use desktop::system::{XServer, connect, overlay as overlay_on};
use grid::geometry::Rect;
use image::{Rgba, RgbaImage};
use session::capture::Source;
use std::process::Command;
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, Window};
use x11rb::rust_connection::RustConnection;

const SIZE: (u16, u16) = (300, 200);
const RED: [u8; 3] = [255, 0, 0];
/// A frame around the best cell.
const BEST: [u8; 3] = [0, 230, 255];

/// What a person sees.
struct Screen(RustConnection, Window);

impl Screen {
    fn new() -> Self {
        let (connection, number) = x11rb::connect(None).unwrap();
        let root = connection.setup().roots[number].root;
        Self(connection, root)
    }

    /// The colours of this area of the desktop.
    fn colours(&self, area: Rect) -> Vec<[u8; 3]> {
        let (x, y, w, h) = (area.x as i16, area.y as i16, area.w as u16, area.h as u16);
        let asked = self.0.get_image(ImageFormat::Z_PIXMAP, self.1, x, y, w, h, !0).unwrap();
        asked.reply().unwrap().data.chunks_exact(4).map(|p| [p[2], p[1], p[0]]).collect()
    }

    fn colour(&self, x: f64, y: f64) -> [u8; 3] {
        self.colours(Rect::new(x, y, 1.0, 1.0))[0]
    }
}

/// Red in the middle, nothing else.
fn marks() -> RgbaImage {
    RgbaImage::from_fn(SIZE.0.into(), SIZE.1.into(), |x, y| match (x, y) {
        (100..200, 80..120) => Rgba([255, 0, 0, 255]),
        _ => Rgba([0, 0, 0, 0]),
    })
}

fn area(window: Window) -> Rect {
    connect().unwrap().client_area(window).unwrap()
}

/// Everything asked of an overlay, with or without a compositing manager.
fn goes_with_its_window() {
    let (screen, user) = (Screen::new(), User::new());
    let painter = Painter::show("game", 1, (400, 300), SIZE);
    let mut source = open("^game");
    let mut overlay = overlay_on(source.followed()).unwrap();
    let middle = |area: Rect| screen.colour(area.x + 150.0, area.y + 100.0);
    let shown = |what: &str| {
        eventually(what, || (middle(area(painter.window)) == RED).then_some(()));
    };
    let gone = |what: &str, area: Rect| {
        eventually(what, || (middle(area) != RED).then_some(()));
    };
    overlay.show(marks());
    shown("the marks are shown");
    let place = area(painter.window);
    let corner = painter.truth().get_pixel(20, 20).0;
    assert_eq!(screen.colour(place.x + 20.0, place.y + 20.0), corner, "it is transparent");
    assert!(*source.next(NOW).unwrap().picture == painter.truth(), "the marks are in the picture");

    user.move_pointer(place.x as i16 + 150, place.y as i16 + 100);
    user.click();
    let press = eventually("the click gets through", || painter.presses().first().copied());
    assert_eq!((press.x, press.y), (150, 100));

    user.move_window(painter.window, 700, 500);
    eventually("it was moved", || (area(painter.window).x > 690.0).then_some(()));
    shown("the marks are where the window is");
    gone("nothing is left behind", place);

    let over = Painter::show("notes", 2, (650, 450), (500, 400));
    gone("what covers the game covers the marks", area(painter.window));
    assert!(*source.next(NOW).unwrap().picture == painter.truth());
    over.close();
    shown("they are there again");

    user.resize_window(painter.window, 360, 240);
    gone("marks of another size are not shown", area(painter.window));
    user.resize_window(painter.window, SIZE.0.into(), SIZE.1.into());
    shown("they fit again");

    user.minimise(painter.window);
    gone("it is minimised", area(painter.window));
    user.restore(painter.window);
    shown("it is back");
    overlay.clear();
    gone("they are taken away", area(painter.window));
    overlay.show(marks());
    shown("and shown again");
    let place = area(painter.window);
    painter.close();
    gone("the game is closed", place);
}

#[test]
fn it_goes_with_its_window_and_is_in_no_picture() {
    let test = "live::overlay::it_goes_with_its_window_and_is_in_no_picture";
    on_desktop(test, &[], goes_with_its_window);
}

#[test]
fn it_goes_with_its_window_beside_a_compositing_manager() {
    let test = "live::overlay::it_goes_with_its_window_beside_a_compositing_manager";
    on_desktop(test, &["xcompmgr"], || {
        let _compositor = Program::start(&mut Command::new("xcompmgr"));
        let desktop = XServer::connect().unwrap();
        eventually("it runs", || desktop.has_compositor().unwrap().then_some(()));
        goes_with_its_window();
    });
}

/// How long after a halt what was tapped before it may take to show.
const EFFECT: Duration = Duration::from_millis(2000);

/// Halts the program where the best card is marked. At a message none is: then it goes on and is
/// halted again.
fn halt_at_a_card(user: &User, is_marked: impl Fn() -> bool) {
    for _ in 0..20 {
        user.press_hotkey('p');
        std::thread::sleep(EFFECT);
        if is_marked() {
            return;
        }
        user.press_hotkey('p');
        std::thread::sleep(Duration::from_millis(300));
    }
    panic!("halted twenty times, and the best card was never marked");
}

#[test]
fn the_best_card_is_marked_while_it_is_played() {
    let test = "live::overlay::the_best_card_is_marked_while_it_is_played";
    on_desktop(test, &[], || {
        let (screen, user) = (Screen::new(), User::new());
        let game = StandIn::show(8, (200, 150));
        let is_marked = || screen.colours(area(game.window)).contains(&BEST);
        let log = folder("overlay-played");
        let mut watch = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        watch.args(["play", "--overlay", "--quiet", "--log"]).arg(&log);
        let mut watch = Program::start(&mut watch);
        eventually("a card is marked", || is_marked().then_some(()));
        eventually("it plays below its marks", || (game.presses() >= 5).then_some(()));
        halt_at_a_card(&user, is_marked);
        user.press_hotkey('o');
        eventually("the marks are off", || (!is_marked()).then_some(()));
        std::thread::sleep(Duration::from_millis(300));
        assert!(!is_marked());
        user.press_hotkey('o');
        eventually("the marks are on", || is_marked().then_some(()));
        user.press_hotkey('s');
        assert_eq!(watch.ends().code(), Some(0));
        eventually("they are gone with the program", || (!is_marked()).then_some(()));
    });
}

#[test]
fn where_it_would_be_in_the_pictures_there_is_none() {
    let test = "live::overlay::where_it_would_be_in_the_pictures_there_is_none";
    on_server(test, &[], &["-extension", "Composite"], || {
        let game = StandIn::show(8, (200, 150));
        let mut watch = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        let output = watch.args(["watch", "--overlay"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("has no extension Composite"), "{said}");
        assert_eq!(game.presses(), 0);
    });
}
