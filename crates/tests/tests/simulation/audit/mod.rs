//! The auditor. It reads tables with its own SQL and asks the provider for its records; of the product's code it calls
//! only the ledger check, in addition to its own checks.

mod admin;
mod credits;
mod families;
mod forward;
mod money;
mod partial_refunds;
mod provider_records;
mod rates;
mod seats;
mod snapshot;
mod tables;

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use tala_tests::{KEY_ID, KEY_SECRET};
use tower::ServiceExt;

use crate::world::World;
use provider_records::AtProvider;
use snapshot::Snapshot;

const PAGE: usize = 100;

/// What must hold at every moment.
pub(crate) async fn check_invariants(world: &World<'_>) {
    let snapshot = Snapshot::read(world).await;
    let mut findings = snapshot.ledger.clone();
    findings.extend(seats::check(&snapshot));
    findings.extend(credits::check(world, &snapshot));
    findings.extend(money::check(world, &snapshot));
    findings.extend(rates::check(world, &snapshot));
    findings.extend(admin::check(world, &snapshot));
    findings.extend(forward::check(world, &snapshot));
    findings.extend(families::check(world).await);
    assert_no_findings(&findings);
}

/// What must also hold after faults have ended and pending work is done.
pub(crate) async fn after_faults_end(world: &World<'_>) {
    check_finished(world).await;
    let snapshot = Snapshot::read(world).await;
    assert_no_findings(&money::check_mails(world, &snapshot));
    assert_no_findings(&admin::check_decision_mails(&snapshot));
}

async fn check_finished(world: &World<'_>) {
    check_invariants(world).await;
    let snapshot = Snapshot::read(world).await;
    let provider = AtProvider::read(world).await;
    let mut findings = money::check_ends(&snapshot);
    findings.extend(money::check_provider(world, &snapshot, &provider));
    findings.extend(credits::check_shown(world, &snapshot).await);
    let report = tala_app::services::ledger_check::check_ledger(&world.app().ctx, 100).await.unwrap();
    findings.extend(report.findings.iter().map(|finding| format!("our own check of the books: {finding:?}")));
    findings.extend(report.not_compared.map(|reason| format!("the books were not compared: {reason}")));
    assert_no_findings(&findings);
}

/// For the end, when all classes are over and all credits have expired. By now done jobs have been purged, mails
/// included.
pub(crate) async fn a_year_later(world: &World<'_>) {
    check_finished(world).await;
    let snapshot = Snapshot::read(world).await;
    let mut findings = money::check_everything_earned(&snapshot);
    findings.extend(rates::check_everybody_paid(world, &snapshot));
    assert_no_findings(&findings);
}

fn assert_no_findings(findings: &[String]) {
    assert!(findings.is_empty(), "the auditor finds:\n  {}", findings.join("\n  "));
}

/// All records of a kind (`payments`, `refunds`, `orders`) at the provider.
pub(crate) async fn list_at_provider(world: &World<'_>, what: &str) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let path = format!("/v1/{what}?count={PAGE}&skip={}", all.len());
        let credentials = STANDARD.encode(format!("{KEY_ID}:{KEY_SECRET}"));
        let request = Request::get(path).header(header::AUTHORIZATION, format!("Basic {credentials}"));
        let reply = world.app().provider.router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let bytes = to_bytes(reply.into_body(), usize::MAX).await.unwrap();
        let page: Value = serde_json::from_slice(&bytes).unwrap();
        let items = page["items"].as_array().unwrap_or_else(|| panic!("{page}"));
        all.extend(items.iter().cloned());
        if items.len() < PAGE {
            return all;
        }
    }
}
