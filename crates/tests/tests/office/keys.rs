//! Changing the master key: whatever the old one has sealed stays readable, until it is sealed anew, and from then on without it.

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};
use tala_app::services::reencryption::reseal_in_batches;
use tala_domain::error::ErrorCode::{InvalidCredentials, TooManyRequests};
use tala_gateways::totp;
use tala_gateways::vault::Vault;
use tala_store::bank_accounts;
use tala_tests::{MASTER_KEY, Officer, Reply, Teacher, TestApp, at, both_dbs, raw};

both_dbs!(
    everything_is_readable_before_during_and_after,
    what_was_cut_off_in_the_middle_goes_on,
    servers_go_on_saving_meanwhile,
    what_no_key_opens_is_named_and_stops_nothing,
    a_payout_that_cannot_be_read_stops_nothing,
);

const NEW_KEY: &str = "another master key of the tests, as long";
const NUMBER: &str = "00012345678901";
const HOME: &str = "198.51.100.7:4000";
const TRAVELLING: &str = "203.0.113.9:4000";
const ELSEWHERE: &str = "192.0.2.33:4000";
const SEALED: &str = "SELECT account_sealed FROM bank_accounts ORDER BY teacher_id";

fn new_vault() -> Vault {
    Vault::new(&SecretString::from(NEW_KEY)).unwrap()
}

/// The server with the new key, which still knows the old one.
fn changing(app: &TestApp) -> TestApp {
    app.clone().with_vault(new_vault().and_previous(&SecretString::from(MASTER_KEY)).unwrap())
}

/// The server that only knows the new key.
fn changed(app: &TestApp) -> TestApp {
    app.clone().with_vault(new_vault())
}

async fn tell_account(app: &TestApp, teacher: &Teacher, number: &str) {
    let form = json!({
        "email": teacher.email,
        "paymentSettings": {
            "country": "India", "accountHolderName": "Padma Rao", "bankName": "State Bank", "ifscCode": "SBIN0001234",
            "accountNumber": number, "paymentCycle": "Monthly", "inrRate": 999, "usdRate": 24.99,
        },
    });
    app.post("/api/teacher/update-payment-settings", &form).by(teacher).ok().await;
}

/// A number as a server reads it; `None` when it cannot.
async fn number(app: &TestApp, teacher: &Teacher) -> Option<String> {
    let stored = bank_accounts::find_by_teacher(app.ctx.store.read(), teacher.id).await.unwrap().unwrap();
    let opened = app.ctx.vault.open(&teacher.id.to_string(), &stored.account_sealed);
    opened.ok().map(|number| number.expose_secret().to_owned())
}

/// A payout that is prepared for an account told under the old key.
async fn payout(app: &TestApp) -> (Teacher, String) {
    let school = app.school().await;
    tell_account(app, &school.teacher, NUMBER).await;
    app.book(&school.student, &app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await).await;
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
    let owner = app.officer("owner").await;
    let run = app.does(&owner, "/api/admin/payouts/run", &json!({})).await;
    (school.teacher, run["prepared"][0]["_id"].as_str().unwrap().to_owned())
}

async fn bank_table(app: &TestApp) -> Reply {
    let owner = app.admin_login("owner").await;
    app.post("/api/admin/payouts/bank.csv?again=true", &Value::Null).as_admin(&owner).send_as_it_is().await
}

fn code(enrolment: &SecretString, at: Timestamp) -> String {
    let (_, rest) = enrolment.expose_secret().split_once("secret=").unwrap();
    totp::code_at(&SecretString::from(rest.split('&').next().unwrap()), at).unwrap()
}

/// Asha's sign-in with her authenticator, from a network, in a browser that brings this mark.
async fn sign_in(app: &TestApp, enrolment: &SecretString, (network, mark): (&str, &str)) -> Reply {
    // The next code, before a lock of a minute is over.
    app.advance(SignedDuration::from_secs(31));
    let code = code(enrolment, app.now());
    let body = json!({ "username": "asha", "password": Officer::PASSWORD, "code": code });
    app.post("/api/admin/login", &body).from(network).header("cookie", mark).send().await
}

fn mark_of(reply: &Reply) -> String {
    reply.ok();
    let mut cookies = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let mark = cookies.rfind(|cookie| cookie.starts_with("__Secure-tala_admin_browser=")).unwrap();
    mark.split(';').next().unwrap().to_owned()
}

/// Locks a network out, but for the browsers that are known.
async fn strangers_guess(app: &TestApp, network: &str) {
    let guess = json!({ "username": "asha", "password": "a wrong one" });
    for _ in 0..5 {
        app.post("/api/admin/login", &guess).from(network).refused(InvalidCredentials).await;
    }
    app.post("/api/admin/login", &guess).from(network).refused(TooManyRequests).await;
}

async fn everything_is_readable_before_during_and_after(old: TestApp) {
    let (padma, payout) = payout(&old).await;
    let enrolment = old.add_admin("asha", "owner", true).await.enrolment.unwrap();
    let mark = mark_of(&sign_in(&old, &enrolment, (HOME, "")).await);
    let told = old.count("outbox WHERE topic = 'bank_account_changed'").await;

    let both = changing(&old);
    assert_eq!(number(&both, &padma).await.as_deref(), Some(NUMBER));
    assert!(bank_table(&both).await.text.contains(NUMBER));
    strangers_guess(&both, HOME).await;
    let new_mark = mark_of(&sign_in(&both, &enrolment, (HOME, &mark)).await);
    let renewed = reseal_in_batches(&both.ctx, 2).await.unwrap();
    assert_eq!((renewed.renewed, renewed.unreadable), (3, Vec::new()), "an authenticator, an account, a payout");
    assert_eq!(reseal_in_batches(&both.ctx, 2).await.unwrap().renewed, 0);

    let new = changed(&old);
    assert_eq!(number(&new, &padma).await.as_deref(), Some(NUMBER));
    assert_eq!(number(&old, &padma).await, None, "the old key opens nothing any more");
    assert!(bank_table(&new).await.text.contains(NUMBER));
    strangers_guess(&new, TRAVELLING).await;
    sign_in(&new, &enrolment, (TRAVELLING, &new_mark)).await.ok();
    strangers_guess(&new, ELSEWHERE).await;
    sign_in(&new, &enrolment, (ELSEWHERE, &mark)).await.refused(TooManyRequests);
    // Nobody hears of it: the account is the same one, and so is the payout's.
    tell_account(&new, &padma, "").await;
    let owner = new.admin_login("owner").await;
    new.does(&owner, &format!("/api/admin/payouts/{payout}/failed"), &json!({ "reason": "Closed" })).await;
    new.work().await;
    assert_eq!(new.count("outbox WHERE topic = 'bank_account_changed'").await, told);
    let mails = new.mailer.sent();
    let failed = mails.iter().rfind(|mail| mail.subject.contains("did not go through")).unwrap();
    assert!(!failed.text.contains("You have changed your bank details"), "{}", failed.text);
    assert_eq!(new.ledger_findings().await, []);
}

async fn what_was_cut_off_in_the_middle_goes_on(old: TestApp) {
    let mut teachers = Vec::new();
    for (name, number) in [("Padma", "11112222333344"), ("Leela", "22223333444455"), ("Radha", "33334444555566")] {
        let teacher = old.teacher(name).await;
        tell_account(&old, &teacher, number).await;
        teachers.push((teacher, number));
    }
    teachers.sort_by_key(|(teacher, _)| teacher.id.0);
    let (both, new) = (changing(&old), changed(&old));
    let middle = teachers[1].0.id.0;
    let mend = raw::refuse(&old.ctx.store, "UPDATE", ("bank_accounts", "teacher_id"), middle).await;
    reseal_in_batches(&both.ctx, 1).await.unwrap_err();
    let mut readable = 0;
    for (teacher, told) in &teachers {
        readable += usize::from(number(&new, teacher).await.is_some());
        assert_eq!(number(&both, teacher).await.as_deref(), Some(*told));
    }
    assert_eq!(readable, 1, "it was in the middle");
    raw::execute(&old.ctx.store, mend).await;
    assert_eq!(reseal_in_batches(&both.ctx, 1).await.unwrap().renewed, 2);
    for (teacher, told) in &teachers {
        assert_eq!(number(&new, teacher).await.as_deref(), Some(*told));
    }
}

async fn servers_go_on_saving_meanwhile(old: TestApp) {
    let mut teachers = Vec::new();
    for name in ["Aruna", "Bela", "Chitra", "Durga", "Esha", "Fulki"] {
        let teacher = old.teacher(name).await;
        tell_account(&old, &teacher, NUMBER).await;
        teachers.push(teacher);
    }
    let both = changing(&old);
    let another = tokio::spawn({
        let both = both.clone();
        async move { reseal_in_batches(&both.ctx, 1).await.unwrap() }
    });
    // Without a number the stored one stays, however it is sealed at that moment.
    let number_of = |place: usize| if place.is_multiple_of(2) { "" } else { "99998888777766" };
    let saved = teachers.iter().enumerate().map(|(place, teacher)| tell_account(&both, teacher, number_of(place)));
    let (here, _) = tokio::join!(reseal_in_batches(&both.ctx, 1), join_all(saved));
    let renewed = here.unwrap().renewed + another.await.unwrap().renewed;
    assert!((3..=6).contains(&renewed), "each once at most: {renewed}");
    let new = changed(&old);
    for (place, teacher) in teachers.iter().enumerate() {
        let expected = if place.is_multiple_of(2) { NUMBER } else { "99998888777766" };
        assert_eq!(number(&new, teacher).await.as_deref(), Some(expected), "{}", teacher.name);
    }
    assert_eq!(reseal_in_batches(&new.ctx, 50).await.unwrap().renewed, 0);
}

async fn what_no_key_opens_is_named_and_stops_nothing(old: TestApp) {
    let (padma, leela) = (old.teacher("Padma").await, old.teacher("Leela").await);
    tell_account(&old, &padma, NUMBER).await;
    tell_account(&old, &leela, NUMBER).await;
    let seals = raw::texts(&old.ctx.store, SEALED).await;
    let id = raw::id(&old.ctx.store, padma.id.0);
    // A number that somebody has moved from one teacher to another opens nowhere.
    let moved = seals.iter().find(|seal| old.ctx.vault.open(&leela.id.to_string(), seal).is_ok()).unwrap();
    let update = format!("UPDATE bank_accounts SET account_sealed = '{moved}' WHERE teacher_id = {id}");
    raw::execute(&old.ctx.store, &update).await;
    let resealed = reseal_in_batches(&changing(&old).ctx, 50).await.unwrap();
    let names: Vec<String> = resealed.unreadable.iter().map(ToString::to_string).collect();
    assert_eq!((resealed.renewed, names), (1, vec![format!("the bank account of teacher {}", padma.id)]));
    assert_eq!(number(&changed(&old), &leela).await.as_deref(), Some(NUMBER));
}

async fn a_payout_that_cannot_be_read_stops_nothing(old: TestApp) {
    let (padma, payout) = payout(&old).await;
    for account in ["no JSON", "{\"holder\":\"Padma Rao\"}"] {
        raw::execute(&old.ctx.store, &format!("UPDATE payouts SET account = '{account}'")).await;
        let resealed = reseal_in_batches(&changing(&old).ctx, 50).await.unwrap();
        let names: Vec<String> = resealed.unreadable.iter().map(ToString::to_string).collect();
        assert_eq!(names, [format!("the bank account of payout {payout}")], "{account}");
        assert_eq!(number(&changed(&old), &padma).await.as_deref(), Some(NUMBER), "{account}");
    }
}
