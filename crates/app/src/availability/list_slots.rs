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
use crate::services::current_user::Participant;
use crate::services::slot_listing::find_available_slots;
use crate::views::slot::Slot;

/// The filter of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct SlotsQuery {
    /// The invite code of the viewer's teacher. The list is empty for any other code.
    referral_code: Option<String>,
}

/// Lists the slots that the signed-in student can book with their teacher.
///
/// A teacher sees their own available slots.
#[utoipa::path(get, path = "/api/slots", tag = "availability", params(SlotsQuery),
    responses((status = 200, body = Vec<Slot>)))]
pub(super) async fn list_slots(
    State(ctx): State<Ctx>,
    user: Participant,
    QueryParams(query): QueryParams<SlotsQuery>,
) -> AppResult<Json<Vec<Slot>>> {
    let teacher_id = match (user.role, user.person.student_of) {
        (Role::Student, Some(teacher_id)) => teacher_id,
        (Role::Teacher, _) => user.person.id.as_teacher(),
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
    let whole_window = (Timestamp::MIN, Timestamp::MAX);
    let found = find_available_slots(&ctx.store, teacher_id, user.person.id, whole_window, ctx.now()).await?;
    Ok(Json(found.map(|(_, slots)| slots).unwrap_or_default()))
}
