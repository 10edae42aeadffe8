//! A page of results: HTML that needs nothing but itself.

use super::charts::colour;

/// A page under way.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
}

const STYLE: &str = "\
:root{--ink:#1f2430;--soft:#5b6270;--ground:#f6f7f9;--card:#fff;--rule:#e2e5ea}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaee;--soft:#a7adb9;--ground:#15181e;--card:#1e222a;--rule:#343a45}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:940px;margin:0 auto;padding:40px 20px 80px}
h1{font-size:30px;line-height:1.2;margin:0 0 6px}
h2{font-size:21px;margin:48px 0 6px}
p{margin:0 0 14px;color:var(--soft);max-width:70ch}
figure{margin:18px 0 26px;background:#fff;border:1px solid var(--rule);border-radius:10px;padding:14px 14px 6px}
figure svg{display:block;width:100%;height:auto}
figcaption{font-size:14px;font-weight:600;color:#1f2430;margin:0 0 6px}
.key{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px;color:#464b55;margin-bottom:2px}
.key i{display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:6px}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--rule);border-radius:10px;margin:18px 0 26px}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:8px 11px;border-bottom:1px solid var(--rule);vertical-align:top}
th{font-weight:600;color:var(--soft);white-space:nowrap}
tr:last-child td{border-bottom:0}
code{font-size:13px;background:var(--card);border:1px solid var(--rule);border-radius:4px;padding:1px 5px}
";

/// A text as it stands in HTML.
fn escaped(text: &str) -> String {
    let with = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")]
        .into_iter()
        .fold(text.to_owned(), with)
}

impl Page {
    /// A page with nothing but a title.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), body: format!("<h1>{}</h1>\n", escaped(title)) }
    }

    /// A heading of a part.
    pub fn heading(&mut self, text: &str) {
        self.body += &format!("<h2>{}</h2>\n", escaped(text));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.body += &format!("<p>{}</p>\n", escaped(text));
    }

    /// A chart under its caption, with the names of its series in their colours.
    pub fn figure(&mut self, caption: &str, names: &[String], svg: &str) {
        let key: String = names
            .iter()
            .enumerate()
            .map(|(place, name)| {
                let colour = colour(place);
                format!("<span><i style=\"background:{colour}\"></i>{}</span>", escaped(name))
            })
            .collect();
        let caption = escaped(caption);
        let svg = svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{caption}\" "), 1);
        self.body += &format!(
            "<figure><figcaption>{caption}</figcaption><div class=\"key\">{key}</div>\n{svg}</figure>\n"
        );
    }

    /// A table: the names of its columns, and its rows.
    pub fn table(&mut self, columns: &[&str], rows: &[Vec<String>]) {
        let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| -> String {
            let cells: String =
                cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let head = cells("th", &mut columns.iter().copied());
        let rows: String =
            rows.iter().map(|row| cells("td", &mut row.iter().map(String::as_str))).collect();
        self.body += &format!("<div class=\"scroll\"><table>\n{head}{rows}</table></div>\n");
    }

    /// The whole of it.
    pub fn html(&self) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n<style>\n{STYLE}</style></head>\n<body><main>\n{}</main></body></html>\n",
            escaped(&self.title),
            self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_cannot_break_the_page_and_nothing_is_loaded() {
        let mut page = Page::new("a < b & \"c\"");
        page.heading("<script>");
        page.paragraph("x > y");
        page.table(&["one"], &[vec!["<td>".to_owned()]]);
        page.figure("a chart", &["<i>".to_owned()], "<svg viewBox=\"0 0 1 1\"></svg>");
        let html = page.html();
        assert!(html.contains("a &lt; b &amp; &quot;c&quot;") && html.contains("&lt;script&gt;"));
        assert!(html.contains("<td>&lt;td&gt;</td>") && html.contains("aria-label=\"a chart\""));
        for loads in ["<script", "http", "src=", "@import", "url("] {
            assert!(!html.contains(loads), "{loads}");
        }
    }
}
