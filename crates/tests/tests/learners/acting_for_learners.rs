//! A guardian books, pays and reads for a learner.

use serde_json::json;
use tala_domain::error::ErrorCode::{ForbiddenSubject, LearnerNotFound, RoleNotAllowed};
use tala_tests::fixtures::booking_id;
use tala_tests::{PaymentsApp, Person, Student, Teacher, TestApp, at, both_dbs, days, minutes, raw};

both_dbs!(
    a_guardian_books_for_a_child,
    mails_about_a_child_go_to_the_guardian,
    a_guardian_who_wants_no_reminders_gets_none,
    credits_of_a_child_that_expire_soon_are_announced_to_the_guardian,
    the_teacher_can_reach_the_guardian,
    each_child_has_their_own_classes_and_credits,
    the_header_names_only_own_learners,
    a_guardian_pays_and_gets_the_receipt,
    a_phone_number_is_kept_with_the_guardian,
    children_earn_no_rewards,
    a_message_to_support_names_the_child,
    a_suspended_child_cannot_be_acted_for,
    a_guardian_sees_the_classes_of_the_whole_family,
    teachers_are_told_how_to_reach_the_guardian,
    support_sees_the_family_of_a_person,
);

/// Tomorrow, 9:00 in India.
const NINE: &str = "2026-03-03T03:30:00Z";
/// Tomorrow, 10:00 in India.
const TEN: &str = "2026-03-03T04:30:00Z";

/// A guardian with one child of a teacher with open hours.
async fn family(app: &TestApp) -> (Person, Student, Teacher) {
    let padma = app.teacher("Padma").await;
    app.open_hours(&padma, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let anita = app.person("Anita").await;
    let asha = app.learner("Asha", &anita, &padma).await;
    app.lot(&asha, 4, days(30)).await;
    app.work().await;
    (anita, asha, padma)
}

async fn a_guardian_books_for_a_child(app: TestApp) {
    let (anita, asha, padma) = family(&app).await;
    let booking = app.book(&asha, &app.slot_at(&asha, at(NINE)).await).await;
    assert_eq!((&booking["studentId"], &booking["studentName"]), (&json!(asha.id.to_string()), &json!("Asha")));
    let listed = app.get("/api/active-classes").by(&asha).ok().await;
    assert_eq!(listed[0]["_id"], booking["_id"]);
    let taught = app.get(&format!("/api/active-classes?teacherId={}", padma.id)).by(&padma).ok().await;
    assert_eq!(taught[0]["studentName"], "Asha");
    app.get("/api/active-classes").by(&anita).refused(RoleNotAllowed).await;
    let actor = format!(
        "audit_log WHERE action = 'booked_with_credits' AND actor_id = {}",
        raw::id(&app.ctx.store, anita.id.0)
    );
    assert_eq!(app.count(&actor).await, 1, "the guardian has booked");
    let cancel = format!("/api/bookings/{}/cancel", booking_id(&booking));
    app.post(&cancel, &json!({})).by(&anita).refused(tala_domain::error::ErrorCode::NotFound).await;
    app.post(&cancel, &json!({})).by(&asha).ok().await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn mails_about_a_child_go_to_the_guardian(app: TestApp) {
    let (anita, asha, padma) = family(&app).await;
    app.book(&asha, &app.slot_at(&asha, at(NINE)).await).await;
    app.work().await;
    let mail = &app.mailer.sent_to(&anita.email)[1];
    assert!(mail.subject.starts_with("Asha: Booked: "), "{}", mail.subject);
    assert!(mail.text.contains("This email is about Asha."), "{}", mail.text);
    let invitation = mail.invitation.as_ref().unwrap();
    assert!(invitation.text.replace("\r\n ", "").contains(&format!("mailto:{}", anita.email)), "{}", invitation.text);
    let of_teacher = &app.mailer.sent_to(&padma.email)[1];
    assert!(of_teacher.subject.contains("Asha") && !of_teacher.text.contains("This email is about"));
}

async fn a_guardian_who_wants_no_reminders_gets_none(app: TestApp) {
    let (anita, asha, padma) = family(&app).await;
    let farah = app.person("Farah").await;
    let zoya = app.learner("Zoya", &farah, &padma).await;
    app.lot(&zoya, 1, days(30)).await;
    app.book(&asha, &app.slot_at(&asha, at(NINE)).await).await;
    app.book(&zoya, &app.slot_at(&zoya, at(TEN)).await).await;
    app.work().await;
    let choice = json!({ "mails": { "classReminderHour": false } });
    app.post("/api/account", &choice).by(&anita).ok().await;
    for start in [NINE, TEN] {
        app.clock.set(at(start).saturating_sub(minutes(45)).unwrap());
        app.work().await;
        app.work().await;
    }
    let reminders = |guardian: &Person| {
        let mails = app.mailer.sent_to(&guardian.email).into_iter();
        mails.filter(|mail| mail.subject.contains("Starting soon")).count()
    };
    assert_eq!((reminders(&farah), reminders(&anita)), (1, 0));
}

async fn credits_of_a_child_that_expire_soon_are_announced_to_the_guardian(app: TestApp) {
    let (anita, ..) = family(&app).await;
    app.advance(days(24));
    app.work().await;
    app.work().await;
    let subjects: Vec<_> = app.mailer.sent_to(&anita.email).into_iter().map(|mail| mail.subject).collect();
    assert!(subjects.last().unwrap().starts_with("Asha: "), "{subjects:?}");
    assert!(subjects.last().unwrap().contains("expire"), "{subjects:?}");
}

async fn the_teacher_can_reach_the_guardian(app: TestApp) {
    let (anita, asha, padma) = family(&app).await;
    let phone = json!({ "phone": "+91 98765 43210" });
    app.post("/api/account", &phone).by(&anita).ok().await;
    app.book(&asha, &app.slot_at(&asha, at(NINE)).await).await;
    app.work().await;
    let students = app.get(&format!("/api/teacher/students?email={}", padma.email)).by(&padma).ok().await;
    let shown = &students["students"][0];
    assert_eq!((&shown["name"], &shown["email"]), (&json!("Asha"), &json!(anita.email)));
    assert_eq!(shown["phone"], "+91 98765 43210");
    let mail = &app.mailer.sent_to(&padma.email)[1];
    assert_eq!(mail.reply_to.as_ref().unwrap().address, anita.email);
}

async fn each_child_has_their_own_classes_and_credits(app: TestApp) {
    let (anita, asha, padma) = family(&app).await;
    let ravi = app.learner("Ravi", &anita, &padma).await;
    app.lot(&ravi, 1, days(30)).await;
    app.book(&asha, &app.slot_at(&asha, at(NINE)).await).await;
    app.book(&ravi, &app.slot_at(&ravi, at(TEN)).await).await;
    let profile = async |learner: &Student| {
        app.get(&format!("/api/student-profile?email={}", anita.email)).by(learner).ok().await
    };
    assert_eq!(profile(&asha).await["classCredits"], 3);
    assert_eq!(profile(&ravi).await["classCredits"], 0);
    let classes = app.get("/api/active-classes").by(&ravi).ok().await;
    assert_eq!((classes.as_array().unwrap().len(), &classes[0]["studentName"]), (1, &json!("Ravi")));
    let of_asha = format!("/api/bookings?studentId={}", asha.id);
    app.get(&of_asha).by(&ravi).refused(ForbiddenSubject).await;
}

async fn the_header_names_only_own_learners(app: TestApp) {
    let (anita, asha, padma) = family(&app).await;
    let farah = app.person("Farah").await;
    let zoya = app.learner("Zoya", &farah, &padma).await;
    let unknown = app.ctx.new_id().to_string();
    for id in [zoya.id.to_string(), anita.id.to_string(), padma.id.to_string(), unknown, "x".to_owned(), String::new()]
    {
        app.get("/api/bookings").by(&anita).header("x-learner", &id).refused(LearnerNotFound).await;
    }
    app.get("/api/bookings").by(&padma).header("x-learner", &asha.id.to_string()).refused(LearnerNotFound).await;
    assert_eq!(app.get("/api/bookings").by(&asha).ok().await, json!([]));
}

async fn a_guardian_pays_and_gets_the_receipt(payments: PaymentsApp) {
    let app = &payments.base;
    let (anita, asha, _) = family(app).await;
    let order = payments.order_package(&asha, 4, None).await;
    let payment = payments.pay(&order);
    payments.success_request(&asha, &order, &payment).ok().await;
    let id = order["order"]["_id"].as_str().unwrap();
    let receipt = app.get(&format!("/api/orders/{id}/receipt")).by(&asha).ok().await;
    assert_eq!(receipt["buyer"], json!({ "name": "Anita", "email": anita.email }));
    payments.deliver_events().await;
    assert!(app.mailer.sent_to(&anita.email).iter().any(|mail| mail.subject.starts_with("Asha: Your 4 ")));
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_phone_number_is_kept_with_the_guardian(app: TestApp) {
    let (anita, asha, _) = family(&app).await;
    let slot = app.slot_at(&asha, at(NINE)).await;
    let mut body = tala_tests::fixtures::booking_body(&asha, &slot);
    body["studentPhone"] = json!("+91 98765 43210");
    app.post("/api/book-with-credits", &body).by(&asha).ok().await;
    assert_eq!(app.get("/api/account").by(&anita).ok().await["phone"], "+91 98765 43210");
    let profile = app.get(&format!("/api/student-profile?email={}", anita.email)).by(&asha).ok().await;
    assert_eq!(profile["phone"], "+91 98765 43210");
}

async fn children_earn_no_rewards(app: TestApp) {
    let (_, asha, _) = family(&app).await;
    let friend = json!({ "name": "Mira", "email": "mira@people.test" });
    app.post("/api/referrals", &friend).by(&asha).refused(RoleNotAllowed).await;
}

async fn a_message_to_support_names_the_child(app: TestApp) {
    let (anita, asha, _) = family(&app).await;
    let support = app.new_admin("support").await;
    let form = json!({ "messageType": "technical", "subject": "No sound", "message": "We heard nothing today." });
    app.post("/api/email/student-contact", &form).by(&asha).ok().await;
    let messages = app.admin_get(&support, "/api/admin/messages").await;
    let message = &messages["items"][0];
    assert_eq!((&message["name"], &message["email"]), (&json!("Anita"), &json!(anita.email)));
    assert!(message["about"].to_string().contains("Asha"), "{message}");
}

async fn a_suspended_child_cannot_be_acted_for(app: TestApp) {
    let (anita, asha, _) = family(&app).await;
    let support = app.new_admin("support").await;
    let reason = json!({ "reason": "Unsafe behaviour" });
    app.admin_post(&support, &format!("/api/admin/people/{}/suspend", asha.id), &reason).await;
    app.get("/api/bookings").by(&asha).refused(tala_domain::error::ErrorCode::AccountSuspended).await;
    app.get("/api/learners").by(&anita).ok().await;
}

async fn a_guardian_sees_the_classes_of_the_whole_family(app: TestApp) {
    let padma = app.teacher("Padma").await;
    app.open_hours(&padma, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    // A student with a child of the same teacher.
    let meera = app.student("Meera", &padma).await;
    let asha = app.learner("Asha", &meera, &padma).await;
    app.lot(&meera, 1, days(30)).await;
    app.lot(&asha, 1, days(30)).await;
    app.book(&asha, &app.slot_at(&asha, at(TEN)).await).await;
    app.book(&meera, &app.slot_at(&meera, at(NINE)).await).await;
    let listed = app.get("/api/learners/classes").by(&meera).ok().await["classes"].clone();
    let names: Vec<_> = listed.as_array().unwrap().iter().map(|class| class["studentName"].as_str().unwrap()).collect();
    assert_eq!(names, ["Meera", "Asha"]);
    let other = app.person("Farah").await;
    assert_eq!(app.get("/api/learners/classes").by(&other).ok().await["classes"], json!([]));
}

async fn teachers_are_told_how_to_reach_the_guardian(app: TestApp) {
    let (anita, _, padma) = family(&app).await;
    let joined = &app.mailer.sent_to(&padma.email)[0];
    assert!(joined.text.contains(&format!("Guardian's email: {}", anita.email)), "{}", joined.text);
    let leela = app.teacher("Leela").await;
    let support = app.new_admin("support").await;
    let form = json!({ "teacherId": leela.id, "reason": "A test" });
    app.admin_post(&support, &format!("/api/admin/people/{}/hand-over", padma.id), &form).await;
    app.work().await;
    let handed = app.mailer.sent_to(&leela.email).pop().unwrap();
    assert!(handed.text.contains(&format!("Asha: {}", anita.email)), "{}", handed.text);
}

async fn support_sees_the_family_of_a_person(app: TestApp) {
    let (anita, asha, _) = family(&app).await;
    let support = app.new_admin("support").await;
    let child = app.admin_get(&support, &format!("/api/admin/people/{}", asha.id)).await;
    assert_eq!(child["guardians"], json!([{ "_id": anita.id, "name": "Anita", "email": anita.email }]));
    assert_eq!(child["birthDate"], "2016-01-15");
    let guardian = app.admin_get(&support, &format!("/api/admin/people/{}", anita.id)).await;
    assert_eq!(guardian["learners"], json!([{ "_id": asha.id, "name": "Asha", "email": null }]));
}
