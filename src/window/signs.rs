//! The signs of `show::marks`, painted: the window's fonts do not have them all.

use eframe::egui::{Color32, Painter, Rect, Shape, Stroke, pos2};

/// Paints the sign of a cell: a triangle, a tick or a cross. Others are not painted.
pub(super) fn paint(painter: &Painter, place: Rect, sign: char, colour: Color32) {
    let at =
        |x: f32, y: f32| pos2(place.left() + x * place.width(), place.top() + y * place.height());
    let stroke = Stroke::new((place.width() * 0.16).max(1.5), colour);
    match sign {
        '▶' => {
            let corners = vec![at(0.15, 0.1), at(0.95, 0.5), at(0.15, 0.9)];
            painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
        }
        '✓' => {
            painter.line_segment([at(0.1, 0.55), at(0.4, 0.85)], stroke);
            painter.line_segment([at(0.4, 0.85), at(0.9, 0.15)], stroke);
        }
        '×' => {
            painter.line_segment([at(0.15, 0.15), at(0.85, 0.85)], stroke);
            painter.line_segment([at(0.15, 0.85), at(0.85, 0.15)], stroke);
        }
        _ => {}
    }
}
