//! The operations of the description.

use serde_json::{Map, Value};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The sign-in that an operation requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SignIn {
    /// None.
    Public,
    /// An access token: the default of the document.
    AccessToken,
    /// An administrator's session.
    AdminSession,
}

impl SignIn {
    /// Returns what an operation requires.
    pub(crate) fn of(operation: &Value) -> Self {
        let Some(security) = operation.get("security") else { return Self::AccessToken };
        if security[0].get("adminSession").is_some() { Self::AdminSession } else { Self::Public }
    }
}

/// All operations with their methods.
pub(super) fn operations(document: &mut Value) -> impl Iterator<Item = (String, &mut Value)> {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    let items = paths.filter_map(Value::as_object_mut).flatten();
    items
        .filter(|(method, _)| METHODS.contains(&method.as_str()))
        .map(|(method, operation)| (method.clone(), operation))
}
