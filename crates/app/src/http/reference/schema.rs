//! Types of the reference.

use maud::{Markup, html};
use serde_json::Value;

use super::json::{items, members, text};

/// Renders a type with its fields.
pub(super) fn schema_section(name: &str, schema: &Value) -> Markup {
    html! {
        details.schema {
            summary { code { (name) } }
            div.body id={ "type-" (name) } {
                @if !text(&schema["description"]).is_empty() { p { (prose(text(&schema["description"]))) } }
                @if schema["enum"].is_array() { p { "One of " @for value in items(&schema["enum"]) { code { (text(value)) } " " } } }
                @for part in items(&schema["allOf"]) { (reference_line(part)) (field_list(part)) }
                (field_list(schema))
            }
        }
    }
}

/// Renders the fields of a body: a link to the type, and its own fields.
pub(super) fn fields(document: &Value, schema: &Value) -> Markup {
    let target = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    html! {
        p { (type_of(schema)) }
        @if let Some(name) = target { (field_list(&document["components"]["schemas"][name])) }
    }
}

fn reference_line(part: &Value) -> Markup {
    html! { @if part.get("$ref").is_some() { p { "All fields of " (type_of(part)) ", and:" } } }
}

fn field_list(schema: &Value) -> Markup {
    let is_required = |name: &str| items(&schema["required"]).any(|required| required == name);
    html! {
        dl {
            @for (name, field) in members(&schema["properties"]) {
                dt {
                    code { (name) } " " span.type { (type_of(field)) }
                    @if is_required(name) { " " span.required { "required" } }
                }
                dd { (prose(description_of(field))) }
            }
        }
    }
}

fn description_of(field: &Value) -> &str {
    let own = text(&field["description"]);
    if own.is_empty() {
        items(&field["oneOf"]).map(|one| text(&one["description"])).find(|text| !text.is_empty()).unwrap_or("")
    } else {
        own
    }
}

/// The name of a type, with a link if the reference describes it.
pub(super) fn type_of(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return html! { a href={ "#type-" (name) } { (name) } };
    }
    if schema["oneOf"].is_array() {
        return html! { @for (at, one) in items(&schema["oneOf"]).enumerate() { @if at > 0 { " or " } (type_of(one)) } };
    }
    if schema["allOf"].is_array() {
        return html! { @for (at, one) in items(&schema["allOf"]).enumerate() { @if at > 0 { " and " } (type_of(one)) } };
    }
    let names: Vec<&str> = schema["type"].as_str().into_iter().chain(items(&schema["type"]).map(text)).collect();
    html! {
        (names.join(" or "))
        @if names.contains(&"array") { " of " (type_of(&schema["items"])) }
        @if let Some(format) = schema["format"].as_str() { " (" (format) ")" }
    }
}

/// A description, in which `code` is marked.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
