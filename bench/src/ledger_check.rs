//! T10: the duration of the ledger check, compared with reading every entry once.

use std::time::{Duration, Instant};

use anyhow::Result;
use tala_store::Store;
use tala_store::ledger::{self, Finding};

use crate::report::Report;
use crate::temp_database::TempDatabase;

/// Reads all entries, because no index serves it.
const SCAN: &str = "SELECT CAST(MAX(total) AS bigint) FROM
    (SELECT commodity, SUM(amount) AS total FROM ledger_entries GROUP BY commodity) sums";
/// The target applies from this number of entries.
const MIN_ENTRIES_FOR_TARGET: i64 = 1_000_000;

/// Result and duration of the ledger check.
pub struct LedgerCheck {
    /// Findings of the check.
    pub findings: Vec<Finding>,
    entries: i64,
    check: Duration,
    scan: Duration,
}

impl LedgerCheck {
    /// Checks the ledger. The scan runs before and after.
    pub async fn run(store: &Store, database: &TempDatabase) -> Result<Self> {
        let entries = database.query_number("SELECT count(*) FROM ledger_entries").await?;
        let before = scan(database).await?;
        let started = Instant::now();
        let findings = ledger::check(store.read()).await?;
        let check = started.elapsed();
        let after = scan(database).await?;
        Ok(Self { findings, entries, check, scan: (before + after) / 2 })
    }

    /// Adds the durations of the check and the scan.
    pub fn add_to(&self, report: &mut Report) {
        let target = if self.entries >= MIN_ENTRIES_FOR_TARGET { "T10 ≤ 2 s" } else { "" };
        let ratio = format!("{:.1} × the scan", self.check.as_secs_f64() / self.scan.as_secs_f64().max(1e-9));
        report.add_duration(&format!("T10 ledger check, {} entries", self.entries), self.check, &ratio, target);
        report.add_duration("the scan: every entry summed by commodity", self.scan, "", "baseline");
    }
}

async fn scan(database: &TempDatabase) -> Result<Duration> {
    let started = Instant::now();
    database.query_number(SCAN).await?;
    Ok(started.elapsed())
}
