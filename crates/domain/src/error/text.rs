//! Cleaning of text from people, so that it is safe in mail headers, invitations, CSV files and pages.

/// Returns the text on one line, with single spaces and without hidden characters.
pub fn one_line(text: &str) -> String {
    let spaced: String = text
        .chars()
        .filter(|c| !is_hidden(*c))
        .map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c })
        .collect();
    spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the text with line ends as `\n`, without trailing spaces, with at most one empty line in a row, and without
/// hidden characters.
pub fn paragraphs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty_lines = 0;
    for line in text.replace("\r\n", "\n").split(is_line_break) {
        let line: String = line.chars().filter(|c| !is_hidden(*c)).map(control_to_space).collect();
        let line = line.trim_end();
        if line.is_empty() {
            empty_lines += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if empty_lines > 0 { "\n\n" } else { "\n" });
        }
        empty_lines = 0;
        out.push_str(line);
    }
    out.trim().to_owned()
}

/// Whether the text has no visible character.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_hidden(c) || is_joiner(c))
}

const fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn control_to_space(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// Whether the character reorders or hides text: direction marks and overrides, zero-width spaces, the byte-order mark,
/// the soft hyphen.
pub(crate) const fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{00AD}' | '\u{FEFF}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}')
}

/// Whether the character is invisible but shapes its neighbours; Indic scripts and emoji need such characters.
const fn is_joiner(c: char) -> bool {
    matches!(c, ' ' | '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn paragraphs_keeps_line_breaks_and_visible_text() {
        for (text, cleaned) in [
            ("one\r\ntwo\rthree\u{2028}four", "one\ntwo\nthree\nfour"),
            ("  one  \n\n\n\n two \n", "one\n\n two"),
            ("one\ttwo\0three\u{7}", "one two three"),
            ("नृत्य 💃🏽 رقص\u{200f}", "नृत्य 💃🏽 رقص"),
            ("क्\u{200d}ष 👩\u{200d}🎤", "क्\u{200d}ष 👩\u{200d}🎤"),
            ("a\u{202e}b\u{2066}c", "abc"),
            ("\n \r\n\t", ""),
            ("", ""),
        ] {
            assert_eq!(paragraphs(text), cleaned, "{text:?}");
        }
    }

    #[test]
    fn text_without_visible_characters_is_blank() {
        for text in ["", " ", "\n\t", "\0", "\u{200d}\u{fe0f}", "\u{202e}\u{200b}"] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["x", " . ", "👩\u{200d}🎤"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn paragraphs_is_idempotent(text in prop_oneof![any::<String>(), "[a \\n\\r\\t\u{202e}]{0,40}"]) {
            let once = paragraphs(&text);
            prop_assert!(!once.chars().any(|c| c != '\n' && (c.is_control() || is_hidden(c))));
            prop_assert!(once == once.trim() && !once.contains("\n\n\n"));
            prop_assert_eq!(paragraphs(&once), once);
        }
    }
}
