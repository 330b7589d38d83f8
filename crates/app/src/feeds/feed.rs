//! The address of a person's calendar feed.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::CurrentUser;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::identity::Role;
use utoipa::ToSchema;

/// Where the signed-in person's calendar is.
#[derive(Serialize, ToSchema)]
pub(super) struct CalendarFeed {
    pub(super) success: bool,
    /// Whoever has this address sees the classes. Null while there is none.
    #[schema(required)]
    pub(super) url: Option<String>,
}

pub(super) fn must_have_classes(known: &CurrentUser) -> AppResult<()> {
    if known.role == Role::User { Err(ErrorCode::RoleNotAllowed.into()) } else { Ok(()) }
}

pub(super) fn address(ctx: &Ctx, token: &str) -> String {
    format!("{}/feed/{token}.ics", ctx.settings.public_url)
}
