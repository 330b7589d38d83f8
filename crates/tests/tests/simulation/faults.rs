//! External faults: forged webhooks, changed prices, a corrected clock, and a ledger check during other steps.

use axum::body::Bytes;
use jiff::SignedDuration;
use razorpay_sandbox::webhook_signature;
use serde_json::Value;
use tala_domain::error::ErrorCode;
use tala_tests::{KEY_SECRET, WEBHOOK_SECRET, raw};

use crate::random::Random;
use crate::world::World;

/// A webhook with a forged signature or a changed body.
pub(crate) async fn forge(world: &World<'_>, random: &mut Random) {
    let events = world.app().provider.events().unwrap();
    if events.is_empty() {
        return;
    }
    let event = random.pick(&events);
    let right = webhook_signature(WEBHOOK_SECRET, event.body.as_bytes());
    let (body, signature) = match random.below(6) {
        0 => (event.body.replace("failed", "captured"), webhook_signature("guessed", event.body.as_bytes())),
        1 => (event.body.clone(), webhook_signature(KEY_SECRET, event.body.as_bytes())),
        2 => (event.body.clone(), right.to_uppercase()),
        3 => (event.body.clone(), right[..random.below(64)].to_owned()),
        4 => (event.body.clone(), String::new()),
        _ => (format!("{} ", event.body), right),
    };
    let request = world.server(random).post("/api/webhooks/razorpay", &Value::Null);
    let request = request.header("x-razorpay-signature", &signature).header("x-razorpay-event-id", &event.id);
    let reply = request.body(Bytes::from(body)).send().await;
    world.trace.write(format!("forged webhook {}: {:?}", event.name, reply.code()));
    assert!(
        matches!(reply.code(), Some(ErrorCode::PaymentNotVerified)) || !world.alone.get(),
        "forged news were believed: {}",
        reply.text
    );
}

/// An administrator changes a teacher's rate.
pub(crate) async fn change_rate(world: &World<'_>, random: &mut Random) {
    let teacher = random.pick(&world.teachers);
    let (rupees, cents) = (random.between(99, 2_500) * 100, random.between(100, 9_999));
    let id = raw::id(&world.app().ctx.store, teacher.id.0);
    let sql = format!("UPDATE teachers SET rate_inr_minor = {rupees}, rate_usd_minor = {cents} WHERE person_id = {id}");
    raw::execute(&world.app().ctx.store, &sql).await;
    world.trace.write(format!("{} takes {rupees} paise or {cents} cents", teacher.name));
}

/// The clock was ahead and is corrected.
pub(crate) fn correct_clock(world: &World<'_>, random: &mut Random) {
    world.app().advance(SignedDuration::from_secs(-random.between(1, 90)));
    world.trace.write(format!("the clock is put back: it is {}", world.app().now()));
}

/// The nightly ledger check. Webhooks may be pending, so payments that only the provider has are ignored; everything
/// else holds at every moment.
pub(crate) async fn check_ledger(world: &World<'_>, random: &mut Random) {
    let report = tala_app::services::ledger_check::check_ledger(&world.server(random).ctx, 8).await.unwrap();
    world.trace.write(format!(
        "{} findings in the books, not compared: {:?}",
        report.findings.len(),
        report.not_compared
    ));
    let on_its_way = |rule: &str| rule.starts_with("provider_") || rule.starts_with("refund_");
    let ours: Vec<_> = report.findings.iter().filter(|finding| !on_its_way(finding.rule)).collect();
    assert!(ours.is_empty(), "the ledger check finds {ours:?}");
}
