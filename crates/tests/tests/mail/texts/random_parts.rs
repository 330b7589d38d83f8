//! Parts of a mail that differ in each run.

/// Replaces the token in the address of an invitation.
pub(super) fn without_token(text: &str) -> String {
    let mut parts = text.split("/guardian");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |clean, part| match part.split_once('#') {
        Some((query, rest)) => format!("{clean}/guardian{query}#[token]{}", rest.get(64..).unwrap_or_default()),
        None => format!("{clean}/guardian{part}"),
    })
}

/// Ids and booking codes change whenever anything before them changes.
pub(super) fn without_ids(text: &str) -> String {
    let is_id = |word: &str| {
        word.len() == 36
            && word.bytes().enumerate().all(|(place, byte)| {
                if [8, 13, 18, 23].contains(&place) { byte == b'-' } else { byte.is_ascii_hexdigit() }
            })
    };
    let is_code = |word: &str| {
        let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte);
        word.bytes().enumerate().all(|(place, byte)| if place == 4 { byte == b'-' } else { hexadecimal(byte) })
    };
    let folded = text.replace("\n ", "");
    let (mut clean, mut rest) = (String::new(), folded.as_str());
    while let Some(letter) = rest.chars().next() {
        match rest.get(..36).filter(|word| is_id(word)) {
            Some(_) => {
                clean.push_str("[id]");
                rest = &rest[36..];
            }
            None if rest.get(..9).is_some_and(is_code) => {
                clean.push_str("[code]");
                rest = &rest[9..];
            }
            None => {
                clean.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    clean
}
