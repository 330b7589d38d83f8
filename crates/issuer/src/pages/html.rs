//! Text into HTML.

/// `text` made safe between tags and inside quoted attributes.
pub(crate) fn esc(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::esc;

    #[test]
    fn nothing_typed_can_become_markup() {
        assert_eq!(esc(r#"<a href="x" title='y'>&"#), "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;");
    }
}
