//! Chances as text.

/// A chance in percent, 0 % or 100 % only if it is that.
pub fn percent(chance: f64) -> String {
    match chance {
        c if c <= 0.0 => "0 %".to_owned(),
        // A sum of weights that is all of them but for a rounding.
        c if c >= 1.0 - 1e-12 => "100 %".to_owned(),
        c if c < 0.0005 => "less than 0.1 %".to_owned(),
        c if c > 0.9995 => "more than 99.9 %".to_owned(),
        c => format!("{:.1} %", 100.0 * c),
    }
}

/// A chance in whole percent for a cell of a table, at most three characters and without the sign: 0
/// and 100 mean certainty.
pub fn short(chance: f64) -> String {
    match chance {
        c if c > 0.0 && c <= 0.005 => "<1".to_owned(),
        c if (0.995..1.0).contains(&c) => ">99".to_owned(),
        c => format!("{:.0}", 100.0 * c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_is_kept_apart() {
        for (chance, long, brief) in [
            (0.0, "0 %", "0"),
            (0.0001, "less than 0.1 %", "<1"),
            (0.0049, "0.5 %", "<1"),
            (0.125, "12.5 %", "12"),
            (0.996, "99.6 %", ">99"),
            (0.9999, "more than 99.9 %", ">99"),
            (1.0 - 1e-15, "100 %", ">99"),
            (1.0, "100 %", "100"),
        ] {
            assert_eq!((&*percent(chance), &*short(chance)), (long, brief), "{chance}");
        }
    }
}
