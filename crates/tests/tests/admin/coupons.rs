//! Coupons in the admin API (D20).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyProcessed, CouponInvalid, InvalidFields, NotFound};
use tala_tests::{PaymentsApp, at, both_dbs, only_audit_event};

both_dbs!(coupon_is_added_used_and_deactivated);

async fn coupon_is_added_used_and_deactivated(payments_app: PaymentsApp) {
    let app = &payments_app.base;
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let new = json!({
        "code": "spring10", "percent": 10, "limit": 5, "limitPerStudent": 1, "currency": "inr",
        "teacherId": school.teacher.id, "until": "2026-04-01T00:00:00Z", "note": "Holi",
    });
    let made = app.admin_post(&support, "/api/admin/coupons", &new).await;
    assert_eq!(
        (&made["code"], &made["percent"], &made["teacherName"]),
        (&json!("SPRING10"), &json!(10), &json!("Padma"))
    );
    assert_eq!((&made["used"], &made["stoppedAt"], &made["until"]), (&json!(0), &Value::Null, &new["until"]));
    for (field, value) in [
        ("code", json!("x")),
        ("percent", json!(0)),
        ("currency", json!("EUR")),
        ("code", json!("spring10")),
        ("teacherId", json!("not an address")),
        ("teacherId", json!("unknown@example.com")),
        ("teacherId", json!(school.student.id)),
    ] {
        let mut wrong = new.clone();
        wrong[field] = value;
        let problem = app.post("/api/admin/coupons", &wrong).as_admin(&support).refused(InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], field);
    }
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    payments_app.order(&school.student, &slot, Some("SPRING10")).await;
    let list = app.admin_get(&support, "/api/admin/coupons").await;
    assert_eq!((&list["items"][0]["code"], &list["items"][0]["used"]), (&json!("SPRING10"), &json!(1)));
    let stop = "/api/admin/coupons/spring10/deactivate";
    app.post(stop, &json!({ "reason": " " })).as_admin(&support).refused(InvalidFields).await;
    let stopped = app.admin_post(&support, stop, &json!({ "reason": "The festival is over." })).await;
    assert_eq!(stopped["stoppedAt"], app.now().to_string());
    app.post(stop, &json!({ "reason": "again" })).as_admin(&support).refused(AlreadyProcessed).await;
    app.post("/api/admin/coupons/NONE/deactivate", &json!({ "reason": "x" }))
        .as_admin(&support)
        .refused(NotFound)
        .await;
    let other = app.student("Arjun", &school.teacher).await;
    app.post("/api/coupons/validate", &json!({ "code": "SPRING10" })).by(&other).refused(CouponInvalid).await;
    assert_eq!(only_audit_event(app, &support, "coupon_deactivated").await["reason"], "The festival is over.");
    assert_eq!(only_audit_event(app, &support, "coupon_added").await["actor"], "admin:support");
}
