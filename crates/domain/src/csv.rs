//! CSV files for spreadsheets and banks (RFC 4180), safe against formula injection.

mod parse;

pub use parse::parse_rows;

use crate::error::text::is_hidden;

/// The byte-order mark for files that people open in a spreadsheet; without it, some spreadsheets do not detect UTF-8.
/// Leave it out of files for programs, such as a bank's, which read it as part of the first cell.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Formats one cell. Text that a spreadsheet would evaluate as a formula gets an apostrophe in front of it; plain
/// numbers do not.
pub fn format_cell(text: &str) -> String {
    let text = if is_formula(text) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', ';', '\n', '\r', '\t']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Formats one row, including its CRLF line end.
pub fn format_row<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| format_cell(text.as_ref())).collect();
    format!("{}\r\n", cells.join(","))
}

/// Spreadsheets also accept the full-width forms of `= + - @`, and skip white space, control characters and invisible
/// characters in front of them.
fn is_formula(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || is_hidden(c));
    let signed = start.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    (signed || text.starts_with(['\t', '\r', '\n'])) && !is_number(text)
}

/// Whether the text is a plain number such as `-12.50`, which is safe although it starts with a sign.
fn is_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    digits(whole.strip_prefix('-').unwrap_or(whole)) && digits(fraction)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cell_is_prefixed_with_apostrophe_when_it_looks_like_a_formula() {
        for (text, written) in [
            ("Asha Rao", "Asha Rao"),
            ("", ""),
            ("=1+1", "'=1+1"),
            ("+91 98765", "'+91 98765"),
            ("-", "'-"),
            ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
            ("@SUM(A1)", "'@SUM(A1)"),
            (" =1", "' =1"),
            ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""),
            ("＝1", "'＝1"),
            ("\0=1", "'\0=1"),
            ("\u{3000}=1", "'\u{3000}=1"),
            ("\u{202e}=1", "'\u{202e}=1"),
            ("\u{2060}\u{b}@x", "'\u{2060}\u{b}@x"),
            ("-12.50", "-12.50"),
            ("-12.", "'-12."),
            ("12.50", "12.50"),
            ("007", "007"),
            ("a=b", "a=b"),
            ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
        ] {
            assert_eq!(format_cell(text), written, "{text:?}");
        }
    }

    #[test]
    fn cell_is_quoted_when_it_contains_special_characters() {
        for (text, written) in [
            ("a,b", "\"a,b\""),
            ("a;b", "\"a;b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("a\nb", "\"a\nb\""),
            (" a ", "\" a \""),
        ] {
            assert_eq!(format_cell(text), written, "{text:?}");
        }
        assert_eq!(format_row(&["a", "b,c", "=d"]), "a,\"b,c\",'=d\r\n");
    }

    /// Parses one row.
    fn parse_row(line: &str) -> Vec<String> {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        let mut chars = line.strip_suffix("\r\n").unwrap().chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' if quoted && chars.peek() == Some(&'"') => cells.last_mut().unwrap().push(chars.next().unwrap()),
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(String::new()),
                other => cells.last_mut().unwrap().push(other),
            }
        }
        assert!(!quoted);
        cells
    }

    proptest! {
        #[test]
        fn row_parses_back_into_its_cells(
            texts in prop::collection::vec(prop_oneof![any::<String>(), "[=+@\\t\", \\r\\n;a-]{0,8}"], 1..6),
        ) {
            for (text, found) in texts.iter().zip(parse_row(&format_row(&texts))) {
                let bare = found.strip_prefix('\'').filter(|_| !text.starts_with('\'')).unwrap_or(&found);
                prop_assert_eq!(bare, text);
                prop_assert!(!found.starts_with(['=', '+', '@', '\t', '\r']), "{}", found);
            }
        }
    }
}
