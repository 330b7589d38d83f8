//! The calls of the admin API, and calls that need a person for themselves.

use axum::http::Method;
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_domain::identity::TeacherStatus;
use tala_gateways::totp;
use tala_tests::{AdminSession, Student, at, days, raw};
use uuid::Uuid;

use super::super::Everybody;
use super::{By, Story};

/// The calls of administrators, and the remaining calls of people.
pub(super) async fn make_admin_calls(story: &mut Story<'_>, everybody: &Everybody, held: &str) {
    let app = story.app;
    let owner = app.new_admin("owner").await;
    people(story, everybody, &owner).await;
    classes(story, everybody, &owner).await;
    money(story, everybody, &owner).await;
    the_rest(story, everybody, &owner).await;
    administrators(story, &owner).await;
    make_final_calls(story, everybody, held).await;
}

async fn administrators(story: &mut Story<'_>, owner: &AdminSession) {
    story.app.add_admin("helper", "support", false).await;
    let list = story.app.admin_get(owner, "/api/admin/admins").await;
    let helper = list["items"].as_array().unwrap().iter().find(|item| item["username"] == "helper").unwrap();
    let path = |act: &str| format!("/api/admin/admins/{}/{act}", helper["_id"].as_str().unwrap());
    let why = json!({ "reason": "A test" });
    for (operation, act) in [
        ("admin_reset_authenticator", "reset-authenticator"),
        ("admin_end_admin_sessions", "end-sessions"),
        ("admin_disable_admin", "disable"),
        ("admin_enable_admin", "enable"),
    ] {
        story.act(operation, &path(act), &why, owner).await;
    }
    let role = json!({ "role": "finance", "reason": "A test" });
    story.act("admin_change_admin_role", &path("role"), &role, owner).await;
    activation(story, owner).await;
}

/// A new administrator, from the owner's form to the password.
async fn activation(story: &mut Story<'_>, owner: &AdminSession) {
    let form = json!({ "username": "nila", "role": "support" });
    story.act("admin_create_admin", "/api/admin/admins", &form, owner).await;
    let list = story.app.admin_get(owner, "/api/admin/admins").await;
    let nila = list["items"].as_array().unwrap().iter().find(|item| item["username"] == "nila").unwrap();
    let renew = format!("/api/admin/admins/{}/activation-link", nila["_id"].as_str().unwrap());
    let link =
        story.call("admin_renew_activation_link", &renew, &json!({ "reason": "A test" }), By::Admin(owner)).await;
    let token = link["activationLink"].as_str().unwrap().split_once('#').unwrap().1;
    let form = json!({ "token": token });
    let check = "/api/admin/activation/check";
    let pending = story.call("admin_check_activation_link", check, &form, By::Anonymous).await;
    let secret = SecretString::from(pending["setupKey"].as_str().unwrap());
    let code = totp::code_at(&secret, story.app.now()).unwrap();
    let form = json!({ "token": token, "password": "seven quiet lanterns", "code": code });
    story.call("admin_activate_account", "/api/admin/activation", &form, By::Anonymous).await;
}

async fn people(story: &mut Story<'_>, everybody: &Everybody, owner: &AdminSession) {
    let (app, teacher) = (story.app, &everybody.school.teacher);
    let why = json!({ "reason": "A test" });
    let one = app.teacher_with("Radha", TeacherStatus::Pending).await;
    let other = app.teacher_with("Nila", TeacherStatus::Pending).await;
    story.act("admin_approve_teacher", &format!("/api/admin/approve-teacher/{}", one.id), &json!({}), owner).await;
    let rejected = format!("/api/admin/reject-teacher/{}", other.id);
    let rejected = story.call("admin_reject_teacher", &rejected, &why, By::Admin(owner)).await;
    let undo = format!("/api/admin/undo-teacher-decision/{}", other.id);
    let decision = json!({ "decisionId": rejected["decisionId"] });
    story.act("admin_undo_teacher_decision", &undo, &decision, owner).await;
    let student = app.student("Tara", teacher).await;
    let path = |act: &str| format!("/api/admin/people/{}/{act}", student.id);
    let gift = json!({ "teacherId": teacher.id, "count": 2, "days": 9, "reason": "A test" });
    story.act("admin_grant_credits", &path("credits"), &gift, owner).await;
    let dollars = json!({ "currency": "USD", "reason": "A test" });
    let age = json!({ "birthDate": "1990-02-03", "reason": "a test" });
    story.act("admin_change_age", &path("age"), &age, owner).await;
    story.act("admin_change_currency", &path("currency"), &dollars, owner).await;
    story.act("admin_cancel_classes", &path("cancel-classes"), &why, owner).await;
    story.act("admin_suspend_person", &path("suspend"), &why, owner).await;
    story.act("admin_unsuspend_person", &path("unsuspend"), &why, owner).await;
    let paused = app.teacher("Pauses").await;
    let path = |act: &str| format!("/api/admin/people/{}/{act}", paused.id);
    app.admin_post(owner, &path("suspend"), &why).await;
    story.act("admin_refund_unspent_credits", &path("refund-unspent-credits"), &why, owner).await;
    let (from, to) = (app.teacher("Gives").await, app.teacher("Takes").await);
    let body = json!({ "teacherId": to.id, "reason": "A test" });
    story.act("admin_hand_over_students", &format!("/api/admin/people/{}/hand-over", from.id), &body, owner).await;
    let gone = app.student("Gone", teacher).await;
    story.act("admin_delete_person", &format!("/api/admin/people/{}", gone.id), &why, owner).await;
    let leaves = app.student("Leaves", teacher).await;
    let form = json!({ "email": leaves.email });
    story.call("delete_account", "/api/account", &form, By::Person(&leaves)).await;
}

async fn classes(story: &mut Story<'_>, everybody: &Everybody, owner: &AdminSession) {
    let (app, teacher) = (story.app, &everybody.school.teacher);
    let why = json!({ "reason": "A test" });
    app.open_hours(teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let student = app.student("Usha", teacher).await;
    let lot = app.lot(&student, 2, days(30)).await;
    let longer = json!({ "days": 3, "reason": "A test" });
    story.act("admin_extend_credit_lot", &format!("/api/admin/credit-lots/{lot}/extend"), &longer, owner).await;
    let booked = app.book(&student, &app.slot_at(&student, at("2026-03-12T03:30:00Z")).await).await;
    let path = |act: &str| format!("/api/admin/bookings/{}/{act}", booked["_id"].as_str().unwrap());
    // Only a mail that was sent can be resent.
    raw::execute(&app.ctx.store, "UPDATE outbox SET state = 'done', finished_at = 0").await;
    story.act("admin_resend_booking_mail", &path("resend-mail"), &why, owner).await;
    let elsewhere = json!({ "dateTime": "2026-03-13T03:30:00Z", "reason": "A test" });
    story.act("admin_reschedule_booking", &path("reschedule"), &elsewhere, owner).await;
    story.act("admin_cancel_booking", &path("cancel"), &why, owner).await;
    let class = json!({ "dateTime": "2026-03-25T10:00:00Z", "classTypeKey": "Group" });
    let classes = format!("/api/teacher/{}/classes", teacher.id);
    let class = story.call("publish_class", &classes, &class, By::Person(teacher)).await;
    let off = format!("{classes}/{}/cancel", class["class"]["_id"].as_str().unwrap());
    story.call("cancel_published_class", &off, &why, By::Person(teacher)).await;
}

async fn money(story: &mut Story<'_>, everybody: &Everybody, owner: &AdminSession) {
    let app = story.app;
    let student = &app.student("Asha", &everybody.school.teacher).await;
    let why = json!({ "reason": "A test" });
    let coupon = json!({ "code": "SPRING", "percent": 10, "limit": 5, "note": "A test" });
    story.act("admin_create_coupon", "/api/admin/coupons", &coupon, owner).await;
    story.act("admin_deactivate_coupon", "/api/admin/coupons/SPRING/deactivate", &why, owner).await;
    let order = app.order(student, &app.slot_at(student, at("2026-03-14T03:30:00Z")).await, None).await;
    let payment = app.pay(&order);
    app.success_request(student, &order, &payment).ok().await;
    let partial = format!("/api/admin/orders/{}/partial-refunds", order["order"]["_id"].as_str().unwrap());
    let amount = json!({
        "amount": 10, "refundable": 1022.98, "bearer": "platform", "reason": "A test", "idempotencyKey": "1",
    });
    story.act("admin_create_partial_refund", &partial, &amount, owner).await;
    let refund = format!("/api/admin/orders/{}/refund", order["order"]["_id"].as_str().unwrap());
    story.act("admin_refund_order", &refund, &why, owner).await;
    raw::execute(&app.ctx.store, "UPDATE refunds SET state = 'failed'").await;
    let failed = app.admin_get(owner, "/api/admin/refunds").await;
    let retry = format!("/api/admin/refunds/{}/retry", failed["items"][0]["_id"].as_str().unwrap());
    story.act("admin_retry_refund", &retry, &why, owner).await;
    let reply = json!({ "text": "x,UTR 1,5", "apply": true, "reason": "A test" });
    story.act("admin_import_bank_reply", "/api/admin/payouts/bank-reply", &reply, owner).await;
    story.act("admin_run_payouts", "/api/admin/payouts/run", &json!({ "date": "2026-03-02" }), owner).await;
    for (number, operation, act, body) in [
        (1, "admin_mark_payout_paid", "paid", json!({ "reference": "UTR 1" })),
        (2, "admin_mark_payout_failed", "failed", why.clone()),
        (1, "admin_reverse_payout", "reverse", why),
    ] {
        let id = payout(story, everybody, number).await;
        story.act(operation, &format!("/api/admin/payouts/{id}/{act}"), &body, owner).await;
    }
}

/// An exported payout, created on first use.
async fn payout(story: &Story<'_>, everybody: &Everybody, number: u128) -> Uuid {
    let (store, id) = (&story.app.ctx.store, Uuid::from_u128(number));
    let (row, owner) = (raw::id(store, id), raw::id(store, everybody.school.teacher.id.0));
    if raw::count(store, &format!("payouts WHERE id = {row}")).await == 0 {
        let columns =
            "id, teacher_id, currency, period_end_at, state, classes, amount_minor, account_encrypted, account_last4,
             exported_at, created_at, updated_at";
        let values = format!("{row}, {owner}, 'INR', {number}, 'prepared', 1, 1, '{{}}', '1234', 0, 0, 0");
        raw::execute(store, &format!("INSERT INTO payouts ({columns}) VALUES ({values})")).await;
    }
    id
}

async fn the_rest(story: &mut Story<'_>, everybody: &Everybody, owner: &AdminSession) {
    let app = story.app;
    let list = app.admin_get(owner, "/api/admin/messages").await;
    let answer = format!("/api/admin/messages/{}/reply", list["items"][0]["_id"].as_str().unwrap());
    story.act("admin_reply_to_message", &answer, &json!({ "text": "Soon" }), owner).await;
    // The matrix's own call is sent too soon after the form was opened.
    let form = json!({
        "name": "Waits", "email": "waits@people.test", "role": "Teacher", "location": "Oslo", "country": "Norway",
        "dancestyle": "Ballet", "elapsedMs": 60_000,
    });
    story.call("join_waitlist", "/api/waitlist", &form, By::Anonymous).await;
    let waiting = app.admin_get(owner, "/api/admin/waitlist").await;
    let invite = format!("/api/admin/waitlist/{}/invite", waiting["items"][0]["_id"].as_str().unwrap());
    story.act("admin_invite_waitlist_entry", &invite, &json!({ "note": "Come" }), owner).await;
    let first = "(SELECT id FROM outbox WHERE state = 'ready' ORDER BY id LIMIT 1)";
    raw::execute(&app.ctx.store, &format!("UPDATE outbox SET state = 'dead', finished_at = 0 WHERE id = {first}"))
        .await;
    let dead = app.admin_get(owner, "/api/admin/outbox?state=dead").await;
    let resend = format!("/api/admin/outbox/{}/retry", dead["items"][0]["_id"].as_str().unwrap());
    story.act("admin_retry_job", &resend, &json!({ "reason": "A test" }), owner).await;
    referral(story, &everybody.other_student, owner).await;
    story.call("admin_sign_in", "/api/admin/login", &login(AdminSession::PASSWORD), By::Anonymous).await;
}

/// The referred friend takes the first class.
async fn referral(story: &mut Story<'_>, named_by: &Student, owner: &AdminSession) {
    let app = story.app;
    let friend = app.student("Friend", &named_by.teacher).await;
    app.open_hours(&named_by.teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    app.lot(&friend, 1, days(30)).await;
    let booked = app.book(&friend, &app.slot_at(&friend, at("2026-03-12T04:30:00Z")).await).await;
    let id = raw::id(&app.ctx.store, booked["_id"].as_str().unwrap().parse().unwrap());
    let completed = "status = 'completed', commission_rate = 0, taught_hours = 1, net_minor = 0";
    raw::execute(&app.ctx.store, &format!("UPDATE bookings SET {completed} WHERE id = {id}")).await;
    let named = app.admin_get(owner, "/api/admin/referrals").await;
    let grant = format!("/api/admin/referrals/{}/grant", named["items"][0]["_id"].as_str().unwrap());
    story.act("admin_grant_referral_reward", &grant, &json!({ "reason": "A test" }), owner).await;
}

/// Calls that end sessions or need another day.
async fn make_final_calls(story: &mut Story<'_>, everybody: &Everybody, held: &str) {
    let (app, teacher) = (story.app, &everybody.school.teacher);
    app.clock.set(at("2026-03-03T05:00:00Z"));
    let path = format!("/api/bookings/{held}/no-show");
    story.call("mark_no_show", &path, &json!({ "noShow": true }), By::Person(teacher)).await;
    let owner = app.admin_login("owner").await;
    let change = json!({ "current": AdminSession::PASSWORD, "next": "incorrect horse battery" });
    story.act("admin_change_password", "/api/admin/password", &change, &owner).await;
    let credentials = json!({ "password": "incorrect horse battery" });
    let new =
        story.call("admin_create_authenticator", "/api/admin/authenticator", &credentials, By::Admin(&owner)).await;
    let secret = SecretString::from(new["setupKey"].as_str().unwrap());
    let confirmation = json!({ "proposal": new["proposal"], "code": totp::code_at(&secret, app.now()).unwrap() });
    story.act("admin_confirm_authenticator", "/api/admin/authenticator/confirm", &confirmation, &owner).await;
    let mut login = login("incorrect horse battery");
    login["code"] = json!(totp::code_at(&secret, app.now()).unwrap());
    let reply = app.request(Method::POST, "/api/admin/login").header("content-type", "application/json");
    reply.body(login.to_string()).ok().await;
}

fn login(password: &str) -> Value {
    json!({ "username": "owner", "password": password })
}

impl Story<'_> {
    async fn act(&mut self, operation: &str, path: &str, body: &Value, owner: &AdminSession) {
        self.call(operation, path, body, By::Admin(owner)).await;
    }
}
