//! What the tests of the back office share.

use serde_json::Value;
use tala_tests::{Person, TestApp, application};

/// Somebody who has just applied.
pub(crate) async fn applicant(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    app.post("/api/onboard/teacher", &application(&person)).by(&person).ok().await;
    person
}

/// The only line of the audit log about this act.
pub(crate) async fn only_line(app: &TestApp, officer: &tala_tests::Officer, action: &str) -> Value {
    let page = app.reads(officer, &format!("/api/admin/audit?q={action}")).await;
    let items = page["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{action}: {page}");
    items[0].clone()
}
