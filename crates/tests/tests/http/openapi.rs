//! The API description: complete, in public language, and with examples that fit their types.

mod validation;

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use self::validation::check;

/// First words of operation ids, after `admin_`.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "accept", "activate", "apply", "approve", "book", "cancel", "change", "check", "confirm", "contact", "create", "deactivate", "delete", "disable",
    "enable", "end", "export", "extend", "find", "generate", "get", "grant", "hand", "import", "invite", "join", "leave", "link",
    "list", "mark", "onboard", "preview", "publish", "purchase", "receive", "refer", "refund", "reject", "renew",
    "reply", "reschedule", "resend", "reset", "retry", "reverse", "run", "save", "search", "send", "sign", "suspend",
    "undo", "unsuspend", "update", "validate", "withdraw",
];

fn document() -> Value {
    serde_json::from_str(&tala_app::router::openapi_json().unwrap()).unwrap()
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn operations(document: &Value) -> Vec<&Value> {
    members(&document["paths"]).flat_map(|(_, item)| members(item)).map(|(_, operation)| operation).collect()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// Follows a reference.
fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(path) => document.pointer(path.trim_start_matches('#')).unwrap_or_else(|| panic!("{path} is missing")),
        None => value,
    }
}

#[test]
fn operation_ids_are_a_verb_and_its_object() {
    let document = document();
    let mut ids = BTreeSet::new();
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        let (verb, object) = id.trim_start_matches("admin_").split_once('_').unwrap_or((id, ""));
        assert!(VERBS.contains(&verb) && !object.is_empty(), "{id}");
        assert!(!id.contains("alias"), "{id}");
        assert!(ids.insert(id), "{id} occurs twice");
    }
}

#[test]
fn every_operation_has_a_summary_and_a_described_tag() {
    let document = document();
    let tags: BTreeSet<&str> = document["tags"].as_array().unwrap().iter().map(|tag| text(tag, "name")).collect();
    let groups = document["x-tagGroups"].as_array().unwrap();
    let grouped: Vec<&Value> = groups.iter().flat_map(|group| group["tags"].as_array().unwrap()).collect();
    assert_eq!(grouped.len(), tags.len());
    let mut used = BTreeSet::new();
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        assert!(!text(operation, "summary").is_empty(), "{id}");
        let tag = operation["tags"][0].as_str().unwrap();
        assert!(tags.contains(tag), "{id}: {tag} is not in http/openapi/tags.rs");
        assert_eq!(id.starts_with("admin_"), tag.starts_with("admin-"), "{id}: {tag}");
        used.insert(tag);
    }
    assert_eq!(used, tags, "tags without an operation");
    assert!(document["tags"].as_array().unwrap().iter().all(|tag| !text(tag, "description").is_empty()));
}

#[test]
fn every_response_has_a_description_and_a_status() {
    let document = document();
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        for (status, response) in members(&operation["responses"]) {
            assert!(status.parse::<u16>().is_ok(), "{id}: {status}");
            assert!(!text(resolve(&document, response), "description").is_empty(), "{id}: {status}");
        }
        assert!(operation["responses"].as_object().unwrap().keys().any(|status| status.starts_with('2')), "{id}");
    }
}

#[test]
fn every_body_and_parameter_has_an_example_that_fits_its_type() {
    let document = document();
    let mut errors = Vec::new();
    for operation in operations(&document) {
        let id = text(operation, "operationId");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let at = format!("{id} {}", text(parameter, "name"));
            check(&document, &parameter["schema"], &parameter["example"], &at, &mut errors);
            assert!(parameter.get("example").is_some(), "{at} has no example in examples.json");
        }
        for (status, response) in members(&operation["responses"]) {
            contents(&document, resolve(&document, response), &format!("{id} {status}"), &mut errors);
        }
        contents(&document, &operation["requestBody"], &format!("{id} request"), &mut errors);
    }
    assert!(errors.is_empty(), "add values to crates/app/src/http/openapi/examples.json:\n{}", errors.join("\n"));
}

fn contents(document: &Value, body: &Value, at: &str, errors: &mut Vec<String>) {
    for (_, content) in members(&body["content"]) {
        match content.get("example") {
            Some(example) => check(document, &content["schema"], example, at, errors),
            None => errors.push(format!("{at}: no example")),
        }
    }
}

#[test]
fn texts_do_not_refer_to_internal_documents() {
    let mut found = Vec::new();
    collect_internal(&document(), &mut found);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn collect_internal(value: &Value, found: &mut Vec<String>) {
    for (name, member) in members(value) {
        if let Some(text) = member.as_str().filter(|_| name == "description" || name == "summary") {
            let decision = |word: &str| {
                let digits = word.trim_matches(|c: char| !c.is_alphanumeric()).strip_prefix('D').unwrap_or_default();
                !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
            };
            if text.contains("SPEC") || text.split_whitespace().any(decision) {
                found.push(text.to_owned());
            }
        }
        collect_internal(member, found);
    }
    value.as_array().into_iter().flatten().for_each(|item| collect_internal(item, found));
}
