//! Names in `docs/data-model.md` against those of the migrations and of the ledger.

use std::collections::BTreeSet;

const TABLE_SECTIONS: [&str; 4] = ["## People", "## Classes", "## Money", "## Program"];
const LEDGER_SECTIONS: [&str; 2] = ["## Ledger", "### Postings"];

/// Tables, ledger accounts and posting kinds that only one side has.
pub(crate) fn differences(document: &str, migrations: &str, ledger: &str) -> Vec<String> {
    let created = migrations.lines().filter_map(|line| line.strip_prefix("CREATE TABLE ")).map(first_word).collect();
    let stored = ledger.lines().filter_map(|line| line.trim().strip_suffix("\","));
    let stored = stored.filter_map(|line| line.split_once(" = \"")).map(|(_, name)| name).collect();
    let mut found = compare("table", &documented(document, &TABLE_SECTIONS), &created);
    found.extend(compare("ledger name", &documented(document, &LEDGER_SECTIONS), &stored));
    found
}

fn first_word(text: &str) -> &str {
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).next().unwrap_or_default()
}

/// The names in the first column of the tables in these sections.
fn documented<'a>(document: &'a str, sections: &[&str]) -> BTreeSet<&'a str> {
    let mut is_wanted = false;
    let mut names = BTreeSet::new();
    for line in document.lines() {
        if line.starts_with("##") {
            is_wanted = sections.contains(&line);
        }
        if let Some(cell) = line.strip_prefix("| ").and_then(|row| row.split(" |").next())
            && is_wanted
        {
            names.extend(cell.split('`').skip(1).step_by(2));
        }
    }
    names
}

fn compare(what: &str, documented: &BTreeSet<&str>, actual: &BTreeSet<&str>) -> Vec<String> {
    let missing = actual.difference(documented).map(|name| format!("{what} {name} is not in docs/data-model.md"));
    let unknown = documented.difference(actual).map(|name| format!("docs/data-model.md: there is no {what} {name}"));
    missing.chain(unknown).collect()
}
