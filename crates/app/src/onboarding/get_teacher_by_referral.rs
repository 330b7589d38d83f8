//! `GET /api/teacher-by-referral` (SPEC §7; D9): whose code is this?

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{AuthenticatedToken, QueryParams};
use crate::http::json::Json;
use crate::onboarding::invite::find_teacher;
use crate::views::problem::Problem;

/// Which code.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReferralQuery {
    /// In any case, with spaces around it or not.
    code: String,
}

/// The teacher behind a code.
#[derive(Serialize, ToSchema)]
pub(super) struct TeacherByReferral {
    success: bool,
    teacher: TeacherPreview,
}

/// What somebody who holds the code may know.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherPreview {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    dance_styles: Vec<String>,
    #[schema(required)]
    time_zone: Option<String>,
}

/// The approved teacher behind an invite code; for anybody who is signed in.
#[utoipa::path(get, path = "/api/teacher-by-referral", tag = "onboarding", params(ReferralQuery),
    responses((status = 200, body = TeacherByReferral), (status = "4XX", body = Problem)))]
pub(super) async fn get_teacher_by_referral(
    State(ctx): State<Ctx>,
    anybody: AuthenticatedToken,
    QueryParams(query): QueryParams<ReferralQuery>,
) -> AppResult<Json<TeacherByReferral>> {
    let who = format!("{} {}", anybody.token.issuer, anybody.token.subject);
    let teacher = find_teacher(&ctx, &who, &query.code).await?;
    Ok(Json(TeacherByReferral {
        success: true,
        teacher: TeacherPreview {
            id: teacher.id.to_string(),
            name: teacher.name,
            dance_styles: teacher.dance_styles,
            time_zone: teacher.time_zone,
        },
    }))
}
