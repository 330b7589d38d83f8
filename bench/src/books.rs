//! T10: how long the ledger check takes, beside reading every entry one time.

use std::time::{Duration, Instant};

use anyhow::Result;
use tala_store::Store;
use tala_store::ledger::{self, Finding};

use crate::place::Place;
use crate::report::Report;

/// No index serves it, so it reads all entries.
const SCAN: &str = "SELECT CAST(MAX(total) AS bigint) FROM
    (SELECT commodity, SUM(amount) AS total FROM ledger_entries GROUP BY commodity) sums";
/// The target is for at least this number of entries.
const ENTRIES: i64 = 1_000_000;

/// What the check found, and how long it took.
pub struct Books {
    /// What differs.
    pub findings: Vec<Finding>,
    entries: i64,
    check: Duration,
    scan: Duration,
}

impl Books {
    /// Proves the books; the scan is made before and after.
    pub async fn prove(store: &Store, place: &Place) -> Result<Self> {
        let entries = place.number("SELECT count(*) FROM ledger_entries").await?;
        let before = scan(place).await?;
        let started = Instant::now();
        let findings = ledger::check(store.read()).await?;
        let check = started.elapsed();
        let after = scan(place).await?;
        Ok(Self { findings, entries, check, scan: (before + after) / 2 })
    }

    /// Adds two lines to the table.
    pub fn add_to(&self, report: &mut Report) {
        let target = if self.entries >= ENTRIES { "T10 ≤ 2 s" } else { "" };
        let ratio = format!("{:.1} × the scan", self.check.as_secs_f64() / self.scan.as_secs_f64().max(1e-9));
        report.once(&format!("T10 ledger check, {} entries", self.entries), self.check, &ratio, target);
        report.once("the scan: every entry summed by commodity", self.scan, "", "ceiling");
    }
}

async fn scan(place: &Place) -> Result<Duration> {
    let started = Instant::now();
    place.number(SCAN).await?;
    Ok(started.elapsed())
}
