//! `POST /api/user-status` (SPEC §7): where somebody's application stands.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::identity::{Role, TeacherStatus};
use tala_store::teachers;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;

/// Whose status.
#[derive(Deserialize, ToSchema)]
pub(super) struct UserStatusRequest {
    /// The signed-in person's address.
    email: String,
}

/// Where the application stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserStatus {
    is_rejected: bool,
    is_approved: bool,
    is_pending: bool,
    #[schema(value_type = crate::views::role::RoleSchema)]
    role: &'static str,
    /// Where the application stands.
    #[schema(value_type = ApplicationStatus)]
    status: &'static str,
    /// Why it was rejected.
    #[schema(required)]
    rejection_reason: Option<String>,
}

/// Where a teacher's application stands.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum ApplicationStatus {
    /// Never applied.
    none,
    /// Waiting.
    pending,
    /// May teach.
    approved,
    /// May apply again.
    rejected,
}

/// Where the signed-in person's teacher application stands.
#[utoipa::path(post, path = "/api/user-status", tag = "identity", request_body = UserStatusRequest,
    responses((status = 200, body = UserStatus), (status = "4XX", body = Problem)))]
pub(super) async fn get_user_status(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<UserStatusRequest>,
) -> AppResult<Json<UserStatus>> {
    known.require_own_email(&request.email)?;
    let status = known.person.teacher_status;
    let is_rejected = status == Some(TeacherStatus::Rejected);
    let profile = if is_rejected { teachers::find_profile(ctx.store.read(), known.person.id).await? } else { None };
    Ok(Json(UserStatus {
        is_rejected,
        is_pending: status == Some(TeacherStatus::Pending),
        rejection_reason: profile.and_then(|profile| profile.rejection_reason),
        is_approved: known.role == Role::Teacher,
        role: known.role.as_str(),
        status: status.map_or("none", TeacherStatus::as_str),
    }))
}
