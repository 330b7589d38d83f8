//! Output of commands.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Result;
use serde::Serialize;
use tala_app::error::AppError;

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Converts a rejected request into the error that the command ends with.
pub(crate) fn rejected(error: AppError) -> anyhow::Error {
    anyhow::anyhow!("{}", error.for_command_line())
}

/// The format of a list.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ListFormat {
    /// Print JSON instead of a table.
    #[arg(long)]
    json: bool,
}

impl ListFormat {
    /// Prints the rows as JSON, or as a table with these columns. `cells` returns one text for each column.
    pub(crate) fn print<T: Serialize, const N: usize>(
        self,
        rows: &[T],
        columns: [&str; N],
        cells: impl Fn(&T) -> [String; N],
    ) -> Result<()> {
        if self.json {
            return print(&format!("{}\n", serde_json::to_string_pretty(rows)?));
        }
        let texts: Vec<[String; N]> = rows.iter().map(cells).collect();
        print(&table(&columns.map(str::to_owned), &texts))
    }
}

/// Aligns the columns. The last one is not padded.
fn table<const N: usize>(columns: &[String; N], rows: &[[String; N]]) -> String {
    let lines = || std::iter::once(columns).chain(rows);
    let mut widths = [0; N];
    for line in lines() {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for line in lines() {
        let mut row = String::new();
        for (cell, width) in line.iter().zip(widths) {
            let _ = write!(row, "{cell:<width$}  ");
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_have_no_trailing_spaces() {
        let columns = ["NAME", "ROLE"].map(str::to_owned);
        let rows = [["asha", "owner"], ["padma-r", ""]].map(|row| row.map(str::to_owned));
        assert_eq!(table(&columns, &rows), "NAME     ROLE\nasha     owner\npadma-r\n");
        assert_eq!(table(&columns, &[]), "NAME  ROLE\n");
    }
}
