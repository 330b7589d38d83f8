//! `GET /api/teacher/{id}/availability` (SPEC §7).

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::availabilities;
use utoipa::ToSchema;

use super::view::AvailabilityView;
use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{IdPath, Known};

/// A teacher's hours, or null before the first save.
#[derive(Serialize, ToSchema)]
pub(super) struct AvailabilityReply {
    #[schema(required)]
    availability: Option<AvailabilityView>,
}

/// A teacher's weekly hours; for that teacher and their students.
#[utoipa::path(get, path = "/api/teacher/{id}/availability", tag = "availability",
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = AvailabilityReply), (status = "4XX", body = Problem)))]
pub(super) async fn get_availability(
    State(ctx): State<Ctx>,
    known: Known,
    IdPath(teacher_id): IdPath<PersonId>,
) -> ApiResult<Json<AvailabilityReply>> {
    if known.person.id != teacher_id && known.person.student_of != Some(teacher_id) {
        return Err(ErrorCode::NotFound.into());
    }
    let stored = availabilities::find_by_teacher(ctx.store.read(), teacher_id).await?;
    Ok(Json(AvailabilityReply { availability: stored.as_ref().map(AvailabilityView::of) }))
}
