//! The schemas of docs/reference/schemas, and whether values are as they say.

use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// A schema of docs/reference/schemas.
pub struct Schema {
    name: String,
    root: Value,
    /// The files next to this one that it refers to, once they were read.
    others: RefCell<HashMap<String, Rc<Self>>>,
}

impl Schema {
    /// The schema in the file of this name.
    pub fn named(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/schemas");
        let text = std::fs::read(folder.join(name).with_extension("json")).unwrap();
        let root = serde_json::from_slice(&text).unwrap();
        Self { name: name.to_owned(), root, others: RefCell::default() }
    }

    /// Fails at the first of these values that is not as the schema says; how many there are.
    pub fn holds(&self, values: &[Value]) -> usize {
        for value in values {
            if let Err(why) = self.test(value) {
                panic!("{}: {why} of\n{value}", self.name);
            }
        }
        values.len()
    }

    /// Whether a value is as the schema says.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn test(&self, value: &Value) -> Result<(), String> {
        self.check(&self.root, value, "")
    }

    /// Whether a value is as a part of the schema says; else where it is not.
    ///
    /// It knows the keywords of JSON Schema that these files use: a library for all of them, and what it
    /// depends on, takes longer to build than all of these tests.
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let rules: &Map<String, Value> = match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err(format!("nothing may stand at {at}")),
            _ => schema.as_object().unwrap(),
        };
        for (keyword, rule) in rules {
            let number = |of: &dyn Fn(f64, f64) -> bool| {
                value.as_f64().is_none_or(|value| of(value, rule.as_f64().unwrap()))
            };
            let length = |least: bool| {
                let bound = rule.as_u64().unwrap() as usize;
                let within = |len: usize| if least { len >= bound } else { len <= bound };
                value.as_array().is_none_or(|items| within(items.len()))
            };
            let holds = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let (file, place) = rule.as_str().unwrap().split_once('#').unwrap();
                    // A file next to this one, or this one itself.
                    let other = (!file.is_empty()).then(|| {
                        let mut others = self.others.borrow_mut();
                        let known = others.entry(file.to_owned());
                        known.or_insert_with(|| Rc::new(Self::named(file))).clone()
                    });
                    let schema = other.as_deref().unwrap_or(self);
                    schema.check(schema.root.pointer(place).unwrap(), value, at)?;
                    true
                }
                "anyOf" => {
                    let tried = rule.as_array().unwrap().iter();
                    let tried: Vec<_> = tried.map(|one| self.check(one, value, at)).collect();
                    if tried.iter().all(Result::is_err) {
                        let why: Vec<String> = tried.into_iter().filter_map(Result::err).collect();
                        return Err(format!("none of: {}", why.join("; ")));
                    }
                    true
                }
                "type" => match rule.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    other => panic!("{}: an unknown type {other}", self.name),
                },
                "enum" => rule.as_array().unwrap().contains(value),
                "const" => rule == value,
                "minimum" => number(&|value, least| value >= least),
                "maximum" => number(&|value, most| value <= most),
                "minItems" => length(true),
                "maxItems" => length(false),
                "maxLength" => {
                    let most = rule.as_u64().unwrap() as usize;
                    value.as_str().is_none_or(|text| text.chars().count() <= most)
                }
                "required" => {
                    let names = rule.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                    let missing = |fields: &Map<String, Value>| {
                        names.clone().find(|name| !fields.contains_key(*name))
                    };
                    if let Some(name) = value.as_object().and_then(missing) {
                        return Err(format!("{at}/{name} is missing"));
                    }
                    true
                }
                "properties" => {
                    for (name, rule) in rule.as_object().unwrap() {
                        if let Some(field) = value.get(name) {
                            self.check(rule, field, &format!("{at}/{name}"))?;
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    let known = rules.get("properties").and_then(Value::as_object);
                    let is_known = |name: &str| known.is_some_and(|known| known.contains_key(name));
                    let fields = value.as_object().into_iter().flatten();
                    for (name, field) in fields.filter(|(name, _)| !is_known(name)) {
                        self.check(rule, field, &format!("{at}/{name}"))?;
                    }
                    true
                }
                "prefixItems" => {
                    let items = value.as_array().into_iter().flatten();
                    for (i, (item, rule)) in items.zip(rule.as_array().unwrap()).enumerate() {
                        self.check(rule, item, &format!("{at}/{i}"))?;
                    }
                    true
                }
                "items" => {
                    let first =
                        rules.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    let items = value.as_array().into_iter().flatten().enumerate();
                    for (i, item) in items.skip(first) {
                        self.check(rule, item, &format!("{at}/{i}"))?;
                    }
                    true
                }
                other => panic!("{}: an unknown keyword {other}", self.name),
            };
            if !holds {
                return Err(format!("{at} is not as {keyword} {rule} says"));
            }
        }
        Ok(())
    }
}
