//! People in the admin API: search, suspension, currency (D19).

use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode::{
    AccountSuspended, AlreadyProcessed, InsufficientCredits, InvalidFields, InvalidInviteCode, InvalidSlot, NotFound,
};
use tala_tests::{TestApp, applicant, at, both_dbs, days, minutes, only_audit_event, raw};

both_dbs!(
    people_are_found_by_role_and_name,
    a_person_is_shown_with_everything,
    suspended_person_cannot_sign_in_until_unsuspended,
    history_of_a_person_shows_credits_and_classes,
    booking_with_a_suspended_teacher_is_refused,
    upcoming_classes_of_a_suspended_teacher_are_cancelled_once,
    one_student_is_handed_over_alone,
    students_are_handed_over_with_their_credits,
    invite_code_of_a_suspended_teacher_is_refused,
    a_students_currency_changes_once,
    credits_of_two_currencies_pay_one_class_each,
);

const PEOPLE: &str = "/api/admin/people";

async fn people_are_found_by_role_and_name(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let school = app.school().await;
    app.advance(minutes(1));
    let devika = applicant(&app, "Devika").await;
    app.advance(minutes(1));
    app.person("100%_Kavya").await;
    let names = async |query: &str| {
        let page = app.admin_get(&owner, &format!("{PEOPLE}?{query}")).await;
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("role=student").await, ["Meera"]);
    assert_eq!(names("role=teacher").await, ["Devika Rao", "Padma"]);
    assert_eq!(names("role=user").await, ["100%_Kavya"]);
    assert_eq!(names("").await.len(), 4);
    assert_eq!(names("q=PADMA%40").await, ["Padma"], "by address");
    assert_eq!(names("q=100%25_k").await, ["100%_Kavya"], "signs part words");
    assert_eq!(names("q=x%27%20OR%201%3D1").await.len(), 0);
    let page = app.admin_get(&owner, &format!("{PEOPLE}?limit=3")).await;
    let rest = names(&format!("limit=3&after={}", page["next"].as_str().unwrap())).await;
    assert_eq!((page["items"].as_array().unwrap().len(), rest.len()), (3, 1));
    let listed = app.admin_get(&owner, &format!("{PEOPLE}?q=devika")).await["items"][0].clone();
    assert_eq!(
        (&listed["_id"], &listed["role"], &listed["status"]),
        (&json!(devika.id.to_string()), &json!("user"), &json!("pending"))
    );
    let student = app.admin_get(&owner, &format!("{PEOPLE}?q=meera")).await["items"][0].clone();
    assert_eq!((&student["_id"], &student["status"]), (&json!(school.student.id.to_string()), &json!("active")));
    app.get(&format!("{PEOPLE}?role=boss")).as_admin(&owner).refused(InvalidFields).await;
}

async fn a_person_is_shown_with_everything(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    app.book(&school.student, &slot).await;
    let meera = app.admin_get(&owner, &format!("{PEOPLE}/{}", school.student.id)).await;
    assert_eq!(meera["person"]["role"], "student");
    assert_eq!((&meera["student"]["teacherName"], &meera["student"]["currency"]), (&json!("Padma"), &json!("INR")));
    assert_eq!(meera["teacher"], Value::Null);
    assert_eq!((&meera["credits"][0]["remaining"], &meera["credits"][0]["origin"]), (&json!(3), &json!("granted")));
    assert_eq!(meera["bookings"][0]["dateTime"], "2026-03-05T03:30:00Z");
    let padma = app.admin_get(&owner, &format!("{PEOPLE}/{}", school.teacher.id)).await;
    assert_eq!((&padma["student"], &padma["teacher"]["inviteCode"]), (&Value::Null, &json!(school.teacher.code)));
    assert_eq!(padma["bookings"][0]["studentName"], "Meera");
    let nobody = format!("{PEOPLE}/01890000-0000-7000-8000-000000000001");
    app.get(&nobody).as_admin(&owner).refused(NotFound).await;
}

async fn suspended_person_cannot_sign_in_until_unsuspended(app: TestApp) {
    let support = app.new_admin("support").await;
    let meera = app.school().await.student;
    let (suspend, restore) = (format!("{PEOPLE}/{}/suspend", meera.id), format!("{PEOPLE}/{}/unsuspend", meera.id));
    app.post(&restore, &json!({ "reason": "x" })).as_admin(&support).refused(AlreadyProcessed).await;
    app.post(&suspend, &json!({ "reason": "" })).as_admin(&support).refused(InvalidFields).await;
    let shown = app.admin_post(&support, &suspend, &json!({ "reason": "Abuse" })).await;
    assert_eq!(shown["person"]["status"], "suspended");
    assert_eq!(shown["history"][0]["reason"], "Abuse");
    app.post(&suspend, &json!({ "reason": "Abuse" })).as_admin(&support).refused(AlreadyProcessed).await;
    app.post("/api/login", &json!({})).by(&meera).refused(AccountSuspended).await;
    app.get("/api/bookings").by(&meera).refused(AccountSuspended).await;
    app.admin_post(&support, &restore, &json!({ "reason": "A mistake" })).await;
    app.post("/api/login", &json!({})).by(&meera).ok().await;
    assert_eq!(only_audit_event(&app, &support, "person_unsuspended").await["before"], json!({ "suspended": true }));
}

async fn history_of_a_person_shows_credits_and_classes(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let booking = app.book(&school.student, &slot).await;
    let path = format!("{PEOPLE}/{}", school.student.id);
    let lot = app.admin_get(&support, &path).await["credits"][0]["_id"].as_str().unwrap().to_owned();
    let longer = json!({ "days": 7, "reason": "She was ill" });
    app.admin_post(&support, &format!("/api/admin/credit-lots/{lot}/extend"), &longer).await;
    let cancel = format!("/api/admin/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    app.admin_post(&support, &cancel, &json!({ "reason": "Still ill" })).await;
    let history = app.admin_get(&support, &path).await["history"].clone();
    let said: Vec<_> = history.as_array().unwrap().iter().filter_map(|line| line["reason"].as_str()).collect();
    assert_eq!(said, ["Still ill", "She was ill"]);
    let elsewhere = app.admin_get(&support, &format!("{PEOPLE}/{}", school.teacher.id)).await["history"].clone();
    assert!(elsewhere.as_array().unwrap().iter().all(|line| line["reason"] != "She was ill"), "{elsewhere}");
}

async fn booking_with_a_suspended_teacher_is_refused(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    app.admin_post(&support, &format!("{PEOPLE}/{}/suspend", school.teacher.id), &json!({ "reason": "Abuse" })).await;
    app.book_refused(&school.student, &slot, InvalidSlot).await;
    assert_eq!(app.count("bookings").await, 0);
    app.admin_post(&support, &format!("{PEOPLE}/{}/unsuspend", school.teacher.id), &json!({ "reason": "Settled" }))
        .await;
    app.book(&school.student, &slot).await;
}

async fn invite_code_of_a_suspended_teacher_is_refused(app: TestApp) {
    let (support, kavya) = (app.new_admin("support").await, app.person("Kavya").await);
    let padma = app.school().await.teacher;
    let code = format!("/api/teacher-by-referral?code={}", padma.code);
    app.get(&code).by(&kavya).ok().await;
    app.admin_post(&support, &format!("{PEOPLE}/{}/suspend", padma.id), &json!({ "reason": "Abuse" })).await;
    app.get(&code).by(&kavya).refused(InvalidInviteCode).await;
    let join = json!({ "email": kavya.email, "name": kavya.name, "referralCode": padma.code, "location": "India",
                       "timeZone": "Asia/Kolkata" });
    app.post("/api/onboard-student", &join).by(&kavya).refused(InvalidInviteCode).await;
    app.admin_post(&support, &format!("{PEOPLE}/{}/unsuspend", padma.id), &json!({ "reason": "Settled" })).await;
    app.post("/api/onboard-student", &join).by(&kavya).ok().await;
}

async fn a_students_currency_changes_once(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let path = format!("{PEOPLE}/{}/currency", school.student.id);
    let to = |currency: &str| json!({ "currency": currency, "reason": "Moved to New York" });
    app.post(&path, &to("EUR")).as_admin(&support).refused(InvalidFields).await;
    app.post(&path, &to("INR")).as_admin(&support).refused(AlreadyProcessed).await;
    let shown = app.admin_post(&support, &path, &to("USD")).await;
    assert_eq!(shown["student"]["currency"], "USD");
    assert_eq!(shown["credits"][0]["currency"], "INR", "credits keep what they were bought for");
    app.post(&path, &to("USD")).as_admin(&support).refused(AlreadyProcessed).await;
    let teacher = format!("{PEOPLE}/{}/currency", school.teacher.id);
    app.post(&teacher, &to("USD")).as_admin(&support).refused(NotFound).await;
    assert_eq!(only_audit_event(&app, &support, "currency_changed").await["after"], json!({ "currency": "USD" }));
    assert_eq!(app.ledger_findings().await, []);
}

async fn credits_of_two_currencies_pay_one_class_each(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let meera = &school.student;
    let double = app.publish(&school.teacher, at("2026-03-06T03:30:00Z"), (ClassType::Private, 1, 2)).await;
    let four = app.slots(meera).await;
    for slot in &four[..3] {
        app.book(meera, slot).await;
    }
    let to_dollars = json!({ "currency": "USD", "reason": "Moved to New York" });
    app.admin_post(&support, &format!("{PEOPLE}/{}/currency", meera.id), &to_dollars).await;
    let gift = json!({ "teacherId": school.teacher.id, "count": 1, "days": 60, "reason": "A welcome", "again": true });
    let grant = format!("{PEOPLE}/{}/credits", meera.id);
    app.admin_post(&support, &grant, &gift).await;
    // One rupee credit, one dollar credit, and a class that costs two.
    let slot = app.slot_at(meera, at("2026-03-06T03:30:00Z")).await;
    assert_eq!(slot["_id"], double.to_string());
    let problem = app.book_refused(meera, &slot, InsufficientCredits).await;
    assert!(problem["detail"].as_str().unwrap().contains("two currencies"), "{problem}");
    app.admin_post(&support, &grant, &gift).await;
    let booked = app.book(meera, &slot).await;
    assert_eq!(booked["currency"], "USD");
    app.book(meera, &four[4]).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn upcoming_classes_of_a_suspended_teacher_are_cancelled_once(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let arjun = app.student("Arjun", &school.teacher).await;
    app.lot(&arjun, 1, tala_tests::hours(1_000)).await;
    for (student, start) in [
        (&school.student, "2026-03-05T03:30:00Z"),
        (&school.student, "2026-03-06T03:30:00Z"),
        (&arjun, "2026-03-09T03:30:00Z"),
    ] {
        app.book(student, &app.slot_at(student, at(start)).await).await;
    }
    let path = |act: &str| format!("{PEOPLE}/{}/{act}", school.teacher.id);
    let reason = json!({ "reason": "Complaints" });
    app.admin_post(&support, &path("suspend"), &reason).await;
    let first = app.admin_post(&support, &path("cancel-classes"), &reason).await;
    assert_eq!(first, json!({ "cancelled": 3, "more": false }));
    let second = app.admin_post(&support, &path("cancel-classes"), &reason).await;
    assert_eq!(second, json!({ "cancelled": 0, "more": false }));
    app.work().await;
    let told =
        |address: &str| app.mailer.sent_to(address).iter().filter(|mail| mail.subject.starts_with("Cancelled")).count();
    assert_eq!((told(&school.student.email), told(&arjun.email)), (2, 1));
    let profile = app.get(&format!("/api/student-profile?email={}", arjun.email)).by(&arjun).ok().await;
    assert_eq!(profile["classCredits"], 1);
    assert_eq!(app.count("audit_log WHERE action = 'booking_cancelled' AND reason = 'Complaints'").await, 3);
    assert_eq!(app.ledger_findings().await, []);
}

async fn one_student_is_handed_over_alone(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let (leela, arjun) = (app.teacher("Leela").await, app.student("Arjun", &school.teacher).await);
    app.lot(&arjun, 2, days(30)).await;
    let path = format!("{PEOPLE}/{}/hand-over", school.teacher.id);
    let only = |student: &str| json!({ "teacherId": leela.id, "studentId": student, "reason": "Wishes to change" });
    app.post(&path, &only("x")).as_admin(&support).refused(InvalidFields).await;
    let id = arjun.id.to_string();
    let preview = format!("{path}-preview?teacherId={}&studentId={id}", leela.id);
    let effects = app.admin_get(&support, &preview).await;
    assert_eq!((&effects["students"], &effects["currencies"][0]["credits"]), (&json!(1), &json!(2)));
    assert_eq!(app.admin_post(&support, &path, &only(&id)).await, json!({ "students": 1, "more": false }));
    assert_eq!(app.admin_post(&support, &path, &only(&id)).await["students"], 0, "done once");
    app.work().await;
    for (student, teacher) in [(&school.student, "Padma"), (&arjun, "Leela")] {
        let page = app.admin_get(&support, &format!("{PEOPLE}/{}", student.id)).await;
        assert_eq!(page["student"]["teacherName"], teacher, "{}", student.name);
        assert_eq!(page["credits"][0]["teacherName"], teacher, "{}", student.name);
    }
    // The mails mention booked classes only if there are some.
    let mail = app.mailer.sent_to(&arjun.email).pop().unwrap();
    assert_eq!(mail.subject, "Your new teacher: Leela");
    for person in [&*arjun, &*school.teacher, &*leela] {
        let mail = app.mailer.sent_to(&person.email).pop().unwrap();
        assert!(!mail.text.contains("ooked"), "{}", mail.text);
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn students_are_handed_over_with_their_credits(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let leela = app.teacher("Leela").await;
    let path = format!("{PEOPLE}/{}/hand-over", school.teacher.id);
    let to = |teacher: &str| json!({ "teacherId": teacher, "reason": "Padma moves away" });
    for wrong in [school.teacher.id.to_string(), school.student.id.to_string(), "x".to_owned()] {
        app.post(&path, &to(&wrong)).as_admin(&support).refused(InvalidFields).await;
    }
    let new_teacher = leela.id.to_string();
    raw::execute(&app.ctx.store, "UPDATE teachers SET rate_inr_minor = 119900 WHERE invite_code <> ''").await;
    app.book(&school.student, &app.slot_at(&school.student, at("2026-03-04T03:30:00Z")).await).await;
    let preview = format!("{PEOPLE}/{}/hand-over-preview?teacherId=", school.teacher.id);
    app.get(&format!("{preview}{}", school.teacher.id)).as_admin(&support).refused(InvalidFields).await;
    let previewed = async || app.admin_get(&support, &format!("{preview}{new_teacher}")).await;
    assert_eq!(previewed().await["newTeacherSlots"], 0, "Leela has no hours yet");
    app.open_hours(&leela, "Asia/Kolkata", 7, &[(0..=6, "09:00", "12:00")]).await;
    assert_eq!(
        previewed().await,
        json!({
            "students": 1, "classes": 1, "newTeacherSlots": 20,
            "currencies": [{
                "currency": "INR", "students": 1, "previousPrice": 1199.0, "newPrice": 1199.0, "credits": 3,
                "creditsValue": 2997.0, "creditsAtNewPrice": 3597.0,
            }],
        })
    );
    let first = app.admin_post(&support, &path, &to(&new_teacher)).await;
    assert_eq!(first, json!({ "students": 1, "more": false }));
    assert_eq!(app.admin_post(&support, &path, &to(&new_teacher)).await["students"], 0, "done once");
    app.work().await;
    let find_mail = |address: &str, subject: &str| {
        let mails = app.mailer.sent_to(address);
        mails.iter().find(|mail| mail.subject == subject).cloned().unwrap_or_else(|| panic!("{subject}: {mails:?}"))
    };
    let to_meera = find_mail(&school.student.email, "Your new teacher: Leela");
    assert!(to_meera.text.contains("already booked with Padma stay booked"), "{}", to_meera.text);
    let to_padma = find_mail(&school.teacher.email, "1 student moved to Leela");
    let to_leela = find_mail(&leela.email, "You have 1 new student from Padma");
    assert!(to_padma.text.contains("Classes that they've booked with you stay booked."), "{}", to_padma.text);
    assert!(to_leela.text.contains("Their booked classes stay with Padma."), "{}", to_leela.text);
    assert!(to_padma.text.contains("Meera: 3 class credits"), "{}", to_padma.text);
    assert!(to_leela.text.contains(&format!("Meera: {}, 3 class credits", school.student.email)), "{}", to_leela.text);
    // The credits that were bought for Padma's classes pay for Leela's.
    let mut meera = school.student.clone();
    meera.teacher = leela.clone();
    let slot = app.slot_at(&meera, at("2026-03-05T03:30:00Z")).await;
    assert_eq!(app.book(&meera, &slot).await["teacherName"], "Leela");
    let meera = app.admin_get(&support, &format!("{PEOPLE}/{}", school.student.id)).await;
    assert_eq!(
        (&meera["student"]["teacherName"], &meera["credits"][0]["teacherName"]),
        (&json!("Leela"), &json!("Leela"))
    );
    assert_eq!(meera["student"]["inviteCode"], json!(school.teacher.code), "who invited the student stays known");
    let event = only_audit_event(&app, &support, "student_handed_over").await;
    assert_eq!((&event["subjectName"], &event["reason"]), (&json!("Meera"), &json!("Padma moves away")));
    assert_eq!(app.ledger_findings().await, []);
}
