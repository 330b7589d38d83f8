//! The error codes that `openapi.json` declares for each operation. Each response of a test must have one of them, so that
//! the description lists every code that the tests can cause.

use std::sync::LazyLock;

use serde_json::{Map, Value};

const DESCRIPTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");

struct Operation {
    id: String,
    method: String,
    segments: Vec<String>,
    codes: Vec<String>,
}

static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(|| {
    let text = std::fs::read_to_string(DESCRIPTION).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let paths = document["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, item)| operations_of(&document, path, item.as_object().unwrap())).collect()
});

fn operations_of(document: &Value, path: &str, item: &Map<String, Value>) -> Vec<Operation> {
    let operation = |(method, value): (&String, &Value)| Operation {
        id: value["operationId"].as_str().unwrap().to_owned(),
        method: method.to_uppercase(),
        segments: path.split('/').map(str::to_owned).collect(),
        codes: value["responses"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|response| codes_of(document, response))
            .collect(),
    };
    item.iter().map(operation).collect()
}

fn codes_of(document: &Value, response: &Value) -> Vec<String> {
    let name = response["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    let response = name.map_or(response, |name| &document["components"]["responses"][name]);
    let schema = &response["content"]["application/problem+json"]["schema"]["allOf"][1];
    let codes = schema["properties"]["code"]["enum"].as_array().into_iter().flatten();
    codes.map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// Panics if the operation that a request calls does not declare the code. `asked` is `METHOD path?query`. A path without an
/// operation is not checked. With `TALA_RECORD_CODES=<file>` undeclared codes are appended to that file instead, which
/// collects those of a whole run.
pub(crate) fn assert_declared(asked: &str, code: &str) {
    let (method, uri) = asked.split_once(' ').unwrap();
    let path: Vec<&str> = uri.split('?').next().unwrap().split('/').collect();
    let fits = |operation: &&Operation| {
        let same = |(expected, actual): (&String, &&str)| expected.starts_with('{') || expected == actual;
        operation.method == method
            && operation.segments.len() == path.len()
            && operation.segments.iter().zip(&path).all(same)
    };
    let Some(operation) = OPERATIONS.iter().filter(fits).min_by_key(|operation| parameters_of(operation)) else {
        return;
    };
    if let Ok(file) = std::env::var("TALA_RECORD_CODES") {
        use std::io::Write as _;
        if !operation.codes.iter().any(|declared| declared == code) {
            let mut file = std::fs::OpenOptions::new().append(true).create(true).open(file).unwrap();
            writeln!(file, "{} {code}", operation.id).unwrap();
        }
        return;
    }
    assert!(
        operation.codes.iter().any(|declared| declared == code),
        "{asked}: {} does not declare {code}; add it to crates/app/src/http/openapi/error_codes.rs",
        operation.id
    );
}

/// A path without parameters wins over one with parameters, as in the router.
fn parameters_of(operation: &Operation) -> usize {
    operation.segments.iter().filter(|segment| segment.starts_with('{')).count()
}
