//! What every page of the documentation keeps to: links and anchors that hold, pages and sentences of bounded length,
//! plain words.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The longest page, and the longest README, in lines.
const LONGEST: usize = 250;
const LONGEST_README: usize = 150;

/// The longest sentence outside of tables, in words.
const LONGEST_SENTENCE: usize = 40;

/// The page that says which word is used for what, and which are refused.
const TERMS: &str = "docs/reference/terms.md";

pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The pages of the documentation with their names: README.md first, then docs/ and what stands at the top.
pub fn pages() -> Vec<(String, String)> {
    let mut names =
        ["CHANGELOG", "CONTRIBUTING", "SECURITY"].map(|name| format!("{name}.md")).to_vec();
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(project(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            match entry.file_type().unwrap().is_dir() {
                true => folders.push(name),
                false if name.ends_with(".md") => names.push(name),
                false => {}
            }
        }
    }
    names.sort();
    names.insert(0, "README.md".to_owned());
    let read = |name: String| (name.clone(), std::fs::read_to_string(project(&name)).unwrap());
    names.into_iter().map(read).collect()
}

/// The lines of a page outside of code blocks.
fn outside_blocks(page: &str) -> impl Iterator<Item = &str> {
    let mut within = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        within ^= is_fence;
        !within && !is_fence
    })
}

/// Where the links of a page lead, as written.
fn links(page: &str) -> Vec<String> {
    let text: Vec<&str> = outside_blocks(page).collect();
    let text = text.join("\n");
    let rest = text.split("](").skip(1);
    rest.filter_map(|rest| rest.split_once(')').map(|(link, _)| link.to_owned())).collect()
}

/// The anchors of a page: its headings in lower case, without punctuation, blanks as hyphens.
fn anchors(page: &str) -> Vec<String> {
    let headings = outside_blocks(page).filter(|line| line.starts_with('#'));
    let slug = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

#[test]
fn links_lead_to_files_and_anchors_to_headings() {
    let pages = pages();
    let known: HashMap<PathBuf, Vec<String>> = pages
        .iter()
        .map(|(name, page)| (project(name).canonicalize().unwrap(), anchors(page)))
        .collect();
    let (mut followed, mut broken) = (0, Vec::new());
    for (name, page) in &pages {
        let folder = project(name).parent().unwrap().to_owned();
        for link in links(page).iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { project(name) } else { folder.join(file) };
            followed += 1;
            let Ok(target) = target.canonicalize() else {
                broken.push(format!("{name}: there is no {file}"));
                continue;
            };
            let has = known.get(&target).is_some_and(|all| all.iter().any(|known| known == anchor));
            if !anchor.is_empty() && !has {
                broken.push(format!("{name}: {link} leads to no heading"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(followed > 20, "only {followed} links were found");
}

#[test]
fn pages_are_short_and_plain() {
    let mut found = Vec::new();
    let refused = refused();
    for (name, page) in pages() {
        let (lines, most) =
            (page.lines().count(), if name == "README.md" { LONGEST_README } else { LONGEST });
        if lines > most {
            found.push(format!("{name} has {lines} lines, {most} at the most"));
        }
        for sentence in sentences(&page) {
            let words = sentence.split_whitespace().count();
            if words > LONGEST_SENTENCE {
                found.push(format!("{name}: {words} words: {sentence}"));
            }
            for word in refused.iter().filter(|word| has(&sentence, word)) {
                found.push(format!("{name}: {word:?} in: {sentence}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The words that [`TERMS`] refuses: those of its columns "refused instead" and "refused".
fn refused() -> Vec<String> {
    let page = std::fs::read_to_string(project(TERMS)).unwrap();
    let (mut column, mut words) = (None, Vec::new());
    for line in page.lines() {
        let row: Vec<&str> = line.split('|').map(str::trim).collect();
        match row.iter().position(|heading| heading.starts_with("refused")) {
            Some(at) if line.starts_with('|') => column = Some(at),
            _ if !line.starts_with('|') => column = None,
            _ => {
                let cell = column.and_then(|at| row.get(at)).unwrap_or(&"");
                let each =
                    cell.split(", ").filter(|word| !word.is_empty() && !word.starts_with("--"));
                words.extend(each.map(str::to_owned));
            }
        }
    }
    assert!(words.len() > 10, "{words:?}");
    words
}

/// Whether these words stand in a text, whole and in any case.
fn has(text: &str, words: &str) -> bool {
    let text = format!(" {} ", text.to_lowercase());
    let bounded = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        [before, after].iter().flatten().all(|c| !c.is_alphanumeric() && !"_-`/".contains(*c))
    };
    text.match_indices(words).any(|(at, _)| bounded(at))
}

/// The texts in the code of the program, its tests left out.
fn texts_of_the_program() -> Vec<(PathBuf, String)> {
    let mut folders = ["src", "crates", "games", "lab/src"].map(project).to_vec();
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && !["tests", "examples", "target"].contains(&name) {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let code = std::fs::read_to_string(&path).unwrap();
                let code = code.split("#[cfg(test)]").next().unwrap().to_owned();
                texts.push((path, strings(&code)));
            }
        }
    }
    texts
}

/// The strings in code, a line each. A backslash at the end of a line joins it with the next.
fn strings(code: &str) -> String {
    let code: Vec<&str> =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let (code, mut strings, mut within) = (code.join("\n"), String::new(), false);
    let mut letters = code.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' if !within && letters.peek() == Some(&'"') => drop(letters.next()),
            '\\' if within => match letters.next() {
                Some('\n') => while letters.next_if(|c| c.is_whitespace()).is_some() {},
                _ => strings.push(' '),
            },
            '"' => {
                within = !within;
                strings.push('\n');
            }
            letter if within => strings.push(letter),
            _ => {}
        }
    }
    strings
}

#[test]
fn the_program_uses_the_terms() {
    let refused = refused();
    let mut found = Vec::new();
    for (path, texts) in texts_of_the_program() {
        // A word alone is a name, as in JSON.
        for text in texts.lines().filter(|text| text.contains(' ')) {
            for word in refused.iter().filter(|word| has(text, word)) {
                found.push(format!("{}: {word:?} in: {text}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    let code = "// \"a\"\nf('\"', \"one \\\n   two\", \"b\\\"c\"); \"is told\"";
    assert!(strings(code).contains("one two") && !strings(code).contains('a'.to_string().as_str()));
    assert!(has("it is told.", "is told") && !has("this told", "is told"));
}

/// The sentences of a page, without tables, headings and code blocks.
fn sentences(page: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in outside_blocks(page) {
        let text = line.trim_start();
        let numbered = text.split_once(". ").is_some_and(|(n, _)| n.parse::<u32>().is_ok());
        let begins = text.starts_with("* ") || text.starts_with("- ") || numbered;
        if text.is_empty() || begins || text.starts_with('#') {
            paragraphs.push(String::new());
        }
        if !(text.starts_with('|') || text.starts_with('#')) {
            let last = paragraphs.last_mut().unwrap();
            last.push_str(text);
            last.push(' ');
        }
    }
    let mut sentences = Vec::new();
    for paragraph in &paragraphs {
        let mut sentence = String::new();
        for word in paragraph.split_whitespace() {
            sentence.push_str(word);
            sentence.push(' ');
            let bare = word.trim_end_matches([')', '*', '"', '`']);
            if bare.ends_with(['.', '?', '!']) {
                sentences.push(std::mem::take(&mut sentence).trim().to_owned());
            }
        }
        sentences.push(sentence.trim().to_owned());
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

#[test]
fn sentences_and_anchors_are_understood() {
    let page =
        "# A `b` c!\n\nOne. Two\nthree.\n\n* Four: five.\n\n```sh\nsix seven.\n```\n| a | b |\n";
    assert_eq!(sentences(page), ["One.", "Two three.", "* Four: five."]);
    assert_eq!(anchors(page), ["a-b-c"]);
    assert_eq!(links("a [b](c.md#d) e"), ["c.md#d"]);
}
