//! Calls about one's own account.

use serde_json::{Value, json};
use tala_domain::identity::TERMS_VERSION;

pub(super) fn call(operation: &str, email: &str) -> Option<(String, Option<Value>)> {
    let (path, body) = match operation {
        "list_learners" => ("/api/learners", None),
        "get_account" => ("/api/account", None),
        "update_account" => ("/api/account", Some(json!({ "clock": "24h" }))),
        "accept_terms" => ("/api/account/terms", Some(json!({ "version": TERMS_VERSION }))),
        "export_account" => ("/api/account/export", None),
        "delete_account" => ("/api/account", Some(json!({ "email": email }))),
        _ => return None,
    };
    Some((path.to_owned(), body))
}
