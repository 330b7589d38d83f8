//! Tables: no text becomes a formula in a spreadsheet, and a line reads back as its cells.

use tala_domain::csv;

use super::texts;

pub(super) fn no_cell_is_a_formula(input: &[u8]) {
    let cells: [String; 4] = texts(input);
    let line = csv::row(&cells);
    let read = read(&line);
    assert_eq!(read.len(), cells.len(), "{line:?}");
    for (cell, found) in cells.iter().zip(&read) {
        let bare = found.strip_prefix('\'').filter(|_| !cell.starts_with('\'')).unwrap_or(found);
        assert_eq!(bare, cell, "{line:?}");
        assert!(!is_formula(found), "{found:?}");
    }
}

/// What any spreadsheet might take for a formula: a sign for one behind whatever shows nothing.
fn is_formula(text: &str) -> bool {
    let hidden = |c: char| c.is_whitespace() || c.is_control() || super::is_deceptive(c) || c == '\u{2060}';
    let start = text.trim_start_matches(hidden);
    let number = text.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte));
    start.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !number
}

/// The cells of one line, read as RFC 4180 says.
fn read(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut signs = line.strip_suffix("\r\n").expect("ends with a line end").chars().peekable();
    while let Some(sign) = signs.next() {
        let cell = cells.last_mut().expect("a cell");
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => cell.push(signs.next().expect("a quote")),
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            '\r' | '\n' if !quoted => panic!("a line end between cells: {line:?}"),
            other => cell.push(other),
        }
    }
    assert!(!quoted, "{line:?}");
    cells
}
