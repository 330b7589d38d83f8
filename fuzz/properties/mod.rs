//! What must hold for whatever anybody sends. Each property takes any bytes and panics when it does not hold.
//!
//! One place, two uses: `fuzz/` searches with coverage for hours, `crates/tests/tests/properties` tries a few thousand
//! inputs and the kept corpus at every `make test`.

mod calendar;
mod forms;
mod mails;
mod tables;
mod tokens;
mod webhooks;

/// A property: its name, which is also its target's and its corpus's, and the check.
pub type Property = (&'static str, fn(&[u8]));

/// All of them.
pub const ALL: &[Property] = &[
    ("availability", forms::availability),
    ("bank", forms::bank),
    ("calendar", calendar::any_text_makes_a_sound_calendar),
    ("codes", forms::codes),
    ("contact", forms::contact),
    ("dates", forms::dates),
    ("mails", mails::any_text_makes_a_sound_mail),
    ("tables", tables::no_cell_is_a_formula),
    ("tokens", tokens::only_what_the_provider_signed_is_believed),
    ("webhooks", webhooks::only_what_the_provider_signed_is_taken),
];

/// The field mark between the texts of one input. It stands in no UTF-8 text.
const MARK: u8 = 0xFF;

/// The input as `N` texts; what is missing is empty.
fn texts<const N: usize>(input: &[u8]) -> [String; N] {
    let mut parts = input.splitn(N, |byte| *byte == MARK);
    std::array::from_fn(|_| String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned())
}

/// A number out of the front of the input, and the rest.
fn number(input: &[u8]) -> (i64, &[u8]) {
    let (front, rest) = input.split_at(input.len().min(8));
    let mut bytes = [0; 8];
    bytes[..front.len()].copy_from_slice(front);
    (i64::from_le_bytes(bytes), rest)
}

/// Signs that reorder or hide the text around them.
fn is_deceptive(sign: char) -> bool {
    matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{FEFF}' | '\u{200B}')
}

/// On one line, with nothing in it that breaks a header, a table or a calendar.
fn assert_one_line(text: &str) {
    assert!(!text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')), "{text:?}");
    assert!(!text.chars().any(is_deceptive), "{text:?}");
    assert_eq!(text, text.trim());
}
