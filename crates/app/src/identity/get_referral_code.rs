//! `GET /api/referral-code` (SPEC §7).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::identity::Role;
use tala_store::{students, teachers};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Participant;

/// The person whose code to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReferralCodeQuery {
    /// The signed-in person's email address.
    email: String,
}

/// An invite code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReferralCode {
    /// The code, or `null` if there is none.
    #[schema(required)]
    referral_code: Option<String>,
}

/// Returns a teacher's own invite code, or the code with which a student joined.
#[utoipa::path(get, path = "/api/referral-code", tag = "identity", params(ReferralCodeQuery),
    responses((status = 200, body = ReferralCode)))]
pub(super) async fn get_referral_code(
    State(ctx): State<Ctx>,
    user: Participant,
    QueryParams(query): QueryParams<ReferralCodeQuery>,
) -> AppResult<Json<ReferralCode>> {
    user.require_own_email(&query.email)?;
    let conn = ctx.store.read();
    let referral_code = match user.role {
        Role::Teacher => {
            teachers::find_by_id(conn, user.person.id.as_teacher()).await?.and_then(|teacher| teacher.invite_code)
        }
        Role::Student => {
            students::find_by_id(conn, user.person.id.as_student()).await?.map(|student| student.invite_code)
        }
        Role::User => None,
    };
    Ok(Json(ReferralCode { referral_code }))
}
