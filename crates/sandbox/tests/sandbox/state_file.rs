//! Persistence: crash recovery, restart and invalid state files.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use razorpay_sandbox::{Error, FaultKind, Method, Outcome, RefundOutcome, Sandbox, WebhookSwitches};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::test_sandbox::{MINUTE, START, TestSandbox, WebhookReceiver, config};

fn reopen(file: &Path) -> Sandbox {
    Sandbox::open(config(&Arc::new(AtomicI64::new(START)), Some(file.to_owned()))).unwrap()
}

/// Simulates a crash: opens a copy of the state file. Opens it twice, since the first time compacts it.
fn reopen_after_crash(test: &TestSandbox, directory: &TempDir) -> Sandbox {
    let copy = directory.path().join("after-crash");
    fs::copy(test.sandbox.config().file.as_ref().unwrap(), &copy).unwrap();
    drop(reopen(&copy));
    reopen(&copy)
}

async fn on_disk(directory: &TempDir) -> TestSandbox {
    let file = directory.path().join("sandbox.state");
    TestSandbox::with(|config| config.file = Some(file)).await
}

/// The overview without values that are not persisted.
fn persisted(sandbox: &Sandbox) -> Value {
    let mut overview = sandbox.overview().unwrap();
    for name in ["base_url", "now", "webhook_url"] {
        overview.as_object_mut().unwrap().remove(name);
    }
    overview
}

#[tokio::test]
async fn acknowledged_changes_survive_crash() {
    let directory = TempDir::new().unwrap();
    let test = on_disk(&directory).await;
    let order = test.order().await;
    assert!(reopen_after_crash(&test, &directory).order(&order).is_ok(), "directly after the response");
    let failed = test.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap().payment_id;
    let paid = test.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap().payment_id;
    let key = "550e8400-e29b-41d4-a716-446655440000";
    let refund = test.post_request(&format!("/v1/payments/{paid}/refund"), &json!({ "amount": 100 }));
    test.send(refund.header("X-Refund-Idempotency", key)).await.expect_ok();
    test.sandbox.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    test.sandbox.set_webhook_switches(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    test.sandbox.fail_next_calls(3, FaultKind::Html).unwrap();
    let after = reopen_after_crash(&test, &directory);
    assert_eq!(persisted(&after), persisted(&test.sandbox));
    assert_eq!(after.payment(&failed).unwrap()["status"], "failed");
}

#[tokio::test]
async fn timers_and_ids_continue_after_restart() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("deep/er/sandbox.state");
    let clock = Arc::new(AtomicI64::new(START));
    let mut settings = config(&clock, Some(file.clone()));
    settings.seed = Some(7);
    let first = Sandbox::open(settings.clone()).unwrap();
    let late = {
        let made = first.pay_unknown_order(500, "INR").unwrap();
        first.pay(&made.order_id.unwrap(), Method::Upi, Outcome::LateAuthorized).unwrap().payment_id
    };
    let before: Vec<String> = first.events().unwrap().into_iter().map(|event| event.id).collect();
    drop(first);
    clock.store(START + 15 * MINUTE, std::sync::atomic::Ordering::SeqCst);
    let second = Sandbox::open(settings).unwrap();
    assert_eq!(second.payment(&late).unwrap()["status"], "authorized", "not captured, since its order is paid");
    let after: Vec<String> = second.events().unwrap().into_iter().map(|event| event.id).collect();
    assert_eq!(after[..before.len()], before);
    assert!(!before.contains(after.last().unwrap()), "ids are not repeated after a restart");
}

#[tokio::test]
async fn contacts_and_payout_keys_survive_crash() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("sandbox.state");
    let test = TestSandbox::with(|config| config.file = Some(file.clone())).await;
    let id = async |path: &str, body: Value| test.post(path, body).await.expect_ok()["id"].as_str().unwrap().to_owned();
    let contact = id("/v1/contacts", json!({ "name": "Padma" })).await;
    let vpa = json!({ "contact_id": contact, "account_type": "vpa", "vpa": { "address": "padma@okbank" } });
    let account = id("/v1/fund_accounts", vpa.clone()).await;
    let payout = json!({
        "account_number": "7878780080316316", "fund_account_id": account, "amount": 100, "currency": "INR",
        "mode": "UPI", "purpose": "payout",
    });
    let pay = async |test: &TestSandbox| {
        let request = test.post_request("/v1/payouts", &payout).header("X-Payout-Idempotency", "payout-1");
        test.send(request).await.expect_ok()["id"].clone()
    };
    let before = pay(&test).await;
    let copy = directory.path().join("after-crash");
    fs::copy(&file, &copy).unwrap();
    drop(reopen(&copy));
    let after = TestSandbox::with(|config| config.file = Some(copy)).await;
    assert_eq!(after.post("/v1/contacts", json!({ "name": "Padma" })).await.expect_ok()["id"], contact.as_str());
    assert_eq!(after.post("/v1/fund_accounts", vpa).await.expect_ok()["id"], account.as_str());
    assert_eq!(pay(&after).await, before, "the payout is not created again");
}

#[tokio::test]
async fn undelivered_events_are_delivered_after_restart() {
    let directory = TempDir::new().unwrap();
    let receiver = WebhookReceiver::start().await;
    let mut settings = config(&Arc::new(AtomicI64::new(START)), Some(directory.path().join("sandbox.state")));
    settings.webhook = Some(receiver.webhook());
    let first = Sandbox::open(settings.clone()).unwrap();
    first.pay_unknown_order(500, "INR").unwrap();
    drop(first);
    let second = Sandbox::open(settings.clone()).unwrap();
    assert_eq!(second.deliver_due().await, 3);
    assert_eq!(receiver.take().len(), 3);
    drop(second);
    assert_eq!(Sandbox::open(settings).unwrap().deliver_due().await, 0, "events are not delivered again");
}

#[tokio::test]
async fn incomplete_last_line_is_truncated() {
    let directory = TempDir::new().unwrap();
    let test = on_disk(&directory).await;
    let first = test.order().await;
    let file = test.sandbox.config().file.clone().unwrap();
    let complete = fs::read(&file).unwrap();
    let second = test.order().await;
    let longer = fs::read(&file).unwrap();
    let truncated = directory.path().join("truncated");
    for length in (complete.len()..longer.len()).step_by(37) {
        fs::write(&truncated, &longer[..length]).unwrap();
        let sandbox = reopen(&truncated);
        assert!(sandbox.order(&first).is_ok());
        assert!(sandbox.order(&second).is_err(), "{length}");
        assert!(sandbox.pay(&first, Method::Card, Outcome::Captured).is_ok());
        drop(sandbox);
        assert_eq!(reopen(&truncated).order(&first).unwrap()["status"], "paid");
    }
}

#[tokio::test]
async fn invalid_state_file_is_rejected_unchanged() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("other");
    for text in ["hello\nworld\n", "[{\"format\":2}]\n"] {
        fs::write(&file, text).unwrap();
        let refused = Sandbox::open(config(&Arc::new(AtomicI64::new(START)), Some(file.clone())));
        assert!(matches!(refused.unwrap_err(), Error::Corrupt { line: 1, .. }));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[tokio::test]
async fn second_sandbox_on_same_file_is_rejected() {
    let directory = TempDir::new().unwrap();
    let test = on_disk(&directory).await;
    let file = test.sandbox.config().file.clone();
    let second = Sandbox::open(config(&Arc::new(AtomicI64::new(START)), file));
    assert!(matches!(second.unwrap_err(), Error::InUse(_)));
}

#[test]
fn invalid_configuration_is_rejected() {
    let open = |base_url: &str, key_id: &str| {
        let mut config = config(&Arc::new(AtomicI64::new(START)), None);
        (config.base_url, config.key_id) = (base_url.to_owned(), key_id.to_owned());
        Sandbox::open(config)
    };
    assert!(open("http://localhost:4000/razorpay", "rzp_test_A").is_ok());
    for (base_url, key_id) in
        [("localhost:4000", "k"), ("http://x/", "k"), ("http://x?a", "k"), ("http://x", ""), ("http://x", "a:b")]
    {
        assert!(matches!(open(base_url, key_id).unwrap_err(), Error::Config(_)), "{base_url} {key_id}");
    }
}
