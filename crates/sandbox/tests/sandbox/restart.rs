//! The state file: what was acknowledged is still there, whatever ended the sandbox.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use razorpay_sandbox::{Error, FaultKind, Method, Outcome, RefundOutcome, Sandbox, WebhookSwitches};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::world::{MINUTE, START, Shop, World, config};

fn reopen(file: &Path) -> Sandbox {
    Sandbox::open(config(&Arc::new(AtomicI64::new(START)), Some(file.to_owned()))).unwrap()
}

/// What a crash at this moment leaves: the file as it is, without anything that a proper end would add. Opened twice, as
/// the first time writes it anew.
fn crash(world: &World, folder: &TempDir) -> Sandbox {
    let copy = folder.path().join("after-the-crash");
    fs::copy(world.sandbox.config().file.as_ref().unwrap(), &copy).unwrap();
    drop(reopen(&copy));
    reopen(&copy)
}

async fn on_disk(folder: &TempDir) -> World {
    let file = folder.path().join("sandbox.state");
    World::with(|config| config.file = Some(file)).await
}

/// The overview without what belongs to the process.
fn all(sandbox: &Sandbox) -> Value {
    let mut all = sandbox.overview().unwrap();
    for name in ["base_url", "now", "webhook_url"] {
        all.as_object_mut().unwrap().remove(name);
    }
    all
}

#[tokio::test]
async fn everything_acknowledged_survives_a_crash() {
    let folder = TempDir::new().unwrap();
    let world = on_disk(&folder).await;
    let order = world.order().await;
    assert!(crash(&world, &folder).order(&order).is_ok(), "right after the answer");
    let failed = world.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap().payment_id;
    let paid = world.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap().payment_id;
    let key = "550e8400-e29b-41d4-a716-446655440000";
    let refund = world.posting(&format!("/v1/payments/{paid}/refund"), &json!({ "amount": 100 }));
    world.send(refund.header("X-Refund-Idempotency", key)).await.good();
    world.sandbox.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    world.sandbox.switch_webhooks(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    world.sandbox.fail_next(3, FaultKind::Html).unwrap();
    let after = crash(&world, &folder);
    assert_eq!(all(&after), all(&world.sandbox));
    assert_eq!(after.payment(&failed).unwrap()["status"], "failed");
}

#[tokio::test]
async fn keys_and_timers_and_ids_go_on_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("deep/er/sandbox.state");
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
    assert_eq!(second.payment(&late).unwrap()["status"], "authorized", "its order is paid, so it is not captured");
    let after: Vec<String> = second.events().unwrap().into_iter().map(|event| event.id).collect();
    assert_eq!(after[..before.len()], before);
    assert!(!before.contains(after.last().unwrap()), "a seed does not give the same id twice");
}

#[tokio::test]
async fn people_who_are_paid_and_the_keys_of_their_payouts_survive_a_crash() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("sandbox.state");
    let world = World::with(|config| config.file = Some(file.clone())).await;
    let id = async |path: &str, body: Value| world.post(path, body).await.good()["id"].as_str().unwrap().to_owned();
    let contact = id("/v1/contacts", json!({ "name": "Padma" })).await;
    let vpa = json!({ "contact_id": contact, "account_type": "vpa", "vpa": { "address": "padma@okbank" } });
    let account = id("/v1/fund_accounts", vpa.clone()).await;
    let payout = json!({
        "account_number": "7878780080316316", "fund_account_id": account, "amount": 100, "currency": "INR",
        "mode": "UPI", "purpose": "payout",
    });
    let pay = async |world: &World| {
        let request = world.posting("/v1/payouts", &payout).header("X-Payout-Idempotency", "payout-1");
        world.send(request).await.good()["id"].clone()
    };
    let before = pay(&world).await;
    let copy = folder.path().join("after-the-crash");
    fs::copy(&file, &copy).unwrap();
    drop(reopen(&copy));
    let after = World::with(|config| config.file = Some(copy)).await;
    assert_eq!(after.post("/v1/contacts", json!({ "name": "Padma" })).await.good()["id"], contact.as_str());
    assert_eq!(after.post("/v1/fund_accounts", vpa).await.good()["id"], account.as_str());
    assert_eq!(pay(&after).await, before, "and it is not made twice");
}

#[tokio::test]
async fn undelivered_events_are_delivered_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let shop = Shop::start().await;
    let mut settings = config(&Arc::new(AtomicI64::new(START)), Some(folder.path().join("sandbox.state")));
    settings.webhook = Some(shop.webhook());
    let first = Sandbox::open(settings.clone()).unwrap();
    first.pay_unknown_order(500, "INR").unwrap();
    drop(first);
    let second = Sandbox::open(settings.clone()).unwrap();
    assert_eq!(second.deliver_due().await, 3);
    assert_eq!(shop.take().len(), 3);
    drop(second);
    assert_eq!(Sandbox::open(settings).unwrap().deliver_due().await, 0, "and not once more");
}

#[tokio::test]
async fn the_torn_end_of_a_crash_is_cut_off_and_the_rest_is_read() {
    let folder = TempDir::new().unwrap();
    let world = on_disk(&folder).await;
    let first = world.order().await;
    let file = world.sandbox.config().file.clone().unwrap();
    let whole = fs::read(&file).unwrap();
    let second = world.order().await;
    let longer = fs::read(&file).unwrap();
    let torn = folder.path().join("torn");
    for length in (whole.len()..longer.len()).step_by(37) {
        fs::write(&torn, &longer[..length]).unwrap();
        let sandbox = reopen(&torn);
        assert!(sandbox.order(&first).is_ok());
        assert!(sandbox.order(&second).is_err(), "{length}");
        assert!(sandbox.pay(&first, Method::Card, Outcome::Captured).is_ok());
        drop(sandbox);
        assert_eq!(reopen(&torn).order(&first).unwrap()["status"], "paid");
    }
}

#[tokio::test]
async fn a_file_that_is_not_ours_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("other");
    for text in ["hello\nworld\n", "[{\"format\":2}]\n"] {
        fs::write(&file, text).unwrap();
        let refused = Sandbox::open(config(&Arc::new(AtomicI64::new(START)), Some(file.clone())));
        assert!(matches!(refused.unwrap_err(), Error::Corrupt { line: 1, .. }));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[tokio::test]
async fn two_sandboxes_do_not_share_a_file() {
    let folder = TempDir::new().unwrap();
    let world = on_disk(&folder).await;
    let file = world.sandbox.config().file.clone();
    let second = Sandbox::open(config(&Arc::new(AtomicI64::new(START)), file));
    assert!(matches!(second.unwrap_err(), Error::InUse(_)));
}

#[test]
fn settings_that_cannot_work_are_refused() {
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
