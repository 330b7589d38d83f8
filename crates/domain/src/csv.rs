//! Tables for spreadsheets and banks (RFC 4180). No cell can become a formula.

use crate::error::text::is_hidden;

/// Stands at the beginning of a table that people open in a spreadsheet: without it some take the letters of names for
/// others. Programs, such as a bank's, take it for a part of the first cell.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A cell for text. What a spreadsheet would take for a formula gets an apostrophe before it; plain numbers stay.
pub fn cell(text: &str) -> String {
    let text = if is_formula(text) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', ';', '\n', '\r', '\t']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A line of cells with its end.
pub fn row<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text.as_ref())).collect();
    format!("{}\r\n", cells.join(","))
}

/// Spreadsheets also read the wide forms of the signs, and skip blanks, control characters and what shows nothing before them.
fn is_formula(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || is_hidden(c));
    let signed = start.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    (signed || text.starts_with(['\t', '\r', '\n'])) && !is_number(text)
}

/// `-12.50`: a sign and digits, which no spreadsheet computes.
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
    fn no_cell_is_a_formula() {
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
            assert_eq!(cell(text), written, "{text:?}");
        }
    }

    #[test]
    fn cells_with_signs_that_mean_something_are_quoted() {
        for (text, written) in [
            ("a,b", "\"a,b\""),
            ("a;b", "\"a;b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("a\nb", "\"a\nb\""),
            (" a ", "\" a \""),
        ] {
            assert_eq!(cell(text), written, "{text:?}");
        }
        assert_eq!(row(&["a", "b,c", "=d"]), "a,\"b,c\",'=d\r\n");
    }

    /// The cells of one line, read back.
    fn read(line: &str) -> Vec<String> {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        let mut signs = line.strip_suffix("\r\n").unwrap().chars().peekable();
        while let Some(sign) = signs.next() {
            match sign {
                '"' if quoted && signs.peek() == Some(&'"') => cells.last_mut().unwrap().push(signs.next().unwrap()),
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
        fn a_line_reads_back_as_its_cells(
            texts in prop::collection::vec(prop_oneof![any::<String>(), "[=+@\\t\", \\r\\n;a-]{0,8}"], 1..6),
        ) {
            for (text, found) in texts.iter().zip(read(&row(&texts))) {
                let bare = found.strip_prefix('\'').filter(|_| !text.starts_with('\'')).unwrap_or(&found);
                prop_assert_eq!(bare, text);
                prop_assert!(!found.starts_with(['=', '+', '@', '\t', '\r']), "{}", found);
            }
        }
    }
}
