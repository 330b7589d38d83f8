//! Reads CSV files of other programs, such as a bank's reply.

/// Parses rows of cells separated by commas, semicolons or tabs, whichever the first line has most of. Cells may be quoted
/// (RFC 4180). Blank rows are left out; white space around cells is removed. Each row has its line number, from 1.
pub fn parse_rows(text: &str) -> Vec<(usize, Vec<String>)> {
    let text = text.strip_prefix(super::BYTE_ORDER_MARK).unwrap_or(text);
    let separator = find_separator(text);
    let mut rows = Vec::new();
    let mut row = vec![String::new()];
    let (mut line, mut first_line, mut is_quoted) = (1_usize, 1_usize, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => push(&mut row, chars.next()),
            '"' => is_quoted = !is_quoted,
            '\n' if !is_quoted => {
                finish(&mut rows, first_line, std::mem::replace(&mut row, vec![String::new()]));
                line = line.saturating_add(1);
                first_line = line;
            }
            c if c == separator && !is_quoted => row.push(String::new()),
            c => {
                line = line.saturating_add(usize::from(c == '\n'));
                push(&mut row, Some(c));
            }
        }
    }
    finish(&mut rows, first_line, row);
    rows
}

fn push(row: &mut [String], c: Option<char>) {
    if let (Some(cell), Some(c)) = (row.last_mut(), c) {
        cell.push(c);
    }
}

fn finish(rows: &mut Vec<(usize, Vec<String>)>, line: usize, row: Vec<String>) {
    let row: Vec<String> = row.into_iter().map(|cell| cell.trim().to_owned()).collect();
    if row.iter().any(|cell| !cell.is_empty()) {
        rows.push((line, row));
    }
}

fn find_separator(text: &str) -> char {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |separator: char| first.chars().filter(|c| *c == separator).count();
    // The last maximum wins: a comma if there is none of the others.
    ['\t', ';', ','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        parse_rows(text).into_iter().map(|(_, row)| row).collect()
    }

    #[test]
    fn rows_are_read_with_any_of_three_separators() {
        for text in ["a,b\r\nc,d\r\n", "a;b\nc;d", "\u{feff}a\tb\n\nc\td\n", " a , b \n\"c\",d"] {
            assert_eq!(cells(text), [["a", "b"], ["c", "d"]], "{text:?}");
        }
    }

    #[test]
    fn quoted_cells_keep_separators_quotes_and_line_breaks() {
        assert_eq!(
            parse_rows("\"a,\"\"b\"\"\n\",c\nd,e"),
            [(1, vec!["a,\"b\"".to_owned(), "c".to_owned()]), (3, vec!["d".to_owned(), "e".to_owned()])]
        );
        assert_eq!(cells(""), Vec::<Vec<String>>::new());
    }
}
