//! The types of class.

use utoipa::ToSchema;

/// The three types of class (SPEC §2).
#[derive(ToSchema)]
#[schema(as = ClassType)]
pub enum ClassTypeSchema {
    /// One student.
    Private,
    /// Several students.
    Group,
    /// Two students.
    Duet,
}
