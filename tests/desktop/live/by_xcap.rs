//! What xcap's own picture of a window shows where it is not in plain view, without and with the
//! redirect that a [`WindowSource`](desktop::window::WindowSource) holds: the reasons in
//! `docs/architecture.md`. Should one of these fail after an update of xcap, look there.

use super::capture::open;
use crate::support::painter::Painter;
use crate::support::user::User;
use crate::support::{eventually, on_desktop};
use image::{DynamicImage, RgbImage};
use xcap::Window;

/// The window's picture by xcap alone.
fn picture(window: u32) -> Result<RgbImage, String> {
    let all = Window::all().unwrap();
    let window = all.into_iter().find(|w| w.id().ok() == Some(window)).expect("xcap lists it");
    let picture = window.capture_image().map_err(|error| error.to_string())?;
    Ok(DynamicImage::from(picture).into_rgb8())
}

#[test]
fn a_covered_window_is_right_only_while_it_is_redirected() {
    on_desktop("live::by_xcap::a_covered_window_is_right_only_while_it_is_redirected", &[], || {
        let game = Painter::show("game", 1, (200, 150), (400, 300));
        assert_eq!(picture(game.window).unwrap(), game.truth(), "in plain view");
        let cover = Painter::show("cover", 2, (300, 250), (400, 300));
        User::new().put_over(cover.window, game.window);
        eventually("the cover is painted", || {
            (picture(cover.window).ok()? == cover.truth()).then_some(())
        });
        assert_ne!(picture(game.window).unwrap(), game.truth(), "with the other window's pixels");
        let _redirected = open("^game");
        eventually("it has painted itself", || {
            (picture(game.window).ok()? == game.truth()).then_some(())
        });
    });
}

#[test]
fn a_window_partly_off_the_screen_is_refused_unless_it_is_redirected() {
    let test = "live::by_xcap::a_window_partly_off_the_screen_is_refused_unless_it_is_redirected";
    on_desktop(test, &[], || {
        let game = Painter::show("game", 1, (200, 150), (400, 300));
        User::new().move_window(game.window, 1400, 1000);
        assert!(picture(game.window).is_err());
        let _redirected = open("^game");
        eventually("it has painted itself", || {
            (picture(game.window).ok()? == game.truth()).then_some(())
        });
    });
}
