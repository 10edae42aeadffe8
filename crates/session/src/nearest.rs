//! Suggests the name that was meant by a mistyped one.

/// A sentence for a name `wrong` that is not among `known`, with the most similar one.
pub fn no_such<'a>(what: &str, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(name, wrong);
    let nearest = known.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest {
        Some(nearest) => format!("there is no {what} {wrong:?}; is {nearest:?} meant?"),
        None => format!("there is no {what} {wrong:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_most_like_it_is_offered() {
        let hint = no_such("option", "objectve", ["rounds", "objective"]);
        assert_eq!(hint, "there is no option \"objectve\"; is \"objective\" meant?");
        assert_eq!(no_such("option", "x", []), "there is no option \"x\"");
    }
}
