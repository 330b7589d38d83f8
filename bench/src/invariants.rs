//! What must hold after the load: a fast but wrong server does not count.

use anyhow::{Result, ensure};

use crate::dataset::Dataset;
use crate::ledger_check::LedgerCheck;
use crate::temp_database::TempDatabase;

/// Numbers of requests that were answered with 200.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acknowledged {
    /// Bookings paid with credits.
    pub with_credits: usize,
    /// Bookings paid with money.
    pub with_money: usize,
    /// Provider events.
    pub events: usize,
}

/// Verifies that the ledger check has no findings, that no classes overlap, and that exactly the seeded and acknowledged
/// rows are stored. Returns the number of bookings.
pub async fn verify(
    database: &TempDatabase,
    ledger: &LedgerCheck,
    dataset: &Dataset,
    acknowledged: Acknowledged,
) -> Result<i64> {
    let findings = &ledger.findings;
    ensure!(findings.is_empty(), "the ledger check has {} findings, the first: {:?}", findings.len(), findings.first());
    let (with_money, events) = (i64::try_from(acknowledged.with_money)?, i64::try_from(acknowledged.events)?);
    let with_credits = i64::try_from(dataset.seeded_bookings() + acknowledged.with_credits)?;
    let bookings = with_credits + with_money;
    let with_jobs = bookings - i64::try_from(dataset.seeded_bookings() - dataset.seeded_bookings_with_jobs())?;
    for (what, sql, expected) in [
        ("bookings", "SELECT count(*) FROM bookings", bookings),
        ("slots", "SELECT count(*) FROM slots", bookings),
        ("seats taken", "SELECT CAST(sum(seats_taken) AS bigint) FROM slots", bookings),
        ("busy quarter-hours", "SELECT count(*) FROM busy_quarter_hours", 8 * bookings),
        ("provider events", "SELECT count(*) FROM provider_events", events),
        ("outbox jobs", "SELECT count(*) FROM outbox", 2 * with_jobs + events),
        (
            "audit events about bookings",
            "SELECT count(*) FROM audit_log WHERE subject_id IN (SELECT id FROM bookings)",
            bookings,
        ),
        ("spent credits", "SELECT CAST(sum(total - remaining) AS bigint) FROM credit_lots", with_credits),
        ("booked orders", "SELECT count(*) FROM orders WHERE state = 'booked'", with_money),
        ("orders", "SELECT count(*) FROM orders", with_money),
        ("applied payments", "SELECT count(*) FROM payments WHERE outcome = 'applied'", with_money),
        ("overlapping classes of a teacher", OVERLAPS, 0),
    ] {
        let found = database.query_number(sql).await?;
        ensure!(found == expected, "{found} {what}, expected {expected}");
    }
    Ok(bookings)
}

/// Does not use the quarter-hours, so that it detects errors in them.
const OVERLAPS: &str = "SELECT count(*) FROM
    (SELECT ends_at, lead(starts_at) OVER (PARTITION BY teacher_id ORDER BY starts_at) AS next FROM bookings) t
    WHERE next < ends_at";
