//! The bank account: SPEC §5's rules, encrypted at rest, shown masked, in no other table or log (D27, D34).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::{Reply, Teacher, TestApp, both_dbs, days, raw};

use crate::common::teaching::{account, errors, only_error, save_account, set};

both_dbs!(
    an_account_is_saved_and_shown_masked,
    account_number_is_encrypted_and_stored_nowhere_else,
    every_rule_has_its_message,
    a_refusal_does_not_repeat_the_number,
    an_empty_number_keeps_the_stored_one,
    another_country_clears_the_other_code,
    locked_rates_cannot_be_changed,
    two_tabs_cannot_overwrite_each_other,
    account_is_visible_to_its_owner_only,
    change_of_account_is_mailed_to_the_owner,
    rates_are_saved_without_an_account,
    an_account_is_saved_without_rates,
);

const SAVE: &str = "/api/teacher/update-payment-settings";
const SETTINGS: &str = "/api/teacher/payment-settings";
const NUMBER: &str = "00012345678901";

async fn save(app: &TestApp, teacher: &Teacher, body: &Value) -> Reply {
    app.post(SAVE, body).by(teacher).send().await
}

async fn load(app: &TestApp, teacher: &Teacher) -> Value {
    app.get(SETTINGS).by(teacher).ok().await
}

async fn an_account_is_saved_and_shown_masked(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let before = load(&app, &padma).await;
    assert_eq!(before["paymentSettings"], Value::Null);
    assert_eq!((&before["inrRate"], &before["usdRate"]), (&json!(999.0), &json!(24.99)));
    let mut body = account(&padma, "Bi-weekly");
    set(&mut body, "paymentSettings.ifscCode", json!(" sbin0001234 "));
    set(&mut body, "paymentSettings.accountNumber", json!(" 0001 2345-678901 "));
    let saved = save(&app, &padma, &body).await.ok();
    let expected = json!({
        "country": "India", "accountHolderName": "Padma Rao", "bankName": "State Bank",
        "accountNumberMasked": "•••• 8901", "ifscCode": "SBIN0001234", "routingNumber": null, "paymentCycle": "Bi-weekly",
    });
    assert_eq!(saved["paymentSettings"], expected);
    let after = load(&app, &padma).await;
    assert_eq!((&after["paymentSettings"], &after["version"]), (&expected, &saved["version"]));
    assert_eq!((&after["rateLockDaysLeft"], &after["ratesLockedUntil"]), (&json!(30), &json!("2026-04-01T04:30:00Z")));
}

async fn account_number_is_encrypted_and_stored_nowhere_else(app: TestApp) {
    let (padma, leela) = (app.teacher("Padma").await, app.teacher("Leela").await);
    save_account(&app, &padma, "Monthly").await;
    save_account(&app, &leela, "Monthly").await;
    let store = &app.ctx.store;
    let sealed = raw::texts(store, "SELECT account_encrypted FROM bank_accounts ORDER BY teacher_id").await;
    assert_ne!(sealed[0], sealed[1], "the same number looks different each time");
    for seal in &sealed {
        assert!(!seal.contains("12345678"), "{seal}");
    }
    // Search every text column: the number is in none.
    let tables = match store.backend() {
        tala_db::Backend::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        _ => {
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        }
    };
    let mut looked_at = 0;
    for table in raw::texts(store, tables).await {
        let columns = match store.backend() {
            tala_db::Backend::Sqlite => {
                format!("SELECT name FROM pragma_table_info('{table}') WHERE type = 'TEXT' OR type = 'text'")
            }
            _ => format!(
                "SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '{table}' AND data_type = 'text'"
            ),
        };
        for column in raw::texts(store, &columns).await {
            looked_at += 1;
            assert_eq!(app.count(&format!("{table} WHERE {column} LIKE '%12345678%'")).await, 0, "{table}.{column}");
        }
    }
    assert!(looked_at > 60, "{looked_at}");
    let audit = raw::texts(store, "SELECT detail FROM audit_log WHERE action = 'payment_settings_saved'").await;
    assert_eq!(audit.len(), 2);
    assert!(audit[0].contains("8901"), "the last four are noted: {}", audit[0]);
    // An encrypted value that is copied to another teacher cannot be decrypted there.
    let (mine, hers) = (raw::id(store, padma.id.0), raw::id(store, leela.id.0));
    let swap = format!(
        "UPDATE bank_accounts SET account_encrypted = (SELECT o.account_encrypted FROM bank_accounts o WHERE o.teacher_id = {hers}) WHERE teacher_id = {mine}"
    );
    let stored = tala_store::bank_accounts::find_by_teacher(store.read(), padma.id).await.unwrap().unwrap();
    assert_eq!(
        secrecy::ExposeSecret::expose_secret(
            &app.ctx.vault.decrypt(&padma.id.to_string(), &stored.account_encrypted).unwrap()
        ),
        NUMBER
    );
    raw::execute(store, &swap).await;
    let stored = tala_store::bank_accounts::find_by_teacher(store.read(), padma.id).await.unwrap().unwrap();
    assert!(app.ctx.vault.decrypt(&padma.id.to_string(), &stored.account_encrypted).is_err());
}

async fn a_refusal_does_not_repeat_the_number(app: TestApp) {
    let padma = app.teacher("Padma").await;
    for number in
        [json!(50_100_123_456_789_u64), json!([50_100_123_456_789_u64]), json!({ "is": "50100123456789, expected x" })]
    {
        let mut body = account(&padma, "Monthly");
        set(&mut body, "paymentSettings.accountNumber", number);
        let problem = app.post(SAVE, &body).by(&padma).refused(ErrorCode::MalformedRequest).await;
        assert!(!problem.to_string().contains("50100123456789"), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains("expected a string"), "{problem}");
    }
}

/// A stolen password must not allow a silent change of the account.
async fn change_of_account_is_mailed_to_the_owner(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let told = async || {
        app.work().await;
        let mails = app.mailer.sent_to(&padma.email);
        mails.into_iter().filter(|mail| mail.subject == "A bank account was saved for your payouts").collect::<Vec<_>>()
    };
    save_account(&app, &padma, "Monthly").await;
    assert_eq!(told().await.len(), 1);
    let mut body = account(&padma, "Bi-weekly");
    set(&mut body, "paymentSettings.accountNumber", json!(""));
    save(&app, &padma, &body).await.ok();
    assert_eq!(told().await.len(), 1, "a payout cycle is not a new account");
    set(&mut body, "paymentSettings.accountNumber", json!("98765432105555"));
    save(&app, &padma, &body).await.ok();
    let mails = told().await;
    assert_eq!(mails.len(), 2);
    let text = &mails[1].text;
    assert!(text.contains("ending in 5555") && text.contains("If this wasn't you, "), "{text}");
    assert!(!text.contains("9876543210") && !mails[1].html.contains("9876543210"), "{text}");
}

async fn every_rule_has_its_message(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let american = {
        let mut body = account(&padma, "Monthly");
        set(&mut body, "paymentSettings.country", json!("United States"));
        set(&mut body, "paymentSettings.routingNumber", json!("021000021"));
        body
    };
    let indian = account(&padma, "Monthly");
    let long_number = json!("1".repeat(36));
    let ifsc = "Please enter a valid IFSC code, such as HDFC0001234";
    let routing = "Please enter a valid 9-digit routing number";
    for (form, name, value, message) in [
        (&indian, "country", json!("France"), "Please select your country"),
        (&indian, "accountHolderName", json!(" \u{0} "), "Please enter account holder name"),
        (&indian, "bankName", json!(""), "Please enter bank name"),
        (&indian, "accountNumber", json!(""), "Please enter account number"),
        (&indian, "accountNumber", json!("1234"), "Please enter a valid account number: 5 to 35 letters and digits"),
        (&indian, "accountNumber", long_number, "Please enter a valid account number: 5 to 35 letters and digits"),
        (
            &indian,
            "accountNumber",
            json!("1234567७"),
            "Please enter a valid account number: 5 to 35 letters and digits",
        ),
        (&indian, "ifscCode", json!(""), "Please enter IFSC code"),
        (&indian, "ifscCode", json!("SBIN1001234"), ifsc),
        (&indian, "ifscCode", json!("x".repeat(10_000)), ifsc),
        (&indian, "paymentCycle", json!("Weekly"), "Please select payment cycle"),
        (&indian, "inrRate", Value::Null, "Please enter your hourly rate in INR"),
        (&indian, "usdRate", Value::Null, "Please enter your hourly rate in USD"),
        (&indian, "inrRate", json!(498), "Please enter a rate from ₹499 to ₹9,999, in whole rupees"),
        (&american, "routingNumber", json!(""), "Please enter routing number"),
        (&american, "routingNumber", json!("021000022"), routing),
        (&american, "routingNumber", json!("000000000"), routing),
        (&american, "accountNumber", json!("123"), "Please enter a valid account number: 4 to 17 letters and digits"),
    ] {
        let field = format!("paymentSettings.{name}");
        let mut body = form.clone();
        set(&mut body, &field, value.clone());
        let problem = save(&app, &padma, &body).await.refused(ErrorCode::InvalidFields);
        let mut found = errors(&problem);
        if name == "country" {
            found.retain(|(field, _)| field == "paymentSettings.country");
        }
        assert_eq!(found, [(field, message.to_owned())], "{value}");
    }
    let empty = json!({ "email": padma.email, "paymentSettings": {} });
    let problem = save(&app, &padma, &empty).await.refused(ErrorCode::InvalidFields);
    assert_eq!(errors(&problem).len(), 7, "all errors in one response: {problem}");
    assert_eq!(app.count("bank_accounts").await, 0);
}

async fn an_empty_number_keeps_the_stored_one(app: TestApp) {
    let padma = app.teacher("Padma").await;
    save_account(&app, &padma, "Monthly").await;
    for empty in [json!(""), json!("  - ")] {
        let mut body = account(&padma, "Bi-weekly");
        set(&mut body, "paymentSettings.accountNumber", empty);
        let saved = save(&app, &padma, &body).await.ok();
        assert_eq!(saved["paymentSettings"]["accountNumberMasked"], "•••• 8901");
    }
    let mut body = account(&padma, "Bi-weekly");
    body["paymentSettings"].as_object_mut().unwrap().remove("accountNumber");
    save(&app, &padma, &body).await.ok();
    set(&mut body, "paymentSettings.accountNumber", json!("99990000"));
    assert_eq!(save(&app, &padma, &body).await.ok()["paymentSettings"]["accountNumberMasked"], "•••• 0000");
    set(&mut body, "paymentSettings.accountNumber", json!("•••• 0000"));
    save(&app, &padma, &body).await.refused(ErrorCode::InvalidFields);
}

async fn another_country_clears_the_other_code(app: TestApp) {
    let padma = app.teacher("Padma").await;
    save_account(&app, &padma, "Monthly").await;
    let mut body = account(&padma, "Monthly");
    set(&mut body, "paymentSettings.country", json!("United States"));
    set(&mut body, "paymentSettings.routingNumber", json!("0210 00021"));
    set(&mut body, "paymentSettings.accountNumber", json!(""));
    let problem = save(&app, &padma, &body).await.refused(ErrorCode::InvalidFields);
    let expected = ("paymentSettings.accountNumber".to_owned(), "Please enter account number".to_owned());
    assert_eq!(only_error(&problem), expected, "an account of another country is another account");
    set(&mut body, "paymentSettings.accountNumber", json!("555544443333"));
    let saved = save(&app, &padma, &body).await.ok()["paymentSettings"].clone();
    assert_eq!((&saved["ifscCode"], &saved["routingNumber"]), (&Value::Null, &json!("021000021")));
    let mut back = account(&padma, "Monthly");
    set(&mut back, "paymentSettings.routingNumber", json!("021000021"));
    let saved = save(&app, &padma, &back).await.ok()["paymentSettings"].clone();
    assert_eq!((&saved["ifscCode"], &saved["routingNumber"]), (&json!("SBIN0001234"), &Value::Null));
}

async fn locked_rates_cannot_be_changed(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let mut body = account(&padma, "Monthly");
    set(&mut body, "paymentSettings.usdRate", json!(30));
    let problem = save(&app, &padma, &body).await.refused(ErrorCode::RatesLocked);
    assert_eq!(problem["message"], "Your rates are locked for the first 30 days. 30 days left.");
    assert_eq!(app.count("bank_accounts").await, 0, "nothing of it is saved");
    save_account(&app, &padma, "Monthly").await;
    app.advance(days(30));
    let saved = save(&app, &padma, &body).await.ok();
    assert_eq!((&saved["usdRate"], &saved["rateLockDaysLeft"]), (&json!(30.0), &Value::Null));
    // A rate outside the current limits does not prevent a change of the account.
    raw::execute(&app.ctx.store, "UPDATE teachers SET rate_inr_minor = 12345").await;
    set(&mut body, "paymentSettings.inrRate", json!(123.45));
    assert_eq!(save(&app, &padma, &body).await.ok()["inrRate"], 123.45);
}

async fn two_tabs_cannot_overwrite_each_other(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let version = load(&app, &padma).await["version"].clone();
    let bodies: Vec<Value> = (0..10)
        .map(|number| {
            let mut body = account(&padma, "Monthly");
            body["version"] = version.clone();
            set(&mut body, "paymentSettings.bankName", json!(format!("Bank {number}")));
            body
        })
        .collect();
    let replies = join_all(bodies.iter().map(|body| save(&app, &padma, body))).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for reply in replies.iter().filter(|reply| reply.code().is_some()) {
        reply.refused(ErrorCode::VersionConflict);
    }
    let kept = load(&app, &padma).await;
    let won = replies.iter().find(|reply| reply.code().is_none()).unwrap().json();
    assert_eq!(kept["paymentSettings"]["bankName"], won["paymentSettings"]["bankName"]);
    // A save of the profile in another tab counts as a change too.
    let profile = json!({ "email": padma.email, "profile": { "experience": "More." } });
    app.post("/api/teacher/update-profile", &profile).by(&padma).ok().await;
    let mut stale = account(&padma, "Monthly");
    stale["version"] = kept["version"].clone();
    save(&app, &padma, &stale).await.refused(ErrorCode::VersionConflict);
}

async fn account_is_visible_to_its_owner_only(app: TestApp) {
    let (padma, leela) = (app.teacher("Padma").await, app.teacher("Leela").await);
    app.post(SAVE, &account(&leela, "Monthly")).by(&padma).refused(ErrorCode::ForbiddenSubject).await;
    save_account(&app, &leela, "Monthly").await;
    assert_eq!(load(&app, &padma).await["paymentSettings"], Value::Null);
    let student = app.student("Meera", &leela).await;
    app.get(SETTINGS).by(&student).refused(ErrorCode::RoleNotAllowed).await;
}

async fn rates_are_saved_without_an_account(app: TestApp) {
    let padma = app.teacher("Padma").await;
    app.advance(days(31));
    let body = json!({ "email": padma.email, "paymentSettings": { "inrRate": 1200, "usdRate": 30 } });
    let saved = save(&app, &padma, &body).await.ok();
    assert_eq!((&saved["inrRate"], &saved["usdRate"]), (&json!(1200.0), &json!(30.0)));
    assert_eq!(saved["paymentSettings"], Value::Null);
    save_account(&app, &padma, "Monthly").await;
    let body = json!({ "email": padma.email, "paymentSettings": { "inrRate": 1300, "usdRate": 30 } });
    let saved = save(&app, &padma, &body).await.ok();
    assert_eq!(saved["paymentSettings"]["bankName"], "State Bank", "the account is kept");
}

async fn an_account_is_saved_without_rates(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let mut body = account(&padma, "Monthly");
    let settings = body["paymentSettings"].as_object_mut().unwrap();
    settings.remove("inrRate");
    settings.remove("usdRate");
    let saved = save(&app, &padma, &body).await.ok();
    assert_eq!(saved["paymentSettings"]["bankName"], "State Bank");
    assert_eq!((&saved["inrRate"], &saved["usdRate"]), (&json!(999.0), &json!(24.99)), "the rates are kept");
}
