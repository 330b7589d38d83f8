//! `POST /api/teacher/{id}/availability` (SPEC §5, §7; D12, D13).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, TeacherId};
use tala_store::availabilities::StoredAvailability;
use tala_store::{Transaction, audit, availabilities};
use utoipa::ToSchema;

use crate::availability::remaining_classes::RemainingClasses;
use crate::availability::view::Availability;
use crate::availability::week::{DayOverride, parse_availability, upcoming_overrides};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::weekly_hours::DaySchedule;

/// A new availability.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaveAvailabilityRequest {
    /// IANA time zone of the hours.
    #[serde(default)]
    time_zone: String,
    /// The visibility window in days, 1 to 90.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 90)]
    visibility_days: i64,
    /// The weekly hours.
    #[serde(default)]
    weekly_schedule: Vec<DaySchedule>,
    /// The version that the client read. Without it, the save overwrites any version.
    version: Option<i64>,
    /// All date overrides from today on. Without it, the stored ones remain.
    #[schema(max_items = 366)]
    overrides: Option<Vec<DayOverride>>,
}

/// The saved availability.
#[derive(Serialize, ToSchema)]
pub(super) struct SaveAvailabilityReply {
    success: bool,
    availability: Availability,
    overrides: Vec<DayOverride>,
    #[serde(flatten)]
    remaining: RemainingClasses,
}

/// Saves the signed-in teacher's availability.
///
/// Existing bookings remain, even outside the new hours (D13).
#[utoipa::path(post, path = "/api/teacher/{id}/availability", tag = "availability",
    params(("id" = String, Path, description = "The teacher")), request_body = SaveAvailabilityRequest,
    responses((status = 200, body = SaveAvailabilityReply)))]
pub(super) async fn save_availability(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(teacher_id): IdPath<TeacherId>,
    Body(request): Body<SaveAvailabilityRequest>,
) -> AppResult<Json<SaveAvailabilityReply>> {
    teacher.require_self(teacher_id)?;
    let saved = save(&ctx, &teacher, request).await?;
    let now = ctx.now();
    Ok(Json(SaveAvailabilityReply {
        success: true,
        overrides: upcoming_overrides(&saved.availability, now),
        remaining: RemainingClasses::list(ctx.store.read(), teacher_id, &saved.availability, now).await?,
        availability: Availability::of(&saved),
    }))
}

async fn save(ctx: &Ctx, teacher: &Teacher, request: SaveAvailabilityRequest) -> AppResult<StoredAvailability> {
    let now = ctx.now();
    let (availability, has_days) = parse_availability(
        &request.time_zone,
        request.visibility_days,
        request.weekly_schedule,
        request.overrides,
        now,
    )?;
    let write = async |tx: Transaction| {
        let mut availability = availability.clone();
        if !has_days {
            let before = availabilities::find_by_teacher(&tx, teacher.id()).await?;
            availability.overrides = before.map(|stored| stored.availability.overrides).unwrap_or_default();
        }
        let saved = availabilities::save(&tx, teacher.id(), &availability, request.version, now).await?;
        let version = saved.ok_or_else(|| AppError::new(ErrorCode::VersionConflict))?;
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(teacher.id().into()),
            action: AuditAction::AvailabilitySaved,
            subject: Some(teacher.id().0),
            detail: json!({
                "version": version,
                "timeZone": availability.zone.name(),
                "ranges": availability.hours.len(),
                "days": availability.overrides.len(),
            }),
        };
        audit::insert(&tx, &entry).await?;
        Ok::<_, AppError>(StoredAvailability { availability, version })
    };
    ctx.store.transaction(write).await
}
