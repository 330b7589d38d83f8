//! Authorization matrix of the admin API: only administrators have access, each role only to its operations (D7).

use std::collections::BTreeMap;

use axum::http::Method;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_tests::{AdminSession, PaymentsApp, TestApp, at, both_dbs, days};

use super::{CALLERS, Everybody, everybody, operations};

both_dbs!(admin_api_is_restricted_to_the_roles_of_the_matrix, each_role_does_what_it_may_and_nothing_else_happens,);

/// The administrators who may call an operation. Every other caller gets 401.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum For {
    /// Anonymous callers.
    Anonymous,
    /// Every administrator.
    All,
    /// Owner and support.
    Support,
    /// Owner and finance.
    Finance,
    /// Owners only.
    Owner,
}

#[rustfmt::skip]
const TABLE: &[(&str, For)] = &[
    ("admin_sign_in", For::Anonymous),
    ("admin_sign_out", For::All),
    ("admin_sign_out_everywhere", For::All),
    ("admin_get_session", For::All),
    ("admin_list_sessions", For::All),
    ("admin_end_session", For::All),
    ("admin_change_password", For::All),
    ("admin_create_authenticator", For::All),
    ("admin_confirm_authenticator", For::All),
    ("admin_check_activation_link", For::Anonymous),
    ("admin_activate_account", For::Anonymous),
    ("admin_list_admins", For::All),
    // The reply contains a link with which an account can be activated.
    ("admin_create_admin", For::Owner),
    ("admin_renew_activation_link", For::Owner),
    ("admin_disable_admin", For::Owner),
    ("admin_enable_admin", For::Owner),
    ("admin_end_admin_sessions", For::Owner),
    ("admin_change_admin_role", For::Owner),
    // The reply contains the secret of the authenticator.
    ("admin_reset_authenticator", For::Owner),
    ("admin_list_pending_teachers", For::All),
    ("admin_approve_teacher", For::Support),
    ("admin_reject_teacher", For::Support),
    ("admin_undo_teacher_decision", For::Support),
    ("admin_get_overview", For::All),
    ("admin_list_waitlist_entries", For::All),
    // Contains many people's addresses.
    ("admin_export_waitlist_entries", For::Support),
    ("admin_invite_waitlist_entry", For::Support),
    ("admin_list_messages", For::All),
    ("admin_get_message", For::All),
    ("admin_reply_to_message", For::Support),
    ("admin_list_jobs", For::All),
    ("admin_retry_job", For::Support),
    ("admin_get_ledger_check", For::All),
    ("admin_run_ledger_check", For::Finance),
    ("admin_list_audit_events", For::All),
    ("admin_search_records", For::All),
    ("admin_list_coupons", For::All),
    ("admin_create_coupon", For::Support),
    ("admin_deactivate_coupon", For::Support),
    ("admin_list_payouts", For::All),
    ("admin_get_payout", For::All),
    ("admin_list_owed", For::All),
    ("admin_import_bank_reply", For::Finance),
    // Contains complete account numbers.
    ("admin_export_payouts", For::Finance),
    ("admin_run_payouts", For::Finance),
    ("admin_mark_payout_paid", For::Finance),
    ("admin_mark_payout_failed", For::Finance),
    ("admin_reverse_payout", For::Finance),
    ("admin_list_people", For::All),
    ("admin_get_person", For::All),
    ("admin_preview_suspension", For::All),
    ("admin_suspend_person", For::Support),
    ("admin_unsuspend_person", For::Support),
    ("admin_cancel_classes", For::Support),
    ("admin_refund_unspent_credits", For::Finance),
    ("admin_preview_hand_over", For::All),
    ("admin_hand_over_students", For::Support),
    ("admin_change_currency", For::Support),
    ("admin_change_age", For::Support),
    ("admin_grant_credits", For::Support),
    ("admin_extend_credit_lot", For::Support),
    ("admin_list_bookings", For::All),
    ("admin_export_bookings", For::All),
    ("admin_get_booking", For::All),
    ("admin_list_available_slots", For::All),
    ("admin_cancel_booking", For::Support),
    ("admin_reschedule_booking", For::Support),
    ("admin_resend_booking_mail", For::Support),
    ("admin_list_orders", For::All),
    ("admin_export_orders", For::All),
    ("admin_export_refunds", For::All),
    ("admin_get_order", For::All),
    ("admin_refund_order", For::Finance),
    ("admin_create_partial_refund", For::Finance),
    ("admin_list_refunds", For::All),
    ("admin_retry_refund", For::Finance),
    // Contains many people's addresses.
    ("admin_export_people", For::Support),
    // Contains all data of a person.
    ("admin_export_person", For::Support),
    ("admin_delete_person", For::Support),
    ("admin_list_referrals", For::All),
    ("admin_grant_referral_reward", For::Support),
];

/// Whether a path belongs to the admin API.
pub(super) fn is_admin_path(path: &str) -> bool {
    path.starts_with("/api/admin/")
}

/// A call about a missing resource: an authorized caller gets 404, and nothing changes.
fn body(operation: &str) -> Value {
    let reason = json!({ "reason": "a test" });
    match operation {
        "admin_create_admin" => json!({ "username": "x", "role": "support" }),
        "admin_change_admin_role" => json!({ "role": "owner", "reason": "a test" }),
        "admin_change_password" => json!({ "current": "not the password", "next": "twelve letters" }),
        "admin_create_authenticator" => json!({ "password": "not the password" }),
        "admin_confirm_authenticator" => json!({ "proposal": "x", "code": "000000" }),
        "admin_invite_waitlist_entry" => json!({}),
        "admin_reply_to_message" => json!({ "text": "Hello" }),
        "admin_create_coupon" => json!({ "code": "x", "percent": 10 }),
        "admin_hand_over_students" => json!({ "teacherId": "x", "reason": "a test" }),
        "admin_change_age" => json!({ "ageBand": "30-44", "reason": "a test" }),
        "admin_change_currency" => json!({ "currency": "USD", "reason": "a test" }),
        "admin_grant_credits" => json!({ "teacherId": "x", "count": 1, "days": 1, "reason": "a test" }),
        "admin_extend_credit_lot" => json!({ "days": 1, "reason": "a test" }),
        "admin_create_partial_refund" => partial_refund(),
        "admin_reschedule_booking" => json!({ "dateTime": "2026-03-09T03:30:00Z", "reason": "a test" }),
        "admin_undo_teacher_decision" => json!({ "decisionId": "01890000-0000-7000-8000-000000000002" }),
        "admin_import_bank_reply" => json!({ "text": "x,UTR 1,5" }),
        "admin_mark_payout_paid" => json!({ "reference": "UTR 1" }),
        _ => reason,
    }
}

fn partial_refund() -> Value {
    json!({ "amount": 10, "refundable": 1022.98, "bearer": "teacher", "reason": "a test", "idempotencyKey": "1" })
}

async fn admin_api_is_restricted_to_the_roles_of_the_matrix(app: TestApp) {
    let Everybody { tokens, .. } = everybody(&app).await;
    let table: BTreeMap<&str, For> = TABLE.iter().copied().collect();
    let operations: Vec<_> = operations().into_iter().filter(|(_, _, path, _)| is_admin_path(path)).collect();
    let described: Vec<&str> = operations.iter().map(|(id, ..)| id.as_str()).collect();
    let stale: Vec<_> = table.keys().filter(|id| !described.contains(*id)).collect();
    assert!(stale.is_empty(), "rows of the table without an operation: {stale:?}");
    let mut admins = [app.new_admin("owner").await, app.new_admin("support").await, app.new_admin("finance").await];
    let outsider = AdminSession {
        name: "outsider".to_owned(),
        cookie: format!("__Host-tala_admin={}", "7".repeat(64)),
        csrf: "x".to_owned(),
    };
    let mut wrong = Vec::new();
    for (id, method, template, wants_sign_in) in &operations {
        let Some(expected) = table.get(id.as_str()) else {
            panic!("{method} {template} ({id}) has no row in the table")
        };
        assert_eq!(*wants_sign_in, *expected != For::Anonymous, "{id}: what the description says about signing in");
        if *expected == For::Anonymous {
            continue;
        }
        let path = template.replace("{id}", "01890000-0000-7000-8000-000000000001").replace("{code}", "NONE");
        let call = |admin: Option<&AdminSession>| {
            let mut request = app.request(method.clone(), &path);
            if *method != Method::GET {
                request = request.header("content-type", "application/json").body(body(id).to_string());
            }
            match admin {
                Some(admin) => request.as_admin(admin),
                None => request,
            }
        };
        for caller in CALLERS {
            let request = match &tokens.get(caller).cloned().flatten() {
                Some(token) => call(None).bearer(token),
                None => call(None),
            };
            let reply = request.send().await;
            if reply.status != 401 {
                wrong.push(format!("{id} by {caller}: {}", reply.status));
            }
        }
        let reply = call(Some(&outsider)).send().await;
        if reply.status != 401 {
            wrong.push(format!("{id} with a made-up session: {}", reply.status));
        }
        let may = match *expected {
            For::Owner => [true, false, false],
            For::Support => [true, true, false],
            For::Finance => [true, false, true],
            For::Anonymous | For::All => [true; 3],
        };
        for (admin, may) in admins.iter_mut().zip(may) {
            let name = admin.name.clone();
            let reply = call(Some(present(&app, admin).await)).send_unchecked().await;
            let refused = reply.status == 401 || reply.code() == Some(ErrorCode::RoleNotAllowed);
            if refused == may || reply.status.is_server_error() {
                wrong.push(format!("{id} by {name}: {} {:.200}", reply.status, reply.text));
            }
            if *method != Method::GET {
                let forged = call(None).header("cookie", &present(&app, admin).await.cookie).send().await;
                if forged.code() != Some(ErrorCode::Csrf) {
                    wrong.push(format!("{id} by {name} from a foreign page: {}", forged.status));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The administrator with a valid session: signs in again only if a call has ended it, because each sign-in costs a
/// slow hash.
async fn present<'a>(app: &TestApp, admin: &'a mut AdminSession) -> &'a AdminSession {
    if app.get("/api/admin/me").as_admin(admin).send_unchecked().await.status != 200 {
        *admin = app.admin_login(&admin.name).await;
    }
    admin
}

/// An action on existing people: its roles, request, and the rows that show its effect.
type Act = (For, String, Value, &'static str);

/// A separate teacher and student for one role, and the actions on them.
async fn acts(app: &PaymentsApp, role: &str) -> Vec<Act> {
    let teacher = app.teacher(&format!("Padma {role}")).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let student = app.student(&format!("Meera {role}"), &teacher).await;
    let applicant = app.teacher_with(&format!("Leela {role} z"), TeacherStatus::Pending).await;
    let lot = app.lot(&student, 2, days(30)).await;
    let booked = app.book(&student, &app.slot_at(&student, at("2026-03-05T03:30:00Z")).await).await;
    let booking = booked["_id"].as_str().unwrap().to_owned();
    let order = app.order(&student, &app.slot_at(&student, at("2026-03-05T04:30:00Z")).await, None).await;
    let payment = app.pay(&order);
    app.success_request(&student, &order, &payment).ok().await;
    let order = order["order"]["_id"].as_str().unwrap().to_owned();
    let form = json!({ "studentEmail": student.email, "messageType": "general", "subject": role, "message": "When?" });
    app.post("/api/email/student-contact", &form).by(&student).ok().await;
    let message = app.admin_get(&app.admin_login("owner").await, &format!("/api/admin/messages?q={role}")).await;
    let message = message["items"][0]["_id"].as_str().unwrap().to_owned();
    let why = json!({ "reason": "A test" });
    let mut part = partial_refund();
    part["idempotencyKey"] = json!(role);
    let person = |act: &str| format!("/api/admin/people/{}/{act}", student.id);
    let gift = json!({ "teacherId": teacher.id, "count": 1, "days": 9, "reason": "A test" });
    let coupon = json!({ "code": format!("{role}10"), "percent": 10, "reason": "A test" });
    let to_tuesday = json!({ "dateTime": "2026-03-10T03:30:00Z", "reason": "A test" });
    vec![
        (For::Support, person("suspend"), why.clone(), "people WHERE suspended_at IS NOT NULL"),
        (For::Support, person("unsuspend"), why.clone(), "audit_log WHERE action = 'person_unsuspended'"),
        (For::Support, person("credits"), gift, "credit_lots WHERE origin = 'granted'"),
        (
            For::Support,
            format!("/api/admin/credit-lots/{lot}/extend"),
            json!({ "days": 3, "reason": "A test" }),
            "audit_log WHERE action = 'credits_extended'",
        ),
        (
            For::Support,
            format!("/api/admin/bookings/{booking}/reschedule"),
            to_tuesday,
            "outbox WHERE topic = 'booking_rescheduled_student'",
        ),
        (
            For::Support,
            format!("/api/admin/bookings/{booking}/cancel"),
            why.clone(),
            "bookings WHERE status = 'cancelled'",
        ),
        (For::Support, format!("/api/admin/messages/{message}/reply"), json!({ "text": "Soon" }), "support_replies"),
        (
            For::Support,
            format!("/api/admin/reject-teacher/{}", applicant.id),
            why.clone(),
            "teachers WHERE status = 'rejected'",
        ),
        (For::Support, "/api/admin/coupons".to_owned(), coupon, "coupons"),
        (For::Finance, format!("/api/admin/orders/{order}/partial-refunds"), part, "refunds"),
        (For::Finance, format!("/api/admin/orders/{order}/refund"), why.clone(), "refunds"),
    ]
}

async fn each_role_does_what_it_may_and_nothing_else_happens(app: PaymentsApp) {
    for role in ["owner", "support", "finance"] {
        app.add_admin(role, role, false).await;
    }
    for role in ["owner", "support", "finance"] {
        let admin = app.admin_login(role).await;
        for (whose, path, body, rows) in acts(&app, role).await {
            let may = role == "owner" || (whose != For::Owner && (whose == For::Support) == (role == "support"));
            let before = app.count(rows).await;
            let reply = app.post(&path, &body).as_admin(&admin).send().await;
            if may {
                reply.ok();
                assert_eq!(app.count(rows).await, before + 1, "{role} {path}");
            } else {
                reply.refused(ErrorCode::RoleNotAllowed);
                assert_eq!(app.count(rows).await, before, "{role} {path}");
            }
        }
    }
    let acting = "audit_log WHERE action <> 'admin_signed_in' AND admin =";
    // The refund of a class also cancels it.
    assert_eq!(app.count(&format!("{acting} 'finance'")).await, 3, "one audit event for each permitted action only");
}
