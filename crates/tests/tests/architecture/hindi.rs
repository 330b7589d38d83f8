//! The Hindi vocabulary of the glossary, checked in all Hindi texts: the client's, the issuer's and those of mails.

use std::path::Path;

use crate::files::sources;

const HEADING: &str = "## Hindi";

/// Returns the words that the table of the glossary rejects, each with its replacement.
pub(crate) fn rejected_words(glossary: &str) -> Vec<(String, String)> {
    let (_, section) = glossary.split_once(HEADING).unwrap_or_default();
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = rows.skip(2).map(|row| row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    let mut rejected = Vec::new();
    for cells in cells {
        let [_, word, avoided] = cells[..] else { panic!("{cells:?} are not three cells") };
        let avoided = avoided.split(", ").filter(|text| text.chars().any(is_devanagari));
        rejected.extend(avoided.map(|text| (text.to_owned(), word.to_owned())));
    }
    rejected
}

/// Returns a line for each rejected word in the texts of the client and the server.
pub(crate) fn uses_of(rejected: &[(String, String)], repository: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for (file, text) in hindi_texts(repository) {
        for (index, line) in text.lines().enumerate() {
            let uses = rejected.iter().filter(|(avoided, _)| contains_words(line, avoided));
            found.extend(uses.map(|(avoided, word)| format!("{file}:{}: {avoided}, instead of {word}", index + 1)));
        }
    }
    found
}

/// Paths and texts of all files with Hindi texts.
pub(crate) fn hindi_texts(repository: &Path) -> Vec<(String, String)> {
    let client = ["web/src/locales/hi", "web/src/copy/hi"].into_iter().flat_map(|folder| {
        let entries = std::fs::read_dir(repository.join(folder)).unwrap();
        entries.map(move |entry| {
            let path = entry.unwrap().path();
            (format!("{folder}/{}", path.file_name().unwrap().display()), std::fs::read_to_string(path).unwrap())
        })
    });
    let server = ["app", "domain", "issuer", "server"].into_iter().flat_map(|name| {
        let files = sources(&repository.join("crates").join(name).join("src"));
        files.into_iter().map(move |file| (format!("crates/{name}/src/{}", file.path.display()), file.text))
    });
    client.chain(server).filter(|(_, text)| text.chars().any(is_devanagari)).collect()
}

/// Whether a text contains the words, not as a part of longer ones.
pub(crate) fn contains_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + words.len()..].chars().next();
        !before.is_some_and(is_devanagari) && !after.is_some_and(is_devanagari)
    })
}

/// A letter or sign of Devanagari, not punctuation or a digit.
const fn is_devanagari(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{963}')
}
