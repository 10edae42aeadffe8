//! The board as a heat map.

use super::palette::{accent, alarm, fill, ink};
use super::signs;
use crate::show::marks::mark;
use crate::show::scene::Scene;
use eframe::egui::{
    Align2, FontId, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use grid::Grid;
use grid::reading::SURE;
use session::{PanelCell, PanelHeader};

/// The sides that a cell may have, in points.
const SIDES: (f32, f32) = (16.0, 84.0);
/// The side of a cell that has room for a mark and a text.
const LEAST: f32 = 26.0;
/// Between the cells.
const GAP: f32 = 3.0;

/// What was clicked on a board: its fields, and where.
pub(super) struct Clicked {
    pub fields: Vec<String>,
    pub at: Pos2,
}

/// Draws the board within this size; what was clicked.
pub(super) fn show(
    ui: &mut Ui,
    scene: &Scene,
    cells: &Grid<PanelCell>,
    room: Vec2,
) -> Option<Clicked> {
    let (header, count) = (header_size(scene), vec2(cells.columns() as f32, cells.rows() as f32));
    let side = side(scene, cells, room).clamp(SIDES.0, SIDES.1);
    let size = count * side + header;
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let place = |row: usize, column: usize, size: Vec2| {
        let corner = area.min + vec2(column as f32, row as f32) * side;
        Rect::from_min_size(corner, size).shrink(GAP / 2.0)
    };
    let mut clicked = None;
    let mut hear = |response: &Response, fields: &[String], place: Rect| {
        if response.clicked() && !fields.is_empty() {
            clicked = Some(Clicked { fields: fields.to_vec(), at: place.left_bottom() });
        }
    };
    for ((row, column), cell) in cells.cells() {
        let place = place(row, column, Vec2::splat(side));
        let fields = std::slice::from_ref(&cell.field);
        let fields = if cell.field.is_empty() { &[] } else { fields };
        let id = ui.scope_id().with(("cell", row, column));
        let response = ui.interact(place, id, Sense::click());
        let name = format!("row {}, column {}: {}", row + 1, column + 1, cell.sign);
        let best = if cell.chosen { ", best move" } else { "" };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}{best}")));
        draw(ui, cell, place, scene.is_corrected(fields), response.hovered());
        hear(&response, fields, place);
    }
    let edge = vec2(header.x, side);
    for (row, header) in scene.panel.right.iter().enumerate() {
        let place = place(row, cells.columns(), edge);
        hear(&draw_header(ui, scene, header, place, ("right", row)), &header.fields, place);
    }
    let edge = vec2(side, header.y);
    for (column, header) in scene.panel.below.iter().enumerate() {
        let place = place(cells.rows(), column, edge);
        hear(&draw_header(ui, scene, header, place, ("below", column)), &header.fields, place);
    }
    // Above the neighbours, which it overlaps a little.
    if let Some(((row, column), _)) = cells.cells().find(|(_, cell)| cell.chosen) {
        frame_best(ui, place(row, column, Vec2::splat(side)));
    }
    clicked
}

/// How wide the headers at the right are, and how high those below.
fn header_size(scene: &Scene) -> Vec2 {
    vec2(
        if scene.panel.right.is_empty() { 0.0 } else { 62.0 },
        if scene.panel.below.is_empty() { 0.0 } else { 40.0 },
    )
}

/// The side of a cell, in points, of the largest board that fits in this room.
pub(super) fn side(scene: &Scene, cells: &Grid<PanelCell>, room: Vec2) -> f32 {
    let count = vec2(cells.columns() as f32, cells.rows() as f32);
    ((room - header_size(scene)) / count).min_elem()
}

/// A cell: its sign (all its lines under the pointer), its mark, and a star if it was typed over.
pub(super) fn draw(ui: &Ui, cell: &PanelCell, place: Rect, typed: bool, hovered: bool) {
    let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
    let side = place.width();
    let dark = ui.visuals().dark_mode;
    painter.rect_filled(place, 4.0, fill(cell.tone, dark));
    let ink = ink(cell.tone, dark);
    let sign = mark(cell.tone, cell.chosen);
    if side < LEAST && sign != ' ' && !typed {
        // No room for both: the sign says what matters.
        return signs::paint(&painter, place.shrink(side * 0.2), sign, ink);
    }
    let lines: Vec<&String> = match hovered && !cell.lines.is_empty() && side >= 36.0 {
        true => cell.lines.iter().collect(),
        false => vec![&cell.sign],
    };
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1).max(2);
    // A character is a little more than half as wide as it is high.
    let height = (side * 0.86 / (0.56 * longest as f32)).min(side * 0.42);
    let height = height.min(side * 0.68 / lines.len() as f32);
    // Below the mark in the corner.
    let middle = place.center().y + if lines.len() > 1 { side * 0.08 } else { 0.0 };
    let top = middle - height * 0.5 * (lines.len() as f32 - 1.0);
    for (i, line) in lines.into_iter().enumerate() {
        let at = pos2(place.center().x, top + height * i as f32);
        let size = if i == 0 { height * 0.92 } else { height * 0.8 };
        painter.text(at, Align2::CENTER_CENTER, line, FontId::proportional(size), ink);
    }
    let small = (side * 0.17).clamp(6.0, 13.0);
    let corner = place.left_top() + vec2(3.0, 3.0);
    if typed {
        let font = FontId::proportional(small * 1.6);
        painter.text(corner, Align2::LEFT_TOP, "*", font, alarm(ui));
    } else {
        signs::paint(&painter, Rect::from_min_size(corner, Vec2::splat(small)), sign, ink);
    }
    if hovered {
        painter.rect_stroke(place, 4.0, Stroke::new(1.5, ink), StrokeKind::Inside);
    }
}

/// Two lines around the best cell, the ground's within the accent's: to be seen on any colour and without any.
pub(super) fn frame_best(ui: &Ui, place: Rect) {
    let painter = ui.painter();
    let around = place.expand(GAP);
    painter.rect_stroke(around, 5.0, Stroke::new(4.0, accent(ui)), StrokeKind::Inside);
    let inner = around.shrink(4.0);
    let ground = ui.visuals().panel_fill;
    painter.rect_stroke(inner, 3.0, Stroke::new(1.5, ground), StrokeKind::Inside);
}

/// A header, and below it its confidence if that is low or the pointer is over it.
fn draw_header(
    ui: &Ui,
    scene: &Scene,
    header: &PanelHeader,
    place: Rect,
    id: (&str, usize),
) -> Response {
    let response = ui.interact(place, ui.scope_id().with(id), Sense::click());
    let name = format!("{} {}: {}", id.0, id.1 + 1, header.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let sure = scene.confidence(&header.fields);
    let typed = scene.is_corrected(&header.fields);
    let text = ui.visuals().strong_text_color();
    let painter = ui.painter().with_clip_rect(place.intersect(ui.clip_rect()));
    let note = match (typed, sure) {
        (true, _) => ("* typed".to_owned(), alarm(ui)),
        (false, Some(sure)) => {
            let percent = grid::reading::whole_percent(sure);
            match sure < SURE {
                true => (format!("! {percent}%"), alarm(ui)),
                false if response.hovered() => {
                    (format!("{percent}%"), ui.visuals().weak_text_color())
                }
                false => (String::new(), text),
            }
        }
        (false, None) => (String::new(), text),
    };
    let size = (place.height() * 0.42).clamp(10.0, 20.0);
    let at = place.center() - vec2(0.0, size * 0.45);
    painter.text(at, Align2::CENTER_CENTER, &header.text, FontId::proportional(size), text);
    let at = place.center() + vec2(0.0, size * 0.55);
    painter.text(at, Align2::CENTER_CENTER, note.0, FontId::proportional(size * 0.68), note.1);
    if response.hovered() {
        let stroke = Stroke::new(1.0, ui.visuals().strong_text_color());
        painter.rect_stroke(place, 4.0, stroke, StrokeKind::Inside);
    }
    response
}
