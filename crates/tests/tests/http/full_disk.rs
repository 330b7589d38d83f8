//! A full disk: confirmed bookings remain, every client is asked to retry, and no restart is necessary.

use axum::http::StatusCode;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{TestApp, days, on_sqlite, raw};

on_sqlite!(a_full_disk_refuses_and_keeps_what_was_confirmed);

const CLASSES: usize = 60;

async fn a_full_disk_refuses_and_keeps_what_was_confirmed(app: TestApp) {
    let School { student, .. } = app.school().await;
    app.lot(&student, u32::try_from(CLASSES).unwrap(), days(50)).await;
    raw::execute(&app.ctx.store, "CREATE TABLE ballast (weight blob)").await;
    // No further pages: SQLite then reports the same error as for a full disk.
    raw::execute(&app.ctx.store, "PRAGMA max_page_count = 1").await;
    for bytes in [100_000, 1_000, 100, 10] {
        let heavy = format!("INSERT INTO ballast VALUES (zeroblob({bytes}))");
        while raw::attempt(&app.ctx.store, &[&heavy]).await.is_ok() {}
    }
    let slots = app.slots(&student).await;
    let (mut confirmed, mut refused) = (0, 0);
    for slot in slots.iter().take(CLASSES) {
        let reply = app.try_book(&student, slot).await;
        if reply.status == StatusCode::OK {
            confirmed += 1;
            continue;
        }
        assert_eq!((reply.status, reply.code()), (StatusCode::SERVICE_UNAVAILABLE, Some(ErrorCode::Unavailable)));
        refused += 1;
    }
    assert!(refused > 0, "the disk was never full");
    assert_eq!(app.count("bookings").await, i64::try_from(confirmed).unwrap());
    assert!(!app.slots(&student).await.is_empty(), "reads succeed");
    assert_eq!(app.ledger_findings().await, []);

    raw::execute(&app.ctx.store, "PRAGMA max_page_count = 1073741823").await;
    app.book(&student, &app.slots(&student).await[0]).await;
    app.work().await;
    assert_eq!(app.count("bookings").await, i64::try_from(confirmed + 1).unwrap());
    assert_eq!(app.mailer.sent().len(), 2 * (confirmed + 1), "two mails for each class, now that there is room");
    assert_eq!(app.ledger_findings().await, []);
}
