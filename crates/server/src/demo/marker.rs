//! How a demo database is recognized.

/// Action of the first audit event of a demo database.
pub(crate) const DEMO_SEEDED: &str = "demo_seeded";
/// Error for a database that contains people but not that event.
pub(super) const NOT_A_DEMO_DATABASE: &str =
    "this database was not created by the demo: set data.dir or database.url to an empty one";
