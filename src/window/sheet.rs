//! A board that is entered: drawn, with what is known of it, and pressed.

use super::board;
use super::palette::{accent, alarm, line, paper, wrong};
use super::thinker::Known;
use eframe::egui::{
    Align2, FontId, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo, pos2, vec2,
};
use grid::Cell;
use session::form::{Letter, Place, Side, Typing};
use session::{PanelCell, Tone};

/// The sides that a cell may have, and those of a header, in points.
const CELL: (f32, f32) = (18.0, 84.0);
const HEADER: (f32, f32) = (44.0, 66.0);
/// Between the cells.
const GAP: f32 = 3.0;

/// What was pressed.
pub(super) enum Pressed {
    /// A field.
    Field(Place),
    /// A cell, with the second button.
    Turned(Cell),
}

/// Draws the board within this size: what was pressed, and what takes its keys.
pub(super) fn show(
    ui: &mut Ui,
    typing: &Typing,
    known: &Known,
    room: Vec2,
) -> (Option<Pressed>, Response) {
    let sheet = typing.sheet();
    let (rows, columns) = (sheet.cells.rows(), sheet.cells.columns());
    let (header, side) = sizes(typing, room);
    let headers = vec2(
        if sheet.right.is_empty() { 0.0 } else { header },
        if sheet.below.is_empty() { 0.0 } else { header },
    );
    let size = vec2(columns as f32, rows as f32) * side + headers;
    let (area, _) = ui.allocate_exact_size(size, Sense::hover());
    let id = ui.scope_id().with("sheet");
    let whole = ui.interact(area, id, Sense::focusable_noninteractive());
    whole.widget_info(|| WidgetInfo::labeled(Role::Unknown, true, "the board"));
    let corner = |row: usize, column: usize| area.min + vec2(column as f32, row as f32) * side;
    let mut pressed = None;
    for (cell, _) in sheet.cells.cells() {
        let at = Rect::from_min_size(corner(cell.0, cell.1), Vec2::splat(side)).shrink(GAP / 2.0);
        let shown = shown(typing, known, cell);
        let response = ui.interact(at, id.with(cell), Sense::click());
        let name = cell_name(typing, known, cell, &shown);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        board::draw(ui, &shown, at, false, response.hovered());
        marks(ui, &sheet.marks[cell], at);
        let place = Place::Cell(cell);
        frame(ui, typing, known, place, at, &response);
        if response.clicked() {
            pressed = Some(Pressed::Field(place));
        } else if response.clicked_by(PointerButton::Secondary) {
            pressed = Some(Pressed::Turned(cell));
        }
    }
    for (side_of, count) in [(Side::Right, sheet.right.len()), (Side::Below, sheet.below.len())] {
        for at in 0..count {
            let (start, extent) = match side_of {
                Side::Right => (corner(at, columns), vec2(header, side)),
                Side::Below => (corner(rows, at), vec2(side, header)),
            };
            let place = Rect::from_min_size(start, extent).shrink(GAP / 2.0);
            let found = draw_header(ui, typing, known, (side_of, at), place, id);
            pressed = pressed.or(found.map(Pressed::Field));
        }
    }
    if !sheet.right.is_empty() && !sheet.below.is_empty() {
        let place = Rect::from_min_size(corner(rows, columns), Vec2::splat(header));
        totals(ui, typing, place.shrink(GAP / 2.0));
    }
    // Above the neighbours, which it overlaps a little.
    let best = sheet.cells.cells().map(|(cell, _)| cell);
    if let Some((row, column)) = best.into_iter().find(|&cell| shown(typing, known, cell).chosen) {
        let at = Rect::from_min_size(corner(row, column), Vec2::splat(side)).shrink(GAP / 2.0);
        board::frame_best(ui, at);
    }
    (pressed, whole)
}

/// The side of a header, and that of a cell, of the largest board that fits in this room.
fn sizes(typing: &Typing, room: Vec2) -> (f32, f32) {
    let sheet = typing.sheet();
    let count = vec2(sheet.cells.columns() as f32, sheet.cells.rows() as f32);
    if sheet.right.is_empty() {
        return (0.0, (room / count).min_elem().clamp(CELL.0, CELL.1));
    }
    let header = (room / (count + Vec2::splat(0.8))).min_elem() * 0.8;
    let header = header.clamp(HEADER.0, HEADER.1);
    let side = ((room - Vec2::splat(header)) / count).min_elem();
    (header, side.clamp(CELL.0.max(28.0), CELL.1))
}

fn letter(typing: &Typing, cell: Cell) -> Option<&'static Letter> {
    typing.form().rules().letter(typing.sheet().cells[cell])
}

/// What a cell shows: what was entered; else its chances, or what the lines alone prove.
fn shown(typing: &Typing, known: &Known, cell: Cell) -> PanelCell {
    let blank = typing.form().rules().blank();
    let entered = letter(typing, cell).filter(|letter| letter.letter != blank);
    let cells = known.panel.as_ref().and_then(|panel| panel.cells.as_ref());
    let size = |cells: &grid::Grid<PanelCell>| (cells.rows(), cells.columns());
    let sheet = &typing.sheet().cells;
    let cells = cells.filter(|cells| size(cells) == (sheet.rows(), sheet.columns()));
    let found = cells.map(|cells| &cells[cell]);
    let plain = |sign: &str, tone| PanelCell {
        sign: sign.to_owned(),
        lines: Vec::new(),
        tone,
        chosen: false,
        field: String::new(),
    };
    let is_answer = |found: &&PanelCell| matches!(found.tone, Tone::Risk(_) | Tone::Safe);
    match (entered, found) {
        (Some(letter), Some(found)) if letter.tone != Tone::Fatal && is_answer(&found) => {
            let lines = vec![letter.sign.to_owned(), found.sign.clone()];
            PanelCell { sign: letter.sign.to_owned(), lines, ..found.clone() }
        }
        (Some(letter), _) => plain(letter.sign, letter.tone),
        (None, Some(found)) => {
            let sign = if found.sign == "." { "" } else { &found.sign };
            PanelCell { sign: sign.to_owned(), ..found.clone() }
        }
        (None, None) => {
            let proven =
                known.checked.proven.as_ref().and_then(|proven| proven.get(cell)?.as_deref());
            let rules = typing.form().rules();
            match proven {
                Some("safe") => plain("", Tone::Safe),
                Some("useless") => plain("", Tone::Useless),
                Some(sure) => {
                    let letter = sure.chars().next().and_then(|letter| rules.letter(letter));
                    let fatal = letter.is_some_and(|letter| letter.tone == Tone::Fatal);
                    let tone = if fatal { Tone::Fatal } else { Tone::Safe };
                    plain(&format!("={sure}"), tone)
                }
                None => plain("", Tone::Plain),
            }
        }
    }
}

/// What a cell shows in words: "row 2, column 3, face down, V 19%, 12/4, best move".
fn cell_name(typing: &Typing, known: &Known, cell: Cell, shown: &PanelCell) -> String {
    let (row, column) = cell;
    let mut words = vec![format!("row {}, column {}", row + 1, column + 1)];
    words.extend(letter(typing, cell).map(|letter| letter.name.to_owned()));
    let told = if shown.lines.is_empty() { vec![shown.sign.clone()] } else { shown.lines.clone() };
    let is_blank = letter(typing, cell).is_none_or(|letter| letter.sign.is_empty());
    words.extend(told.into_iter().filter(|told| is_blank && !told.is_empty()));
    match shown.tone {
        Tone::Safe => words.push("safe".to_owned()),
        Tone::Useless => words.push("wins nothing".to_owned()),
        _ => {}
    }
    let marks = &typing.sheet().marks[cell];
    words.extend((!marks.is_empty()).then(|| format!("marked {marks}")));
    words.extend(shown.chosen.then(|| "best move".to_owned()));
    words.extend(objection(typing, known, Place::Cell(cell)));
    words.join(", ")
}

/// What cannot be at a place, or what is doubtful there.
fn objection(typing: &Typing, known: &Known, place: Place) -> Option<String> {
    let misfit = known.checked.misfits.iter().find(|misfit| misfit.is_about(place));
    match misfit {
        Some(misfit) => Some(format!("impossible: {}", misfit.text)),
        None => typing.doubts().get(&place).map(|doubt| format!("doubtful: {doubt}")),
    }
}

/// The marks of a player, small at the lower edge.
fn marks(ui: &Ui, marks: &str, place: Rect) {
    if marks.is_empty() {
        return;
    }
    let text: Vec<String> = marks.chars().map(String::from).collect();
    let font = FontId::proportional((place.height() * 0.2).clamp(9.0, 14.0));
    let galley = ui.painter().layout_no_wrap(text.join(" "), font, accent(ui));
    let at = place.center_bottom() - vec2(galley.size().x / 2.0, galley.size().y + 1.0);
    let ground = Rect::from_min_size(at, galley.size()).expand2(vec2(3.0, 0.0));
    ui.painter().rect_filled(ground, 3.0, paper(ui));
    ui.painter().galley(at, galley, accent(ui));
}

/// The frame of what is chosen, what cannot be (with "!"), and what is doubtful (dashed).
fn frame(ui: &Ui, typing: &Typing, known: &Known, place: Place, area: Rect, response: &Response) {
    let painter = ui.painter();
    let misfit = known.checked.misfits.iter().any(|misfit| misfit.is_about(place));
    if misfit {
        painter.rect_stroke(area, 4.0, Stroke::new(2.5, wrong(ui)), StrokeKind::Inside);
        let at = area.right_top() + vec2(-4.0, 1.0);
        let font = FontId::proportional((area.height() * 0.3).clamp(10.0, 16.0));
        painter.text(at, Align2::RIGHT_TOP, "!", font, wrong(ui));
    } else if typing.doubts().contains_key(&place) {
        let area = area.shrink(1.0);
        let round: Vec<Pos2> = vec![
            area.left_top(),
            area.right_top(),
            area.right_bottom(),
            area.left_bottom(),
            area.left_top(),
        ];
        painter.extend(Shape::dashed_line(&round, Stroke::new(2.0, alarm(ui)), 5.0, 3.0));
    }
    if place == typing.at() {
        painter.rect_stroke(
            area.expand(1.0),
            5.0,
            Stroke::new(2.0, accent(ui)),
            StrokeKind::Inside,
        );
    }
    if let Some(objection) = objection(typing, known, place) {
        response.clone().on_hover_text(objection);
    }
}

/// A header: its numbers one above the other. The one that was pressed.
fn draw_header(
    ui: &mut Ui,
    typing: &Typing,
    known: &Known,
    (side, at): (Side, usize),
    area: Rect,
    id: eframe::egui::Id,
) -> Option<Place> {
    let parts = typing.form().rules().header?;
    ui.painter().rect_filled(area, 6.0, paper(ui));
    ui.painter().rect_stroke(area, 6.0, Stroke::new(1.0, line(ui)), StrokeKind::Inside);
    let middle = area.top() + area.height() * 0.54;
    let halves = [
        Rect::from_min_max(area.min, pos2(area.right(), middle)),
        Rect::from_min_max(pos2(area.left(), middle), area.max),
    ];
    let mut pressed = None;
    for (part, half) in halves.into_iter().enumerate() {
        let place = Place::Header { side, at, part };
        let response = ui.interact(half, id.with((side as usize, at, part)), Sense::click());
        let number = typing.sheet().number(side, at, part);
        let line = if side == Side::Right { "row" } else { "column" };
        let value = number.map_or("missing".to_owned(), |number| number.to_string());
        let mut name = format!("{line} {} {}: {value}", at + 1, parts[part].name);
        if let Some(objection) = objection(typing, known, place) {
            name = format!("{name}, {objection}");
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.hovered() {
            let fill = ui.visuals().widgets.hovered.weak_bg_fill;
            ui.painter().rect_filled(half.shrink(1.0), 5.0, fill);
        }
        let size = (area.height() * if part == 0 { 0.36 } else { 0.3 }).clamp(12.0, 22.0);
        let font = FontId::proportional(size);
        let chosen = place == typing.at();
        let colour = match number {
            None => ui.visuals().weak_text_color(),
            Some(_) => ui.visuals().strong_text_color(),
        };
        let mut text = number.map_or("–".to_owned(), |number| number.to_string());
        if chosen && typing.is_pending() {
            text.push('_');
        }
        // The second number has its name's first letter beside it, as the game has a Voltorb there.
        let centre = half.center();
        if part == 1 {
            let small = FontId::proportional(size * 0.72);
            let initial = parts[part].name.chars().next().unwrap_or_default();
            let at = centre - vec2(size * 0.28, 0.0);
            let quiet = ui.visuals().weak_text_color();
            ui.painter().text(at, Align2::RIGHT_CENTER, initial, small, quiet);
            let at = centre - vec2(size * 0.06, 0.0);
            ui.painter().text(at, Align2::LEFT_CENTER, text, font, colour);
        } else {
            ui.painter().text(centre, Align2::CENTER_CENTER, text, font, colour);
        }
        frame(ui, typing, known, place, half, &response);
        if response.clicked() {
            pressed = Some(place);
        }
    }
    pressed
}

/// The totals of the rows and of the columns, which have to be the same.
fn totals(ui: &Ui, typing: &Typing, area: Rect) {
    let totals = [Side::Right, Side::Below].map(|side| typing.sheet().total(side));
    let off = matches!(totals, [Some(rows), Some(columns)] if rows != columns);
    let colour = if off { wrong(ui) } else { ui.visuals().weak_text_color() };
    let font = FontId::proportional((area.height() * 0.2).clamp(9.0, 12.0));
    if let [Some([sum, count]), Some(_)] = totals
        && !off
    {
        let text = format!("total\n{sum}/{count}");
        ui.painter().text(area.center(), Align2::CENTER_CENTER, text, font, colour);
        return;
    }
    for (total, (lines, height)) in totals.into_iter().zip([("rows", 0.3), ("columns", 0.7)]) {
        let Some([sum, count]) = total else { continue };
        let at = pos2(area.center().x, area.top() + area.height() * height);
        let text = format!("{lines}\n{sum}/{count}");
        ui.painter().text(at, Align2::CENTER_CENTER, text, font.clone(), colour);
    }
}
