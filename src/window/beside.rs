//! Where this window goes, so that it does not lie over the game that it is about.

use desktop::PlatformKind;
use desktop::window::{Candidate, candidates};
use eframe::egui::{Context, ViewportCommand, pos2, vec2};
use grid::geometry::Rect;

/// Room for the frames that a window manager draws around windows, in pixels: at the sides, and above.
const BORDER: f64 = 10.0;
const TITLE: f64 = 40.0;

/// Where a window of `wanted` size, of at least `least`, has most room on the screen without lying over the game: its
/// client area, in pixels. `None` where it has none.
pub(super) fn free_place(
    screen: Rect,
    game: Rect,
    wanted: (f64, f64),
    least: (f64, f64),
) -> Option<Rect> {
    let (right, bottom) = (screen.x + screen.w, screen.y + screen.h);
    let beside = [
        Rect::spanning(game.x + game.w + BORDER, right, screen.y, bottom),
        Rect::spanning(screen.x, game.x - BORDER, screen.y, bottom),
        Rect::spanning(screen.x, right, game.y + game.h + BORDER, bottom),
        Rect::spanning(screen.x, right, screen.y, game.y - TITLE),
    ];
    let places = beside.into_iter().filter_map(|free| {
        let (w, h) = (free.w - 2.0 * BORDER, free.h - TITLE - BORDER);
        let (w, h) = (w.min(wanted.0), h.min(wanted.1));
        // Next to the game, and as high as it.
        let x = if free.x < game.x { free.x + free.w - BORDER - w } else { free.x + BORDER };
        let x = x.clamp(free.x, (free.x + free.w - w).max(free.x));
        let y = game.y.clamp(free.y + TITLE, (free.y + free.h - BORDER - h).max(free.y + TITLE));
        (w >= least.0 && h >= least.1).then_some(Rect::new(x, y, w, h))
    });
    // Of places that are as large the first.
    places.reduce(|a, b| if b.w * b.h > a.w * a.h { b } else { a })
}

/// The game that is there already, if it is the only one.
pub(super) fn only_game(platform: PlatformKind) -> Option<Candidate> {
    let all = platform.connect().and_then(|desktop| candidates(&*desktop)).ok()?;
    let mut games = all.into_iter().filter(|c| c.known.is_some() && c.obstacle.is_none());
    let only = games.next()?;
    games.next().is_none().then_some(only)
}

/// Whether a window at this place, in points, has its title within the screen.
pub(super) fn is_in_sight(platform: PlatformKind, (x, y): (f32, f32)) -> bool {
    let screen = platform.connect().and_then(|desktop| desktop.screen());
    // As large as a title that can be taken hold of.
    let title = Rect::new(f64::from(x), f64::from(y), 4.0 * TITLE, TITLE);
    screen.is_ok_and(|screen| screen.encloses(&title))
}

/// Moves this window beside a game that it would lie over, where there is room, and makes it smaller if need be.
/// `own` is its client area now, in pixels, if that is known.
pub(super) fn go_beside(context: &Context, game: &Candidate, own: Option<Rect>) {
    // Where a window lies that a person is yet asked to share nobody tells.
    if game.is_asked_for() {
        return;
    }
    let Ok(screen) = game.platform.connect().and_then(|desktop| desktop.screen()) else { return };
    let (w, h) = (f64::from(game.width), f64::from(game.height));
    let game = Rect::new(f64::from(game.x), f64::from(game.y), w, h);
    if own.is_some_and(|own| own.intersection(&game).is_none()) {
        return;
    }
    let scale = f64::from(context.pixels_per_point());
    let pixels = |(w, h): (f32, f32)| (f64::from(w) * scale, f64::from(h) * scale);
    let wanted = own.map_or(pixels(super::SIZE), |own| (own.w, own.h));
    let Some(place) = free_place(screen, game, wanted, pixels(super::LEAST)) else { return };
    let point = |v: f64| (v / scale) as f32;
    context.send_viewport_cmd(ViewportCommand::InnerSize(vec2(point(place.w), point(place.h))));
    // The frame, too, is placed.
    let (x, y) = (point(place.x - BORDER / 2.0), point(place.y - TITLE / 2.0));
    context.send_viewport_cmd(ViewportCommand::OuterPosition(pos2(x, y)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const WANTED: (f64, f64) = (1100.0, 760.0);
    const LEAST: (f64, f64) = (480.0, 360.0);

    #[test]
    fn the_window_lies_beside_the_game_where_there_is_most_room() {
        let screen = Rect::new(0.0, 0.0, 1920.0, 1080.0);
        for (game, at_the_right) in [
            (Rect::new(100.0, 100.0, 512.0, 768.0), true),
            (Rect::new(1300.0, 100.0, 512.0, 768.0), false),
        ] {
            let place = free_place(screen, game, WANTED, LEAST).unwrap();
            assert!(place.intersection(&game).is_none(), "{place:?}");
            assert!(screen.encloses(&place), "{place:?}");
            assert_eq!(place.x > game.x, at_the_right, "{place:?}");
            assert_eq!((place.w, place.h), WANTED);
        }
        // Smaller than it would like, below the game.
        let game = Rect::new(200.0, 20.0, 1500.0, 500.0);
        let place = free_place(screen, game, WANTED, LEAST).unwrap();
        assert!(place.y > 520.0 && place.h < 760.0 && screen.encloses(&place), "{place:?}");
        // No room.
        let game = Rect::new(200.0, 200.0, 1500.0, 700.0);
        assert_eq!(free_place(screen, game, WANTED, LEAST), None);
    }
}
