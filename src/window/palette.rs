//! The window's colours. What they say is said by signs as well.

use eframe::egui::Color32;
use session::Tone;

/// The best cell: its frame, and the advice.
pub(super) const BEST: Color32 = Color32::from_rgb(0, 214, 255);
/// What has to be noticed.
pub(super) const ALARM: Color32 = Color32::from_rgb(255, 200, 60);
/// The button that stops.
pub(super) const STOP: Color32 = Color32::from_rgb(190, 30, 30);

const SAFE: Color32 = Color32::from_rgb(38, 160, 84);
const KNOWN: Color32 = Color32::from_rgb(70, 74, 84);
const PLAIN: Color32 = Color32::from_rgb(50, 54, 62);
const PRIZE: Color32 = Color32::from_rgb(122, 96, 10);
const FATAL: Color32 = Color32::from_rgb(112, 30, 110);
const DIM: Color32 = Color32::from_rgb(40, 42, 47);

/// The heat map, from no risk to certain loss.
const HEAT: [(f64, [u8; 3]); 4] =
    [(0.0, [30, 104, 66]), (0.2, [104, 112, 24]), (0.45, [158, 92, 18]), (1.0, [164, 30, 34])];

/// What a cell is filled with.
pub(super) fn fill(tone: Tone) -> Color32 {
    match tone {
        Tone::Plain => PLAIN,
        Tone::Known => KNOWN,
        Tone::Prize => PRIZE,
        Tone::Safe => SAFE,
        Tone::Risk(risk) => heat(risk),
        Tone::Useless | Tone::Dim => DIM,
        Tone::Fatal => FATAL,
    }
}

/// What a cell is written in.
pub(super) fn ink(tone: Tone) -> Color32 {
    match tone {
        Tone::Useless | Tone::Dim => Color32::from_gray(165),
        _ => Color32::WHITE,
    }
}

fn heat(risk: f64) -> Color32 {
    let risk = risk.clamp(0.0, 1.0);
    let above = HEAT.iter().position(|&(bound, _)| risk <= bound).unwrap_or(HEAT.len() - 1);
    let ((low, from), (high, to)) = (HEAT[above.saturating_sub(1)], HEAT[above]);
    let share = if high > low { (risk - low) / (high - low) } else { 0.0 };
    let mix = |i: usize| {
        (f64::from(from[i]) + share * (f64::from(to[i]) - f64::from(from[i]))).round() as u8
    };
    Color32::from_rgb(mix(0), mix(1), mix(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours as WCAG 2.2 defines it, 1 to 21.
    fn contrast(a: Color32, b: Color32) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let luminance =
            |c: Color32| 0.2126 * linear(c.r()) + 0.7152 * linear(c.g()) + 0.0722 * linear(c.b());
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_cell_can_be_read() {
        let risks = (0..=20).map(|i| Tone::Risk(f64::from(i) / 20.0));
        let others = [Tone::Plain, Tone::Known, Tone::Prize, Tone::Useless, Tone::Fatal, Tone::Dim];
        for tone in risks.chain(others) {
            assert!(contrast(fill(tone), ink(tone)) >= 4.5, "{tone:?}");
        }
        // Its text is large and bold.
        assert!(contrast(fill(Tone::Safe), ink(Tone::Safe)) >= 3.0);
    }

    #[test]
    fn a_higher_risk_is_redder() {
        let redness = |risk| f64::from(heat(risk).r()) - f64::from(heat(risk).g());
        let all: Vec<f64> = (0..=20).map(|i| redness(f64::from(i) / 20.0)).collect();
        assert!(all.is_sorted(), "{all:?}");
    }
}
