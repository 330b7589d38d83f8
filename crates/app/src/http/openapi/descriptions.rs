//! Texts of the description: sources in doc comments are for developers of Tala and left out.

use serde_json::{Map, Value};

use super::operations::SignIn;

/// Removes references to internal documents, such as ` (D24)` or ` (SPEC §3)`, from all descriptions, and describes
/// responses without a description.
pub(super) fn clean(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "description" || name == "summary" => *text = without_sources(text),
                    other => clean(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(clean),
        _ => {}
    }
}

/// Describes success responses by their type: utoipa requires a text for each annotation and writes an empty one.
pub(super) fn describe_successes(operation: &mut Map<String, Value>) {
    for (status, response) in operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten() {
        if status.starts_with('2') && response["description"].as_str().is_none_or(str::is_empty) {
            response["description"] = if status == "202" { "Accepted.".into() } else { "Success.".into() };
        }
    }
}

/// Appends the required sign-in to the description of an operation.
pub(super) fn describe_sign_in(operation: &mut Map<String, Value>, sign_in: SignIn) {
    let sign_in = match sign_in {
        SignIn::AccessToken => "Requires an access token.",
        SignIn::AdminSession => "Requires an administrator's session.",
        SignIn::Public => "Requires no sign-in.",
    };
    let description = match operation.get("description").and_then(Value::as_str) {
        Some(text) if !text.is_empty() => format!("{text}\n\n{sign_in}"),
        _ => sign_in.to_owned(),
    };
    operation.insert("description".to_owned(), description.into());
}

fn without_sources(text: &str) -> String {
    let mut rest = text;
    let mut cleaned = String::with_capacity(text.len());
    while let Some(start) = rest.find(" (") {
        let (before, bracket) = rest.split_at(start);
        let Some(end) = bracket.find(')') else { break };
        let (inside, after) = bracket.split_at(end + 1);
        cleaned.push_str(before);
        if !is_source(inside) {
            cleaned.push_str(inside);
        }
        rest = after;
    }
    cleaned + rest
}

/// Whether a text in brackets names an internal document: `D24`, `D4, D8`, `SPEC §3`.
fn is_source(bracket: &str) -> bool {
    let inside = bracket.trim_start_matches(" (");
    let mut letters = inside.chars();
    inside.starts_with("SPEC") || (letters.next() == Some('D') && letters.next().is_some_and(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::without_sources;

    #[test]
    fn references_to_internal_documents_are_removed() {
        assert_eq!(without_sources("A booking (SPEC §3)."), "A booking.");
        assert_eq!(without_sources("Moved (D4, D8). Kept (by hand)."), "Moved. Kept (by hand).");
        assert_eq!(without_sources("An (open"), "An (open");
    }
}
