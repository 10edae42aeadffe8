//! Tables of text: names to the left, numbers to the right, two spaces between columns.

/// On which side of its column an entry stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The columns of a table. A line can be painted as soon as it is known.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
}

#[derive(Clone, Debug)]
struct Column {
    heading: String,
    align: Align,
    width: usize,
}

impl Table {
    /// Columns by their headings, each at least so many characters wide.
    pub fn new<'a>(columns: impl IntoIterator<Item = (&'a str, Align, usize)>) -> Self {
        let column = |(heading, align, width): (&str, Align, usize)| Column {
            heading: heading.to_owned(),
            align,
            width: width.max(heading.chars().count()),
        };
        Self { columns: columns.into_iter().map(column).collect() }
    }

    /// The line with the headings.
    pub fn heading(&self) -> String {
        self.line(self.columns.iter().map(|column| column.heading.as_str()))
    }

    /// A line with these entries, those of the last columns may be missing. An entry that is wider than
    /// its column moves the rest.
    pub fn line<T: AsRef<str>>(&self, entries: impl IntoIterator<Item = T>) -> String {
        let cells = self.columns.iter().zip(entries).map(|(column, entry)| {
            let (entry, width) = (entry.as_ref(), column.width);
            match column.align {
                Align::Left => format!("{entry:<width$}"),
                Align::Right => format!("{entry:>width$}"),
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    }

    /// The heading and these lines, each column as wide as its widest entry.
    pub fn whole<T: AsRef<str>>(mut self, lines: &[Vec<T>]) -> String {
        for (i, column) in self.columns.iter_mut().enumerate() {
            let entries = lines.iter().filter_map(|line| line.get(i));
            let widest = entries.map(|entry| entry.as_ref().chars().count()).max();
            column.width = column.width.max(widest.unwrap_or(0));
        }
        let lines = lines.iter().map(|line| self.line(line));
        std::iter::once(self.heading()).chain(lines).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::new([("name", Align::Left, 0), ("count", Align::Right, 7), ("why", Align::Left, 0)])
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_entry() {
        let lines = [vec!["über lang", "12", ""], vec!["b", "12345678", "so"]];
        let expected = "name          count  why\nüber lang        12\nb          12345678  so\n";
        assert_eq!(table().whole(&lines), expected);
    }

    #[test]
    fn lines_that_come_one_by_one_keep_to_the_least_widths() {
        assert_eq!(table().heading(), "name    count  why\n");
        assert_eq!(table().line(["a", "1"]), "a           1\n");
    }
}
