//! CSV exports: no text becomes a spreadsheet formula, and every row can be parsed back.

use tala_domain::csv;

use super::texts;

pub(super) fn no_cell_is_a_formula(input: &[u8]) {
    let cells: [String; 4] = texts(input);
    let line = csv::format_row(&cells);
    let read = parse_row(&line);
    assert_eq!(read.len(), cells.len(), "{line:?}");
    for (cell, found) in cells.iter().zip(&read) {
        let bare = found.strip_prefix('\'').filter(|_| !cell.starts_with('\'')).unwrap_or(found);
        assert_eq!(bare, cell, "{line:?}");
        assert!(!is_formula(found), "{found:?}");
    }
}

/// True if a spreadsheet could evaluate the text: a formula character after invisible characters.
fn is_formula(text: &str) -> bool {
    let hidden = |c: char| c.is_whitespace() || c.is_control() || super::is_deceptive(c) || c == '\u{2060}';
    let start = text.trim_start_matches(hidden);
    let number = text.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte));
    start.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !number
}

/// Parses a row (RFC 4180).
fn parse_row(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut characters = line.strip_suffix("\r\n").expect("ends with a line end").chars().peekable();
    while let Some(character) = characters.next() {
        let cell = cells.last_mut().expect("a cell");
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => cell.push(characters.next().expect("a quote")),
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            '\r' | '\n' if !quoted => panic!("line break between cells: {line:?}"),
            other => cell.push(other),
        }
    }
    assert!(!quoted, "{line:?}");
    cells
}
