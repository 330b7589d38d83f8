//! Properties that hold for any untrusted input. Each takes arbitrary bytes and panics if it does not hold.
//!
//! They are used twice: `fuzz/` searches for hours with coverage feedback, and `crates/tests/tests/properties` checks a few
//! thousand inputs and the committed corpus in every `make test`.

mod calendar;
mod forms;
mod mails;
mod tables;
mod tokens;
mod webhooks;

/// A property: name of the property, its fuzz target and its corpus; and the check.
pub type Property = (&'static str, fn(&[u8]));

/// All properties.
pub const ALL: &[Property] = &[
    ("availability", forms::availability),
    ("bank", forms::bank),
    ("calendar", calendar::any_text_yields_valid_calendar),
    ("codes", forms::codes),
    ("contact", forms::contact),
    ("dates", forms::dates),
    ("mails", mails::any_text_yields_valid_mail),
    ("tables", tables::no_cell_is_a_formula),
    ("tokens", tokens::only_signed_tokens_are_accepted),
    ("webhooks", webhooks::only_signed_webhooks_are_accepted),
];

/// Separates the texts of an input. It occurs in no UTF-8 text.
const SEPARATOR: u8 = 0xFF;

/// Splits the input into `N` texts; missing ones are empty.
fn texts<const N: usize>(input: &[u8]) -> [String; N] {
    let mut parts = input.splitn(N, |byte| *byte == SEPARATOR);
    std::array::from_fn(|_| String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned())
}

/// Reads a number from the first 8 bytes of the input. Returns it and the rest.
fn number(input: &[u8]) -> (i64, &[u8]) {
    let (front, rest) = input.split_at(input.len().min(8));
    let mut bytes = [0; 8];
    bytes[..front.len()].copy_from_slice(front);
    (i64::from_le_bytes(bytes), rest)
}

/// True for characters that reorder or hide the text around them.
fn is_deceptive(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}' | '\u{200B}')
}

/// Asserts that a text is a single line without control characters, safe for headers, tables and calendars.
fn assert_one_line(text: &str) {
    assert!(!text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')), "{text:?}");
    assert!(!text.chars().any(is_deceptive), "{text:?}");
    assert_eq!(text, text.trim());
}
