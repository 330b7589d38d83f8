//! The operations of the description.

use serde_json::{Map, Value};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// All operations with their methods.
pub(super) fn operations(document: &mut Value) -> impl Iterator<Item = (String, &mut Value)> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    let items = paths.filter_map(Value::as_object_mut).flatten();
    items
        .filter(|(method, _)| METHODS.contains(&method.as_str()))
        .map(|(method, operation)| (method.clone(), operation))
}
