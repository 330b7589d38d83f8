//! `POST /api/user-status` (SPEC §7): where somebody's application stands.

use axum::Json;
use serde::{Deserialize, Serialize};
use tala_domain::identity::{Role, TeacherStatus};
use utoipa::ToSchema;

use crate::error::{ApiResult, Problem};
use crate::extract::{Body, Known};

/// Whose status.
#[derive(Deserialize, ToSchema)]
#[schema(as = UserStatusRequest)]
pub(super) struct GetUserStatus {
    /// The signed-in person's address.
    email: String,
}

/// Where the application stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserStatus {
    is_rejected: bool,
    is_approved: bool,
    #[schema(value_type = crate::views::RoleSchema)]
    role: &'static str,
    /// Where the application stands.
    #[schema(value_type = ApplicationStatusSchema)]
    status: &'static str,
}

/// Where a teacher's application stands.
#[derive(ToSchema)]
#[schema(as = ApplicationStatus)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum ApplicationStatusSchema {
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
#[utoipa::path(post, path = "/api/user-status", tag = "identity", request_body = GetUserStatus,
    responses((status = 200, body = UserStatus), (status = "4XX", body = Problem)))]
pub(super) async fn get_user_status(known: Known, Body(request): Body<GetUserStatus>) -> ApiResult<Json<UserStatus>> {
    known.must_own_email(&request.email)?;
    let status = known.person.teacher_status;
    Ok(Json(UserStatus {
        is_rejected: status == Some(TeacherStatus::Rejected),
        is_approved: known.role == Role::Teacher,
        role: known.role.as_str(),
        status: status.map_or("none", TeacherStatus::as_str),
    }))
}
