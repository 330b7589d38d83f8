//! Error responses of each operation, from the table of error codes.

#![expect(clippy::indexing_slicing, reason = "a missing member of a JSON value is null, it does not panic")]

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tala_domain::error::ErrorCode;

use super::error_codes::codes_of;
use super::operations::operations;
use crate::http::problem::status_of;

/// A response with at most this many codes is stored once, under `components/responses`.
const MAX_SHARED_CODES: usize = 2;

/// Adds a response for each status that an operation can return.
pub(super) fn add_problem_responses(openapi: &mut Value) {
    let mut shared = Map::new();
    for (method, operation) in operations(openapi) {
        let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
        let mut by_status: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
        for code in codes_of(&id, &method, operation) {
            by_status.entry(status_of(code).as_u16()).or_default().push(code);
        }
        for (status, codes) in by_status {
            let status = status.to_string();
            let special = operation["responses"][&status]["content"]["application/json"]["schema"].take();
            let response = if special.is_null() && codes.len() <= MAX_SHARED_CODES {
                let name = shared_name(&codes);
                let reference = json!({ "$ref": format!("#/components/responses/{name}") });
                shared.entry(name).or_insert_with(|| problem_response(&codes, &problem_schema()));
                reference
            } else {
                let schema = if special.is_null() { problem_schema() } else { special };
                problem_response(&codes, &schema)
            };
            operation["responses"][&status] = response;
        }
    }
    openapi["components"]["responses"] = Value::Object(shared);
}

fn problem_schema() -> Value {
    json!({ "$ref": "#/components/schemas/Problem" })
}

/// `NotFoundProblem` for `not_found`.
fn shared_name(codes: &[ErrorCode]) -> String {
    let words = codes.iter().flat_map(|code| code.as_str().split('_'));
    let capitalized = words.map(|word| {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        first.to_uppercase() + rest
    });
    capitalized.chain(["Problem".to_owned()]).collect()
}

fn problem_response(codes: &[ErrorCode], schema: &Value) -> Value {
    let names: Vec<&str> = codes.iter().map(|code| code.as_str()).collect();
    let lines: Vec<String> = codes.iter().map(|code| format!("- `{}`: {}", code.as_str(), code.message())).collect();
    let content = json!({
        "schema": { "allOf": [schema, { "type": "object", "properties": { "code": { "type": "string", "enum": names } } }] },
        "example": codes.first().map(|code| example(*code)),
    });
    json!({ "description": lines.join("\n"), "content": { "application/problem+json": content } })
}

fn example(code: ErrorCode) -> Value {
    let status = status_of(code);
    let message = code.message();
    let mut problem = json!({
        "type": "about:blank", "title": status.canonical_reason(), "status": status.as_u16(), "code": code.as_str(),
        "detail": message, "requestId": "7c1e9a4f0b2d4e6f8a1c3e5f7a9b1d3f", "success": false,
        "error": message, "message": message, "details": message,
    });
    if code == ErrorCode::InvalidFields {
        problem["errors"] = json!([{ "field": "message", "message": message }]);
    }
    problem
}
