//! What a payout run would pay.

use tala_domain::ids::PayoutId;
use tala_store::payouts::{self, Payout};
use tala_tests::fixtures::School;
use tala_tests::{TestApp, at, both_dbs, hours, later, raw};

both_dbs!(earnings_are_due_unless_the_day_has_a_payout_that_has_not_failed);

async fn earnings_are_due_unless_the_day_has_a_payout_that_has_not_failed(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let start = at("2026-03-05T03:30:00Z");
    let end = later(start, hours(1));
    app.book(&student, &app.slot_at(&student, start).await).await;
    let store = &app.ctx.store;
    let due = async |teacher, until| payouts::has_due(store.read(), teacher, until).await.unwrap();
    assert!(!due(teacher.id, end).await, "not completed");
    app.clock.set(end);
    app.work().await;
    assert!(due(teacher.id, end).await);
    assert!(!due(teacher.id, start).await, "ended later");
    let leela = app.teacher("Leela").await;
    assert!(!due(leela.id, end).await, "another teacher");

    let tx = store.begin().await.unwrap();
    let payable = payouts::list_payable(&tx, Some(teacher.id), end).await.unwrap();
    let id = PayoutId(app.ctx.new_id());
    let made: Option<Payout> = payouts::insert_prepared(&tx, id, &payable[0], end, ("{}", "1234"), end).await.unwrap();
    assert!(made.is_some());
    tx.commit().await.unwrap();
    assert!(!due(teacher.id, end).await, "in a payout");

    raw::execute(store, "UPDATE bookings SET payout_id = NULL").await;
    assert!(!due(teacher.id, end).await, "the day has a payout");
    assert!(due(teacher.id, later(end, hours(1))).await, "another day");
    raw::execute(store, "UPDATE payouts SET state = 'failed'").await;
    assert!(due(teacher.id, end).await);
}
