//! The class types.

use utoipa::ToSchema;

/// Type of a class (SPEC §2).
#[derive(ToSchema)]
pub enum ClassType {
    /// One student.
    Private,
    /// Several students.
    Group,
    /// Two students.
    Duet,
}
