//! Shared by the tests of the admin API.

use serde_json::Value;
use tala_tests::{Person, TestApp, application};

/// A person who has just applied.
pub(crate) async fn applicant(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    app.post("/api/onboard/teacher", &application(&person)).by(&person).ok().await;
    person
}

/// The only audit event with this action.
pub(crate) async fn only_line(app: &TestApp, admin: &tala_tests::AdminSession, action: &str) -> Value {
    let page = app.admin_get(admin, &format!("/api/admin/audit?q={action}")).await;
    let items = page["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{action}: {page}");
    items[0].clone()
}
