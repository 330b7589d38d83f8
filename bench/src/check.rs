//! What must be true after the load. A server that is fast and wrong is not fast.

use anyhow::{Result, ensure};
use tala_store::{Store, ledger};

use crate::place::Place;
use crate::school::School;

/// The books balance, nobody's hours overlap, and every booking that was acknowledged is there, and no other.
pub async fn all(store: &Store, place: &Place, school: &School, acknowledged: usize) -> Result<usize> {
    let findings = ledger::check(store.read()).await?;
    ensure!(findings.is_empty(), "the ledger check finds {} things, first {:?}", findings.len(), findings.first());
    let bookings = i64::try_from(school.booked() + acknowledged)?;
    for (what, sql, expected) in [
        ("bookings", "SELECT count(*) FROM bookings", bookings),
        ("slots", "SELECT count(*) FROM slots", bookings),
        ("seats taken", "SELECT CAST(sum(seats_taken) AS bigint) FROM slots", bookings),
        ("quarter-hours taken", "SELECT count(*) FROM time_cells", 8 * bookings),
        ("pieces of outbox work", "SELECT count(*) FROM outbox", 2 * bookings),
        ("audit lines", "SELECT count(*) FROM audit_log", bookings),
        ("credits spent", "SELECT CAST(sum(total - remaining) AS bigint) FROM credit_lots", bookings),
        ("overlapping classes of a teacher", OVERLAPS, 0),
    ] {
        let found = place.number(sql).await?;
        ensure!(found == expected, "{found} {what}, but {expected} were expected");
    }
    Ok(school.booked() + acknowledged)
}

/// Looked for without the cells, so that a mistake in the cells would show.
const OVERLAPS: &str = "SELECT count(*) FROM
    (SELECT ends_at, lead(starts_at) OVER (PARTITION BY teacher_id ORDER BY starts_at) AS next FROM bookings) t
    WHERE next < ends_at";
