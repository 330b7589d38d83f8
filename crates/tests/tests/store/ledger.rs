//! The ledger: postings sum to zero, and the ledger check finds every kind of damage (D18).

use tala_domain::ids::{BookingId, LotId, PostingId};
use tala_store::ledger::{self, Account, Commodity, Finding, Kind, Line, Posting};
use tala_store::{StoreError, slots};
use tala_tests::fixtures::{School, booking_id};
use tala_tests::{TestApp, both_dbs, days, raw};

both_dbs!(
    what_does_not_sum_to_zero_is_refused,
    consistent_database_has_no_findings,
    an_unbalanced_transaction_is_found,
    a_lot_that_holds_too_much_is_found,
    a_lot_that_the_ledger_does_not_know_is_found,
    unpaid_booking_is_a_ledger_finding,
    a_seat_too_many_is_found,
    a_booking_without_its_seat_is_found,
);

fn line(account: Account, lot: LotId, amount: i64) -> Line {
    Line { account, owner: None, lot: Some(lot), commodity: Commodity::Credit, amount }
}

async fn what_does_not_sum_to_zero_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let lot = app.lot(&student, 1, days(1)).await;
    for lines in [
        vec![line(Account::StudentCredits, lot, 1)],
        vec![line(Account::StudentCredits, lot, 2), line(Account::CreditsGranted, lot, -1)],
        vec![line(Account::StudentCredits, lot, i64::MAX), line(Account::CreditsGranted, lot, i64::MAX)],
    ] {
        let id = PostingId(app.ctx.new_id());
        let posting = Posting { lines, ..Posting::new(id, Kind::CreditsGranted, app.now()) };
        let tx = app.ctx.store.begin().await.unwrap();
        assert!(matches!(ledger::post(&tx, &posting).await, Err(StoreError::Other(_))), "{posting:?}");
        drop(tx);
    }
    assert_eq!(app.count("ledger_transactions").await, 2, "the two grants");
}

fn findings(findings: &[Finding]) -> Vec<(&str, &str, i64, i64)> {
    findings.iter().map(|found| (found.rule, found.commodity.as_str(), found.stored, found.ledger)).collect()
}

/// A school with one booking; the booking's id and the lot that paid for it.
async fn school_with_booking(app: &TestApp) -> (BookingId, LotId) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let lot = app.lot(&student, 3, days(30)).await;
    let slot = app.slots(&student).await[0].clone();
    let booking = booking_id(&app.book(&student, &slot).await);
    assert_eq!(app.ledger_findings().await, []);
    (booking, lot)
}

async fn consistent_database_has_no_findings(app: TestApp) {
    assert_eq!(app.ledger_findings().await, []);
    school_with_booking(&app).await;
    app.advance(days(40));
    app.work().await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn an_unbalanced_transaction_is_found(app: TestApp) {
    school_with_booking(&app).await;
    let store = &app.ctx.store;
    raw::execute(store, "UPDATE ledger_entries SET amount = amount + 1 WHERE account = 'credits_spent'").await;
    let found = app.ledger_findings().await;
    assert_eq!(findings(&found), [("unbalanced", "CREDIT", 1, 0)]);
}

async fn a_lot_that_holds_too_much_is_found(app: TestApp) {
    let (_, lot) = school_with_booking(&app).await;
    let id = raw::id(&app.ctx.store, lot.0);
    raw::execute(&app.ctx.store, &format!("UPDATE credit_lots SET remaining = 3 WHERE id = {id}")).await;
    let found = app.ledger_findings().await;
    assert_eq!(findings(&found), [("lots", "CREDIT", 3, 2), ("lots", "INR", 299_700, 199_800)]);
    assert!(found.iter().all(|finding| finding.subject == Some(lot.0)));
}

async fn a_lot_that_the_ledger_does_not_know_is_found(app: TestApp) {
    let (_, lot) = school_with_booking(&app).await;
    let (old, new) = (raw::id(&app.ctx.store, lot.0), LotId(app.ctx.new_id()));
    let copy = format!(
        "INSERT INTO credit_lots (id, student_id, teacher_id, origin, total, remaining, price_per_class_minor, currency, expires_at, created_at)
         SELECT {}, student_id, teacher_id, origin, total, remaining, price_per_class_minor, currency, expires_at, created_at
           FROM credit_lots WHERE id = {old}",
        raw::id(&app.ctx.store, new.0)
    );
    raw::execute(&app.ctx.store, &copy).await;
    let found = app.ledger_findings().await;
    assert_eq!(findings(&found), [("lots", "CREDIT", 2, 0), ("lots", "INR", 199_800, 0)]);
    assert!(found.iter().all(|finding| finding.subject == Some(new.0)));
}

async fn unpaid_booking_is_a_ledger_finding(app: TestApp) {
    let (booking, _) = school_with_booking(&app).await;
    raw::execute(&app.ctx.store, "UPDATE ledger_transactions SET booking_id = NULL").await;
    let found = app.ledger_findings().await;
    assert_eq!(findings(&found), [("bookings", "CREDIT", 1, 0), ("bookings", "INR", 99_900, 0)]);
    assert!(found.iter().all(|finding| finding.subject == Some(booking.0)));
}

async fn a_seat_too_many_is_found(app: TestApp) {
    school_with_booking(&app).await;
    raw::execute(&app.ctx.store, "UPDATE slots SET capacity = 2, seats_taken = 2").await;
    assert_eq!(findings(&app.ledger_findings().await), [("seats", "SEAT", 2, 1)]);
}

async fn a_booking_without_its_seat_is_found(app: TestApp) {
    let (booking, _) = school_with_booking(&app).await;
    raw::execute(&app.ctx.store, "UPDATE slots SET seats_taken = 0").await;
    let found = app.ledger_findings().await;
    assert_eq!(findings(&found), [("seats", "SEAT", 0, 1)]);
    let stored = tala_store::bookings::find_by_id(app.ctx.store.read(), booking).await.unwrap().unwrap();
    assert_eq!(found[0].subject, Some(stored.slot_id.0));
    assert!(slots::find_by_id(app.ctx.store.read(), stored.slot_id).await.unwrap().is_some());
}
