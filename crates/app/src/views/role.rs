//! The roles of people.

use utoipa::ToSchema;

/// What somebody wants to do.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the words in the OpenAPI file")]
pub(crate) enum WaitlistRole {
    /// To teach.
    Teacher,
    /// To learn.
    Student,
}

/// What somebody may be (D8).
#[derive(ToSchema)]
#[schema(as = Role)]
#[expect(non_camel_case_types, reason = "only describes the words in the OpenAPI file")]
pub enum RoleSchema {
    /// Books classes.
    student,
    /// Gives classes; approved.
    teacher,
    /// Neither, yet.
    user,
}
