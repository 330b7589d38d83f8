//! One operation of the reference.

use maud::{Markup, html};
use serde_json::Value;

use super::json::{items, members, text};
use super::schema::{fields, prose, type_of};

/// An operation of the description.
#[derive(Clone, Copy)]
pub(super) struct OperationView<'a> {
    pub(super) path: &'a str,
    pub(super) method: &'a str,
    pub(super) value: &'a Value,
}

/// Renders an operation as a closed disclosure.
pub(super) fn operation_section(document: &Value, operation: &OperationView<'_>) -> Markup {
    let OperationView { path, method, value } = operation;
    let id = text(&value["operationId"]);
    html! {
        details.operation {
            summary {
                span class={ "method " (method) } { (method.to_uppercase()) }
                code.path { (breakable(path)) }
                span.summary { (prose(text(&value["summary"]))) }
            }
            div.body id=(id) {
                p.id { code { (id) } }
                @for paragraph in text(&value["description"]).split("\n\n") { p { (prose(paragraph)) } }
                (parameters(value))
                @for (kind, content) in members(&value["requestBody"]["content"]) { (request(document, kind, content)) }
                h5 { "Example" }
                pre { code { (curl(operation)) } }
                @for (status, response) in members(&value["responses"]) { (response_section(document, status, response)) }
            }
        }
    }
}

/// Lets long paths break after a slash.
fn breakable(path: &str) -> Markup {
    html! { @for part in path.split_inclusive('/') { (part) wbr; } }
}

fn sign_in_of(id: &str, operation: &Value) -> &'static str {
    if id.starts_with("admin_") && id != "admin_sign_in" {
        "administrator's session"
    } else if operation.get("security").is_some() {
        "no sign-in"
    } else {
        "access token"
    }
}

fn parameters(operation: &Value) -> Markup {
    let list: Vec<&Value> = items(&operation["parameters"]).collect();
    html! {
        @if !list.is_empty() {
            h5 { "Parameters" }
            dl {
                @for parameter in list {
                    dt {
                        code { (text(&parameter["name"])) } " "
                        span.type { (text(&parameter["in"])) ", " (type_of(&parameter["schema"])) }
                        @if parameter["required"] == true { " " span.required { "required" } }
                    }
                    dd { (prose(text(&parameter["description"]))) }
                }
            }
        }
    }
}

fn request(document: &Value, kind: &str, content: &Value) -> Markup {
    html! {
        h5 { "Request" @if kind != "application/json" { " (" (kind) ")" } }
        (fields(document, &content["schema"]))
    }
}

fn curl(operation: &OperationView<'_>) -> String {
    let OperationView { path, method, value } = operation;
    let mut target = (*path).to_owned();
    let mut query = Vec::new();
    for parameter in items(&value["parameters"]) {
        let example = plain(&parameter["example"]);
        let name = text(&parameter["name"]);
        match text(&parameter["in"]) {
            "path" => target = target.replace(&format!("{{{name}}}"), &example),
            "query" if parameter["required"] == true => query.push(format!("{name}={example}")),
            _ => {}
        }
    }
    if !query.is_empty() {
        target = format!("{target}?{}", query.join("&"));
    }
    let id = text(&value["operationId"]);
    let mut command = if *method == "get" { "curl".to_owned() } else { format!("curl -X {}", method.to_uppercase()) };
    command.push_str(&format!(" \"$BASE{target}\""));
    match sign_in_of(id, value) {
        "access token" => command.push_str(" \\\n  -H \"Authorization: Bearer $TOKEN\""),
        "administrator's session" if *method == "get" => command.push_str(" \\\n  -b cookies.txt"),
        "administrator's session" => command.push_str(" \\\n  -b cookies.txt -H \"x-csrf-token: $CSRF\""),
        _ => {}
    }
    if let Some(example) = value["requestBody"]["content"]["application/json"].get("example") {
        let body = example.as_str().map_or_else(|| pretty(example), str::to_owned).replace('\'', "'\\''");
        command.push_str(&format!(" \\\n  -H 'Content-Type: application/json' \\\n  -d '{body}'"));
    }
    command
}

fn response_section(document: &Value, status: &str, response: &Value) -> Markup {
    let response = resolve(document, response);
    let description = text(&response["description"]);
    html! {
        @if status.starts_with('2') {
            h5 { "Response " (status) }
            @for (kind, content) in members(&response["content"]) {
                @if kind != "application/json" { p { (kind) } }
                (fields(document, &content["schema"]))
                pre { code { (content["example"].as_str().map_or_else(|| pretty(&content["example"]), str::to_owned)) } }
            }
        } @else {
            details.problem {
                summary { "Response " (status) @for code in codes(response) { " " code { (code) } } }
                ul {
                    @for line in description.lines() { li { (prose(line.trim_start_matches("- "))) } }
                }
            }
        }
    }
}

fn codes(response: &Value) -> impl Iterator<Item = &str> {
    let schema = &response["content"]["application/problem+json"]["schema"]["allOf"][1];
    items(&schema["properties"]["code"]["enum"]).map(text)
}

fn resolve<'a>(document: &'a Value, response: &'a Value) -> &'a Value {
    let name = response["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    name.map_or(response, |name| &document["components"]["responses"][name])
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
