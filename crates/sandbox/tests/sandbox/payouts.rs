//! RazorpayX: contacts, fund accounts, payouts.

use razorpay_sandbox::webhook_signature;
use serde_json::{Value, json};

use crate::world::{Reply, WEBHOOK_SECRET, World, with_shop};

async fn contact(world: &World) -> String {
    let made = world.post("/v1/contacts", json!({ "name": "Padma", "type": "vendor", "reference_id": "t-1" })).await;
    made.good()["id"].as_str().unwrap().to_owned()
}

fn bank_account(contact: &str) -> Value {
    let details = json!({ "name": "Padma S", "ifsc": "HDFC0000053", "account_number": "765432123456789" });
    json!({ "contact_id": contact, "account_type": "bank_account", "bank_account": details })
}

async fn fund_account(world: &World) -> String {
    let contact = contact(world).await;
    let made = world.post("/v1/fund_accounts", bank_account(&contact)).await.good();
    assert_eq!(made["bank_account"]["ifsc"], "HDFC0000053");
    made["id"].as_str().unwrap().to_owned()
}

fn payout(account: &str) -> Value {
    json!({
        "account_number": "7878780080316316", "fund_account_id": account, "amount": 100_000, "currency": "INR",
        "mode": "IMPS", "purpose": "payout", "queue_if_low_balance": true, "reference_id": "batch-1", "narration": "Tala June",
    })
}

async fn pay_out(world: &World, key: Option<&str>, body: &Value) -> Reply {
    let request = world.posting("/v1/payouts", body);
    world
        .send(match key {
            Some(key) => request.header("X-Payout-Idempotency", key),
            None => request,
        })
        .await
}

#[tokio::test]
async fn identical_contacts_and_accounts_are_the_same_one() {
    let world = World::new().await;
    let first = contact(&world).await;
    assert_eq!(contact(&world).await, first);
    let other = world.post("/v1/contacts", json!({ "name": "Padma", "type": "employee" })).await.good();
    assert_ne!(other["id"], first);
    assert_eq!(fund_account(&world).await, fund_account(&world).await);
    world.post("/v1/contacts", json!({ "name": "Pa" })).await.error(400);
    world.post("/v1/contacts", json!({ "name": "Padma", "type": "friend" })).await.refused("Invalid type: friend");
    let mut wrong = bank_account(&first);
    wrong["bank_account"]["ifsc"] = json!("HDFC00053");
    assert_eq!(world.post("/v1/fund_accounts", wrong).await.error(400)["field"], "ifsc");
    let upi = json!({ "contact_id": first, "account_type": "vpa", "vpa": { "address": "padma@okbank" } });
    assert_eq!(world.post("/v1/fund_accounts", upi).await.good()["vpa"]["handle"], "okbank");
    assert_eq!(world.get("/v1/contacts").await.good()["count"], 2);
    assert_eq!(world.get(&format!("/v1/fund_accounts?contact_id={first}")).await.good()["count"], 2);
}

#[tokio::test]
async fn a_payout_needs_its_key_and_is_made_once_for_each() {
    let world = World::new().await;
    let account = fund_account(&world).await;
    let body = payout(&account);
    pay_out(&world, None, &body).await.error(400);
    pay_out(&world, Some("abc"), &body).await.error(400);
    pay_out(&world, Some(&"k".repeat(37)), &body).await.error(400);
    let first = pay_out(&world, Some("batch-1-padma"), &body).await.good();
    assert_eq!((&first["status"], &first["utr"]), (&json!("processing"), &Value::Null));
    assert_eq!(pay_out(&world, Some("batch-1-padma"), &body).await.good()["id"], first["id"]);
    let mut other = body.clone();
    other["amount"] = json!(200_000);
    pay_out(&world, Some("batch-1-padma"), &other).await.error(409);
    assert_eq!(world.get("/v1/payouts?account_number=7878780080316316").await.good()["count"], 1);
    world.get("/v1/payouts").await.error(400);
}

#[tokio::test]
async fn payouts_that_cannot_be_are_refused() {
    let world = World::new().await;
    let account = fund_account(&world).await;
    for (field, value) in [
        ("amount", json!(99)),
        ("currency", json!("USD")),
        ("mode", json!("imps")),
        ("mode", json!("UPI")),
        ("purpose", json!("gift")),
        ("reference_id", json!("r".repeat(41))),
        ("narration", json!("n".repeat(31))),
        ("narration", json!("Tala: June")),
        ("account_number", Value::Null),
        ("fund_account_id", json!("fa_29QQoUBi66xm2f")),
        ("colour", json!("red")),
    ] {
        let mut body = payout(&account);
        body[field] = value;
        pay_out(&world, Some("some-key"), &body).await.error(400);
    }
}

#[tokio::test]
async fn a_payout_comes_back_as_it_was_asked_for() {
    let world = World::new().await;
    let account = fund_account(&world).await;
    let made = pay_out(&world, Some("one-key"), &payout(&account)).await.good();
    let id = made["id"].as_str().unwrap();
    assert_eq!((&id[..5], id.len()), ("pout_", 19));
    for (field, value) in [
        ("entity", json!("payout")),
        ("fund_account_id", json!(account)),
        ("amount", json!(100_000)),
        ("currency", json!("INR")),
        ("mode", json!("IMPS")),
        ("purpose", json!("payout")),
        ("reference_id", json!("batch-1")),
        ("narration", json!("Tala June")),
        ("notes", json!([])),
        ("status_details", json!({ "source": null, "reason": null, "description": null })),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!(world.get(&format!("/v1/payouts/{id}")).await.good(), made);
    let listed = async |filter: &str| -> usize {
        let path = format!("/v1/payouts?account_number=7878780080316316&{filter}");
        world.get(&path).await.good()["items"].as_array().unwrap().len()
    };
    assert_eq!((listed("reference_id=batch-1").await, listed("reference_id=batch-2").await), (1, 0));
    assert_eq!((listed("status=processing").await, listed("status=processed").await), (1, 0));
}

#[tokio::test]
async fn with_an_empty_account_a_payout_waits_or_is_refused() {
    let world = World::new().await;
    let account = fund_account(&world).await;
    world.sandbox.change_settings(|settings| settings.low_balance = true).unwrap();
    let mut body = payout(&account);
    let waiting = pay_out(&world, Some("may-wait"), &body).await.good();
    assert_eq!((&waiting["status"], &waiting["status_details"]["reason"]), (&json!("queued"), &json!("low_balance")));
    body["queue_if_low_balance"] = json!(false);
    let refused = pay_out(&world, Some("may-not"), &body).await.error(400);
    assert!(refused["description"].as_str().unwrap().contains("enough balance"));
    body["queue_if_low_balance"] = json!("perhaps");
    assert_eq!(pay_out(&world, Some("may-not"), &body).await.error(400)["field"], "queue_if_low_balance");
    let path = format!("/v1/payouts/{}/cancel", waiting["id"].as_str().unwrap());
    assert_eq!(world.post(&path, json!({})).await.good()["status"], "cancelled");
    world.post(&path, json!({})).await.error(400);
    assert_eq!(world.event_names(), ["payout.queued", "payout.updated"]);
    world.sandbox.change_settings(|settings| settings.low_balance = false).unwrap();
    body["queue_if_low_balance"] = json!(false);
    pay_out(&world, Some("may-not"), &body).await.good();
}

#[tokio::test]
async fn fund_accounts_are_switched_off_and_otherwise_stay_as_they_are() {
    let world = World::new().await;
    let account = fund_account(&world).await;
    let path = format!("/v1/fund_accounts/{account}");
    assert_eq!(world.patch(&path, json!({})).await.error(400)["field"], "active");
    assert_eq!(world.patch(&path, json!({ "bank_account": {} })).await.error(400)["field"], "bank_account");
    assert_eq!(world.get(&path).await.good()["active"], true);
    assert_eq!(world.patch(&path, json!({ "active": false })).await.good()["active"], false);
    let refused = pay_out(&world, Some("one-key"), &payout(&account)).await.error(400);
    assert_eq!(refused["field"], "fund_account_id");
    world.patch(&path, json!({ "active": true })).await.good();
    pay_out(&world, Some("one-key"), &payout(&account)).await.good();
}

#[tokio::test]
async fn contacts_can_be_changed() {
    let world = World::new().await;
    let path = format!("/v1/contacts/{}", contact(&world).await);
    let changed = world.patch(&path, json!({ "email": "padma@example.test", "active": false })).await.good();
    for (field, value) in [
        ("entity", json!("contact")),
        ("name", json!("Padma")),
        ("email", json!("padma@example.test")),
        ("type", json!("vendor")),
        ("reference_id", json!("t-1")),
        ("active", json!(false)),
        ("notes", json!([])),
    ] {
        assert_eq!(changed[field], value, "{field}");
    }
    assert_eq!(world.get(&path).await.good(), changed);
    world.patch(&path, json!({ "reference_id": "r".repeat(41) })).await.error(400);
}

#[tokio::test]
async fn the_operator_moves_payouts_and_signed_events_tell_of_it() {
    let (world, shop) = with_shop().await;
    let account = fund_account(&world).await;
    let made = pay_out(&world, Some("one-key"), &payout(&account)).await.good();
    let id = made["id"].as_str().unwrap();
    world.post(&format!("/v1/payouts/{id}/cancel"), json!({})).await.error(400);
    for (status, event) in [
        ("pending", "payout.pending"),
        ("rejected", "payout.rejected"),
        ("queued", "payout.queued"),
        ("scheduled", "payout.updated"),
        ("processing", "payout.initiated"),
        ("failed", "payout.failed"),
        ("processed", "payout.processed"),
        ("reversed", "payout.reversed"),
    ] {
        world.sandbox.deliver_due().await;
        shop.take();
        world.sandbox.move_payout(id, status).unwrap();
        world.sandbox.deliver_due().await;
        let arrived = shop.take().remove(0);
        assert_eq!(arrived.header("x-razorpay-signature"), webhook_signature(WEBHOOK_SECRET, &arrived.body));
        let told: Value = serde_json::from_slice(&arrived.body).unwrap();
        assert_eq!((&told["event"], &told["contains"]), (&json!(event), &json!(["payout"])));
        let payout = world.get(&format!("/v1/payouts/{id}")).await.good();
        assert_eq!((&payout["status"], &told["payload"]["payout"]["entity"]), (&json!(status), &payout));
        let sad = ["queued", "rejected", "failed", "reversed"].contains(&status);
        assert_eq!(payout["status_details"]["reason"].is_string(), sad, "{status}");
        assert_eq!(payout["utr"].is_string(), ["processed", "reversed"].contains(&status), "{status}");
    }
    world.sandbox.move_payout(id, "gone").unwrap_err();
}
