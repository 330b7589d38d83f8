//! `POST /api/teacher/{id}/availability` (SPEC §5, §7; D12, D13).

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::availability::{Availability, ScheduleEntry};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, PersonId};
use tala_store::{audit, availabilities};
use utoipa::ToSchema;

use super::view::{AvailabilityView, DaySchedule};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath, Teacher};

/// New weekly hours.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SaveAvailabilityRequest)]
pub(super) struct SaveAvailability {
    /// IANA zone.
    #[serde(default)]
    time_zone: String,
    /// 1 to 90.
    #[serde(default)]
    visibility_days: i64,
    /// The hours.
    #[serde(default)]
    weekly_schedule: Vec<DaySchedule>,
    /// The version that was read; without it the save overwrites whatever is there, as SPEC's client does.
    version: Option<i64>,
}

/// What was saved.
#[derive(Serialize, ToSchema)]
#[schema(as = SaveAvailabilityReply)]
pub(super) struct AvailabilitySaved {
    success: bool,
    availability: AvailabilityView,
}

/// Saves the signed-in teacher's weekly hours. Existing bookings stand (D13).
#[utoipa::path(post, path = "/api/teacher/{id}/availability", tag = "availability",
    params(("id" = String, Path, description = "The teacher")), request_body = SaveAvailability,
    responses((status = 200, body = AvailabilitySaved), (status = "4XX", body = Problem)))]
pub(super) async fn save_availability(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(teacher_id): IdPath<PersonId>,
    Body(request): Body<SaveAvailability>,
) -> ApiResult<Json<AvailabilitySaved>> {
    if teacher.person.id != teacher_id {
        return Err(ErrorCode::NotYourself.into());
    }
    let availability = run(&ctx, &teacher, request).await?;
    Ok(Json(AvailabilitySaved { success: true, availability }))
}

async fn run(ctx: &Ctx, teacher: &Teacher, request: SaveAvailability) -> ApiResult<AvailabilityView> {
    let schedule: Vec<ScheduleEntry> = request.weekly_schedule.into_iter().map(ScheduleEntry::from).collect();
    let availability = Availability::parse(&request.time_zone, request.visibility_days, &schedule)?;
    let now = ctx.now();
    let tx = ctx.store.begin_write().await?;
    let saved = availabilities::save(&tx, teacher.person.id, &availability, request.version, now).await?;
    let version = saved.ok_or_else(|| ApiError::new(ErrorCode::VersionConflict))?;
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(teacher.person.id),
        action: "availability_saved",
        subject: Some(teacher.person.id.0),
        detail: json!({ "version": version, "timeZone": availability.zone.name(), "ranges": availability.hours.len() }),
    };
    audit::record(&tx, &entry).await?;
    tx.commit().await?;
    Ok(AvailabilityView::of(&availabilities::StoredAvailability { availability, version }))
}
