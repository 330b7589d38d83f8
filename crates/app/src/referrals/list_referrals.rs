//! `GET /api/referrals`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::Student;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_store::referrals::{self};
use utoipa::ToSchema;

/// A student's referrals.
#[derive(Serialize, ToSchema)]
pub(super) struct Referrals {
    /// Newest first.
    referrals: Vec<ReferralLine>,
}

/// One referral.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReferralLine {
    #[serde(rename = "_id")]
    id: String,
    /// The friend's name.
    name: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the referral reward was granted. For privacy, nothing else about the friend is returned.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    granted_at: Option<Timestamp>,
}

/// Lists the signed-in student's referrals.
#[utoipa::path(get, path = "/api/referrals", tag = "referrals",
    responses((status = 200, body = Referrals)))]
pub(super) async fn list_referrals(State(ctx): State<Ctx>, student: Student) -> AppResult<Json<Referrals>> {
    let found = referrals::list_by_student(ctx.store.read(), student.id()).await?;
    let line = |friend: referrals::Referral| ReferralLine {
        id: friend.id.to_string(),
        name: friend.name,
        created_at: friend.created_at,
        granted_at: friend.granted_at,
    };
    Ok(Json(Referrals { referrals: found.into_iter().map(line).collect() }))
}
