//! `POST /api/user-status`: the state of a teacher application (SPEC §7).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::identity::{Role, TeacherStatus};
use tala_store::teachers;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;

/// The person whose status to return.
#[derive(Deserialize, ToSchema)]
pub(super) struct UserStatusRequest {
    /// The signed-in person's email address.
    email: String,
}

/// The state of a teacher application, and the person's role.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserStatus {
    is_rejected: bool,
    is_approved: bool,
    is_pending: bool,
    #[schema(value_type = crate::views::role::RoleSchema)]
    role: &'static str,
    /// The state of the application.
    #[schema(value_type = ApplicationStatus)]
    status: &'static str,
    /// The reason of a rejection.
    #[schema(required)]
    rejection_reason: Option<String>,
    /// When the application was last submitted; `null` without one.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    submitted_at: Option<Timestamp>,
}

/// The state of a teacher application.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum ApplicationStatus {
    /// The person has not applied.
    none,
    /// The application waits for a decision.
    pending,
    /// The person is a teacher.
    approved,
    /// The person can apply again.
    rejected,
}

/// Returns the state of the signed-in person's teacher application.
#[utoipa::path(post, path = "/api/user-status", tag = "identity", request_body = UserStatusRequest,
    responses((status = 200, body = UserStatus)))]
pub(super) async fn get_user_status(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<UserStatusRequest>,
) -> AppResult<Json<UserStatus>> {
    user.require_own_email(&request.email)?;
    let status = user.person.teacher_status;
    let is_rejected = status == Some(TeacherStatus::Rejected);
    let profile = match status {
        Some(_) => teachers::find_profile(ctx.store.read(), user.person.id.as_teacher()).await?,
        None => None,
    };
    let submitted_at = profile.as_ref().and_then(|profile| profile.applied_at);
    let rejection_reason = profile.filter(|_| is_rejected).and_then(|profile| profile.rejection_reason);
    Ok(Json(UserStatus {
        is_rejected,
        is_pending: status == Some(TeacherStatus::Pending),
        rejection_reason,
        submitted_at,
        is_approved: user.role == Role::Teacher,
        role: user.role.as_str(),
        status: status.map_or("none", TeacherStatus::as_str),
    }))
}
