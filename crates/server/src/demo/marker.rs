//! How a database of the demo is recognized.

/// Action of the audit line that the demo writes first.
pub(crate) const DEMO_SEEDED: &str = "demo_seeded";
/// Shown when a database has people but no such line.
pub(super) const FOREIGN: &str = "this database holds data that the demo did not make; the demo runs only on a database of its own \
                       (set data.folder or database.url to a fresh one)";
