//! The window's colours, by day and by night. What they say is said by signs as well.

use eframe::egui::{Color32, Context, CornerRadius, Stroke, Theme, Ui, Visuals, vec2};
use session::Tone;

/// The best cell's frame on a picture, which is neither light nor dark.
pub(super) const BEST: Color32 = Color32::from_rgb(0, 214, 255);
/// The button that stops.
pub(super) const STOP: Color32 = Color32::from_rgb(190, 30, 30);

/// A colour for light and one for dark surroundings.
struct Both(Color32, Color32);

const ACCENT: Both = Both(Color32::from_rgb(10, 94, 168), BEST);
const ALARM: Both = Both(Color32::from_rgb(143, 74, 0), Color32::from_rgb(255, 200, 60));
const WRONG: Both = Both(Color32::from_rgb(176, 28, 16), Color32::from_rgb(255, 122, 104));
const GROUND: Both = Both(Color32::from_rgb(245, 246, 248), Color32::from_rgb(20, 23, 28));
const PAPER: Both = Both(Color32::WHITE, Color32::from_rgb(30, 34, 41));
const LINE: Both = Both(Color32::from_rgb(198, 204, 212), Color32::from_rgb(62, 70, 79));
const INK: Both = Both(Color32::from_rgb(22, 25, 30), Color32::from_rgb(237, 240, 243));
const QUIET: Both = Both(Color32::from_rgb(85, 93, 104), Color32::from_rgb(169, 177, 188));
const BUTTON: Both = Both(Color32::from_rgb(226, 230, 236), Color32::from_rgb(46, 52, 61));
const HOVERED: Both = Both(Color32::from_rgb(209, 216, 225), Color32::from_rgb(60, 68, 80));

const KNOWN: Both = Both(Color32::from_rgb(216, 221, 228), Color32::from_rgb(70, 74, 84));
const PLAIN: Both = Both(Color32::from_rgb(228, 232, 238), Color32::from_rgb(50, 54, 62));
const DIM: Both = Both(Color32::from_rgb(236, 238, 240), Color32::from_rgb(40, 42, 47));
const FAINT: Both = Both(Color32::from_rgb(84, 92, 102), Color32::from_rgb(165, 165, 165));
const SAFE: Color32 = Color32::from_rgb(10, 94, 168);
const PRIZE: Color32 = Color32::from_rgb(122, 96, 10);
const FATAL: Color32 = Color32::from_rgb(112, 30, 110);

/// The heat map, as the page has it: from blue to orange, which all people tell apart. What is chosen among has risks
/// below two thirds: they have the whole ramp.
const HEAT: [(f64, [u8; 3]); 3] =
    [(0.0, [15, 64, 102]), (0.33, [107, 74, 76]), (0.67, [176, 75, 10])];

impl Both {
    fn of(&self, dark: bool) -> Color32 {
        if dark { self.1 } else { self.0 }
    }
}

fn is_dark(ui: &Ui) -> bool {
    ui.visuals().dark_mode
}

/// The best cell's frame, the advice, and what is chosen.
pub(super) fn accent(ui: &Ui) -> Color32 {
    ACCENT.of(is_dark(ui))
}

/// What has to be noticed.
pub(super) fn alarm(ui: &Ui) -> Color32 {
    ALARM.of(is_dark(ui))
}

/// What cannot be.
pub(super) fn wrong(ui: &Ui) -> Color32 {
    WRONG.of(is_dark(ui))
}

/// What lies on the window's ground: a card, a header.
pub(super) fn paper(ui: &Ui) -> Color32 {
    PAPER.of(is_dark(ui))
}

/// A thin line around what lies there.
pub(super) fn line(ui: &Ui) -> Color32 {
    LINE.of(is_dark(ui))
}

/// What a cell is filled with.
pub(super) fn fill(tone: Tone, dark: bool) -> Color32 {
    match tone {
        Tone::Plain => PLAIN.of(dark),
        Tone::Known => KNOWN.of(dark),
        Tone::Prize => PRIZE,
        Tone::Safe => SAFE,
        Tone::Risk(risk) => heat(risk),
        Tone::Useless | Tone::Dim => DIM.of(dark),
        Tone::Fatal => FATAL,
    }
}

/// What a cell is written in.
pub(super) fn ink(tone: Tone, dark: bool) -> Color32 {
    match tone {
        Tone::Useless | Tone::Dim => FAINT.of(dark),
        Tone::Plain | Tone::Known => INK.of(dark),
        _ => Color32::WHITE,
    }
}

fn heat(risk: f64) -> Color32 {
    let risk = risk.clamp(0.0, HEAT[HEAT.len() - 1].0);
    let above = HEAT.iter().position(|&(bound, _)| risk <= bound).unwrap_or(HEAT.len() - 1);
    let ((low, from), (high, to)) = (HEAT[above.saturating_sub(1)], HEAT[above]);
    let share = if high > low { (risk - low) / (high - low) } else { 0.0 };
    let mix = |i: usize| {
        (f64::from(from[i]) + share * (f64::from(to[i]) - f64::from(from[i]))).round() as u8
    };
    Color32::from_rgb(mix(0), mix(1), mix(2))
}

/// Gives the window its colours and its spacing, for both themes.
pub(super) fn apply(context: &Context) {
    for theme in [Theme::Light, Theme::Dark] {
        let dark = theme == Theme::Dark;
        let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
        (visuals.panel_fill, visuals.window_fill) = (GROUND.of(dark), PAPER.of(dark));
        (visuals.extreme_bg_color, visuals.faint_bg_color) = (PAPER.of(dark), PAPER.of(dark));
        visuals.selection.bg_fill = Both(Color32::from_rgb(187, 217, 243), HOVERED.1).of(dark);
        visuals.selection.stroke = Stroke::new(1.5, ACCENT.of(dark));
        visuals.hyperlink_color = ACCENT.of(dark);
        visuals.warn_fg_color = ALARM.of(dark);
        visuals.weak_text_color = Some(QUIET.of(dark));
        let widgets = &mut visuals.widgets;
        for widget in [
            &mut widgets.noninteractive,
            &mut widgets.inactive,
            &mut widgets.hovered,
            &mut widgets.active,
            &mut widgets.open,
        ] {
            widget.corner_radius = CornerRadius::same(6);
            widget.fg_stroke.color = INK.of(dark);
        }
        widgets.noninteractive.bg_stroke.color = LINE.of(dark);
        for (widget, fill) in [
            (&mut widgets.inactive, &BUTTON),
            (&mut widgets.hovered, &HOVERED),
            (&mut widgets.active, &HOVERED),
            (&mut widgets.open, &BUTTON),
        ] {
            (widget.bg_fill, widget.weak_bg_fill) = (fill.of(dark), fill.of(dark));
        }
        context.style_mut_of(theme, |style| {
            style.visuals = visuals;
            style.spacing.item_spacing = vec2(8.0, 6.0);
            style.spacing.button_padding = vec2(10.0, 5.0);
            style.spacing.interact_size.y = 26.0;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::contrast::tones;

    /// The contrast of two colours, 1 to 21.
    fn contrast(a: Color32, b: Color32) -> f64 {
        let [a, b] = [a, b].map(|c| [c.r(), c.g(), c.b()]);
        crate::show::contrast::contrast(a, b)
    }

    #[test]
    fn every_cell_can_be_read() {
        for tone in tones() {
            for dark in [false, true] {
                assert!(contrast(fill(tone, dark), ink(tone, dark)) >= 4.5, "{tone:?} {dark}");
            }
        }
    }

    #[test]
    fn every_word_can_be_read() {
        for dark in [false, true] {
            for words in [&ACCENT, &ALARM, &WRONG, &INK, &QUIET] {
                for ground in [&GROUND, &PAPER] {
                    let contrast = contrast(words.of(dark), ground.of(dark));
                    assert!(contrast >= 4.5, "{:?} {:?}", words.of(dark), ground.of(dark));
                }
            }
            assert!(contrast(INK.of(dark), HOVERED.of(dark)) >= 4.5);
        }
    }

    #[test]
    fn a_higher_risk_is_redder() {
        let redness = |risk| f64::from(heat(risk).r()) - f64::from(heat(risk).g());
        let all: Vec<f64> = (0..=20).map(|i| redness(f64::from(i) / 20.0)).collect();
        assert!(all.is_sorted(), "{all:?}");
    }
}
