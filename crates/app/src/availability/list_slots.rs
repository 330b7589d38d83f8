//! `GET /api/slots` (SPEC §7).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{InviteCode, Role};
use tala_domain::time::Timestamp;
use tala_store::teachers;
use utoipa::IntoParams;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::slot_listing::find_offer;
use crate::views::problem::Problem;
use crate::views::slot::Slot;

/// How to narrow the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct SlotsQuery {
    /// Only if the viewer's teacher has this code; the list is empty for any other.
    referral_code: Option<String>,
}

/// All classes that the student can book now with their own teacher; a teacher sees what they offer.
#[utoipa::path(get, path = "/api/slots", tag = "availability", params(SlotsQuery),
    responses((status = 200, body = Vec<Slot>), (status = "4XX", body = Problem)))]
pub(super) async fn list_slots(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    QueryParams(query): QueryParams<SlotsQuery>,
) -> AppResult<Json<Vec<Slot>>> {
    let teacher_id = match (known.role, known.person.student_of) {
        (Role::Student, Some(teacher_id)) => teacher_id,
        (Role::Teacher, _) => known.person.id,
        _ => return Err(ErrorCode::RoleNotAllowed.into()),
    };
    let conn = ctx.store.read();
    if let Some(code) = query.referral_code.filter(|code| !code.trim().is_empty()) {
        let Ok(code) = InviteCode::parse(&code) else { return Ok(Json(Vec::new())) };
        let owner = teachers::find_approved_by_code(conn, code.as_str()).await?;
        if owner.is_none_or(|owner| owner.id != teacher_id) {
            return Ok(Json(Vec::new()));
        }
    }
    let everything = (Timestamp::MIN, Timestamp::MAX);
    let offer = find_offer(&ctx.store, teacher_id, known.person.id, everything, ctx.now()).await?;
    Ok(Json(offer.map(|(_, free)| free).unwrap_or_default()))
}
