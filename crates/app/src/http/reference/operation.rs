//! One operation of the reference.

use maud::{Markup, html};
use serde_json::Value;

use super::json::{items, members, text};
use super::schema::{fields, prose, type_of};
use crate::http::openapi::SignIn;

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

/// The request as a `curl` command. `$BASE`, `$TOKEN` and `$CSRF` are set in the guide.
fn curl(operation: &OperationView<'_>) -> String {
    let OperationView { path, method, value } = operation;
    let command = if *method == "get" { "curl".to_owned() } else { format!("curl -X {}", method.to_uppercase()) };
    let mut lines = vec![format!("{command} \"$BASE{}\"", example_target(path, value))];
    match SignIn::of(value) {
        SignIn::AccessToken => lines.push("-H \"Authorization: Bearer $TOKEN\"".to_owned()),
        SignIn::AdminSession if *method == "get" => lines.push("-b cookies.txt".to_owned()),
        SignIn::AdminSession => lines.push("-b cookies.txt -H \"x-csrf-token: $CSRF\"".to_owned()),
        // It sets the cookie that the others send.
        SignIn::Public if value["operationId"] == "admin_sign_in" => lines.push("-c cookies.txt".to_owned()),
        SignIn::Public => {}
    }
    for header in items(&value["parameters"]).filter(|parameter| parameter["in"] == "header") {
        lines.push(format!("-H '{}: {}'", text(&header["name"]), plain(&header["example"])));
    }
    for (kind, content) in members(&value["requestBody"]["content"]) {
        lines.push(format!("-H 'Content-Type: {kind}'"));
        lines.push(if kind == "application/json" {
            format!("-d '{}'", example_text(&content["example"]).replace('\'', "'\\''"))
        } else {
            "--data-binary @file".to_owned()
        });
    }
    lines.join(" \\\n  ")
}

/// The path and the required query parameters, filled with examples.
fn example_target(path: &str, operation: &Value) -> String {
    let mut target = path.to_owned();
    let mut query = Vec::new();
    for parameter in items(&operation["parameters"]) {
        let example = plain(&parameter["example"]);
        let name = text(&parameter["name"]);
        match text(&parameter["in"]) {
            "path" => target = target.replace(&format!("{{{name}}}"), &example),
            "query" if parameter["required"] == true => query.push(format!("{name}={example}")),
            _ => {}
        }
    }
    if query.is_empty() { target } else { format!("{target}?{}", query.join("&")) }
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
                pre { code { (example_text(&content["example"])) } }
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

/// A whole example: text as it is, anything else as formatted JSON.
fn example_text(value: &Value) -> String {
    value.as_str().map_or_else(|| format!("{value:#}"), str::to_owned)
}
