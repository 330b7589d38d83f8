//! The auditor. He reads tables with SQL of his own and asks the provider for its own records; of the product's code he
//! uses only the ledger check, beside his own questions.

mod books;
mod credits;
mod forward;
mod money;
mod office;
mod rates;
mod seats;
mod tables;
mod theirs;

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use tala_tests::{KEY_ID, KEY_SECRET};
use tower::ServiceExt;

use crate::world::World;
use books::Books;
use theirs::AtProvider;

const PAGE: usize = 100;

/// What must hold at every moment.
pub(crate) async fn while_going_on(world: &World<'_>) {
    let books = Books::read(world).await;
    let mut findings = books.ledger.clone();
    findings.extend(seats::check(&books));
    findings.extend(credits::check(world, &books));
    findings.extend(money::check(world, &books));
    findings.extend(rates::check(world, &books));
    findings.extend(office::check(world, &books));
    findings.extend(forward::check(world, &books));
    complain(&findings);
}

/// What must hold besides when everything has had the time to find its end.
pub(crate) async fn in_peace(world: &World<'_>) {
    at_rest(world).await;
    complain(&money::check_mails(world, &Books::read(world).await));
}

async fn at_rest(world: &World<'_>) {
    while_going_on(world).await;
    let books = Books::read(world).await;
    let provider = AtProvider::read(world).await;
    let mut findings = money::check_ends(&books);
    findings.extend(money::check_provider(world, &books, &provider));
    findings.extend(credits::check_shown(world, &books).await);
    let report = tala_app::services::ledger_check::check_books(&world.desk().ctx, 100).await.unwrap();
    findings.extend(report.findings.iter().map(|finding| format!("our own check of the books: {finding:?}")));
    findings.extend(report.not_compared.map(|reason| format!("the books were not compared: {reason}")));
    complain(&findings);
}

/// All classes are over, and all credits have expired. Work that was done is forgotten by now, mails among it.
pub(crate) async fn a_year_later(world: &World<'_>) {
    at_rest(world).await;
    let books = Books::read(world).await;
    let mut findings = money::check_everything_earned(&books);
    findings.extend(rates::check_everybody_paid(world, &books));
    complain(&findings);
}

fn complain(findings: &[String]) {
    assert!(findings.is_empty(), "the auditor finds:\n  {}", findings.join("\n  "));
}

/// Everything of a kind that the provider has (`payments`, `refunds`, `orders`).
pub(crate) async fn list_at_provider(world: &World<'_>, what: &str) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let path = format!("/v1/{what}?count={PAGE}&skip={}", all.len());
        let credentials = STANDARD.encode(format!("{KEY_ID}:{KEY_SECRET}"));
        let request = Request::get(path).header(header::AUTHORIZATION, format!("Basic {credentials}"));
        let reply = world.desk().provider.router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let bytes = to_bytes(reply.into_body(), usize::MAX).await.unwrap();
        let page: Value = serde_json::from_slice(&bytes).unwrap();
        let items = page["items"].as_array().unwrap_or_else(|| panic!("{page}"));
        all.extend(items.iter().cloned());
        if items.len() < PAGE {
            return all;
        }
    }
}
