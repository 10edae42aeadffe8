//! Numbers as they are typed, within a range.

use std::ops::RangeInclusive;

/// Reads a whole number within `range`; else says in a sentence what it may be.
pub fn whole<T>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<u64>,
{
    move |text| {
        let number = text.trim().parse::<u64>().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            format!("it has to be a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// Reads a number within `range`, which "nan" and "inf" are not.
pub fn real(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.trim().parse::<f64>().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("it has to be a number from {} to {}", range.start(), range.end())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_their_range_are_refused_with_the_range() {
        let whole = whole::<u32>(1..=9);
        assert_eq!(whole("9"), Ok(9));
        for wrong in ["0", "10", "-1", "1.5", "", "nine", "99999999999999999999999"] {
            assert!(whole(wrong).unwrap_err().contains("from 1 to 9"), "{wrong}");
        }
        let real = real(0.0..=2.0);
        assert_eq!(real("0.5"), Ok(0.5));
        for wrong in ["nan", "NaN", "inf", "-inf", "-0.1", "2.1", "x", ""] {
            assert!(real(wrong).unwrap_err().contains("from 0 to 2"), "{wrong}");
        }
    }
}
