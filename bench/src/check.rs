//! What must be true after the load. A server that is fast and wrong is not fast.

use anyhow::{Result, ensure};

use crate::books::Books;
use crate::place::Place;
use crate::school::School;

/// What was answered with 200.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acknowledged {
    /// Bookings with credits.
    pub with_credits: usize,
    /// Bookings with money.
    pub with_money: usize,
    /// Events of the provider.
    pub events: usize,
}

/// Verifies that the books balance, that no hours overlap, and that everything that was acknowledged is stored and nothing
/// else. Returns the number of bookings.
pub async fn all(place: &Place, books: &Books, school: &School, done: Acknowledged) -> Result<i64> {
    let findings = &books.findings;
    ensure!(findings.is_empty(), "the ledger check finds {} things, first {:?}", findings.len(), findings.first());
    let (with_money, events) = (i64::try_from(done.with_money)?, i64::try_from(done.events)?);
    let with_credits = i64::try_from(school.booked() + done.with_credits)?;
    let bookings = with_credits + with_money;
    let with_work = bookings - i64::try_from(school.booked() - school.work_kept())?;
    for (what, sql, expected) in [
        ("bookings", "SELECT count(*) FROM bookings", bookings),
        ("slots", "SELECT count(*) FROM slots", bookings),
        ("seats taken", "SELECT CAST(sum(seats_taken) AS bigint) FROM slots", bookings),
        ("quarter-hours taken", "SELECT count(*) FROM time_cells", 8 * bookings),
        ("events of the provider", "SELECT count(*) FROM provider_events", events),
        ("pieces of outbox work", "SELECT count(*) FROM outbox", 2 * with_work + events),
        (
            "audit lines about bookings",
            "SELECT count(*) FROM audit_log WHERE subject_id IN (SELECT id FROM bookings)",
            bookings,
        ),
        ("credits spent", "SELECT CAST(sum(total - remaining) AS bigint) FROM credit_lots", with_credits),
        ("orders booked", "SELECT count(*) FROM orders WHERE state = 'booked'", with_money),
        ("orders", "SELECT count(*) FROM orders", with_money),
        ("payments applied", "SELECT count(*) FROM payments WHERE disposition = 'applied'", with_money),
        ("overlapping classes of a teacher", OVERLAPS, 0),
    ] {
        let found = place.number(sql).await?;
        ensure!(found == expected, "{found} {what}, but {expected} were expected");
    }
    Ok(bookings)
}

/// Does not use the cells, so that it finds mistakes in them.
const OVERLAPS: &str = "SELECT count(*) FROM
    (SELECT ends_at, lead(starts_at) OVER (PARTITION BY teacher_id ORDER BY starts_at) AS next FROM bookings) t
    WHERE next < ends_at";
