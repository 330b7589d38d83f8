//! The RazorpayX API: contacts, fund accounts, payouts.

use razorpay_sandbox::webhook_signature;
use serde_json::{Value, json};

use crate::test_sandbox::{ApiResponse, TestSandbox, WEBHOOK_SECRET, with_receiver};

async fn contact(test: &TestSandbox) -> String {
    let created = test.post("/v1/contacts", json!({ "name": "Padma", "type": "vendor", "reference_id": "t-1" })).await;
    created.expect_ok()["id"].as_str().unwrap().to_owned()
}

fn bank_account(contact: &str) -> Value {
    let details = json!({ "name": "Padma S", "ifsc": "HDFC0000053", "account_number": "765432123456789" });
    json!({ "contact_id": contact, "account_type": "bank_account", "bank_account": details })
}

async fn fund_account(test: &TestSandbox) -> String {
    let contact = contact(test).await;
    let created = test.post("/v1/fund_accounts", bank_account(&contact)).await.expect_ok();
    assert_eq!(created["bank_account"]["ifsc"], "HDFC0000053");
    created["id"].as_str().unwrap().to_owned()
}

fn payout(account: &str) -> Value {
    json!({
        "account_number": "7878780080316316", "fund_account_id": account, "amount": 100_000, "currency": "INR",
        "mode": "IMPS", "purpose": "payout", "queue_if_low_balance": true, "reference_id": "batch-1", "narration": "Tala June",
    })
}

async fn create_payout(test: &TestSandbox, key: Option<&str>, body: &Value) -> ApiResponse {
    let request = test.post_request("/v1/payouts", body);
    test.send(match key {
        Some(key) => request.header("X-Payout-Idempotency", key),
        None => request,
    })
    .await
}

#[tokio::test]
async fn identical_contacts_and_fund_accounts_are_deduplicated() {
    let test = TestSandbox::new().await;
    let first = contact(&test).await;
    assert_eq!(contact(&test).await, first);
    let other = test.post("/v1/contacts", json!({ "name": "Padma", "type": "employee" })).await.expect_ok();
    assert_ne!(other["id"], first);
    assert_eq!(fund_account(&test).await, fund_account(&test).await);
    test.post("/v1/contacts", json!({ "name": "Pa" })).await.expect_error(400);
    test.post("/v1/contacts", json!({ "name": "Padma", "type": "friend" }))
        .await
        .expect_bad_request("Invalid type: friend");
    let mut invalid = bank_account(&first);
    invalid["bank_account"]["ifsc"] = json!("HDFC00053");
    assert_eq!(test.post("/v1/fund_accounts", invalid).await.expect_error(400)["field"], "ifsc");
    let upi = json!({ "contact_id": first, "account_type": "vpa", "vpa": { "address": "padma@okbank" } });
    assert_eq!(test.post("/v1/fund_accounts", upi).await.expect_ok()["vpa"]["handle"], "okbank");
    assert_eq!(test.get("/v1/contacts").await.expect_ok()["count"], 2);
    assert_eq!(test.get(&format!("/v1/fund_accounts?contact_id={first}")).await.expect_ok()["count"], 2);
}

#[tokio::test]
async fn payout_requires_idempotency_key_and_is_created_once_per_key() {
    let test = TestSandbox::new().await;
    let account = fund_account(&test).await;
    let body = payout(&account);
    create_payout(&test, None, &body).await.expect_error(400);
    create_payout(&test, Some("abc"), &body).await.expect_error(400);
    create_payout(&test, Some(&"k".repeat(37)), &body).await.expect_error(400);
    let first = create_payout(&test, Some("batch-1-padma"), &body).await.expect_ok();
    assert_eq!((&first["status"], &first["utr"]), (&json!("processing"), &Value::Null));
    assert_eq!(create_payout(&test, Some("batch-1-padma"), &body).await.expect_ok()["id"], first["id"]);
    let mut other = body.clone();
    other["amount"] = json!(200_000);
    create_payout(&test, Some("batch-1-padma"), &other).await.expect_error(400);
    assert_eq!(test.get("/v1/payouts?account_number=7878780080316316").await.expect_ok()["count"], 1);
    test.get("/v1/payouts").await.expect_error(400);
}

#[tokio::test]
async fn invalid_payouts_are_rejected() {
    let test = TestSandbox::new().await;
    let account = fund_account(&test).await;
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
        create_payout(&test, Some("some-key"), &body).await.expect_error(400);
    }
}

#[tokio::test]
async fn created_payout_is_returned_with_all_fields() {
    let test = TestSandbox::new().await;
    let account = fund_account(&test).await;
    let created = create_payout(&test, Some("one-key"), &payout(&account)).await.expect_ok();
    let id = created["id"].as_str().unwrap();
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
        assert_eq!(created[field], value, "{field}");
    }
    assert_eq!(test.get(&format!("/v1/payouts/{id}")).await.expect_ok(), created);
    let listed = async |filter: &str| -> usize {
        let path = format!("/v1/payouts?account_number=7878780080316316&{filter}");
        test.get(&path).await.expect_ok()["items"].as_array().unwrap().len()
    };
    assert_eq!((listed("reference_id=batch-1").await, listed("reference_id=batch-2").await), (1, 0));
    assert_eq!((listed("status=processing").await, listed("status=processed").await), (1, 0));
}

#[tokio::test]
async fn payout_is_queued_or_rejected_with_low_balance() {
    let test = TestSandbox::new().await;
    let account = fund_account(&test).await;
    test.sandbox.change_settings(|settings| settings.low_balance = true).unwrap();
    let mut body = payout(&account);
    let waiting = create_payout(&test, Some("may-wait"), &body).await.expect_ok();
    assert_eq!((&waiting["status"], &waiting["status_details"]["reason"]), (&json!("queued"), &json!("low_balance")));
    body["queue_if_low_balance"] = json!(false);
    let refused = create_payout(&test, Some("may-not"), &body).await.expect_error(400);
    assert!(refused["description"].as_str().unwrap().contains("enough balance"));
    body["queue_if_low_balance"] = json!("perhaps");
    assert_eq!(create_payout(&test, Some("may-not"), &body).await.expect_error(400)["field"], "queue_if_low_balance");
    let path = format!("/v1/payouts/{}/cancel", waiting["id"].as_str().unwrap());
    assert_eq!(test.post(&path, json!({})).await.expect_ok()["status"], "cancelled");
    test.post(&path, json!({})).await.expect_error(400);
    assert_eq!(test.event_names(), ["payout.queued", "payout.updated"]);
    test.sandbox.change_settings(|settings| settings.low_balance = false).unwrap();
    body["queue_if_low_balance"] = json!(false);
    create_payout(&test, Some("may-not"), &body).await.expect_ok();
}

#[tokio::test]
async fn fund_accounts_are_immutable_except_active() {
    let test = TestSandbox::new().await;
    let account = fund_account(&test).await;
    let path = format!("/v1/fund_accounts/{account}");
    assert_eq!(test.patch(&path, json!({})).await.expect_error(400)["field"], "active");
    assert_eq!(test.patch(&path, json!({ "bank_account": {} })).await.expect_error(400)["field"], "bank_account");
    assert_eq!(test.get(&path).await.expect_ok()["active"], true);
    assert_eq!(test.patch(&path, json!({ "active": false })).await.expect_ok()["active"], false);
    let refused = create_payout(&test, Some("one-key"), &payout(&account)).await.expect_error(400);
    assert_eq!(refused["field"], "fund_account_id");
    test.patch(&path, json!({ "active": true })).await.expect_ok();
    create_payout(&test, Some("one-key"), &payout(&account)).await.expect_ok();
}

#[tokio::test]
async fn contacts_can_be_updated() {
    let test = TestSandbox::new().await;
    let path = format!("/v1/contacts/{}", contact(&test).await);
    let changed = test.patch(&path, json!({ "email": "padma@example.test", "active": false })).await.expect_ok();
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
    assert_eq!(test.get(&path).await.expect_ok(), changed);
    test.patch(&path, json!({ "reference_id": "r".repeat(41) })).await.expect_error(400);
}

#[tokio::test]
async fn payout_status_change_sends_signed_event() {
    let (test, receiver) = with_receiver().await;
    let account = fund_account(&test).await;
    let created = create_payout(&test, Some("one-key"), &payout(&account)).await.expect_ok();
    let id = created["id"].as_str().unwrap();
    test.post(&format!("/v1/payouts/{id}/cancel"), json!({})).await.expect_error(400);
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
        test.sandbox.deliver_due().await;
        receiver.take();
        test.sandbox.set_payout_status(id, status).unwrap();
        test.sandbox.deliver_due().await;
        let delivery = receiver.take().remove(0);
        assert_eq!(delivery.header("x-razorpay-signature"), webhook_signature(WEBHOOK_SECRET, &delivery.body));
        let event_json: Value = serde_json::from_slice(&delivery.body).unwrap();
        assert_eq!((&event_json["event"], &event_json["contains"]), (&json!(event), &json!(["payout"])));
        let payout = test.get(&format!("/v1/payouts/{id}")).await.expect_ok();
        assert_eq!((&payout["status"], &event_json["payload"]["payout"]["entity"]), (&json!(status), &payout));
        let has_details = ["queued", "rejected", "failed", "reversed"].contains(&status);
        assert_eq!(payout["status_details"]["reason"].is_string(), has_details, "{status}");
        assert_eq!(payout["utr"].is_string(), ["processed", "reversed"].contains(&status), "{status}");
    }
    test.sandbox.set_payout_status(id, "unknown").unwrap_err();
}
