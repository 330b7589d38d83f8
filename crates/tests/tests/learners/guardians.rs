//! The second guardian: invitations, and what both guardians see and receive.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{
    AccountSuspended, EmailNotVerified, ForbiddenSubject, GuardianInvitationInvalid, GuardianRequired,
    GuardiansComplete, InvalidFields, LearnerNotFound, NotFound, OpenObligations, RoleNotAllowed, TooManyRequests,
};
use tala_tests::families::guardian_token;
use tala_tests::{PaymentsApp, Person, Student, Teacher, TestApp, at, both_dbs, days, raw};

both_dbs!(
    a_second_guardian_accepts_an_invitation,
    both_guardians_get_the_mails_about_a_child,
    a_mail_that_one_guardian_has_turned_off_is_sent_to_the_other,
    an_invitation_counts_for_its_address_only,
    a_withdrawn_expired_or_used_invitation_cannot_be_accepted,
    a_child_has_at_most_two_guardians,
    addresses_that_cannot_be_invited_are_named,
    the_teacher_of_a_child_cannot_become_its_guardian,
    someone_under_18_cannot_become_a_guardian,
    the_declaration_is_required,
    invitations_are_limited,
    one_guardian_can_delete_the_account_if_there_is_another,
    the_zone_of_a_child_follows_the_first_guardian,
    receipts_name_the_guardian_who_paid,
    guardians_do_not_act_for_an_adult_with_an_account,
    an_invitation_ends_with_the_suspension_of_its_sender,
    a_hand_over_leaves_out_children_of_the_new_teacher,
);

/// Tomorrow, 9:00 in India.
const NINE: &str = "2026-03-03T03:30:00Z";

struct Family {
    anita: Person,
    asha: Student,
    teacher: Teacher,
}

async fn family(app: &TestApp) -> Family {
    let teacher = app.teacher("Padma").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let anita = app.person("Anita").await;
    let asha = app.learner("Asha", &anita, &teacher).await;
    Family { anita, asha, teacher }
}

async fn invite(app: &TestApp, learner: &Student, to: &Person) -> Value {
    let form = json!({ "email": to.email });
    let reply = app.post("/api/guardian-invitations", &form).by(learner).ok().await;
    app.work().await;
    reply["invitation"].clone()
}

fn acceptance(app: &TestApp, person: &Person) -> Value {
    json!({ "token": guardian_token(app, person), "isGuardian": true })
}

async fn a_second_guardian_accepts_an_invitation(app: TestApp) {
    let Family { anita, asha, .. } = family(&app).await;
    let bela = app.person("Bela").await;
    let invitation = invite(&app, &asha, &bela).await;
    let listed = app.get("/api/guardians").by(&asha).ok().await;
    assert_eq!(listed["invitations"], json!([invitation]));
    assert_eq!((&invitation["email"], &invitation["expiresAt"]), (&json!(bela.email), &json!("2026-03-16T04:30:00Z")));
    let token = json!({ "token": guardian_token(&app, &bela) });
    let preview = app.post("/api/guardian-invitations/preview", &token).by(&bela).ok().await;
    assert_eq!((&preview["learnerName"], &preview["invitedBy"]), (&json!("Asha"), &json!("Anita")));
    let accepted = app.post("/api/guardian-invitations/accept", &acceptance(&app, &bela)).by(&bela).ok().await;
    assert_eq!((&accepted["learner"]["name"], &accepted["learner"]["age"]), (&json!("Asha"), &json!(10)));
    let learners = app.post("/api/login", &json!({})).by(&bela).ok().await["learners"].clone();
    assert_eq!(learners, json!([accepted["learner"]]));
    let listed = app.get("/api/guardians").by(&asha).ok().await;
    let names =
        [&listed["guardians"][0], &listed["guardians"][1]].map(|guardian| (&guardian["name"], &guardian["isYou"]));
    assert_eq!(names, [(&json!("Anita"), &json!(true)), (&json!("Bela"), &json!(false))]);
    assert_eq!(listed["invitations"], json!([]));
    app.work().await;
    let notice = app.mailer.sent_to(&anita.email).pop().unwrap();
    assert_eq!(notice.subject, "Bela is now a guardian for Asha");
    let audit = "audit_log WHERE action IN ('guardian_invited', 'guardian_added')";
    assert_eq!(app.count(audit).await, 2);
}

async fn both_guardians_get_the_mails_about_a_child(app: TestApp) {
    let Family { anita, asha, .. } = family(&app).await;
    app.lot(&asha, 2, days(30)).await;
    let (bela, _) = app.second_guardian("Bela", &asha).await;
    let settings = json!({ "language": "hi", "fixedTimeZone": "America/New_York" });
    app.post("/api/account", &settings).by(&bela).ok().await;
    let farah = app.person("Farah").await;
    let zoya = app.learner("Zoya", &farah, &asha.teacher).await;
    app.lot(&zoya, 1, days(30)).await;
    app.book(&asha, &app.slot_at(&asha, at(NINE)).await).await;
    app.work().await;
    app.work().await;
    let of_anita = app.mailer.sent_to(&anita.email).pop().unwrap();
    let of_bela = app.mailer.sent_to(&bela.email).pop().unwrap();
    assert!(of_anita.subject.starts_with("Asha: Booked: "), "{}", of_anita.subject);
    assert!(
        of_bela.subject.starts_with("Asha: ") && of_bela.html.contains("<html lang=\"hi\">"),
        "{}",
        of_bela.subject
    );
    assert!(of_bela.text.contains("GMT−5"), "in the second guardian's zone: {}", of_bela.text);
    assert!(of_bela.text.contains(&format!("&learner={}", asha.id)), "{}", of_bela.text);
    assert!(of_anita.text.contains(&format!("/booking?learner={}#", asha.id)), "{}", of_anita.text);
    assert_ne!(of_anita.message_id, of_bela.message_id);
    let invitation = of_bela.invitation.unwrap().text.replace("\r\n ", "");
    assert!(invitation.contains(&format!("mailto:{}", bela.email)), "{invitation}");
    let mails = app.mailer.sent().len();
    app.work().await;
    assert_eq!(app.mailer.sent().len(), mails, "each gets one");
    assert_eq!(app.mailer.sent_to(&farah.email).len(), 1, "other guardians get only theirs");
}

async fn a_mail_that_one_guardian_has_turned_off_is_sent_to_the_other(app: TestApp) {
    let Family { anita, asha, .. } = family(&app).await;
    app.lot(&asha, 2, days(30)).await;
    let (bela, _) = app.second_guardian("Bela", &asha).await;
    app.post("/api/account", &json!({ "mails": { "classReminderHour": false } })).by(&anita).ok().await;
    app.book(&asha, &app.slot_at(&asha, at(NINE)).await).await;
    app.work().await;
    app.clock.set(at("2026-03-03T02:45:00Z"));
    for _ in 0..3 {
        app.work().await;
    }
    let reminders = |guardian: &Person| {
        let mails = app.mailer.sent_to(&guardian.email).into_iter();
        mails.filter(|mail| mail.subject.contains("Starting soon")).count()
    };
    assert_eq!((reminders(&anita), reminders(&bela)), (0, 1));
}

async fn an_invitation_counts_for_its_address_only(app: TestApp) {
    let Family { asha, .. } = family(&app).await;
    let bela = app.person("Bela").await;
    invite(&app, &asha, &bela).await;
    let farah = app.person("Farah").await;
    let token = acceptance(&app, &bela);
    for path in ["preview", "accept"] {
        let path = format!("/api/guardian-invitations/{path}");
        app.post(&path, &token).by(&farah).refused(ForbiddenSubject).await;
        app.post(&path, &json!({ "token": "0".repeat(64), "isGuardian": true }))
            .by(&bela)
            .refused(GuardianInvitationInvalid)
            .await;
    }
    let unverified = raw::id(&app.ctx.store, bela.id.0);
    let sql = format!("UPDATE people SET email = NULL, email_key = NULL WHERE id = {unverified}");
    raw::execute(&app.ctx.store, &sql).await;
    app.post("/api/guardian-invitations/accept", &token).by(&bela).refused(EmailNotVerified).await;
    assert_eq!(app.count("guardians").await, 1);
}

async fn a_withdrawn_expired_or_used_invitation_cannot_be_accepted(app: TestApp) {
    let Family { asha, .. } = family(&app).await;
    let bela = app.person("Bela").await;
    let first = invite(&app, &asha, &bela).await;
    let token = acceptance(&app, &bela);
    let path = format!("/api/guardian-invitations/{}", first["_id"].as_str().unwrap());
    let farah = app.person("Farah").await;
    let zoya = app.learner("Zoya", &farah, &asha.teacher).await;
    app.delete(&path, &json!({})).by(&zoya).refused(NotFound).await;
    app.delete(&path, &json!({})).by(&asha).ok().await;
    app.delete(&path, &json!({})).by(&asha).refused(NotFound).await;
    app.post("/api/guardian-invitations/accept", &token).by(&bela).refused(GuardianInvitationInvalid).await;
    invite(&app, &asha, &bela).await;
    let token = acceptance(&app, &bela);
    app.advance(days(14));
    app.post("/api/guardian-invitations/accept", &token).by(&bela).refused(GuardianInvitationInvalid).await;
    app.work().await;
    assert_eq!(app.count("guardian_invitations").await, 0, "expired ones are deleted");
    invite(&app, &asha, &bela).await;
    let token = acceptance(&app, &bela);
    app.post("/api/guardian-invitations/accept", &token).by(&bela).ok().await;
    app.post("/api/guardian-invitations/accept", &token).by(&bela).refused(GuardianInvitationInvalid).await;
}

async fn a_child_has_at_most_two_guardians(app: TestApp) {
    let Family { asha, .. } = family(&app).await;
    let (bela, farah) = (app.person("Bela").await, app.person("Farah").await);
    invite(&app, &asha, &bela).await;
    let form = json!({ "email": farah.email });
    app.post("/api/guardian-invitations", &form).by(&asha).refused(GuardiansComplete).await;
    app.post("/api/guardian-invitations/accept", &acceptance(&app, &bela)).by(&bela).ok().await;
    app.post("/api/guardian-invitations", &form).by(&asha).refused(GuardiansComplete).await;
    assert_eq!(app.count("guardians").await, 2);
}

async fn addresses_that_cannot_be_invited_are_named(app: TestApp) {
    let Family { anita, asha, teacher } = family(&app).await;
    let adult = app.student("Meera", &teacher).await;
    for (person, email) in
        [(&asha, "not an address"), (&asha, ""), (&asha, "Anita@People.test"), (&adult, "bela@people.test")]
    {
        let form = json!({ "email": email });
        let problem = app.post("/api/guardian-invitations", &form).by(person).refused(InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], "email", "{email}: {problem}");
    }
    let bela = json!({ "email": "bela@people.test" });
    app.post("/api/guardian-invitations", &bela).by(&anita).refused(RoleNotAllowed).await;
    assert_eq!(app.count("guardian_invitations").await, 0);
}

async fn the_teacher_of_a_child_cannot_become_its_guardian(app: TestApp) {
    let Family { asha, teacher, .. } = family(&app).await;
    invite(&app, &asha, &teacher).await;
    let problem = app
        .post("/api/guardian-invitations/accept", &acceptance(&app, &teacher))
        .by(&teacher)
        .refused(InvalidFields)
        .await;
    assert_eq!(problem["errors"][0]["field"], "token", "{problem}");
}

async fn someone_under_18_cannot_become_a_guardian(app: TestApp) {
    let Family { asha, teacher, .. } = family(&app).await;
    let minor = app.student("Mira", &teacher).await;
    app.post("/api/account", &json!({ "birthDate": "2010-03-03" })).by(&minor).ok().await;
    invite(&app, &asha, &minor).await;
    app.post("/api/guardian-invitations/accept", &acceptance(&app, &minor)).by(&minor).refused(GuardianRequired).await;
    app.post("/api/learners", &tala_tests::families::learner_form("Ravi", &teacher))
        .by(&minor)
        .refused(GuardianRequired)
        .await;
}

async fn the_declaration_is_required(app: TestApp) {
    let Family { anita, asha, teacher } = family(&app).await;
    let bela = app.person("Bela").await;
    invite(&app, &asha, &bela).await;
    let token = json!({ "token": guardian_token(&app, &bela) });
    let problem = app.post("/api/guardian-invitations/accept", &token).by(&bela).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "isGuardian", "{problem}");
    let mut form = tala_tests::families::learner_form("Ravi", &teacher);
    form["isGuardian"] = json!(false);
    let problem = app.post("/api/learners", &form).by(&anita).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "isGuardian", "{problem}");
}

async fn invitations_are_limited(app: TestApp) {
    let Family { asha, .. } = family(&app).await;
    for number in 0..5 {
        let form = json!({ "email": format!("person{number}@people.test") });
        let reply = app.post("/api/guardian-invitations", &form).by(&asha).ok().await;
        let path = format!("/api/guardian-invitations/{}", reply["invitation"]["_id"].as_str().unwrap());
        app.delete(&path, &json!({})).by(&asha).ok().await;
    }
    let form = json!({ "email": "one.more@people.test" });
    app.post("/api/guardian-invitations", &form).by(&asha).refused(TooManyRequests).await;
}

async fn one_guardian_can_delete_the_account_if_there_is_another(app: TestApp) {
    let Family { anita, asha, .. } = family(&app).await;
    let (bela, asha_of_bela) = app.second_guardian("Bela", &asha).await;
    app.delete("/api/account", &json!({ "email": anita.email })).by(&anita).ok().await;
    assert_eq!(app.get("/api/bookings").by(&asha_of_bela).ok().await, json!([]));
    app.delete("/api/account", &json!({ "email": bela.email })).by(&bela).refused(OpenObligations).await;
    let support = app.new_admin("support").await;
    let reason = json!({ "reason": "A test" });
    app.admin_post(&support, &format!("/api/admin/people/{}/suspend", bela.id), &reason).await;
    app.get("/api/bookings").by(&asha_of_bela).refused(AccountSuspended).await;
    app.get("/api/bookings").by(&asha).refused(RoleNotAllowed).await;
}

async fn the_zone_of_a_child_follows_the_first_guardian(app: TestApp) {
    let Family { anita, asha, .. } = family(&app).await;
    let (bela, _) = app.second_guardian("Bela", &asha).await;
    let zone = async || app.get("/api/user").by(&asha).ok().await["timeZone"].clone();
    app.post("/api/login", &json!({ "timeZone": "America/New_York" })).by(&bela).ok().await;
    assert_eq!(zone().await, "Asia/Kolkata");
    app.post("/api/login", &json!({ "timeZone": "Europe/Berlin" })).by(&anita).ok().await;
    assert_eq!(zone().await, "Europe/Berlin");
    app.post("/api/account", &json!({ "fixedTimeZone": "Asia/Kolkata" })).by(&anita).ok().await;
    assert_eq!(zone().await, "Asia/Kolkata");
}

async fn receipts_name_the_guardian_who_paid(payments: PaymentsApp) {
    let app = &payments.base;
    let Family { asha, .. } = family(app).await;
    let (bela, asha_of_bela) = app.second_guardian("Bela", &asha).await;
    let order = payments.order_package(&asha_of_bela, 4, None).await;
    // The purchase is not completed yet.
    app.delete("/api/account", &json!({ "email": bela.email })).by(&bela).refused(OpenObligations).await;
    let payment = payments.pay(&order);
    payments.success_request(&asha_of_bela, &order, &payment).ok().await;
    let path = format!("/api/orders/{}/receipt", order["order"]["_id"].as_str().unwrap());
    for reader in [&asha, &asha_of_bela] {
        let receipt = app.get(&path).by(reader).ok().await;
        assert_eq!(receipt["buyer"], json!({ "name": "Bela", "email": bela.email }));
    }
}

async fn guardians_do_not_act_for_an_adult_with_an_account(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let mira = app.student("Mira", &teacher).await;
    app.post("/api/account", &json!({ "birthDate": "2008-03-04" })).by(&mira).ok().await;
    let (anita, mira_of_anita) = app.second_guardian("Anita", &mira).await;
    let (bela, _) = app.second_guardian("Bela", &mira).await;
    app.get("/api/bookings").by(&mira_of_anita).ok().await;
    // The eighteenth birthday is in two days.
    app.advance(days(2));
    let path = format!("/api/learners/{}", mira.id);
    app.get("/api/bookings").by(&mira_of_anita).refused(LearnerNotFound).await;
    app.get(&format!("{path}/export")).by(&anita).refused(LearnerNotFound).await;
    app.delete(&path, &json!({ "name": "Mira" })).by(&anita).refused(LearnerNotFound).await;
    assert_eq!(app.get("/api/learners").by(&anita).ok().await["learners"], json!([]));
    app.lot(&mira, 1, days(30)).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let before = app.mailer.sent().len();
    app.book(&mira, &app.slot_at(&mira, at("2026-03-06T03:30:00Z")).await).await;
    app.work().await;
    app.work().await;
    let sent: Vec<_> = app.mailer.sent().split_off(before).into_iter().map(|mail| mail.to.address).collect();
    assert_eq!(sent.iter().filter(|address| **address == mira.email).count(), 1, "{sent:?}");
    assert!(!sent.contains(&anita.email) && !sent.contains(&bela.email), "{sent:?}");
    app.delete("/api/account", &json!({ "email": anita.email })).by(&anita).ok().await;
}

async fn an_invitation_ends_with_the_suspension_of_its_sender(app: TestApp) {
    let Family { anita, asha, .. } = family(&app).await;
    let bela = app.person("Bela").await;
    invite(&app, &asha, &bela).await;
    let token = acceptance(&app, &bela);
    let support = app.new_admin("support").await;
    let reason = json!({ "reason": "A test" });
    app.admin_post(&support, &format!("/api/admin/people/{}/suspend", anita.id), &reason).await;
    app.post("/api/guardian-invitations/accept", &token).by(&bela).refused(GuardianInvitationInvalid).await;
}

async fn a_hand_over_leaves_out_children_of_the_new_teacher(app: TestApp) {
    let Family { teacher, .. } = family(&app).await;
    let leela = app.teacher("Leela").await;
    app.learner("Ravi", &leela, &teacher).await;
    let support = app.new_admin("support").await;
    let form = json!({ "teacherId": leela.id, "reason": "A test" });
    let moved = app.admin_post(&support, &format!("/api/admin/people/{}/hand-over", teacher.id), &form).await;
    assert_eq!(moved["students"], 1, "Asha only: {moved}");
    let left = app.get("/api/learners").by(&leela).ok().await;
    assert_eq!(left["learners"][0]["teacherName"], "Padma", "{left}");
}
