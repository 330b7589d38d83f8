//! Checks of comments and Markdown: words that no reader can search for, long lines, references that lead nowhere.

use std::path::{Path, PathBuf};

/// Words and phrases that the style guide replaces by the field's terms.
const DIALECT: [&str; 26] = [
    "whoever",
    "whomever",
    "anew",
    "meanwhile",
    "somebody",
    "nobody",
    "reckon",
    "reckoned",
    "reckons",
    "mend",
    "mended",
    "mends",
    "told",
    "stands",
    "brings",
    "lets go",
    "let go",
    "gives back",
    "give back",
    "goes by",
    "of its own",
    "so many",
    "at once",
    "by itself",
    "once more",
    "to be had",
];
const MAX_LINE_CHARS: usize = 100;

/// How often `text` uses one of the words, and how many words it has.
pub(crate) fn count_dialect(text: &str) -> (usize, usize) {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let joined = format!(" {} ", words.join(" "));
    (DIALECT.iter().map(|phrase| joined.matches(&format!(" {phrase} ")).count()).sum(), words.len())
}

/// The comments of a source file, by its extension.
pub(crate) fn comments(path: &Path, text: &str) -> String {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let starts: &[&str] = match extension {
        "rs" => &["//"],
        "ts" | "tsx" | "mjs" | "css" => &["//", "/*", "*"],
        "sql" => &["--"],
        "toml" | "yml" | "sh" => &["#"],
        _ => return String::new(),
    };
    let comment = |line: &str| {
        let line = line.trim();
        let whole = starts.iter().find_map(|start| line.strip_prefix(start));
        whole.or_else(|| line.split_once(" // ").map(|(_, comment)| comment)).map(str::to_owned)
    };
    text.lines().filter_map(comment).collect::<Vec<_>>().join("\n")
}

/// Markdown without code blocks, inline code and tables.
pub(crate) fn markdown_prose(text: &str) -> String {
    let mut is_code = false;
    let prose = text.lines().filter(|line| {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            return false;
        }
        !is_code && !line.trim_start().starts_with('|')
    });
    let text = prose.collect::<Vec<_>>().join("\n");
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Lines that are too long, outside code, tables and links that cannot be broken.
pub(crate) fn long_lines(path: &str, text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let length = line.chars().count();
        let is_exempt = is_code || line.trim_start().starts_with('|') || !line.trim().contains(' ');
        if length > MAX_LINE_CHARS && !is_exempt {
            found.push(format!("{path}:{}: {length} characters", number + 1));
        }
    }
    found
}

/// Relative links of a Markdown file, without anchors.
pub(crate) fn relative_links(text: &str) -> Vec<&str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#', ' ']).next())
        .filter(|link| !link.is_empty() && !link.contains("://") && !link.starts_with("mailto:"))
        .collect()
}

/// Names of Markdown files with a capital letter.
pub(crate) fn named_documents(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '/' | '-' | '_')))
        .map(|word| word.trim_matches('.'))
        .filter(|word| {
            word.strip_suffix(".md")
                .is_some_and(|name| name.chars().any(|c| c.is_ascii_uppercase()) && !name.is_empty())
        })
        .collect()
}

/// All files below the repository's root that git would keep, of these extensions.
pub(crate) fn files(root: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let skipped = ["node_modules", "target", "dist", ".git", "gen", "test-results"];
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !skipped.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| extensions.iter().any(|wanted| found == *wanted)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
