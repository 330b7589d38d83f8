//! `GET /api/teacher-by-referral`: finds the teacher of an invite code (SPEC §7; D9).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{AuthenticatedToken, QueryParams};
use crate::http::json::Json;
use crate::services::invite_codes::find_teacher_by_code;

/// The invite code.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReferralQuery {
    /// The code, in any case. Surrounding spaces are ignored.
    code: String,
}

/// The teacher with an invite code.
#[derive(Serialize, ToSchema)]
pub(super) struct TeacherByReferral {
    success: bool,
    teacher: TeacherPreview,
}

/// What a person with the invite code may know about the teacher.
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

/// Finds the approved teacher with an invite code.
///
/// Any signed-in person can call this. Wrong codes are limited.
#[utoipa::path(get, path = "/api/teacher-by-referral", tag = "onboarding", params(ReferralQuery),
    responses((status = 200, body = TeacherByReferral)))]
pub(super) async fn get_teacher_by_referral(
    State(ctx): State<Ctx>,
    signed_in: AuthenticatedToken,
    QueryParams(query): QueryParams<ReferralQuery>,
) -> AppResult<Json<TeacherByReferral>> {
    let subject_key = format!("{} {}", signed_in.token.issuer, signed_in.token.subject);
    let teacher = find_teacher_by_code(&ctx, &subject_key, &query.code).await?;
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
