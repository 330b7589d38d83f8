//! The time of the last successful backup, in a file of the data directory. `/metrics` reports it, so that an alert can
//! fire when backups stop.

use std::path::Path;

use jiff::Timestamp;

const FILE: &str = "last-backup";

/// Records a successful backup. Failures are only logged, because the backup itself is complete.
pub(super) fn record(data_dir: &Path, now: Timestamp) {
    let temporary = data_dir.join(format!(".{FILE}.new"));
    let recorded = std::fs::create_dir_all(data_dir)
        .and_then(|()| std::fs::write(&temporary, format!("{now}\n")))
        .and_then(|()| std::fs::rename(&temporary, data_dir.join(FILE)));
    if let Err(error) = recorded {
        tracing::warn!(%error, dir = %data_dir.display(), "cannot record the time of the backup, which is complete");
    }
}

/// Returns the time of the last successful backup with this data directory.
pub fn find_last_success(data_dir: &Path) -> Option<Timestamp> {
    std::fs::read_to_string(data_dir.join(FILE)).ok()?.trim().parse().ok()
}
