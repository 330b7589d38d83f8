//! RazorpayX: contacts, fund accounts, payouts.

use serde_json::{Value, json};

use crate::world::{Reply, World};

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
async fn the_operator_moves_payouts_and_events_tell_of_it() {
    let world = World::new().await;
    let account = fund_account(&world).await;
    let made = pay_out(&world, Some("one-key"), &payout(&account)).await.good();
    let id = made["id"].as_str().unwrap();
    world.post(&format!("/v1/payouts/{id}/cancel"), json!({})).await.error(400);
    world.sandbox.move_payout(id, "processed").unwrap();
    let shown = world.get(&format!("/v1/payouts/{id}")).await.good();
    assert_eq!(shown["status"], "processed");
    assert!(shown["utr"].is_string());
    world.sandbox.move_payout(id, "reversed").unwrap();
    assert_eq!(world.event_names(), ["payout.initiated", "payout.processed", "payout.reversed"]);
    world.sandbox.move_payout(id, "gone").unwrap_err();
}
