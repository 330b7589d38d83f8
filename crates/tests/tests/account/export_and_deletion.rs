//! Data export and account deletion (D35).

use std::ops::Deref as _;

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{
    AlreadyProcessed, ForbiddenSubject, OpenObligations, RoleNotAllowed, SignInRequired,
};
use tala_tests::fixtures::booking_id;
use tala_tests::{AdminSession, PaymentsApp, TestApp, at, both_dbs, only_audit_event, raw};

/// The texts of the server that the client translates.
const CLIENT_TEXTS: &str = include_str!("../../../../web/src/copy/serverItems.ts");

both_dbs!(
    export_contains_all_data_of_the_person,
    account_with_open_classes_or_money_cannot_be_deleted,
    deletion_removes_the_name_and_the_ledger_balances,
    deleted_address_is_in_no_column,
    teacher_with_unpaid_earnings_cannot_be_deleted,
    an_administrator_exports_and_deletes_with_a_reason,
);

async fn export_contains_all_data_of_the_person(app: PaymentsApp) {
    let school = app.school().await;
    let meera = &school.student;
    let slot = app.slot_at(meera, at("2026-03-05T03:30:00Z")).await;
    let order = app.order(meera, &slot, None).await;
    let payment = app.pay(&order);
    app.success_request(meera, &order, &payment).ok().await;
    let form =
        json!({ "studentEmail": meera.email, "messageType": "general", "subject": "Hello", "message": "A question" });
    app.post("/api/email/student-contact", &form).by(meera).ok().await;
    app.post("/api/referrals", &json!({ "name": "Kavya", "email": "kavya@people.test" })).by(meera).ok().await;
    let reply = app.get("/api/account/export").by(meera).send().await;
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"my-data.json\"");
    let all = reply.ok();
    assert_eq!((&all["person"]["email"], &all["student"]["currency"]), (&json!(meera.email), &json!("INR")));
    assert_eq!(all["classes"][0]["dateTime"], "2026-03-05T03:30:00Z");
    assert_eq!((&all["credits"][0]["remaining"], &all["teacher"]), (&json!(4), &Value::Null));
    assert_eq!(all["orders"][0]["payments"][0]["providerPaymentId"], payment);
    assert_eq!((&all["messages"][0]["message"], &all["friends"][0]["name"]), (&json!("A question"), &json!("Kavya")));
    let padma = app.get("/api/account/export").by(&school.teacher).ok().await;
    assert_eq!(padma["teacher"]["profile"]["bio"], "Dances.");
    assert!(!padma.to_string().contains("kavya@people.test"), "data from others is not exported");
}

async fn account_with_open_classes_or_money_cannot_be_deleted(app: PaymentsApp) {
    let school = app.school().await;
    let meera = &school.student;
    let leave = async |who: &tala_tests::Person| {
        app.delete("/api/account", &json!({ "email": who.email })).by(who).send().await
    };
    let why = |reply: &tala_tests::Reply| {
        let text = reply.refused(OpenObligations)["detail"].as_str().unwrap().to_owned();
        let items = text.trim_end_matches('.').rsplit_once(": ").unwrap().1.split(", ");
        for name in items.map(|item| item.split_once(' ').unwrap().1) {
            assert!(CLIENT_TEXTS.contains(&format!("'openItem.{name}'")), "the client has no translation of {name}");
        }
        text
    };
    app.delete("/api/account", &json!({ "email": school.teacher.email })).by(meera).refused(ForbiddenSubject).await;
    app.delete("/api/account", &json!({})).by(meera).refused(ForbiddenSubject).await;
    let slot = app.slot_at(meera, at("2026-03-05T03:30:00Z")).await;
    let order = app.order(meera, &slot, None).await;
    assert!(why(&leave(meera).await).contains("1 purchase that is not completed"));
    let payment = app.pay(&order);
    let booked = app.success_request(meera, &order, &payment).ok().await;
    assert!(why(&leave(meera).await).contains("1 class that is booked or not settled yet"));
    assert!(why(&leave(&school.teacher).await).contains("1 class that is booked or not settled yet"));
    let id = booked["order"]["bookingId"].as_str().unwrap();
    app.post(&format!("/api/bookings/{id}/cancel"), &json!({})).by(meera).ok().await;
    assert!(why(&leave(meera).await).contains("1 refund that has not arrived"));
    app.work().await;
    app.deliver_events().await;
    app.work().await;
    // Granted credits do not prevent the deletion; a package does.
    let package = app.order_package(meera, 4, None).await;
    let payment = app.pay(&package);
    app.success_request(meera, &package, &payment).ok().await;
    assert!(why(&leave(meera).await).contains("4 paid credits"));
    app.clock.set(at("2026-05-30T00:00:00Z"));
    app.work().await;
    leave(meera).await.ok();
    assert_eq!(app.ledger_findings().await, []);
}

async fn deletion_removes_the_name_and_the_ledger_balances(app: TestApp) {
    let school = app.school().await;
    let meera = &school.student;
    let slot = app.slot_at(meera, at("2026-03-05T03:30:00Z")).await;
    booking_id(&app.book(meera, &slot).await);
    let form = json!({ "studentEmail": meera.email, "messageType": "general", "subject": "I am Meera", "message": "Meera writes" });
    app.post("/api/email/student-contact", &form).by(meera).ok().await;
    app.clock.set(at("2026-03-06T00:00:00Z"));
    app.work().await;
    app.delete("/api/account", &json!({ "email": meera.email })).by(meera).ok().await;
    for (table, column) in
        [("people", "name"), ("people", "email"), ("support_messages", "body"), ("support_messages", "subject")]
    {
        let found = format!("{table} WHERE {column} LIKE '%eera%'");
        assert_eq!(app.count(&found).await, 0, "{found}");
    }
    // The teacher still sees the class, and the ledger still balances.
    let classes = app.get(&format!("/api/bookings?teacherId={}", school.teacher.id)).by(&school.teacher).ok().await;
    assert_eq!((&classes[0]["studentName"], &classes[0]["studentEmail"]), (&json!("Deleted person"), &Value::Null));
    assert_eq!(app.ledger_findings().await, []);
    // The same sign-in creates a new person.
    let again = app.post("/api/login", &json!({})).by(meera).ok().await;
    assert_eq!(again["role"], "user");
    assert_ne!(again["user"]["_id"], meera.id.to_string());
}

/// The columns that contain these words.
async fn places_with(app: &TestApp, words: &str) -> Vec<String> {
    let mut places = Vec::new();
    for (table, column) in raw::text_columns(&app.ctx.store).await {
        if app.count(&format!("{table} WHERE LOWER(CAST({column} AS text)) LIKE '%{words}%'")).await > 0 {
            places.push(format!("{table}.{column}"));
        }
    }
    places
}

async fn deleted_address_is_in_no_column(app: PaymentsApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let meera = &school.student;
    let wait = json!({
        "name": "Meera", "email": meera.email, "role": "Student", "location": "Porto", "country": "Portugal",
        "dancestyle": "Indian Classical Dance", "elapsedMs": 8_000,
    });
    app.post("/api/waitlist", &wait).ok().await;
    let listed = app.admin_get(&support, &format!("/api/admin/waitlist?q={}", meera.email)).await;
    let invite = format!("/api/admin/waitlist/{}/invite", listed["items"][0]["_id"].as_str().unwrap());
    app.admin_post(&support, &invite, &json!({ "note": format!("Is {} right?", meera.email) })).await;
    let table = format!("/api/admin/waitlist.csv?q={}", meera.email);
    assert_eq!(app.get(&table).as_admin(&support).send_unchecked().await.status, 200);
    // A referral that has joined, so that the reward is granted.
    app.post("/api/referrals", &json!({ "name": "Kavya", "email": "kavya@people.test" })).by(meera).ok().await;
    raw::execute(&app.ctx.store, "UPDATE referrals SET granted_at = 1").await;
    let kavya = app.student("Kavya", &school.teacher).await;
    let slot = app.slot_at(meera, at("2026-03-05T03:30:00Z")).await;
    let order = app.order(meera, &slot, None).await;
    let payment = app.pay(&order);
    let booked = app.success_request(meera, &order, &payment).ok().await;
    app.deliver_events().await;
    let cancel = format!("/api/bookings/{}/cancel", booked["booking"]["_id"].as_str().unwrap());
    let why = json!({ "reason": format!("Write to {} instead", meera.email.to_uppercase()) });
    app.post(&cancel, &why).by(meera).ok().await;
    app.work().await;
    app.deliver_events().await;
    app.work().await;
    for (table, words) in
        [("outbox SET last_error", "554 <{}>: no such mailbox"), ("provider_events SET body", "[\"{}\"]")]
    {
        let sql = format!("UPDATE {table} = '{}'", words.replace("{}", &meera.email));
        raw::execute(&app.ctx.store, &sql).await;
    }
    let mut before = places_with(&app, &meera.email).await;
    before.extend(places_with(&app, &kavya.email).await);
    for place in [
        "bookings.cancellation_reason",
        "outbox.last_error",
        "provider_events.body",
        "people.email",
        "waitlist.email",
        "referrals.email_key",
    ] {
        assert!(before.iter().any(|found| found == place), "{place} was not deleted: {before:?}");
    }
    app.clock.set(at("2026-04-06T00:00:00Z"));
    app.work().await;
    for person in [meera.deref().clone(), kavya.deref().clone()] {
        app.delete("/api/account", &json!({ "email": person.email })).by(&person).ok().await;
    }
    for person in [&**meera, &*kavya] {
        assert_eq!(places_with(&app, &person.email).await, [""; 0]);
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn teacher_with_unpaid_earnings_cannot_be_deleted(app: TestApp) {
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    app.book(&school.student, &slot).await;
    app.clock.set(at("2026-03-06T00:00:00Z"));
    app.work().await;
    let padma = &school.teacher;
    let refused = app.delete("/api/account", &json!({ "email": padma.email })).by(padma).refused(OpenObligations).await;
    assert!(refused["detail"].as_str().unwrap().contains("1 class whose earnings are not paid out"), "{refused}");
    let leela = app.teacher("Leela").await;
    app.delete("/api/account", &json!({ "email": leela.email })).by(&leela).ok().await;
    let id = raw::id(&app.ctx.store, leela.id.0);
    assert_eq!(
        app.count(&format!(
            "teachers WHERE person_id = {id} AND status = 'rejected' AND bio = '' AND invite_code IS NULL"
        ))
        .await,
        1
    );
}

async fn an_administrator_exports_and_deletes_with_a_reason(app: TestApp) {
    let (support, finance) = (app.new_admin("support").await, app.new_admin("finance").await);
    let kavya = app.person("Kavya").await;
    let export = format!("/api/admin/people/{}/export", kavya.id);
    app.get(&export).as_admin(&finance).refused(RoleNotAllowed).await;
    assert_eq!(app.admin_get(&support, &export).await["person"]["name"], "Kavya");
    assert_eq!(only_audit_event(&app, &support, "person_exported").await["actor"], "admin:support");
    let path = format!("/api/admin/people/{}", kavya.id);
    let body = json!({ "reason": "Asked by letter" });
    let forged = AdminSession { csrf: String::new(), ..support.clone() };
    app.delete(&path, &body).as_admin(&forged).refused(tala_domain::error::ErrorCode::Csrf).await;
    app.delete(&path, &body).as_admin(&support).ok().await;
    app.delete(&path, &body).as_admin(&support).refused(AlreadyProcessed).await;
    assert_eq!(app.admin_get(&support, "/api/admin/people").await["items"], json!([]));
    assert_eq!(app.admin_get(&support, &path).await["person"]["status"], "deleted");
    assert_eq!(only_audit_event(&app, &support, "person_deleted").await["reason"], "Asked by letter");
    app.get("/api/account/export").refused(SignInRequired).await;
}
