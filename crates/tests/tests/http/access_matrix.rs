//! Authorization matrix: one table over every operation of the API description (D4, D8).

mod account;
mod admin;
mod extra_fields;
mod table;
mod teaching;

use std::collections::BTreeMap;

use axum::http::Method;
use razorpay_sandbox::payment_signature;
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::identity::TeacherStatus;
use tala_tests::families::learner_form;
use tala_tests::fixtures::{School, booking_body, booking_id};
use tala_tests::{KEY_SECRET, PaymentsApp, Person, Student, Teacher, TestApp, Token, at, both_dbs, days, raw};

use self::table::{CALLERS, FOR_LEARNERS, TABLE};

both_dbs!(
    every_caller_gets_the_status_of_the_matrix,
    guardians_act_for_their_own_learners_only,
    ids_of_others_are_refused,
);

/// Administrators as callers: their session is valid for the admin API only, so here each counts as anonymous.
const ADMINS: [&str; 3] = ["owner", "support", "finance"];

/// A call about the student, their teacher and their booking.
fn call(operation: &str, school: &School, things: &Things) -> (String, Option<Value>) {
    let School { student, teacher } = school;
    let Things { booking, slot, .. } = things;
    let (email, id, teacher_id) = (&student.email, student.id, teacher.id);
    let mail = json!({ "bookingDetails": { "bookingId": booking } });
    match operation {
        "get_config" => ("/api/config".to_owned(), None),
        "sign_in" => ("/api/login".to_owned(), Some(json!({}))),
        "send_link_code" => ("/api/identity/link-code".to_owned(), None),
        "link_identity" => ("/api/identity/link".to_owned(), Some(json!({ "code": "123456" }))),
        "get_user_status" => ("/api/user-status".to_owned(), Some(json!({ "email": email }))),
        "get_user" => (format!("/api/user?id={id}"), None),
        "get_user_by_email" => (format!("/api/user/direct?email={email}"), None),
        "get_referral_code" => (format!("/api/referral-code?email={email}"), None),
        "get_teacher_by_referral" => (format!("/api/teacher-by-referral?code={}", teacher.code), None),
        "onboard_student" => {
            let form = json!({ "email": email, "name": "X", "referralCode": teacher.code, "location": "India" });
            ("/api/onboard-student".to_owned(), Some(form))
        }
        "create_learner" => ("/api/learners".to_owned(), Some(learner_form("Child", teacher))),
        "join_waitlist" => {
            let form = json!({ "name": "X", "email": "x@people.test", "location": "Oslo", "country": "Norway" });
            ("/api/waitlist".to_owned(), Some(form))
        }
        "leave_waitlist" => (format!("/api/waitlist/leave/{booking}"), None),
        "list_slots" => ("/api/slots".to_owned(), None),
        "list_available_slots" => (format!("/api/teacher/{teacher_id}/available-slots"), None),
        "get_availability" => (format!("/api/teacher/{teacher_id}/availability"), None),
        "save_availability" => {
            let hours = json!([{ "dayOfWeek": 1, "timeRanges": [{ "start": "09:00", "end": "12:00" }] }]);
            let form = json!({ "timeZone": "Asia/Kolkata", "visibilityDays": 60, "weeklySchedule": hours });
            (format!("/api/teacher/{teacher_id}/availability"), Some(form))
        }
        "get_student_profile" => (format!("/api/student-profile?email={email}"), None),
        "list_credit_history" => (format!("/api/credit-history?studentId={id}"), None),
        "list_bookings" => (format!("/api/bookings?studentId={id}"), None),
        "list_active_classes" => (format!("/api/active-classes?teacherId={teacher_id}"), None),
        "book_with_credits" => ("/api/book-with-credits".to_owned(), Some(booking_body(student, slot))),
        "send_booking_email" => ("/api/send-booking-email".to_owned(), Some(mail)),
        "send_booking_email_under_email" => ("/api/email/send-booking-email".to_owned(), Some(mail)),
        "list_referrals" => ("/api/referrals".to_owned(), None),
        "refer_friend" => {
            ("/api/referrals".to_owned(), Some(json!({ "name": "A friend", "email": "friend@people.test" })))
        }
        "get_booking_calendar" => (format!("/api/bookings/{booking}/calendar"), None),
        "create_calendar_event" => ("/api/calendar-events".to_owned(), Some(json!({ "bookingId": booking }))),
        other => account::call(other, email)
            .or_else(|| teaching::call(other, school, things))
            .unwrap_or_else(|| money_call(other, student, things)),
    }
}

/// The same for calls about money.
fn money_call(operation: &str, student: &Student, things: &Things) -> (String, Option<Value>) {
    let Things { to_cancel, to_move, slot, paid, success, .. } = things;
    let wish = |quote: &Value| {
        json!({
            "slotId": slot["_id"], "studentEmail": student.email, "paymentAmount": quote["total"],
            "currency": quote["currency"], "teacherId": slot["teacherId"], "packageSize": 4,
        })
    };
    match operation {
        "cancel_booking" => (format!("/api/bookings/{to_cancel}/cancel"), Some(json!({}))),
        "reschedule_booking" => {
            let to = &things.move_to;
            let form = json!({ "slotId": to["_id"], "dateTime": to["dateTime"], "isVirtualSlot": true });
            (format!("/api/bookings/{to_move}/reschedule"), Some(form))
        }
        "create_quote" => ("/api/quote".to_owned(), Some(json!({ "slotId": things.to_pay["_id"] }))),
        "create_booking" | "create_booking_under_api" => {
            let path = if operation == "create_booking" { "/create-booking" } else { "/api/create-booking" };
            let mut form = wish(&things.class_quote);
            form["slotId"] = things.to_pay["_id"].clone();
            (path.to_owned(), Some(form))
        }
        "purchase_package" => ("/api/bulk-purchase".to_owned(), Some(wish(&things.package_quote))),
        "confirm_class_payment" => ("/api/payment-success".to_owned(), Some(success.clone())),
        "confirm_package_payment" => ("/api/payment-success-bulk".to_owned(), Some(success.clone())),
        "list_orders" => ("/api/orders".to_owned(), None),
        "get_order" => (format!("/api/orders/{paid}"), None),
        "cancel_order" => (format!("/api/orders/{paid}/cancel"), Some(json!({}))),
        "get_receipt" => (format!("/api/orders/{paid}/receipt"), None),
        "receive_payment_event" => ("/api/webhooks/razorpay".to_owned(), Some(json!({ "event": "payment.captured" }))),
        "validate_coupon" => ("/api/coupons/validate".to_owned(), Some(json!({ "code": "TEN" }))),
        "apply_coupon" => ("/api/coupons/apply".to_owned(), Some(json!({ "code": "TEN" }))),
        other => panic!(
            "add a request for {other} to `call` in access_matrix/account.rs, teaching.rs or here, and a row to table.rs"
        ),
    }
}

/// Every operation of the API description: id, method, path template, and whether it needs a sign-in.
fn operations() -> Vec<(String, Method, String, bool)> {
    let description: Value = serde_json::from_str(&tala_app::router::openapi_json().unwrap()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let id = operation["operationId"].as_str().unwrap_or_else(|| panic!("{method} {path} has no operation id"));
            let security = operation.get("security").unwrap_or(&description["security"]);
            let is_public = security == &json!([{}]) || security == &json!([]);
            operations.push((id.to_owned(), method, path.clone(), !is_public));
        }
    }
    operations
}

struct Everybody {
    school: School,
    tokens: BTreeMap<&'static str, Option<String>>,
    people: Vec<Person>,
    other_student: Student,
    other_teacher: Teacher,
}

async fn everybody(app: &TestApp) -> Everybody {
    let school = app.school().await;
    let user = app.person("User").await;
    let classmate = app.student("Classmate", &school.teacher).await;
    let other_teacher = app.teacher("Leela").await;
    let other_student = app.student("Sofia", &other_teacher).await;
    app.lot(&other_student, 4, days(30)).await;
    let pending = app.teacher_with("Devika", TeacherStatus::Pending).await;
    let own = school.student.token();
    let people: Vec<Person> =
        [&user, &*school.student, &classmate, &other_student, &*school.teacher, &other_teacher, &pending]
            .map(Person::clone)
            .to_vec();
    let mut tokens: BTreeMap<&'static str, Option<String>> =
        CALLERS[5..].iter().zip(&people).map(|(caller, person)| (*caller, Some(app.mint(&person.token())))).collect();
    tokens.insert("nobody", None);
    tokens.insert("bad token", Some("bad.token.indeed".to_owned()));
    tokens.insert("expired", Some(app.mint(&own.clone().expires_in_seconds(-3600))));
    tokens.insert("foreign issuer", Some(app.mint(&own.issuer("https://id.evil.test"))));
    Everybody { school, tokens, people, other_student, other_teacher }
}

/// Resources that the calls are about.
struct Things {
    booking: String,
    to_cancel: String,
    to_move: String,
    slot: Value,
    move_to: Value,
    to_pay: Value,
    class_quote: Value,
    package_quote: Value,
    paid: String,
    success: Value,
    to_change: String,
    to_cancel_class: String,
    payout: String,
}

async fn things(app: &PaymentsApp, student: &Student) -> Things {
    let slot = async |day: &str| app.slot_at(student, at(&format!("2026-03-{day}T03:30:00Z"))).await;
    let book = async |day: &str| booking_id(&app.book(student, &slot(day).await).await).to_string();
    let publish = async |day: &str| {
        let start = at(&format!("2026-03-{day}T10:00:00Z"));
        app.publish(&student.teacher, start, (ClassType::Group, 10, 1)).await.to_string()
    };
    app.coupon("TEN", 10).await;
    let order = app.order(student, &slot("05").await, None).await;
    let payment = app.pay(&order);
    app.success_request(student, &order, &payment).ok().await;
    let to_pay = slot("09").await;
    Things {
        booking: book("03").await,
        to_cancel: book("06").await,
        to_move: book("07").await,
        slot: slot("04").await,
        move_to: slot("08").await,
        class_quote: app.quote(student, &to_pay, None).await,
        to_pay,
        package_quote: app.package_quote(student, 4, None).await,
        to_change: publish("20").await,
        to_cancel_class: publish("21").await,
        payout: teaching::payout(app, &student.teacher).await,
        paid: order["order"]["_id"].as_str().unwrap().to_owned(),
        success: json!({
            "order_id": order["orderId"], "payment_id": payment,
            "signature": payment_signature(KEY_SECRET, order["orderId"].as_str().unwrap(), &payment),
        }),
    }
}

async fn every_caller_gets_the_status_of_the_matrix(payments_app: PaymentsApp) {
    let app = &payments_app.base;
    let Everybody { school, mut tokens, .. } = everybody(app).await;
    let things = things(&payments_app, &school.student).await;
    let table: BTreeMap<&str, [u16; 12]> = TABLE.iter().copied().collect();
    let operations: Vec<_> = operations().into_iter().filter(|(_, _, path, _)| !admin::is_admin_path(path)).collect();
    let described: Vec<&str> = operations.iter().map(|(id, ..)| id.as_str()).collect();
    let stale: Vec<_> = table.keys().filter(|id| !described.contains(*id)).collect();
    assert!(stale.is_empty(), "rows of the table without an operation: {stale:?}");
    let mut admins = Vec::new();
    for role in ADMINS {
        admins.push(app.new_admin(role).await);
    }
    let mut wrong = Vec::new();
    for (id, method, template, wants_sign_in) in &operations {
        let Some(expected) = table.get(id.as_str()) else {
            panic!("{method} {template} ({id}) has no row in the table")
        };
        assert_eq!(*wants_sign_in, expected[0] == 401, "{id}: what the description says about signing in");
        let (path, body) = call(id, &school, &things);
        let asked = || match &body {
            Some(body) => {
                let request = app.request(method.clone(), &path).header("content-type", "application/json");
                request.body(body.to_string())
            }
            None => app.request(method.clone(), &path),
        };
        for admin in &admins {
            let reply = asked().as_admin(admin).send().await;
            if reply.status.as_u16() != expected[0] {
                wrong.push(format!("{id} by {}, an administrator: {} {:.200}", admin.name, reply.status, reply.text));
            }
        }
        for (caller, expected) in CALLERS.iter().zip(expected) {
            // A person at the first sign-in is unknown to every call except the login call, which creates the row.
            let fresh = Token::of(&format!("stranger-{id}")).email(&format!("stranger-{id}@people.test"));
            tokens.insert("stranger", Some(app.mint(&fresh)));
            let request = match &tokens[caller] {
                Some(token) => asked().bearer(token),
                None => asked(),
            };
            let is_file = ["get_payout_statement", "get_booking_calendar"].contains(&id.as_str()) && *expected == 200;
            let reply = if is_file { request.send_unchecked().await } else { request.send().await };
            if reply.status.as_u16() != *expected {
                wrong.push(format!("{id} by {caller}: {} instead of {expected}: {:.200}", reply.status, reply.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    raw::execute(&app.ctx.store, "DELETE FROM payouts").await;
    assert_eq!(app.ledger_findings().await, []);
}

/// A guardian may do for a learner what the student may do, except earning rewards. Another guardian may do nothing for the
/// learner.
async fn guardians_act_for_their_own_learners_only(payments_app: PaymentsApp) {
    let app = &payments_app.base;
    let School { teacher, .. } = app.school().await;
    let anita = app.person("Anita").await;
    let student = app.learner("Asha", &anita, &teacher).await;
    app.lot(&student, 8, days(30)).await;
    let farah = app.person("Farah").await;
    app.learner("Zoya", &farah, &teacher).await;
    let school = School { student, teacher };
    let things = things(&payments_app, &school.student).await;
    let operations: BTreeMap<_, _> = operations().into_iter().map(|(id, method, ..)| (id, method)).collect();
    let mut wrong = Vec::new();
    let rows: Vec<_> = TABLE.iter().filter(|(id, _)| FOR_LEARNERS.contains(id)).collect();
    assert_eq!(rows.len(), FOR_LEARNERS.len(), "each has a row in the table");
    for (id, expected) in rows {
        let (path, body) = call(id, &school, &things);
        let asked = |person: &Person| {
            let request = app.request(operations[*id].clone(), &path).header("content-type", "application/json");
            let request = request.by(person).header("x-learner", &school.student.id.to_string());
            request.body(body.as_ref().map(Value::to_string).unwrap_or_default())
        };
        let own = match *id {
            "refer_friend" => 403,
            // Adults have no guardians.
            "invite_guardian" => 200,
            _ => expected[6],
        };
        for (person, expected) in [(&farah, 404), (&anita, own)] {
            let reply = asked(person).send_unchecked().await;
            if reply.status.as_u16() != expected {
                wrong.push(format!(
                    "{id} by {}: {} instead of {expected}: {:.200}",
                    person.name, reply.status, reply.text
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    raw::execute(&app.ctx.store, "DELETE FROM payouts").await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn ids_of_others_are_refused(app: TestApp) {
    let Everybody { school, people, other_student, other_teacher, .. } = everybody(&app).await;
    let theirs = app.get("/api/bookings").by(&other_student).ok().await;
    assert_eq!(theirs, json!([]));
    let (student, teacher) = (&school.student, &school.teacher);
    for person in &people {
        for other in &people {
            if person.id == other.id {
                continue;
            }
            for path in [
                format!("/api/user?email={}", other.email),
                format!("/api/user/direct?email={}", other.email),
                format!("/api/referral-code?email={}", other.email),
                format!("/api/student-profile?email={}", other.email),
                format!("/api/bookings?studentId={}", other.id),
                format!("/api/bookings?teacherId={}", other.id),
                format!("/api/active-classes?teacherId={}", other.id),
                format!("/api/active-classes?studentId={}", other.id),
                format!("/api/credit-history?studentId={}", other.id),
            ] {
                let reply = app.get(&path).by(person).send().await;
                assert_eq!(reply.status, 403, "{} asks {path}: {}", person.name, reply.text);
            }
        }
    }
    let seen = app.get(&format!("/api/user?id={}", teacher.id)).by(student).ok().await;
    assert_eq!((&seen["name"], &seen["role"]), (&json!("Padma"), &json!("teacher")));
    for private in ["phone", "referralCode", "currency", "location"] {
        assert_eq!(seen[private], Value::Null, "{private} is not for students");
    }
    let seen = app.get(&format!("/api/user?id={}", student.id)).by(teacher).ok().await;
    for private in ["phone", "referralCode", "currency", "location", "teacher"] {
        assert_eq!(seen[private], Value::Null, "{private} is not for teachers");
    }
    app.get(&format!("/api/user?id={}", other_teacher.id))
        .by(student)
        .refused(tala_domain::error::ErrorCode::NotFound)
        .await;
}
