//! How iCalendar writes text: escaping, quoting, folding (RFC 5545 §3.1–§3.3, RFC 6868).

/// A line may have this many octets, its end not counted.
const MAX_OCTETS: usize = 75;

/// Content lines in the making.
#[derive(Default)]
pub(super) struct Lines(String);

impl Lines {
    /// Adds a content line, folded between code points, never inside one.
    pub(super) fn push(&mut self, line: &str) {
        let mut octets = 0;
        for c in line.chars() {
            if octets + c.len_utf8() > MAX_OCTETS {
                self.0.push_str("\r\n ");
                octets = 1;
            }
            octets += c.len_utf8();
            self.0.push(c);
        }
        self.0.push_str("\r\n");
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

/// A TEXT value: backslash, semicolon and comma escaped, line ends as `\n`, other control characters dropped.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push_str("\\n"),
            '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A parameter value in quotes, empty when there is nothing to quote. A double quote cannot stand there and becomes a
/// single one, since few calendars read the newer escape; the caret, which begins such escapes, is doubled.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    for c in text.chars() {
        match c {
            '"' => out.push('\''),
            '^' => out.push_str("^^"),
            c if c.is_control() || c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    let words: Vec<&str> = out.split(' ').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { String::new() } else { format!("\"{}\"", words.join(" ")) }
}

/// A `mailto:` address with everything percent-encoded that may not stand in one (RFC 6068).
pub(super) fn cal_address(email: &str) -> String {
    let mut out = String::from("mailto:");
    for c in email.chars().filter(|c| !c.is_control() && !c.is_whitespace()) {
        if c.is_ascii_alphanumeric() || "@.-_~+!$'*".contains(c) {
            out.push(c);
        } else {
            let mut utf8 = [0; 4];
            for byte in c.encode_utf8(&mut utf8).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    out
}
