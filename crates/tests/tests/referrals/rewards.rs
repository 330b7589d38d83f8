//! Referrals and their rewards (D29).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{
    AlreadyProcessed, InvalidFields, ReferralNotEarned, TooManyRequests, VersionConflict,
};
use tala_tests::{Person, Student, TestApp, at, both_dbs, days, only_audit_event, raw};

both_dbs!(
    first_class_of_a_referral_earns_one_free_class_once,
    daily_job_grants_rewards,
    failed_reward_does_not_delay_others,
    referral_is_named_once_and_reveals_no_members,
    open_referrals_are_limited,
);

async fn name(app: &TestApp, student: &Student, friend: &str, email: &str) -> Value {
    app.post("/api/referrals", &json!({ "name": friend, "email": email })).by(student).ok().await
}

/// Kavya joins with the code and takes a class.
async fn first_class(app: &TestApp, student: &Student, kavya: &Person) {
    let form =
        json!({ "email": kavya.email, "name": "Kavya", "referralCode": student.teacher.code, "location": "India" });
    app.post("/api/onboard-student", &form).by(kavya).ok().await;
    let sql =
        format!("SELECT count(*) FROM students WHERE person_id = {}", tala_tests::raw::id(&app.ctx.store, kavya.id.0));
    assert_eq!(tala_tests::raw::number(&app.ctx.store, &sql).await, 1);
}

async fn book_and_hold(app: &TestApp, student: &Student, kavya: &Person) {
    let teacher = student.teacher.id;
    let owner = app.admin_login("owner").await;
    let grant = json!({ "teacherId": teacher, "count": 1, "days": 30, "reason": "A first class" });
    app.admin_post(&owner, &format!("/api/admin/people/{}/credits", kavya.id), &grant).await;
    let body = json!({
        "studentEmail": kavya.email, "studentName": "Kavya", "studentPhone": "", "studentId": kavya.id.to_string(),
        "currency": "INR", "paymentMethod": "credits", "teacherId": teacher, "isVirtualSlot": true,
        "dateTime": "2026-03-05T03:30:00Z", "creditsUsed": 1,
        "slotId": app.slot_at(student, at("2026-03-05T03:30:00Z")).await["_id"],
    });
    app.post("/api/book-with-credits", &body).by(kavya).ok().await;
}

async fn first_class_of_a_referral_earns_one_free_class_once(app: TestApp) {
    app.new_admin("owner").await;
    let school = app.school().await;
    let meera = &school.student;
    let kavya = app.person("Kavya").await;
    name(&app, meera, "Kavya", &kavya.email.to_uppercase()).await;
    let owner = app.admin_login("owner").await;
    let listed = app.admin_get(&owner, "/api/admin/referrals").await["items"][0].clone();
    assert_eq!((&listed["studentName"], &listed["state"]), (&json!("Meera"), &json!("named")));
    let path = format!("/api/admin/referrals/{}/grant", listed["_id"].as_str().unwrap());
    app.post(&path, &json!({})).as_admin(&owner).refused(ReferralNotEarned).await;
    first_class(&app, meera, &kavya).await;
    assert_eq!(app.admin_get(&owner, "/api/admin/referrals").await["items"][0]["state"], "joined");
    book_and_hold(&app, meera, &kavya).await;
    app.work().await;
    app.clock.set(at("2026-03-05T04:31:00Z"));
    // The class completes; the daily job has run today, so the click comes first.
    tala_tests::raw::execute(
        &app.ctx.store,
        "UPDATE counters SET value = 9000000000000000 WHERE name = 'referral_rewards'",
    )
    .await;
    app.work().await;
    let owner = app.admin_login("owner").await;
    assert_eq!(app.admin_get(&owner, "/api/admin/referrals").await["items"][0]["state"], "ready");
    let second = app.another_server(2).await;
    let why = json!({ "reason": "She asked for it" });
    raw::execute(&app.ctx.store, "UPDATE people SET suspended_at = 1 WHERE name = 'Meera'").await;
    app.post(&path, &why).as_admin(&owner).refused(VersionConflict).await;
    raw::execute(&app.ctx.store, "UPDATE people SET suspended_at = NULL WHERE name = 'Meera'").await;
    let (one, other) = futures_util::future::join(
        app.post(&path, &why).as_admin(&owner).send(),
        second.post(&path, &why).as_admin(&owner).send(),
    )
    .await;
    let (won, lost) = if one.status.is_success() { (&one, &other) } else { (&other, &one) };
    assert_eq!(won.ok()["state"], "granted");
    lost.refused(AlreadyProcessed);
    let own = app.get("/api/referrals").by(meera).ok().await;
    assert_eq!(own["referrals"][0]["grantedAt"], app.now().to_string());
    let profile = app.get(&format!("/api/student-profile?email={}", meera.email)).by(meera).ok().await;
    assert_eq!(profile["classCredits"], 5);
    app.work().await;
    let mails = app.mailer.sent_to(&meera.email);
    let rewards = mails.iter().filter(|mail| mail.text.contains("Your friend has taken their first class")).count();
    assert_eq!(rewards, 1);
    let line = only_audit_event(&app, &owner, "referral_granted").await;
    assert_eq!((&line["actor"], &line["reason"]), (&json!("admin:owner"), &json!("She asked for it")));
    assert_eq!(app.ledger_findings().await, []);
}

async fn daily_job_grants_rewards(app: TestApp) {
    app.new_admin("owner").await;
    let school = app.school().await;
    let meera = &school.student;
    let kavya = app.person("Kavya").await;
    name(&app, meera, "Kavya", &kavya.email).await;
    first_class(&app, meera, &kavya).await;
    book_and_hold(&app, meera, &kavya).await;
    app.clock.set(at("2026-03-05T04:31:00Z"));
    app.work().await;
    for _ in 0..3 {
        app.advance(days(1));
        app.work().await;
    }
    assert_eq!(app.count("referrals WHERE granted_at IS NOT NULL AND lot_id IS NOT NULL").await, 1);
    let history = app.get("/api/credit-history").by(meera).ok().await;
    let given = history["lots"].as_array().unwrap().iter().filter(|lot| lot["total"] == 1).count();
    assert_eq!(given, 1);
    assert_eq!(app.ledger_findings().await, []);
}

async fn failed_reward_does_not_delay_others(app: TestApp) {
    app.new_admin("owner").await;
    let school = app.school().await;
    let arjun = app.student("Arjun", &app.teacher("Leela").await).await;
    let kavya = app.person("Kavya").await;
    name(&app, &school.student, "Kavya", &kavya.email).await;
    first_class(&app, &school.student, &kavya).await;
    book_and_hold(&app, &school.student, &kavya).await;
    // Arjun has named Meera, who takes a class too; but his teacher has been suspended.
    let store = &app.ctx.store;
    let (first, who) = (raw::id(store, uuid::Uuid::nil()), raw::id(store, arjun.id.0));
    let sql = format!(
        "INSERT INTO referrals (id, student_id, name, email, email_key, created_at)
         SELECT {first}, {who}, 'Meera', email, email_key, 0 FROM people WHERE name = 'Meera'"
    );
    raw::execute(store, &sql).await;
    app.book(&school.student, &app.slot_at(&school.student, at("2026-03-04T03:30:00Z")).await).await;
    raw::execute(store, "UPDATE people SET suspended_at = 1 WHERE name = 'Leela'").await;
    app.clock.set(at("2026-03-05T04:31:00Z"));
    app.work().await;
    app.advance(days(1));
    app.work().await;
    assert_eq!(app.count("referrals WHERE granted_at IS NOT NULL").await, 1);
    raw::execute(store, "UPDATE people SET suspended_at = NULL WHERE name = 'Leela'").await;
    app.advance(days(1));
    app.work().await;
    assert_eq!(app.count("referrals WHERE granted_at IS NOT NULL").await, 2);
}

async fn referral_is_named_once_and_reveals_no_members(app: TestApp) {
    let school = app.school().await;
    let meera = &school.student;
    let arjun = app.student("Arjun", &school.teacher).await;
    let first = name(&app, meera, "Kavya", "kavya@people.test").await;
    for (who, email) in [(meera, "kavya@people.test"), (&arjun, "KAVYA@people.test"), (meera, arjun.email.as_str())] {
        assert_eq!(name(&app, who, "Kavya", email).await, first);
    }
    assert_eq!(app.count("referrals").await, 1);
    for (friend, email) in [("", "x@people.test"), ("X", "no address"), ("X", meera.email.as_str())] {
        let body = json!({ "name": friend, "email": email });
        app.post("/api/referrals", &body).by(meera).refused(InvalidFields).await;
    }
}

async fn open_referrals_are_limited(app: TestApp) {
    let school = app.school().await;
    for number in 0..20 {
        name(&app, &school.student, "Friend", &format!("friend{number}@people.test")).await;
    }
    let body = json!({ "name": "Friend", "email": "one-too-many@people.test" });
    app.post("/api/referrals", &body).by(&school.student).refused(TooManyRequests).await;
}
