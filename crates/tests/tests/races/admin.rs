//! Conflicting actions of two people, or of a person and a job, simultaneously on two servers. One wins, the other gets
//! an error, and the ledger balances.

use futures_util::future::join;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{self, AlreadyProcessed, InsufficientCredits, NotCancellable, VersionConflict};
use tala_tests::fixtures::booking_body;
use tala_tests::{PaymentsApp, Reply, School, TestApp, at, both_dbs, days, minutes, raw};

both_dbs!(
    concurrent_reschedule_and_cancellation_release_every_seat,
    package_is_either_refunded_or_spent,
    lot_is_either_extended_or_expires,
    referral_is_rewarded_once_by_click_or_daily_job,
);

const ROUNDS: usize = 6;

fn won_or(reply: &Reply, lost: &[ErrorCode]) -> bool {
    let code = reply.code();
    assert!(code.is_none_or(|code| lost.contains(&code)), "{}", reply.text);
    code.is_none()
}

async fn concurrent_reschedule_and_cancellation_release_every_seat(app: TestApp) {
    let School { student, teacher } = app.school().await;
    app.lot(&student, 4, days(30)).await;
    let other = app.another_server(2).await;
    let slots = app.slots(&student).await;
    for round in 0..ROUNDS {
        let (slot, free) = (&slots[30 + round], &slots[60 + round]);
        let booking = app.book(&student, slot).await;
        let path = format!("/api/bookings/{}", booking["_id"].as_str().unwrap());
        let to = json!({ "slotId": free["_id"], "dateTime": free["dateTime"], "isVirtualSlot": true });
        let (cancelled, moved) = join(
            app.post(&format!("{path}/cancel"), &json!({})).by(&student).send(),
            other.post(&format!("{path}/reschedule"), &to).by(&student).send(),
        )
        .await;
        assert!(won_or(&cancelled, &[]), "a class can be cancelled at its new time");
        won_or(&moved, &[NotCancellable]);
        // In either order both slots are available again.
        for hour in [slot, free] {
            let again = app.slot_at(&student, hour["dateTime"].as_str().unwrap().parse().unwrap()).await;
            assert_eq!(again["dateTime"], hour["dateTime"]);
        }
    }
    let id = raw::id(&app.ctx.store, teacher.id.0);
    assert_eq!(app.count(&format!("busy_quarter_hours WHERE person_id = {id}")).await, 0);
    assert_eq!(app.count("bookings WHERE status = 'cancelled'").await, i64::try_from(ROUNDS).unwrap());
    assert_eq!(raw::number(&app.ctx.store, "SELECT CAST(SUM(remaining) AS bigint) FROM credit_lots").await, 8);
    assert_eq!(app.ledger_findings().await, []);
}

async fn package_is_either_refunded_or_spent(app: PaymentsApp) {
    let teacher = app.teacher("Padma").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let other = app.another_server(2).await;
    let finance = app.new_admin("finance").await;
    for round in 0..ROUNDS {
        let student = app.student(&format!("Meera {round}"), &teacher).await;
        let order = app.order_package(&student, 4, None).await;
        let payment = app.pay(&order);
        app.success_request(&student, &order, &payment).ok().await;
        let slot: Value = app.slots(&student).await[0].clone();
        let path = format!("/api/admin/orders/{}/refund", order["order"]["_id"].as_str().unwrap());
        let (refunded, booked) = join(
            app.post(&path, &json!({ "reason": "A test" })).as_admin(&finance).send(),
            other.post("/api/book-with-credits", &booking_body(&student, &slot)).by(&student).send(),
        )
        .await;
        let won = (won_or(&refunded, &[NotCancellable]), won_or(&booked, &[InsufficientCredits]));
        assert!(won.0 != won.1, "{} {}", refunded.text, booked.text);
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn lot_is_either_extended_or_expires(app: TestApp) {
    let School { student, .. } = app.school().await;
    let other = app.another_server(2).await;
    let support = app.new_admin("support").await;
    for _ in 0..ROUNDS {
        let lot = app.lot(&student, 1, minutes(5)).await;
        app.advance(minutes(5));
        let path = format!("/api/admin/credit-lots/{lot}/extend");
        let longer = json!({ "days": 9, "reason": "Was ill" });
        let (extended, _) = join(app.post(&path, &longer).as_admin(&support).send(), other.work()).await;
        let lives = won_or(&extended, &[VersionConflict]);
        assert_eq!(app.remaining_in(lot).await, i64::from(lives));
        let closed = format!("credit_lots WHERE id = {} AND expired_at IS NOT NULL", raw::id(&app.ctx.store, lot.0));
        assert_eq!(app.count(&closed).await, i64::from(!lives));
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn referral_is_rewarded_once_by_click_or_daily_job(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let kavya = app.student("Kavya", &teacher).await;
    app.lot(&kavya, 1, days(30)).await;
    let named = json!({ "name": "Kavya", "email": kavya.email });
    app.post("/api/referrals", &named).by(&student).ok().await;
    let store = &app.ctx.store;
    if app.count("referrals").await == 0 {
        let (id, who) = (raw::id(store, app.ctx.new_id()), raw::id(store, student.id.0));
        let sql = format!(
            "INSERT INTO referrals (id, student_id, name, email, email_key, created_at)
             SELECT {id}, {who}, name, email, email_key, 0 FROM people WHERE name = 'Kavya'"
        );
        raw::execute(store, &sql).await;
    }
    app.book(&kavya, &app.slot_at(&kavya, at("2026-03-05T03:30:00Z")).await).await;
    app.clock.set(at("2026-03-05T04:31:00Z"));
    raw::execute(store, "INSERT INTO counters (name, value) VALUES ('referral_rewards', 9000000000000000)").await;
    app.work().await;
    let (owner, lots) = (app.new_admin("owner").await, app.count("credit_lots").await);
    let path = app.admin_get(&owner, "/api/admin/referrals").await["items"][0]["_id"].as_str().unwrap().to_owned();
    let path = format!("/api/admin/referrals/{path}/grant");
    raw::execute(store, "UPDATE counters SET value = 0 WHERE name = 'referral_rewards'").await;
    let other = app.another_server(2).await;
    let (clicked, _) = join(app.post(&path, &json!({})).as_admin(&owner).send(), other.work()).await;
    won_or(&clicked, &[AlreadyProcessed]);
    assert_eq!(app.count("credit_lots").await, lots + 1);
    assert_eq!(app.count("ledger_transactions WHERE kind = 'credits_granted'").await, lots + 1);
    assert_eq!(app.ledger_findings().await, []);
}
