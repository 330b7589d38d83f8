//! `POST /api/teacher/{id}/availability` (SPEC §5, §7; D12, D13).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, PersonId};
use tala_store::availabilities::StoredAvailability;
use tala_store::{Transaction, audit, availabilities};
use utoipa::ToSchema;

use crate::availability::view::Availability;
use crate::availability::week::{DayOverride, OutsideClass, days_from, list_outside, read};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;
use crate::views::weekly_hours::DaySchedule;

/// New weekly hours.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaveAvailabilityRequest {
    /// IANA zone.
    #[serde(default)]
    time_zone: String,
    /// 1 to 90.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 90)]
    visibility_days: i64,
    /// The hours.
    #[serde(default)]
    weekly_schedule: Vec<DaySchedule>,
    /// The version that was read; without it the save overwrites whatever is there, as SPEC's client does.
    version: Option<i64>,
    /// All dates from today on with hours of their own; without the field they stay as they are.
    #[schema(max_items = 366)]
    overrides: Option<Vec<DayOverride>>,
}

/// What was saved.
#[derive(Serialize, ToSchema)]
pub(super) struct SaveAvailabilityReply {
    success: bool,
    availability: Availability,
    overrides: Vec<DayOverride>,
    /// Classes to come that lie outside the hours now. They stand (D13).
    outside: Vec<OutsideClass>,
}

/// Saves the signed-in teacher's weekly hours. Existing bookings stand (D13).
#[utoipa::path(post, path = "/api/teacher/{id}/availability", tag = "availability",
    params(("id" = String, Path, description = "The teacher")), request_body = SaveAvailabilityRequest,
    responses((status = 200, body = SaveAvailabilityReply), (status = "4XX", body = Problem)))]
pub(super) async fn save_availability(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(teacher_id): IdPath<PersonId>,
    Body(request): Body<SaveAvailabilityRequest>,
) -> AppResult<Json<SaveAvailabilityReply>> {
    teacher.require_self(teacher_id)?;
    let saved = run(&ctx, &teacher, request).await?;
    let now = ctx.now();
    Ok(Json(SaveAvailabilityReply {
        success: true,
        overrides: days_from(&saved.availability, now),
        outside: list_outside(ctx.store.read(), teacher_id, &saved.availability, now).await?,
        availability: Availability::of(&saved),
    }))
}

async fn run(ctx: &Ctx, teacher: &Teacher, request: SaveAvailabilityRequest) -> AppResult<StoredAvailability> {
    let now = ctx.now();
    let (availability, has_days) =
        read(&request.time_zone, request.visibility_days, request.weekly_schedule, request.overrides, now)?;
    let write = async |tx: Transaction| {
        let mut availability = availability.clone();
        if !has_days {
            let before = availabilities::find_by_teacher(&tx, teacher.person.id).await?;
            availability.overrides = before.map(|stored| stored.availability.overrides).unwrap_or_default();
        }
        let saved = availabilities::save(&tx, teacher.person.id, &availability, request.version, now).await?;
        let version = saved.ok_or_else(|| AppError::new(ErrorCode::VersionConflict))?;
        let entry = audit::Entry {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(teacher.person.id),
            action: "availability_saved",
            subject: Some(teacher.person.id.0),
            detail: json!({
                "version": version,
                "timeZone": availability.zone.name(),
                "ranges": availability.hours.len(),
                "days": availability.overrides.len(),
            }),
        };
        audit::record(&tx, &entry).await?;
        Ok::<_, AppError>(StoredAvailability { availability, version })
    };
    ctx.store.transaction(write).await
}
