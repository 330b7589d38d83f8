//! The types of class.

use utoipa::ToSchema;

/// The three types of class (SPEC §2).
#[derive(ToSchema)]
pub enum ClassType {
    /// One student.
    Private,
    /// Several students.
    Group,
    /// Two students.
    Duet,
}
