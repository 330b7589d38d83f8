//! Examples of requests and responses. `examples.json` has one value for each field; whole examples are composed of them by
//! schema, so that an example always has the members of its type.

#![expect(clippy::indexing_slicing, reason = "a missing member of a JSON value is null, it does not panic")]

use serde_json::{Map, Value, json};

use super::operations::operations;

/// Depth at which an example ends; no type is nested deeper.
const MAX_DEPTH: usize = 12;

/// Adds an example to each parameter, request body and success response.
///
/// # Errors
/// If `examples.json` cannot be parsed.
pub(super) fn add_examples(openapi: &mut Value) -> Result<(), serde_json::Error> {
    let table: Value = serde_json::from_str(include_str!("examples.json"))?;
    let components = openapi["components"]["schemas"].clone();
    let composer = Composer { table: &table, components: &components };
    for (_, operation) in operations(openapi) {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let values = &table["parameters"];
            let own = values.get(format!("{id}.{name}")).or_else(|| values.get(name));
            if let Some(value) = own.cloned() {
                parameter["example"] = value;
            }
        }
        if let Some(content) = operation.get_mut("requestBody").and_then(|body| body.get_mut("content")) {
            set_examples(content, &composer, &format!("{id}.request"));
        }
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            if let Some(content) = response.get_mut("content").filter(|_| status.starts_with('2')) {
                set_examples(content, &composer, &format!("{id}.{status}"));
            }
        }
    }
    Ok(())
}

/// `part` is the operation id with `request` or the status: `bodies` has whole examples, `changes` what differs from the
/// composed one, such as the state after a cancellation.
fn set_examples(contents: &mut Value, composer: &Composer<'_>, part: &str) {
    for content in contents.as_object_mut().into_iter().flat_map(Map::values_mut) {
        let whole = composer.table["bodies"].get(part).cloned();
        let mut example = whole.unwrap_or_else(|| composer.value(&content["schema"], "", "", 0));
        if let Some(changes) = composer.table["changes"].get(part) {
            merge(&mut example, changes);
        }
        content["example"] = example;
    }
}

/// Replaces the members that `changes` has, at every depth.
fn merge(value: &mut Value, changes: &Value) {
    match (value, changes) {
        (Value::Object(members), Value::Object(changes)) => {
            for (name, change) in changes {
                merge(members.entry(name).or_insert(Value::Null), change);
            }
        }
        (value, change) => *value = change.clone(),
    }
}

struct Composer<'a> {
    /// `examples.json`.
    table: &'a Value,
    components: &'a Value,
}

impl Composer<'_> {
    /// Composes a value of `schema`, which is the field `field` of the type `owner`.
    fn value(&self, schema: &Value, owner: &str, field: &str, depth: usize) -> Value {
        if depth > MAX_DEPTH {
            return Value::Null;
        }
        let fields = &self.table["fields"];
        if let Some(value) = fields.get(format!("{owner}.{field}")).or_else(|| fields.get(field))
            && !field.is_empty()
            && accepts(schema, value)
        {
            return value.clone();
        }
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            let target = &self.components[name];
            return if target["enum"].is_array() {
                self.value(target, "", field, depth + 1)
            } else {
                self.value(target, name, "", depth + 1)
            };
        }
        if let Some(first) =
            schema["oneOf"].as_array().and_then(|options| options.iter().find(|one| one["type"] != "null"))
        {
            return self.value(first, owner, "", depth + 1);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let members = parts.iter().filter_map(|part| self.value(part, owner, "", depth + 1).as_object().cloned());
            return Value::Object(members.flatten().collect());
        }
        self.plain(schema, owner, depth)
    }

    fn plain(&self, schema: &Value, owner: &str, depth: usize) -> Value {
        if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
            return first.clone();
        }
        if let Some(properties) = schema["properties"].as_object() {
            let compose = |(name, part): (&String, &Value)| (name.clone(), self.value(part, owner, name, depth + 1));
            return Value::Object(properties.iter().map(compose).collect());
        }
        match type_names(schema).first().copied() {
            // `Page_Booking` has items of the type `Booking`.
            Some("array") => {
                let owner = owner.strip_prefix("Page_").unwrap_or(owner);
                json!([self.value(&schema["items"], owner, "", depth + 1)])
            }
            Some("object") => json!({}),
            Some("boolean") => json!(false),
            _ => Value::Null,
        }
    }
}

/// Whether a value of the table fits the type: names such as `total` are an amount here and a number there.
fn accepts(schema: &Value, value: &Value) -> bool {
    let names = type_names(schema);
    let is_listed = schema["enum"].as_array().is_none_or(|values| values.contains(value));
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_nullable = schema["oneOf"].as_array().is_some_and(|options| options.iter().any(|one| one["type"] == "null"));
    is_listed
        && (names.contains(&kind)
            || (kind == "integer" && names.contains(&"number"))
            || (value.is_null() && is_nullable))
        || (value.is_object() && (schema.get("$ref").is_some() || is_nullable))
}

fn type_names(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}
