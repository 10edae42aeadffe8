//! What tests of colours share.

use session::Tone;

/// The contrast of two colours as WCAG 2.2 defines it, 1 to 21.
pub(crate) fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let luminance =
        |[r, g, b]: [u8; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// All tones, and risks from none to certainty.
pub(crate) fn tones() -> impl Iterator<Item = Tone> + Clone {
    let risks = (0..=20).map(|i| Tone::Risk(f64::from(i) / 20.0));
    let others =
        [Tone::Plain, Tone::Known, Tone::Prize, Tone::Safe, Tone::Useless, Tone::Dim, Tone::Fatal];
    risks.chain(others)
}
