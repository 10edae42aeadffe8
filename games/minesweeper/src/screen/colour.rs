//! Colours of pictures and of themes.

/// A colour: red, green, blue, 0 to 255 each.
pub(super) type Colour = [f32; 3];

/// Parses a colour `#rrggbb`.
pub(super) fn colour(text: &str) -> Result<Colour, String> {
    let wrong = || format!("{text:?} is not a colour: write #rrggbb");
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6).ok_or_else(wrong)?;
    let value = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
    Ok([16, 8, 0].map(|shift| (value >> shift & 255) as f32))
}

/// The greatest difference between two colours in any channel.
pub(super) fn difference(a: Colour, b: Colour) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}
