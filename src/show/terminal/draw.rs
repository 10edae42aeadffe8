//! The view as a whole: what matters most first, the rest as far as there is room.

use super::board::{Board, Shape};
use super::keys::{Kind, Mode};
use super::large;
use crate::show::marks::marks;
use crate::show::scene::{Scene, State};
use crate::show::theme::Palette;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// The least width of the facts beside the board.
const SIDE: u16 = 20;
/// Columns between the board and the facts.
const GAP: u16 = 2;

/// Draws the view on a frame of any size.
pub fn draw(frame: &mut Frame<'_>, scene: &Scene, mode: &Mode, palette: Palette) {
    let area = frame.area();
    if matches!(mode.kind(), Kind::Help) {
        let text = Paragraph::new(help(scene)).wrap(Wrap { trim: false });
        return frame.render_widget(text, area);
    }
    let advised = scene.panel.advice.as_deref().unwrap_or_default();
    let [top, advice, middle, bottom] = rows(area);
    let style = match scene.state {
        State::Halted(_) => palette.alarm(),
        _ => palette.strong(),
    };
    let mut state = vec![Span::styled(scene.state_text(), style)];
    if area.width >= 60 && !matches!(scene.state, State::Halted(_)) {
        state.push(Span::styled(format!("   {}", scene.panel.title), palette.dim()));
    }
    frame.render_widget(Line::from(state), top);
    let text = if advised.is_empty() { String::new() } else { format!("▶ {advised}") };
    frame.render_widget(Line::styled(text, palette.advice()), advice);
    frame.render_widget(Line::from(keys(scene, mode, bottom.width)), bottom);
    let middle = large_advice(frame, middle, scene, mode, palette);
    body(frame, middle, scene, mode, palette);
}

/// What to do in large letters, where that takes no room from the board; the area that is left. It is the same with and
/// without advice, so that the board keeps its place.
fn large_advice(
    frame: &mut Frame<'_>,
    area: Rect,
    scene: &Scene,
    mode: &Mode,
    palette: Palette,
) -> Rect {
    let left = below(area, large::HEIGHT);
    let has_room = match &scene.panel.cells {
        Some(cells) => {
            let shape =
                |area: Rect| Shape::fitting(scene, cells, mode.details(), (area.width, room(area)));
            shape(left) == shape(area) && shape(left).height() <= room(left)
        }
        None => left.height > 2 * large::HEIGHT,
    };
    if !has_room {
        return area;
    }
    let advice = scene.panel.advice.as_deref().unwrap_or_default();
    let what = advice.split_once(": ").map_or(advice, |(what, _)| what);
    let rows = large::large(what, area.width).unwrap_or_default();
    let lines: Vec<Line<'_>> = rows.into_iter().map(Line::from).collect();
    let text = Paragraph::new(lines).style(palette.advice());
    frame.render_widget(text, Rect { height: large::HEIGHT, ..area });
    left
}

/// The rows for a board in this area: a row for the facts and one for an event are kept, where there are any to spare.
fn room(area: Rect) -> u16 {
    area.height.saturating_sub(if area.height > 8 { 2 } else { 1 })
}

/// The state, the advice, what is between, and the keys. A long reason to halt needs two lines.
fn rows(area: Rect) -> [Rect; 4] {
    let mut left = area;
    let mut take = |height: u16| {
        let height = height.min(left.height);
        let row = Rect { height, ..left };
        left = Rect { y: left.y + height, height: left.height - height, ..left };
        row
    };
    let (top, advice) = (take(1), take(1));
    let middle = take(area.height.saturating_sub(3));
    [top, advice, middle, take(1)]
}

/// The board, the facts beside or below it, and the newest events.
fn body(frame: &mut Frame<'_>, area: Rect, scene: &Scene, mode: &Mode, palette: Palette) {
    let full =
        matches!(&scene.state, State::Halted(why) if why.chars().count() + 8 > area.width.into());
    let area =
        if full && area.height > 8 { below_reason(frame, area, scene, palette) } else { area };
    let Some(cells) = &scene.panel.cells else {
        let facts = facts(scene, mode.details(), area.width < 40, palette);
        let used = (facts.len() as u16).min(area.height);
        frame.render_widget(Paragraph::new(facts), Rect { height: used, ..area });
        return events(frame, below(area, used), scene, palette);
    };
    let room = room(area);
    let shape = Shape::fitting(scene, cells, mode.details(), (area.width, room));
    let width = shape.width().min(area.width);
    let height = shape.height().min(room.max(1)).min(area.height);
    let board = Board { scene, cells, shape, palette, cursor: mode.cursor() };
    board.draw(Rect { width, height, ..area }, frame.buffer_mut());
    let side = area.width.saturating_sub(width + GAP);
    if side >= SIDE {
        let place = Rect { x: area.x + width + GAP, width: side, ..area };
        let mut lines = facts(scene, mode.details(), false, palette);
        lines.extend(legend(scene, mode.details(), palette));
        let text = Paragraph::new(lines).wrap(Wrap { trim: true });
        frame.render_widget(text, Rect { height, ..place });
        return events(frame, below(area, height), scene, palette);
    }
    let rest = below(area, height);
    let facts = joined(scene, mode.details());
    let text = Paragraph::new(facts.as_str()).wrap(Wrap { trim: true });
    let needed = text_height(&facts, area.width).min(rest.height.saturating_sub(1).max(1));
    frame.render_widget(text, Rect { height: needed.min(rest.height), ..rest });
    events(frame, below(rest, needed), scene, palette);
}

/// A reason to halt that does not fit beside the state, in full; the area that is left.
fn below_reason(frame: &mut Frame<'_>, area: Rect, scene: &Scene, palette: Palette) -> Rect {
    let text = scene.state_text();
    let height = text_height(&text, area.width).min(3);
    let place = Rect { height, ..area };
    frame.render_widget(
        Paragraph::new(text).style(palette.alarm()).wrap(Wrap { trim: true }),
        place,
    );
    below(area, height)
}

fn below(area: Rect, used: u16) -> Rect {
    let used = used.min(area.height);
    Rect { y: area.y + used, height: area.height - used, ..area }
}

/// How many rows a text takes, about: words are not broken.
fn text_height(text: &str, width: u16) -> u16 {
    let (mut rows, mut column) = (1, 0);
    for word in text.split(' ') {
        let length = word.chars().count() + 1;
        if column > 0 && column + length > usize::from(width) + 1 {
            rows += 1;
            column = 0;
        }
        column += length;
    }
    rows
}

/// Facts, totals, settings and corrections, each with its name.
fn all_facts(scene: &Scene, details: bool) -> Vec<(String, String)> {
    let facts = scene.panel.facts.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let mut all: Vec<(String, String)> = facts.collect();
    let totals = &scene.totals;
    let score = scene.units.score;
    all.push((
        "rounds".to_owned(),
        format!("{}, {} won, {} {score}", totals.rounds, totals.won, totals.score),
    ));
    if scene.plays && details {
        let luck = format!("{}, {:.1} expected", totals.lost, totals.expected_losses);
        all.push(("losses".to_owned(), luck));
    }
    let settings = scene.settings.iter();
    all.extend(settings.map(|setting| (setting.name.to_owned(), setting.value.clone())));
    let typed = scene.corrections.iter();
    all.extend(typed.map(|held| (format!("* {}", held.field), scene.read(&held.field))));
    all
}

/// The facts, a line each.
fn facts(scene: &Scene, details: bool, brief: bool, palette: Palette) -> Vec<Line<'static>> {
    let line = |(name, value): (String, String)| {
        let bold = palette.strong();
        if brief {
            return Line::from(Span::styled(format!("{name} {value}"), bold));
        }
        Line::from(vec![Span::raw(format!("{name} ")), Span::styled(value, bold)])
    };
    all_facts(scene, details).into_iter().map(line).collect()
}

/// The facts in a sentence.
fn joined(scene: &Scene, details: bool) -> String {
    let each = all_facts(scene, details).into_iter().map(|(name, value)| format!("{name} {value}"));
    each.collect::<Vec<_>>().join(" · ")
}

/// What the signs mean.
fn legend(scene: &Scene, details: bool, palette: Palette) -> Vec<Line<'static>> {
    let dim = palette.dim();
    let marks: Vec<String> =
        marks(&scene.panel).map(|(sign, what)| format!("{sign} {what}")).collect();
    let mut lines = vec![Line::default(), Line::styled(marks.join("  "), dim)];
    let more = if details { &scene.panel.details[..] } else { &[] };
    let signs = scene.panel.legend.iter().chain(more);
    lines.extend(signs.map(|(sign, what)| Line::styled(format!("{sign}  {what}"), dim)));
    lines
}

/// The newest events, the newest last.
fn events(frame: &mut Frame<'_>, area: Rect, scene: &Scene, palette: Palette) {
    let count = usize::from(area.height);
    let newest = scene.events.iter().skip(scene.events.len().saturating_sub(count));
    let lines: Vec<Line<'_>> =
        newest.map(|line| Line::styled(line.trim_start().to_owned(), palette.dim())).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// The keys and what they do, as many as fit; or what is being typed over.
fn keys(scene: &Scene, mode: &Mode, width: u16) -> String {
    if let Kind::Editing(edit) = mode.kind() {
        let fields = edit.fields(scene);
        let read = fields.iter().map(|field| format!("{field}: {}", scene.read(field)));
        let read = read.collect::<Vec<_>>().join("; ");
        return format!("{}_  {read}  Enter, Esc, arrows, Tab", edit.typed);
    }
    let mut line = String::new();
    for (key, what) in all_keys(scene) {
        let next = format!("{key} {what}  ");
        if line.chars().count() + next.trim_end().chars().count() <= usize::from(width) {
            line.push_str(&next);
        }
    }
    line
}

/// All keys, the most important first.
fn all_keys(scene: &Scene) -> Vec<(String, String)> {
    let mut keys = vec![("?", "help"), ("q", "stop")];
    if scene.plays {
        keys.extend([("p", "pause"), ("n", "step")]);
    }
    keys.extend([("d", "details"), ("e", "edit"), ("u", "undo")]);
    let owned = keys.into_iter().map(|(key, what)| (key.to_owned(), what.to_owned()));
    let settings = scene.settings.iter().map(|s| (s.key.to_string(), s.name.to_owned()));
    owned.chain(settings).collect()
}

/// All keys, and the legend.
fn help(scene: &Scene) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from("Keys (any key closes this)")];
    for (key, what) in all_keys(scene) {
        let what = match what.as_str() {
            "stop" => "stop the session, as Ctrl-C does",
            "pause" => "pause, or resume after a pause or a halt",
            "step" => "make one move, then pause",
            "details" => "show or hide all chances, and the confidence of each header",
            "edit" => "correct what was read; it holds until the picture changes there",
            "undo" => "undo the last correction",
            "help" => "show this page",
            setting => {
                let values = scene.settings.iter().find(|s| s.name == setting);
                let values = values.map(|s| s.values.join(", ")).unwrap_or_default();
                lines.push(Line::from(format!("  {key}  {setting}: {values}")));
                continue;
            }
        };
        lines.push(Line::from(format!("  {key}  {what}")));
    }
    lines.push(Line::from("Legend"));
    let signs = marks(&scene.panel)
        .chain([("*", "typed by hand"), ("!", "read with less than 90 % confidence")]);
    let signs = signs.chain(scene.panel.legend.iter().chain(&scene.panel.details).copied());
    lines.extend(signs.map(|(sign, what)| Line::from(format!("  {sign}  {what}"))));
    lines
}
