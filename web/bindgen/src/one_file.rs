//! The whole page in one file, which works from a disk by a double click: no server, no network.
//!
//! Modules become functions of one script, in the order in which they need each other. The worker's script and the
//! program, compressed, are texts within the page. Its policy allows the script and the style by their hashes.

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

/// The page that lies in this folder.
///
/// # Errors
/// A file is missing, or a module has an import or export that is not understood: which one.
pub fn one_file(folder: &Path) -> anyhow::Result<String> {
    let read = |path: &Path| {
        std::fs::read_to_string(folder.join(path))
            .with_context(|| format!("cannot read {}", path.display()))
    };
    let (page, style) = (read(Path::new("index.html"))?, read(Path::new("style.css"))?);
    let script = Bundle::of(&read, "main.js")?;
    let worker = Bundle::of(&read, "worker.js")?;
    let program =
        std::fs::read(folder.join("voltsight_bg.wasm")).context("cannot read the program")?;
    let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
    compressed.write_all(&program)?;
    let program = STANDARD.encode(compressed.finish()?);
    let icon = STANDARD.encode(read(Path::new("icon.svg"))?);
    let hash =
        |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())));
    let policy = format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
         img-src blob: data:; media-src blob:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style),
    );
    let old_policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"")?;
    let mut one = page.replace(old_policy, &policy);
    for (from, to) in [
        ("<link rel=\"manifest\" href=\"manifest.webmanifest\">\n", String::new()),
        ("<link rel=\"stylesheet\" href=\"style.css\">", format!("<style>{style}</style>")),
        ("<script type=\"module\" src=\"main.js\"></script>\n", String::new()),
        ("href=\"icon.svg\"", format!("href=\"data:image/svg+xml;base64,{icon}\"")),
        (
            "</body>",
            format!(
                "<script type=\"text/plain\" id=\"one-file-worker\">{worker}</script>\n\
                 <script type=\"text/plain\" id=\"one-file-program\">{program}</script>\n\
                 <script type=\"module\">{script}</script>\n</body>"
            ),
        ),
    ] {
        if !one.contains(from) {
            bail!("the page has no {from:?}");
        }
        one = one.replacen(from, &to, 1);
    }
    Ok(one)
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> anyhow::Result<&'a str> {
    let rest = text.split_once(before).with_context(|| format!("the page has no {before:?}"))?.1;
    rest.split_once(after).map(|(found, _)| found).with_context(|| format!("no {after:?}"))
}

/// Modules that were put together.
struct Bundle<'a> {
    /// The text of a file, by its place from the folder.
    read: &'a dyn Fn(&Path) -> anyhow::Result<String>,
    /// The modules that are in it already: their places from the folder.
    modules: Vec<PathBuf>,
    /// The modules that wait for those that they need.
    waiting: Vec<PathBuf>,
    text: String,
}

impl<'a> Bundle<'a> {
    fn of(
        read: &'a dyn Fn(&Path) -> anyhow::Result<String>,
        entry: &str,
    ) -> anyhow::Result<String> {
        let mut bundle =
            Self { read, modules: Vec::new(), waiting: Vec::new(), text: String::new() };
        bundle.add(Path::new(entry))?;
        // It is not a module any more: a worker from within a page on a disk must not be one. And nothing within may end
        // the element that it stands in.
        Ok(bundle
            .text
            .replace("import.meta.url", "location.href")
            .replace("</script", "<\\/script"))
    }

    /// Adds a module after those that it needs; its number.
    fn add(&mut self, path: &Path) -> anyhow::Result<usize> {
        if let Some(known) = self.modules.iter().position(|module| module == path) {
            return Ok(known);
        }
        let shown = path.display();
        if self.waiting.iter().any(|module| module == path) {
            bail!("{shown} and what it imports need each other");
        }
        self.waiting.push(path.to_owned());
        let text = (self.read)(path)?;
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in text.lines() {
            if let Some(import) = line.strip_prefix("import ") {
                self.import(path, import, &mut body).with_context(|| format!("{shown}: {line}"))?;
            } else if let Some(export) = line.strip_prefix("export ") {
                if let Some(list) = export.strip_prefix('{') {
                    let list = list.trim_end_matches(['}', ';', ' ']);
                    exports.extend(list.split(',').map(
                        |name| match name.trim().split_once(" as ") {
                            Some((inside, outside)) => format!("{outside}: {inside}"),
                            None => name.trim().to_owned(),
                        },
                    ));
                } else {
                    exports.push(declared(export).with_context(|| format!("{shown}: {line}"))?);
                    writeln!(body, "{export}")?;
                }
            } else {
                writeln!(body, "{line}")?;
            }
        }
        self.waiting.pop();
        let number = self.modules.len();
        self.modules.push(path.to_owned());
        let exports = exports.join(", ");
        writeln!(
            self.text,
            "const module{number} = (() => {{\n{body}return {{ {exports} }};\n}})();"
        )?;
        Ok(number)
    }

    /// `{ a, b as c } from "./d.js";` and the like, as constants.
    fn import(&mut self, from: &Path, import: &str, body: &mut String) -> anyhow::Result<()> {
        let (names, source) = import.split_once(" from ").unwrap_or(("", import));
        let source = source.trim_matches(['"', ';', ' ']);
        let beside = from.parent().unwrap_or(Path::new("")).join(source);
        let path: PathBuf =
            beside.components().filter(|part| !matches!(part, Component::CurDir)).collect();
        let number = self.add(&path)?;
        let names = names.replace(" as ", ": ");
        if names.is_empty() {
            // It is wanted for what it does.
        } else if let Some(name) = names.strip_prefix("*: ") {
            writeln!(body, "const {name} = module{number};")?;
        } else if names.starts_with('{') {
            writeln!(body, "const {names} = module{number};")?;
        } else if let Some((name, others)) = names.split_once(", ") {
            writeln!(body, "const {name} = module{number}.default, {others} = module{number};")?;
        } else {
            bail!("an import of this form is not understood");
        }
        Ok(())
    }
}

/// The name that is declared by `const name = ...`, `function name(...`, `class Name ...`.
fn declared(declaration: &str) -> anyhow::Result<String> {
    let words = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["const ", "let ", "function ", "class "]
        .iter()
        .find_map(|keyword| words.strip_prefix(keyword))
        .context("an export of this form is not understood")?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    Ok(rest[..end.unwrap_or(rest.len())].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_follow_those_that_they_need() {
        let files = [
            (
                "main.js",
                "import first, { b } from \"./parts/a.js\";\nimport * as c from \"./parts/c.js\";\nfirst(b, c);\n",
            ),
            (
                "parts/a.js",
                "import { c } from \"./c.js\";\nexport function b() {\n}\nconst d = c;\nexport { e, d as default };\n",
            ),
            ("parts/c.js", "export const c = \"</script>\";\n"),
            ("effect.js", "import \"./parts/c.js\";\nimport { c as d } from \"./parts/c.js\";\n"),
            ("bad.js", "import c from \"./parts/c.js\";\n"),
            ("round.js", "import { b } from \"./trip.js\";\nexport const a = b;\n"),
            ("trip.js", "import { a } from \"./round.js\";\nexport const b = a;\n"),
        ];
        let read = |path: &Path| {
            let found = files.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, text)| (*text).to_owned()).context("no such file")
        };
        let text = Bundle::of(&read, "main.js").unwrap();
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
        assert!(at("const c = \"<\\/script>\"") < at("function b()"));
        assert!(at("return { b, e, default: d };") < at("first(b, c);"));
        at("const first = module1.default, { b } = module1;\nconst c = module0;");
        let text = Bundle::of(&read, "effect.js").unwrap();
        assert!(text.contains("const { c: d } = module0;"), "{text}");
        for (entry, why) in [("bad.js", "not understood"), ("round.js", "need each other")] {
            let error = Bundle::of(&read, entry).unwrap_err();
            assert!(format!("{error:#}").contains(why), "{error:#}");
        }
    }
}
