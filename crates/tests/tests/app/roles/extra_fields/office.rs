//! The calls of the back office, and those of people that need somebody to themselves.

use axum::http::Method;
use serde_json::{Value, json};
use tala_domain::identity::TeacherStatus;
use tala_tests::{Officer, Student, at, days, raw};
use uuid::Uuid;

use super::super::Everybody;
use super::{By, Story};

/// An administrator's day, and what is left of the calls of people.
pub(super) async fn tell(story: &mut Story<'_>, everybody: &Everybody, held: &str) {
    let desk = story.desk;
    let owner = desk.officer("owner").await;
    people(story, everybody, &owner).await;
    classes(story, everybody, &owner).await;
    money(story, everybody, &owner).await;
    the_rest(story, everybody, &owner).await;
    goodbye(story, everybody, held).await;
}

async fn people(story: &mut Story<'_>, everybody: &Everybody, owner: &Officer) {
    let (desk, teacher) = (story.desk, &everybody.school.teacher);
    let why = json!({ "reason": "A test" });
    let one = desk.teacher_with("Radha", TeacherStatus::Pending).await;
    let other = desk.teacher_with("Nila", TeacherStatus::Pending).await;
    story.act("admin_approve_teacher", &format!("/api/admin/approve-teacher/{}", one.id), &json!({}), owner).await;
    story.act("admin_reject_teacher", &format!("/api/admin/reject-teacher/{}", other.id), &why, owner).await;
    let student = desk.student("Tara", teacher).await;
    let path = |act: &str| format!("/api/admin/people/{}/{act}", student.id);
    let gift = json!({ "teacherId": teacher.id, "count": 2, "days": 9, "reason": "A test" });
    story.act("admin_grant_credits", &path("credits"), &gift, owner).await;
    let dollars = json!({ "currency": "USD", "reason": "A test" });
    story.act("admin_change_currency", &path("currency"), &dollars, owner).await;
    story.act("admin_suspend_person", &path("suspend"), &why, owner).await;
    story.act("admin_restore_person", &path("restore"), &why, owner).await;
    let gone = desk.student("Gone", teacher).await;
    story.act("admin_delete_person", &format!("/api/admin/people/{}", gone.id), &why, owner).await;
    let leaves = desk.student("Leaves", teacher).await;
    let form = json!({ "email": leaves.email });
    story.tell("delete_account", "/api/account", &form, By::Person(&leaves)).await;
}

async fn classes(story: &mut Story<'_>, everybody: &Everybody, owner: &Officer) {
    let (desk, teacher) = (story.desk, &everybody.school.teacher);
    let why = json!({ "reason": "A test" });
    desk.open_hours(teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let student = desk.student("Usha", teacher).await;
    let lot = desk.lot(&student, 2, days(30)).await;
    let longer = json!({ "days": 3, "reason": "A test" });
    story.act("admin_extend_lot", &format!("/api/admin/credit-lots/{lot}/extend"), &longer, owner).await;
    let booked = desk.book(&student, &desk.slot_at(&student, at("2026-03-12T03:30:00Z")).await).await;
    let path = |act: &str| format!("/api/admin/bookings/{}/{act}", booked["_id"].as_str().unwrap());
    // It goes out once more only if it has gone out.
    raw::execute(&desk.ctx.store, "UPDATE outbox SET state = 'done', finished_at = 0").await;
    story.act("admin_resend_booking_mail", &path("resend-mail"), &why, owner).await;
    let elsewhere = json!({ "dateTime": "2026-03-13T03:30:00Z", "reason": "A test" });
    story.act("admin_move_booking", &path("move"), &elsewhere, owner).await;
    story.act("admin_cancel_booking", &path("cancel"), &why, owner).await;
    let class = json!({ "dateTime": "2026-03-25T10:00:00Z", "classTypeKey": "Group" });
    let classes = format!("/api/teacher/{}/classes", teacher.id);
    let class = story.tell("publish_class", &classes, &class, By::Person(teacher)).await;
    let off = format!("{classes}/{}/cancel", class["class"]["_id"].as_str().unwrap());
    story.tell("call_off_class", &off, &why, By::Person(teacher)).await;
}

async fn money(story: &mut Story<'_>, everybody: &Everybody, owner: &Officer) {
    let desk = story.desk;
    let student = &desk.student("Asha", &everybody.school.teacher).await;
    let why = json!({ "reason": "A test" });
    let coupon = json!({ "code": "SPRING", "percent": 10, "limit": 5, "note": "A test" });
    story.act("admin_add_coupon", "/api/admin/coupons", &coupon, owner).await;
    story.act("admin_stop_coupon", "/api/admin/coupons/SPRING/stop", &why, owner).await;
    let order = desk.order(student, &desk.slot_at(student, at("2026-03-14T03:30:00Z")).await, None).await;
    let payment = desk.pay(&order);
    desk.success_request(student, &order, &payment).ok().await;
    let refund = format!("/api/admin/orders/{}/refund", order["order"]["_id"].as_str().unwrap());
    story.act("admin_refund_order", &refund, &why, owner).await;
    raw::execute(&desk.ctx.store, "UPDATE refunds SET state = 'failed'").await;
    let failed = desk.reads(owner, "/api/admin/refunds").await;
    let retry = format!("/api/admin/refunds/{}/retry", failed["items"][0]["_id"].as_str().unwrap());
    story.act("admin_retry_refund", &retry, &why, owner).await;
    story.act("admin_run_payouts", "/api/admin/payouts/run", &json!({ "date": "2026-03-02" }), owner).await;
    for (number, operation, act, body) in [
        (1, "admin_pay_payout", "paid", json!({ "reference": "UTR 1" })),
        (2, "admin_fail_payout", "failed", why.clone()),
        (1, "admin_return_payout", "returned", why),
    ] {
        let id = payout(story, everybody, number).await;
        story.act(operation, &format!("/api/admin/payouts/{id}/{act}"), &body, owner).await;
    }
}

/// A payout that is in the bank's table, made at its first mention.
async fn payout(story: &Story<'_>, everybody: &Everybody, number: u128) -> Uuid {
    let (store, id) = (&story.desk.ctx.store, Uuid::from_u128(number));
    let (row, owner) = (raw::id(store, id), raw::id(store, everybody.school.teacher.id.0));
    if raw::count(store, &format!("payouts WHERE id = {row}")).await == 0 {
        let columns = "id, teacher_id, currency, cut_off, state, classes, amount_minor, account, account_last4,
             exported_at, created_at, updated_at";
        let values = format!("{row}, {owner}, 'INR', {number}, 'prepared', 1, 1, '{{}}', '1234', 0, 0, 0");
        raw::execute(store, &format!("INSERT INTO payouts ({columns}) VALUES ({values})")).await;
    }
    id
}

async fn the_rest(story: &mut Story<'_>, everybody: &Everybody, owner: &Officer) {
    let desk = story.desk;
    let list = desk.reads(owner, "/api/admin/messages").await;
    let answer = format!("/api/admin/messages/{}/answer", list["items"][0]["_id"].as_str().unwrap());
    story.act("admin_answer_message", &answer, &json!({ "text": "Soon" }), owner).await;
    // The table's own call is filled in too fast for a person.
    let form = json!({
        "name": "Waits", "email": "waits@people.test", "role": "Teacher", "location": "Oslo", "country": "Norway",
        "dancestyle": "Ballet", "elapsedMs": 60_000,
    });
    story.tell("join_waitlist", "/api/waitlist", &form, By::Nobody).await;
    let waiting = desk.reads(owner, "/api/admin/waitlist").await;
    let invite = format!("/api/admin/waitlist/{}/invite", waiting["items"][0]["_id"].as_str().unwrap());
    story.act("admin_invite_from_waitlist", &invite, &json!({ "note": "Come" }), owner).await;
    let first = "(SELECT id FROM outbox WHERE state = 'ready' ORDER BY id LIMIT 1)";
    raw::execute(&desk.ctx.store, &format!("UPDATE outbox SET state = 'dead', finished_at = 0 WHERE id = {first}"))
        .await;
    let dead = desk.reads(owner, "/api/admin/outbox?state=dead").await;
    let resend = format!("/api/admin/outbox/{}/resend", dead["items"][0]["_id"].as_str().unwrap());
    story.act("admin_resend_work", &resend, &json!({ "reason": "A test" }), owner).await;
    referral(story, &everybody.other_student, owner).await;
    story.tell("admin_login", "/api/admin/login", &login(Officer::PASSWORD), By::Nobody).await;
}

/// The friend whom somebody has named takes a first class.
async fn referral(story: &mut Story<'_>, named_by: &Student, owner: &Officer) {
    let desk = story.desk;
    let friend = desk.student("Friend", &named_by.teacher).await;
    desk.open_hours(&named_by.teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    desk.lot(&friend, 1, days(30)).await;
    let booked = desk.book(&friend, &desk.slot_at(&friend, at("2026-03-12T04:30:00Z")).await).await;
    let id = raw::id(&desk.ctx.store, booked["_id"].as_str().unwrap().parse().unwrap());
    raw::execute(&desk.ctx.store, &format!("UPDATE bookings SET status = 'completed' WHERE id = {id}")).await;
    let named = desk.reads(owner, "/api/admin/referrals").await;
    let grant = format!("/api/admin/referrals/{}/grant", named["items"][0]["_id"].as_str().unwrap());
    story.act("admin_grant_referral", &grant, &json!({ "reason": "A test" }), owner).await;
}

/// What ends sessions or needs another day.
async fn goodbye(story: &mut Story<'_>, everybody: &Everybody, held: &str) {
    let (desk, teacher) = (story.desk, &everybody.school.teacher);
    desk.clock.set(at("2026-03-03T05:00:00Z"));
    let path = format!("/api/bookings/{held}/no-show");
    story.tell("mark_no_show", &path, &json!({ "noShow": true }), By::Person(teacher)).await;
    let owner = desk.admin_login("owner").await;
    let change = json!({ "current": Officer::PASSWORD, "next": "incorrect horse battery" });
    story.act("admin_change_password", "/api/admin/password", &change, &owner).await;
    let reply = desk.request(Method::POST, "/api/admin/login").header("content-type", "application/json");
    reply.body(login("incorrect horse battery").to_string()).ok().await;
}

fn login(password: &str) -> Value {
    json!({ "username": "owner", "password": password })
}

impl Story<'_> {
    async fn act(&mut self, operation: &str, path: &str, body: &Value, owner: &Officer) {
        self.tell(operation, path, body, By::Officer(owner)).await;
    }
}
