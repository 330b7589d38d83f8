//! The reply with the address of a calendar feed.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::Participant;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::identity::Role;
use utoipa::ToSchema;

/// The address of a calendar feed.
#[derive(Serialize, ToSchema)]
pub(super) struct CalendarFeed {
    pub(super) success: bool,
    /// The private address, or `null` if there is none. Anyone who has it can read the classes.
    #[schema(required)]
    pub(super) url: Option<String>,
}

/// Checks that the person is a student or a teacher.
pub(super) fn require_student_or_teacher(user: &Participant) -> AppResult<()> {
    if user.role == Role::User { Err(ErrorCode::RoleNotAllowed.into()) } else { Ok(()) }
}

pub(super) fn feed_url(ctx: &Ctx, token: &str) -> String {
    format!("{}/feed/{token}.ics", ctx.settings.public_url)
}
