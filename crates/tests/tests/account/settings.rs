//! Profile, display settings, choice of mails and acceptance of the terms under My Account.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{InvalidFields, SignInRequired};
use tala_domain::identity::TERMS_VERSION;
use tala_tests::fixtures::School;
use tala_tests::{Person, TestApp, Token, applicant, application, at, both_dbs, days, raw};

both_dbs!(
    saved_settings_are_returned_on_every_device,
    invalid_fields_are_refused_together_and_nothing_is_saved,
    stored_phone_outside_the_rules_does_not_block_other_changes,
    names_may_have_any_script_and_are_found_by_administrators,
    chosen_zone_survives_sign_ins_elsewhere,
    language_of_a_device_becomes_that_of_the_account,
    language_of_the_first_page_becomes_that_of_a_new_account,
    turned_off_mail_is_not_sent_even_if_it_was_waiting,
    mails_about_bookings_and_money_cannot_be_turned_off,
    teacher_learns_of_a_new_student_unless_turned_off,
    terms_are_accepted_at_sign_up_with_version_and_time,
    newer_terms_are_asked_for_until_accepted,
    simultaneous_acceptances_are_recorded_once,
    deletion_and_export_include_settings_and_terms,
    changes_are_audited_without_the_values,
);

async fn save(app: &TestApp, person: &Person, body: Value) -> Value {
    app.post("/api/account", &body).by(person).ok().await
}

async fn sign_in(app: &TestApp, person: &Person, body: Value) -> Value {
    app.post("/api/login", &body).by(person).ok().await
}

/// Runs the worker and returns the subjects of the mails that it sent to a person.
async fn sent_to(app: &TestApp, person: &Person, work: impl AsyncFnOnce()) -> Vec<String> {
    let before = app.mailer.sent().len();
    work().await;
    app.work().await;
    let mails = app.mailer.sent().split_off(before);
    mails.into_iter().filter(|mail| mail.to.address == person.email).map(|mail| mail.subject).collect()
}

async fn saved_settings_are_returned_on_every_device(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let before = app.get("/api/account").by(&student).ok().await;
    assert_eq!(before["currency"], "INR");
    let nothing = json!({ "language": null, "clock": null, "weekStart": null, "fixedTimeZone": null });
    assert_eq!(before["display"], nothing);
    let all = json!({ "classReminderDay": true, "classReminderHour": true, "creditsExpiring": true });
    assert_eq!(before["mails"], all);
    let edit = json!({
        "name": " Meera  Krishnan ", "phone": "+91 98765 43210", "fixedTimeZone": "asia/calcutta", "language": "hi",
        "clock": "24h", "weekStart": "sunday", "mails": { "creditsExpiring": false },
    });
    let saved = save(&app, &student, edit).await;
    assert_eq!((&saved["name"], &saved["phone"]), (&json!("Meera Krishnan"), &json!("+91 98765 43210")));
    let display = json!({ "language": "hi", "clock": "24h", "weekStart": "sunday", "fixedTimeZone": "Asia/Kolkata" });
    assert_eq!(saved["display"], display);
    let mails = json!({ "classReminderDay": true, "classReminderHour": true, "creditsExpiring": false });
    assert_eq!(saved["mails"], mails);
    assert_eq!(app.get("/api/account").by(&student).ok().await, saved);
    assert_eq!(sign_in(&app, &student, json!({})).await["display"], display);
    // Absent fields keep their values; an empty phone number and zone are removed.
    let removed = save(&app, &student, json!({ "phone": "", "fixedTimeZone": "" })).await;
    assert_eq!((&removed["phone"], &removed["display"]["fixedTimeZone"]), (&Value::Null, &Value::Null));
    assert_eq!((&removed["name"], &removed["display"]["clock"]), (&saved["name"], &json!("24h")));
    let other = app.get("/api/account").by(&teacher).ok().await;
    assert_eq!((&other["display"], &other["currency"]), (&nothing, &Value::Null));
    let for_teachers = json!({ "classReminderDay": true, "classReminderHour": true, "newStudent": true });
    assert_eq!(other["mails"], for_teachers);
    app.post("/api/account", &json!({})).refused(SignInRequired).await;
}

async fn invalid_fields_are_refused_together_and_nothing_is_saved(app: TestApp) {
    let School { student, .. } = app.school().await;
    let edit = json!({
        "name": "x".repeat(10_000), "phone": "12", "fixedTimeZone": "Asia/Atlantis", "language": "fr", "clock": "7",
        "weekStart": "tuesday", "mails": { "classReminderDay": false },
    });
    let refused = app.post("/api/account", &edit).by(&student).refused(InvalidFields).await;
    let fields: Vec<&str> =
        refused["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["name", "phone", "fixedTimeZone", "language", "clock", "weekStart"]);
    for name in ["", "  ", "\u{200d}", "\u{202e}"] {
        app.post("/api/account", &json!({ "name": name })).by(&student).refused(InvalidFields).await;
    }
    assert_eq!(app.get("/api/account").by(&student).ok().await["name"], "Meera");
    assert_eq!(app.count("muted_mails").await, 0);
    assert_eq!(app.count("audit_log WHERE action = 'account_changed'").await, 0);
}

async fn stored_phone_outside_the_rules_does_not_block_other_changes(app: TestApp) {
    let School { student, .. } = app.school().await;
    raw::execute(&app.ctx.store, "UPDATE people SET phone = '12' WHERE name = 'Meera'").await;
    let saved = save(&app, &student, json!({ "name": "Meera K", "phone": "12" })).await;
    assert_eq!((&saved["name"], &saved["phone"]), (&json!("Meera K"), &json!("12")));
    app.post("/api/account", &json!({ "phone": "13" })).by(&student).refused(InvalidFields).await;
}

async fn names_may_have_any_script_and_are_found_by_administrators(app: TestApp) {
    let support = app.new_admin("support").await;
    let School { student, .. } = app.school().await;
    for name in ["मीरा 💃", "李小龙", "O'Brien-Smith, Jr."] {
        assert_eq!(save(&app, &student, json!({ "name": name })).await["name"], name);
    }
    let found = app.admin_get(&support, "/api/admin/people?q=o%27brien").await;
    assert_eq!(found["items"][0]["name"], "O'Brien-Smith, Jr.");
}

async fn chosen_zone_survives_sign_ins_elsewhere(app: TestApp) {
    let School { student, .. } = app.school().await;
    let zone = async |body: Value| {
        sign_in(&app, &student, body).await;
        app.get("/api/account").by(&student).ok().await["timeZone"].clone()
    };
    assert_eq!(zone(json!({ "timeZone": "Europe/Paris" })).await, "Europe/Paris");
    save(&app, &student, json!({ "fixedTimeZone": "Asia/Tokyo" })).await;
    assert_eq!(zone(json!({ "timeZone": "America/New_York" })).await, "Asia/Tokyo");
    save(&app, &student, json!({ "fixedTimeZone": "" })).await;
    assert_eq!(zone(json!({ "timeZone": "America/New_York" })).await, "America/New_York");
}

async fn language_of_a_device_becomes_that_of_the_account(app: TestApp) {
    let meera = app.person("Meera").await;
    let language = async |body: Value| sign_in(&app, &meera, body).await["display"]["language"].clone();
    assert_eq!(language(json!({})).await, Value::Null);
    assert_eq!(language(json!({ "language": "hi" })).await, "hi");
    assert_eq!(language(json!({})).await, "hi", "a device on which no language was chosen");
    assert_eq!(language(json!({ "language": "klingon" })).await, "hi");
    assert_eq!(language(json!({ "language": "en" })).await, "en");
}

async fn language_of_the_first_page_becomes_that_of_a_new_account(app: TestApp) {
    let token = Token::of("new|1").email("nila@people.test");
    let language =
        async |body: Value| app.post("/api/login", &body).with_token(&token).ok().await["display"]["language"].clone();
    assert_eq!(language(json!({ "pageLanguage": "hi" })).await, "hi");
    assert_eq!(language(json!({ "pageLanguage": "en" })).await, "hi", "a link to an English page");
    assert_eq!(language(json!({ "pageLanguage": "hi", "language": "en" })).await, "en", "a choice");
    assert_eq!(language(json!({ "pageLanguage": "hi" })).await, "en");
    let meera = app.person("Meera").await;
    let visit = sign_in(&app, &meera, json!({ "pageLanguage": "hi" })).await;
    assert_eq!(
        visit["display"]["language"],
        Value::Null,
        "a visit of a Hindi page is no choice for an account that exists"
    );
}

async fn turned_off_mail_is_not_sent_even_if_it_was_waiting(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let slot = app.slot_at(&student, at("2026-03-05T03:30:00Z")).await;
    app.book(&student, &slot).await;
    app.work().await;
    // The reminder is enqueued a day before the class and waits for the mail server.
    app.mailer.set(tala_tests::MailMode::Unreachable);
    app.clock.set(at("2026-03-04T03:31:00Z"));
    app.work().await;
    assert_eq!(app.count("outbox WHERE topic = 'class_reminder_student' AND state = 'ready'").await, 1);
    save(&app, &student, json!({ "mails": { "classReminderDay": false } })).await;
    app.mailer.set(tala_tests::MailMode::Delivering);
    let day = async || app.clock.set(at("2026-03-04T04:31:00Z"));
    assert_eq!(sent_to(&app, &student, day).await, [""; 0]);
    assert_eq!(app.count("outbox WHERE topic = 'class_reminder_student' AND state = 'done'").await, 1);
    assert_eq!(app.count("outbox WHERE topic = 'class_reminder_teacher' AND state = 'done'").await, 1);
    let to_teacher = app.mailer.sent().into_iter().filter(|mail| mail.to.address == teacher.email);
    assert_eq!(to_teacher.filter(|mail| mail.subject.starts_with("Reminder:")).count(), 1);
    // The choices for the two reminders are separate.
    let hour = async || app.clock.set(at("2026-03-05T02:31:00Z"));
    let sent = sent_to(&app, &student, hour).await;
    assert!(matches!(&sent[..], [subject] if subject.starts_with("Starting soon:")), "{sent:?}");
}

async fn mails_about_bookings_and_money_cannot_be_turned_off(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let off = json!({
        "mails": {
            "classReminderDay": false, "classReminderHour": false, "creditsExpiring": false, "newStudent": false,
            "bookingConfirmed": false, "bookingCancelled": false,
        },
    });
    save(&app, &student, off.clone()).await;
    save(&app, &teacher, off).await;
    let slot = app.slot_at(&student, at("2026-03-05T03:30:00Z")).await;
    for who in [&*student, &*teacher] {
        let booking = app.book(&student, &slot).await;
        let id = booking["_id"].as_str().unwrap().to_owned();
        let cancel = async || {
            app.post(&format!("/api/bookings/{id}/cancel"), &json!({})).by(&student).ok().await;
        };
        let subjects = sent_to(&app, who, cancel).await;
        assert!(subjects.iter().any(|subject| subject.starts_with("Cancelled:")), "{subjects:?}");
    }
    app.clock.set(at("2026-03-29T00:00:00Z"));
    assert_eq!(sent_to(&app, &student, async || ()).await, [""; 0], "no warning about expiring credits");
}

async fn teacher_learns_of_a_new_student_unless_turned_off(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let join = async |name: &str| {
        let person = app.person(name).await;
        let form = json!({
            "email": person.email, "name": name, "referralCode": teacher.code, "location": "India",
        });
        app.post("/api/onboard-student", &form).by(&person).ok().await;
        person
    };
    let sent = sent_to(&app, &teacher, async || drop(join("Kavya").await)).await;
    assert_eq!(sent, ["New student: Kavya"]);
    save(&app, &teacher, json!({ "mails": { "newStudent": false } })).await;
    let sent = sent_to(&app, &teacher, async || drop(join("Lata").await)).await;
    assert_eq!(sent, [""; 0]);
    save(&app, &teacher, json!({ "mails": { "newStudent": true } })).await;
    // A student who left before the mail was sent is not announced.
    let sent = sent_to(&app, &teacher, async || {
        let nila = join("Nila").await;
        app.delete("/api/account", &json!({ "email": nila.email })).by(&nila).ok().await;
    });
    assert_eq!(sent.await, [""; 0]);
}

async fn terms_are_accepted_at_sign_up_with_version_and_time(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let kavya = app.person("Kavya").await;
    let mut form = json!({
        "email": kavya.email, "name": "Kavya", "referralCode": teacher.code, "location": "India",
        "acceptedTerms": "2020-01-01",
    });
    let refused = app.post("/api/onboard-student", &form).by(&kavya).refused(InvalidFields).await;
    assert_eq!(refused["errors"][0]["field"], "acceptedTerms");
    assert_eq!(sign_in(&app, &kavya, json!({})).await["role"], "user", "nothing was saved");
    form["acceptedTerms"] = json!(TERMS_VERSION);
    app.post("/api/onboard-student", &form).by(&kavya).ok().await;
    let accepted = json!([{ "version": TERMS_VERSION, "acceptedAt": app.now() }]);
    app.advance(days(1));
    assert_eq!(app.get("/api/account").by(&kavya).ok().await["terms"], accepted);
    assert_eq!(sign_in(&app, &kavya, json!({})).await["termsToAccept"], Value::Null);
    let devika = app.person("Devika").await;
    let mut form = application(&devika);
    form["acceptedTerms"] = json!("2020-01-01");
    app.post("/api/onboard/teacher", &form).by(&devika).refused(InvalidFields).await;
    form["acceptedTerms"] = json!(TERMS_VERSION);
    app.post("/api/onboard/teacher", &form).by(&devika).ok().await;
    assert_eq!(app.get("/api/account").by(&devika).ok().await["terms"][0]["acceptedAt"], json!(app.now()));
}

async fn newer_terms_are_asked_for_until_accepted(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let nobody_yet = app.person("Kavya").await;
    assert_eq!(sign_in(&app, &nobody_yet, json!({})).await["termsToAccept"], Value::Null, "asked at sign-up");
    let devika = applicant(&app, "Devika").await;
    for person in [&*student, &*teacher, &devika] {
        let id = raw::id(&app.ctx.store, person.id.0);
        let old =
            format!("INSERT INTO terms_acceptances (person_id, version, accepted_at) VALUES ({id}, '2025-01-22', 1)");
        raw::execute(&app.ctx.store, &old).await;
        for _ in 0..2 {
            assert_eq!(sign_in(&app, person, json!({})).await["termsToAccept"], TERMS_VERSION);
        }
        app.post("/api/account/terms", &json!({ "version": "2025-01-22" })).by(person).refused(InvalidFields).await;
        app.post("/api/account/terms", &json!({ "version": TERMS_VERSION })).by(person).ok().await;
        assert_eq!(sign_in(&app, person, json!({})).await["termsToAccept"], Value::Null);
        let versions = app.get("/api/account").by(person).ok().await["terms"].clone();
        assert_eq!((&versions[0]["version"], &versions[1]["version"]), (&json!("2025-01-22"), &json!(TERMS_VERSION)));
    }
}

async fn simultaneous_acceptances_are_recorded_once(app: TestApp) {
    let School { student, .. } = app.school().await;
    let body = json!({ "version": TERMS_VERSION });
    join_all((0..8).map(|_| app.post("/api/account/terms", &body).by(&student).ok())).await;
    assert_eq!(app.count("terms_acceptances").await, 1);
    assert_eq!(app.count("audit_log WHERE action = 'terms_accepted'").await, 1);
    let edits = ["12h", "24h"].map(|clock| json!({ "clock": clock, "mails": { "creditsExpiring": false } }));
    join_all((0..8).map(|number| app.post("/api/account", &edits[number % 2]).by(&student).ok())).await;
    assert_eq!(app.count("muted_mails").await, 1);
}

async fn deletion_and_export_include_settings_and_terms(app: TestApp) {
    let kavya = app.person("Kavya").await;
    app.post("/api/account/terms", &json!({ "version": TERMS_VERSION })).by(&kavya).ok().await;
    let edit = json!({ "language": "hi", "clock": "24h", "weekStart": "monday", "mails": { "newStudent": false } });
    save(&app, &kavya, edit).await;
    let exported = app.get("/api/account/export").by(&kavya).ok().await["person"].clone();
    assert_eq!((&exported["language"], &exported["mutedMails"]), (&json!("hi"), &json!(["newStudent"])));
    assert_eq!(exported["acceptedTerms"][0]["version"], TERMS_VERSION);
    app.delete("/api/account", &json!({ "email": kavya.email })).by(&kavya).ok().await;
    for left in [
        "muted_mails",
        "terms_acceptances",
        "people WHERE language IS NOT NULL OR clock IS NOT NULL OR week_start IS NOT NULL",
    ] {
        assert_eq!(app.count(left).await, 0, "{left}");
    }
}

async fn changes_are_audited_without_the_values(app: TestApp) {
    let School { student, .. } = app.school().await;
    save(&app, &student, json!({ "phone": "+91 98765 43210", "mails": { "creditsExpiring": false } })).await;
    save(&app, &student, json!({ "mails": { "creditsExpiring": false } })).await;
    let details = raw::texts(&app.ctx.store, "SELECT detail FROM audit_log WHERE action = 'account_changed'").await;
    assert_eq!(details, [r#"{"fields":["phone","creditsExpiring"]}"#], "the second change changed nothing");
}

#[test]
fn client_shows_the_version_of_the_terms_that_the_server_asks_for() {
    let client = include_str!("../../../../web/src/lib/termsVersion.ts");
    assert!(client.contains(&format!("TERMS_VERSION = '{TERMS_VERSION}'")), "{client}");
}
