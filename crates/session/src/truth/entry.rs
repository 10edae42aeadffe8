//! Entries of a `truth.json`: objects whose names and values are checked.

use crate::nearest::no_such;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// A JSON object with no name twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Unique<T>(pub BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Unique<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Unique<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object {...}")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Unique<T>, M::Error> {
                let mut entries = BTreeMap::new();
                while let Some(name) = map.next_key::<String>()? {
                    if entries.contains_key(&name) {
                        let twice = format!("{name:?} stands there twice");
                        return Err(serde::de::Error::custom(twice));
                    }
                    let value = map.next_value()?;
                    entries.insert(name, value);
                }
                Ok(Unique(entries))
            }
        }
        d.deserialize_map(Entries(PhantomData))
    }
}

/// Refuses a field's name that is not among `known`, with the one that is written most like it.
///
/// # Errors
/// A sentence.
pub fn check_name(field: &str, known: &[&str]) -> Result<(), String> {
    if known.contains(&field) {
        return Ok(());
    }
    Err(no_such("field of a truth", field, known.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered() {
        let known = ["rows", "cols", "tiles"];
        assert_eq!(check_name("tiles", &known), Ok(()));
        assert!(check_name("tilez", &known).unwrap_err().contains("\"tiles\" meant"));
        assert!(check_name("col", &known).unwrap_err().contains("\"cols\" meant"));
    }

    #[test]
    fn no_name_stands_twice() {
        let parsed: Unique<u8> = serde_json::from_str("{\"a\": 1, \"b\": 2}").unwrap();
        assert_eq!(parsed.0.len(), 2);
        let error = serde_json::from_str::<Unique<u8>>("{\"a\": 1, \"a\": 2}").unwrap_err();
        assert!(error.to_string().contains("\"a\" stands there twice"), "{error}");
    }
}
