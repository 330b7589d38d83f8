//! Roles of people and waitlist entries.

use utoipa::ToSchema;

/// The role that a visitor of the waitlist chooses (D45).
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum WaitlistChoice {
    /// Wants to teach.
    Teacher,
    /// Wants to learn.
    Student,
    /// The same as `Teacher`.
    Teach,
    /// The same as `Student`.
    Learn,
}

/// The role a waitlist entry is for.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum WaitlistRole {
    /// Wants to teach.
    Teacher,
    /// Wants to learn.
    Student,
}

/// The role of a person (D8).
#[derive(ToSchema)]
#[schema(as = Role)]
#[expect(non_camel_case_types, reason = "only describes the enum values in the OpenAPI file")]
pub enum RoleSchema {
    /// Linked to a teacher; books classes.
    student,
    /// Approved; gives classes.
    teacher,
    /// Neither student nor approved teacher.
    user,
}
