//! Changing the master key: values encrypted under the previous key stay readable until they are re-encrypted, and from
//! then on without it.

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};
use tala_app::services::reencryption::reencrypt_in_batches;
use tala_domain::error::ErrorCode::{InvalidCredentials, TooManyRequests};
use tala_gateways::totp;
use tala_gateways::vault::Vault;
use tala_store::bank_accounts;
use tala_tests::{AdminSession, MASTER_KEY, Reply, Teacher, TestApp, at, both_dbs, raw};

both_dbs!(
    encrypted_values_are_readable_before_during_and_after_a_key_change,
    interrupted_re_encryption_continues,
    servers_keep_saving_during_re_encryption,
    undecryptable_value_is_reported_and_skipped,
    undecryptable_payout_is_skipped,
);

const NEW_KEY: &str = "another master key of the tests, as long";
const NUMBER: &str = "00012345678901";
const HOME: &str = "198.51.100.7:4000";
const TRAVELLING: &str = "203.0.113.9:4000";
const ELSEWHERE: &str = "192.0.2.33:4000";
const ENCRYPTED: &str = "SELECT account_encrypted FROM bank_accounts ORDER BY teacher_id";

fn new_vault() -> Vault {
    Vault::new(&SecretString::from(NEW_KEY)).unwrap()
}

/// The server with the new key, which still has the previous one.
fn changing(app: &TestApp) -> TestApp {
    app.clone().with_vault(new_vault().with_previous_key(&SecretString::from(MASTER_KEY)).unwrap())
}

/// The server with only the new key.
fn changed(app: &TestApp) -> TestApp {
    app.clone().with_vault(new_vault())
}

async fn save_account(app: &TestApp, teacher: &Teacher, number: &str) {
    let form = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "Padma Rao", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": number, "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(teacher).ok().await;
}

/// An account number as a server decrypts it; `None` if it cannot.
async fn number(app: &TestApp, teacher: &Teacher) -> Option<String> {
    let stored = bank_accounts::find_by_teacher(app.ctx.store.read(), teacher.id).await.unwrap().unwrap();
    let opened = app.ctx.vault.decrypt(&teacher.id.to_string(), &stored.account_encrypted);
    opened.ok().map(|number| number.expose_secret().to_owned())
}

/// A payout prepared for an account that was saved under the previous key.
async fn payout(app: &TestApp) -> (Teacher, String) {
    let school = app.school().await;
    save_account(app, &school.teacher, NUMBER).await;
    app.book(&school.student, &app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await).await;
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
    let owner = app.new_admin("owner").await;
    let run = app.admin_post(&owner, "/api/admin/payouts/run", &json!({})).await;
    (school.teacher, run["prepared"][0]["_id"].as_str().unwrap().to_owned())
}

async fn bank_table(app: &TestApp) -> Reply {
    let owner = app.admin_login("owner").await;
    app.post("/api/admin/payout-exports?again=true", &Value::Null).as_admin(&owner).send_unchecked().await
}

fn code(setup_link: &SecretString, at: Timestamp) -> String {
    let (_, rest) = setup_link.expose_secret().split_once("secret=").unwrap();
    totp::code_at(&SecretString::from(rest.split('&').next().unwrap()), at).unwrap()
}

/// Asha's sign-in with her authenticator, from a network, with a browser cookie.
async fn sign_in(app: &TestApp, setup_link: &SecretString, (network, mark): (&str, &str)) -> Reply {
    // Later than the previous code, and before a one-minute lock has ended.
    app.advance(SignedDuration::from_secs(31));
    let code = code(setup_link, app.now());
    let body = json!({ "username": "asha", "password": AdminSession::PASSWORD, "code": code });
    app.post("/api/admin/login", &body).from(network).header("cookie", mark).send().await
}

fn browser_cookie(reply: &Reply) -> String {
    reply.ok();
    let mut cookies = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let mark = cookies.rfind(|cookie| cookie.starts_with("__Secure-tala_admin_browser=")).unwrap();
    mark.split(';').next().unwrap().to_owned()
}

/// Locks a network out, except for known browsers.
async fn record_failed_attempts(app: &TestApp, network: &str) {
    let guess = json!({ "username": "asha", "password": "a wrong one" });
    for _ in 0..5 {
        app.post("/api/admin/login", &guess).from(network).refused(InvalidCredentials).await;
    }
    app.post("/api/admin/login", &guess).from(network).refused(TooManyRequests).await;
}

async fn encrypted_values_are_readable_before_during_and_after_a_key_change(old: TestApp) {
    let (padma, payout) = payout(&old).await;
    let setup_link = old.add_admin("asha", "owner", true).await.setup_link.unwrap();
    let mark = browser_cookie(&sign_in(&old, &setup_link, (HOME, "")).await);
    let told = old.count("outbox WHERE topic = 'bank_account_changed'").await;

    let both = changing(&old);
    assert_eq!(number(&both, &padma).await.as_deref(), Some(NUMBER));
    assert!(bank_table(&both).await.text.contains(NUMBER));
    record_failed_attempts(&both, HOME).await;
    let new_mark = browser_cookie(&sign_in(&both, &setup_link, (HOME, &mark)).await);
    let renewed = reencrypt_in_batches(&both.ctx, 2).await.unwrap();
    assert_eq!((renewed.reencrypted, renewed.unreadable), (3, Vec::new()), "an authenticator, an account, a payout");
    assert_eq!(reencrypt_in_batches(&both.ctx, 2).await.unwrap().reencrypted, 0);

    let new = changed(&old);
    assert_eq!(number(&new, &padma).await.as_deref(), Some(NUMBER));
    assert_eq!(number(&old, &padma).await, None, "the old key decrypts nothing");
    assert!(bank_table(&new).await.text.contains(NUMBER));
    record_failed_attempts(&new, TRAVELLING).await;
    sign_in(&new, &setup_link, (TRAVELLING, &new_mark)).await.ok();
    record_failed_attempts(&new, ELSEWHERE).await;
    sign_in(&new, &setup_link, (ELSEWHERE, &mark)).await.refused(TooManyRequests);
    // No mail is sent: account and payout are unchanged.
    save_account(&new, &padma, "").await;
    let owner = new.admin_login("owner").await;
    new.admin_post(&owner, &format!("/api/admin/payouts/{payout}/failed"), &json!({ "reason": "Closed" })).await;
    new.work().await;
    assert_eq!(new.count("outbox WHERE topic = 'bank_account_changed'").await, told);
    let mails = new.mailer.sent();
    let failed = mails.iter().rfind(|mail| mail.subject.contains("did not go through")).unwrap();
    assert!(!failed.text.contains("You've changed your bank details"), "{}", failed.text);
    assert_eq!(new.ledger_findings().await, []);
}

async fn interrupted_re_encryption_continues(old: TestApp) {
    let mut teachers = Vec::new();
    for (name, number) in [("Padma", "11112222333344"), ("Leela", "22223333444455"), ("Radha", "33334444555566")] {
        let teacher = old.teacher(name).await;
        save_account(&old, &teacher, number).await;
        teachers.push((teacher, number));
    }
    teachers.sort_by_key(|(teacher, _)| teacher.id.0);
    let (both, new) = (changing(&old), changed(&old));
    let middle = teachers[1].0.id.0;
    let drop_trigger = raw::refuse(&old.ctx.store, "UPDATE", ("bank_accounts", "teacher_id"), middle).await;
    reencrypt_in_batches(&both.ctx, 1).await.unwrap_err();
    let mut readable = 0;
    for (teacher, told) in &teachers {
        readable += usize::from(number(&new, teacher).await.is_some());
        assert_eq!(number(&both, teacher).await.as_deref(), Some(*told));
    }
    assert_eq!(readable, 1, "it was interrupted");
    raw::execute(&old.ctx.store, drop_trigger).await;
    assert_eq!(reencrypt_in_batches(&both.ctx, 1).await.unwrap().reencrypted, 2);
    for (teacher, told) in &teachers {
        assert_eq!(number(&new, teacher).await.as_deref(), Some(*told));
    }
}

async fn servers_keep_saving_during_re_encryption(old: TestApp) {
    let mut teachers = Vec::new();
    for name in ["Aruna", "Bela", "Chitra", "Durga", "Esha", "Fulki"] {
        let teacher = old.teacher(name).await;
        save_account(&old, &teacher, NUMBER).await;
        teachers.push(teacher);
    }
    let both = changing(&old);
    let another = tokio::spawn({
        let both = both.clone();
        async move { reencrypt_in_batches(&both.ctx, 1).await.unwrap() }
    });
    // Without a number in the request the stored one remains, under whichever key it is encrypted.
    let number_of = |place: usize| if place.is_multiple_of(2) { "" } else { "99998888777766" };
    let saved = teachers.iter().enumerate().map(|(place, teacher)| save_account(&both, teacher, number_of(place)));
    let (here, _) = tokio::join!(reencrypt_in_batches(&both.ctx, 1), join_all(saved));
    let renewed = here.unwrap().reencrypted + another.await.unwrap().reencrypted;
    assert!((3..=6).contains(&renewed), "each once at most: {renewed}");
    let new = changed(&old);
    for (place, teacher) in teachers.iter().enumerate() {
        let expected = if place.is_multiple_of(2) { NUMBER } else { "99998888777766" };
        assert_eq!(number(&new, teacher).await.as_deref(), Some(expected), "{}", teacher.name);
    }
    assert_eq!(reencrypt_in_batches(&new.ctx, 50).await.unwrap().reencrypted, 0);
}

async fn undecryptable_value_is_reported_and_skipped(old: TestApp) {
    let (padma, leela) = (old.teacher("Padma").await, old.teacher("Leela").await);
    save_account(&old, &padma, NUMBER).await;
    save_account(&old, &leela, NUMBER).await;
    let seals = raw::texts(&old.ctx.store, ENCRYPTED).await;
    let id = raw::id(&old.ctx.store, padma.id.0);
    // A number that was copied from one teacher's row to another cannot be decrypted.
    let moved = seals.iter().find(|seal| old.ctx.vault.decrypt(&leela.id.to_string(), seal).is_ok()).unwrap();
    let update = format!("UPDATE bank_accounts SET account_encrypted = '{moved}' WHERE teacher_id = {id}");
    raw::execute(&old.ctx.store, &update).await;
    let resealed = reencrypt_in_batches(&changing(&old).ctx, 50).await.unwrap();
    let names: Vec<String> = resealed.unreadable.iter().map(ToString::to_string).collect();
    assert_eq!((resealed.reencrypted, names), (1, vec![format!("the bank account of teacher {}", padma.id)]));
    assert_eq!(number(&changed(&old), &leela).await.as_deref(), Some(NUMBER));
}

async fn undecryptable_payout_is_skipped(old: TestApp) {
    let (padma, payout) = payout(&old).await;
    for account in ["no JSON", "{\"holder\":\"Padma Rao\"}"] {
        raw::execute(&old.ctx.store, &format!("UPDATE payouts SET account_encrypted = '{account}'")).await;
        let resealed = reencrypt_in_batches(&changing(&old).ctx, 50).await.unwrap();
        let names: Vec<String> = resealed.unreadable.iter().map(ToString::to_string).collect();
        assert_eq!(names, [format!("the bank account of payout {payout}")], "{account}");
        assert_eq!(number(&changed(&old), &padma).await.as_deref(), Some(NUMBER), "{account}");
    }
}
