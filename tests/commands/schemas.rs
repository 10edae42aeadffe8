//! What the program prints as JSON is what the schemas in docs/reference/schemas say.

use crate::docs::project;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::Command;

/// A schema of docs/reference/schemas.
struct Schema {
    name: &'static str,
    root: Value,
}

impl Schema {
    fn named(name: &'static str) -> Self {
        let path = project(&format!("docs/reference/schemas/{name}.json"));
        let root = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        Self { name, root }
    }

    /// Fails at the first of these values that is not as the schema says; how many there are.
    fn holds(&self, values: &[Value]) -> usize {
        for value in values {
            if let Err(why) = self.check(&self.root, value, "") {
                panic!("{}: {why} of\n{value}", self.name);
            }
        }
        values.len()
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
                    let place = rule.as_str().unwrap().strip_prefix('#').unwrap();
                    self.check(self.root.pointer(place).unwrap(), value, at)?;
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

/// What a command prints, all values of it.
fn printed(arguments: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    let output = command.current_dir(project("")).args(arguments).output().unwrap();
    values(&output.stdout)
}

fn values(json: &[u8]) -> Vec<Value> {
    serde_json::Deserializer::from_slice(json).into_iter().collect::<Result<_, _>>().unwrap()
}

/// Some pictures of these folders of fixtures.
fn pictures(folders: &[&str]) -> Vec<String> {
    let folders = folders.iter().map(|folder| project("fixtures").join(folder));
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    let pictures = files.into_iter().filter(|file| file.extension().is_some_and(|e| e == "png"));
    let mut pictures: Vec<_> = pictures.map(|file| file.to_str().unwrap().to_owned()).collect();
    pictures.sort();
    pictures.into_iter().step_by(5).collect()
}

#[test]
fn readings_are_as_their_schema_says() {
    let pictures = pictures(&["voltorb-flip/arcade", "minesweeper", "ice-floor"]);
    let mut arguments = vec!["read", "--json", "docs/advise.png"];
    arguments.extend(pictures.iter().map(String::as_str));
    let read = printed(&arguments);
    assert_eq!(Schema::named("read").holds(&read), pictures.len() + 1);
}

#[test]
fn answers_are_as_their_schema_says() {
    let schema = Schema::named("solve");
    for arguments in [
        &["rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/3; level 5", "--explain"][..],
        &["rows 0/2 2/0; cols 1/1 1/1", "--list"],
        &["rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/2"],
        &["01.. / 12.. / .... ; mines 3", "--explain"],
        &["minesweeper", "2. / .. ; mines 1"],
        &["ice", "ruby-1", "--count", "--list", "2"],
        &["ice", "..# / #.. / ..E", "--explain"],
        &["fixtures/voltorb-flip/desmume/2x-board.png", "--explain"],
        &["fixtures/minesweeper/gnome-classic-playing.png"],
        &["fixtures/ice-floor/emerald-1x-1-before.png"],
        &["docs/play.gif"],
    ] {
        let answers = printed(&[&["solve"], arguments, &["--json"]].concat());
        assert_eq!(schema.holds(&answers), 1, "{arguments:?}");
    }
}

#[test]
fn sessions_are_as_their_schemas_say() {
    let (session, demo) = (Schema::named("session"), Schema::named("demo"));
    let scratch = tempfile::tempdir().unwrap();
    for game in ["voltorb-flip", "minesweeper", "ice"] {
        let log = scratch.path().join(game);
        let folder = log.to_str().unwrap();
        let told = printed(&["demo", game, "--rounds", "1", "--json", "--log", folder]);
        assert_eq!(demo.holds(&told), 1, "{game}");
        let lines = values(&std::fs::read(log.join("session.jsonl")).unwrap());
        assert!(session.holds(&lines) > 5, "{game}");
    }
    let watched = printed(&["watch", "--json", "fixtures/voltorb-flip/arcade"]);
    session.holds(&watched);
    assert_eq!(watched.last().unwrap()["event"], "summary");
}

#[test]
fn checks_are_as_their_schema_says() {
    let schema = Schema::named("check");
    let folder = "fixtures/ice-floor";
    for more in [&[][..], &["--distort", "4", "--kinds", "nearest"]] {
        let results = printed(&[&["lab", "check", "--json", folder], more].concat());
        assert_eq!(schema.holds(&results), 1, "{more:?}");
    }
}

/// Without a desktop, it says so.
#[cfg(feature = "live")]
#[test]
fn what_doctor_finds_is_as_its_schema_says() {
    assert_eq!(Schema::named("doctor").holds(&printed(&["doctor", "--json"])), 1);
}

#[test]
fn what_is_not_as_a_schema_says_is_found() {
    let schema = Schema::named("demo");
    let right = printed(&["demo", "--rounds", "1", "--json"]).remove(0);
    for (field, wrong) in [("stopped", Value::Null), ("another", true.into())] {
        let mut value = right.clone();
        value[field] = wrong;
        assert!(schema.check(&schema.root, &value, "").is_err(), "{field}");
    }
    let mut value = right.clone();
    value["session"].as_object_mut().unwrap().remove("won");
    let why = schema.check(&schema.root, &value, "").unwrap_err();
    assert_eq!(why, "/session/won is missing");
    assert_eq!(schema.holds(&[right]), 1);
}
