//! Mails about accounts: joining, suspension of a student and of a teacher, changes of administrators.

use serde_json::json;
use tala_tests::fixtures::School;
use tala_tests::{AdminSession, PaymentsApp, Teacher, at, raw};

use super::Snapshots;

pub(super) async fn compare(app: &PaymentsApp, School { student, teacher }: &School, snapshots: &mut Snapshots<'_>) {
    let kavya = app.person("Kavya").await;
    let form = json!({
        "email": kavya.email, "name": "Kavya <i>Rao</i>", "location": "India", "referralCode": teacher.code,
        "timeZone": "Asia/Kolkata",
    });
    app.post("/api/onboard-student", &form).by(&kavya).ok().await;
    snapshots.compare("student_joined").await;
    let support = app.admin_login("support").await;
    for act in ["suspend", "unsuspend"] {
        let path = format!("/api/admin/people/{}/{act}", student.id);
        app.admin_post(&support, &path, &json!({ "reason": "A test" })).await;
        snapshots.compare(act).await;
    }
    let owner = app.admin_login("owner").await;
    let list = app.admin_get(&owner, "/api/admin/admins").await;
    let id = list["items"][0]["_id"].as_str().unwrap();
    app.admin_post(&owner, &format!("/api/admin/admins/{id}/disable"), &json!({ "reason": "Left" })).await;
    snapshots.compare("staff_admin_changed").await;
    suspended_teacher(app, teacher, &owner, snapshots).await;
    granted_credits(app, &support, snapshots).await;
}

/// Credits from an administrator, and then a grant whose job is changed to the reward for inviting a friend.
async fn granted_credits(app: &PaymentsApp, support: &AdminSession, snapshots: &mut Snapshots<'_>) {
    let uma = app.teacher("Uma").await;
    let kala = app.student("Kala", &uma).await;
    snapshots.discard_pending().await;
    let path = format!("/api/admin/people/{}/credits", kala.id);
    let mut grant = json!({ "teacherId": uma.id, "count": 2, "days": 30, "reason": "The stream broke" });
    app.admin_post(support, &path, &grant).await;
    snapshots.compare("credits_granted").await;
    grant["count"] = json!(1);
    grant["again"] = json!(true);
    app.admin_post(support, &path, &grant).await;
    let reward = "UPDATE outbox SET payload = replace(payload, '\"is_reward\":false', '\"is_reward\":true')
                   WHERE topic = 'credits_granted' AND state = 'ready'";
    raw::execute(&app.ctx.store, reward).await;
    snapshots.compare("referral_reward").await;
}

/// A student has three credits of a package and a class when the teacher is suspended.
async fn suspended_teacher(app: &PaymentsApp, teacher: &Teacher, owner: &AdminSession, snapshots: &mut Snapshots<'_>) {
    let tara = app.student("Tara", teacher).await;
    let package = app.order_package(&tara, 4, None).await;
    let payment = app.pay(&package);
    app.success_request(&tara, &package, &payment).ok().await;
    app.book(&tara, &app.slot_at(&tara, at("2026-04-06T03:30:00Z")).await).await;
    snapshots.discard_pending().await;
    let why = json!({ "reason": "Complaints", "cancelsClasses": true });
    let path = |act: &str| format!("/api/admin/people/{}/{act}", teacher.id);
    app.admin_post(owner, &path("suspend"), &why).await;
    raw::execute(&app.ctx.store, "UPDATE outbox SET run_at = created_at WHERE topic = 'teacher_suspended'").await;
    snapshots.compare("teacher_suspended").await;
    app.admin_post(owner, &path("refund-unspent-credits"), &why).await;
    snapshots.compare("unspent_credits_refunded").await;
    app.admin_post(owner, &path("cancel-classes"), &why).await;
    snapshots.compare("cancelled_with_a_suspended_teacher").await;
}
