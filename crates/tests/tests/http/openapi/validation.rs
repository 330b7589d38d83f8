//! Checks a value against a schema of the description: the keywords that it uses.

use jiff::Timestamp;
use serde_json::Value;

/// Appends what is wrong with `value`.
pub fn check(document: &Value, schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
    if let Some(path) = schema["$ref"].as_str() {
        let target = document.pointer(path.trim_start_matches('#')).unwrap_or_else(|| panic!("{path} is missing"));
        return check(document, target, value, at, errors);
    }
    for part in list(&schema["allOf"]) {
        check(document, part, value, at, errors);
    }
    if schema["oneOf"].is_array() {
        check_one_of(document, schema, value, at, errors);
    }
    if schema["enum"].is_array() && !list(&schema["enum"]).any(|allowed| allowed == value) {
        errors.push(format!("{at}: {value} is not one of {}", schema["enum"]));
    }
    check_type(schema, value, at, errors);
    check_string(schema, value, at, errors);
    check_number(schema, value, at, errors);
    for (name, part) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(member) = value.get(name) {
            check(document, part, member, &format!("{at}.{name}"), errors);
        }
    }
    for name in list(&schema["required"]).filter_map(Value::as_str) {
        if value.get(name).is_none() {
            errors.push(format!("{at}: {name} is missing"));
        }
    }
    if schema["items"].is_object() {
        for (index, item) in list(value).enumerate() {
            check(document, &schema["items"], item, &format!("{at}[{index}]"), errors);
        }
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn check_one_of(document: &Value, schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
    let mut best: Option<Vec<String>> = None;
    for option in list(&schema["oneOf"]) {
        let mut found = Vec::new();
        check(document, option, value, at, &mut found);
        if best.as_ref().is_none_or(|best| found.len() < best.len()) {
            best = Some(found);
        }
    }
    errors.extend(best.unwrap_or_default());
}

fn check_type(schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
    let names: Vec<&str> =
        schema["type"].as_str().into_iter().chain(list(&schema["type"]).filter_map(Value::as_str)).collect();
    let fits = |name: &&str| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    if !names.is_empty() && !names.iter().any(fits) {
        errors.push(format!("{at}: {value} is no {}", names.join(" or ")));
    }
}

fn check_string(schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
    let Some(text) = value.as_str() else { return };
    if schema["format"] == "date-time" && text.parse::<Timestamp>().is_err() {
        errors.push(format!("{at}: {text} is no instant"));
    }
    if schema["maxLength"].as_u64().is_some_and(|limit| text.chars().count() > usize::try_from(limit).unwrap()) {
        errors.push(format!("{at}: {text} is too long"));
    }
    if text == "string" {
        errors.push(format!("{at}: a placeholder"));
    }
}

fn check_number(schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
    let Some(number) = value.as_f64() else { return };
    let limit = |name: &str| schema[name].as_f64();
    if limit("maximum").is_some_and(|maximum| number > maximum)
        || limit("minimum").is_some_and(|minimum| number < minimum)
    {
        errors.push(format!("{at}: {number} is out of range"));
    }
    if number >= f64::from(u32::MAX) {
        errors.push(format!("{at}: {number} is a placeholder"));
    }
}
