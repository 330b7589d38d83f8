//! Escaping, quoting and folding of iCalendar text (RFC 5545 §3.1–§3.3, RFC 6868).

/// The maximum length of a line in octets, without its line end.
const MAX_OCTETS: usize = 75;

/// A buffer of content lines.
#[derive(Default)]
pub(super) struct Lines(String);

impl Lines {
    /// Appends a content line, folded between characters.
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

/// Formats a TEXT value: escapes backslash, semicolon and comma, writes line ends as `\n`, drops other control characters.
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

/// Formats a quoted parameter value; empty when the text is blank. A double quote is not allowed in one and becomes an
/// apostrophe, because few calendar programs support the escape of RFC 6868; its escape character `^` is doubled.
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

/// Formats a URI value: drops characters that would end the line.
pub(super) fn uri(url: &str) -> String {
    url.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect()
}

/// Formats a `mailto:` URI; percent-encodes all characters that RFC 6068 does not allow.
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
