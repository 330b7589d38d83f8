//! `POST /api/teacher/{id}/availability/preview`: the slots of the next two weeks with unsaved weekly hours.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use tala_domain::ids::TeacherId;
use tala_store::availabilities::{self, StoredAvailability, TeacherAvailability};
use utoipa::ToSchema;

use crate::availability::remaining_classes::RemainingClasses;
use crate::availability::week::{DayOverride, parse_availability, two_weeks};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::services::slot_listing::list_available_slots;
use crate::views::slot::Slot;
use crate::views::weekly_hours::DaySchedule;

const DAYS: u32 = 14;

/// An unsaved availability.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewAvailabilityRequest {
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
    /// The date overrides.
    #[serde(default)]
    #[schema(max_items = 366)]
    overrides: Vec<DayOverride>,
}

/// The preview of an availability.
#[derive(Serialize, ToSchema)]
pub(super) struct PreviewAvailabilityReply {
    /// The number of days in the preview.
    days: u32,
    /// The slots that a student without other classes could book now, published classes included, soonest first.
    slots: Vec<Slot>,
    #[serde(flatten)]
    remaining: RemainingClasses,
}

/// Lists the slots of the next two weeks that students would see with an unsaved availability.
#[utoipa::path(post, path = "/api/teacher/{id}/availability/preview", tag = "availability", request_body = PreviewAvailabilityRequest,
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = PreviewAvailabilityReply)))]
pub(super) async fn preview_availability(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<TeacherId>,
    Body(request): Body<PreviewAvailabilityRequest>,
) -> AppResult<Json<PreviewAvailabilityReply>> {
    teacher.require_self(id)?;
    let now = ctx.now();
    let overrides = Some(request.overrides);
    let (hours, _) =
        parse_availability(&request.time_zone, request.visibility_days, request.weekly_schedule, overrides, now)?;
    let remaining = RemainingClasses::list(ctx.store.read(), id, &hours, now).await?;
    let saved = availabilities::find_by_approved_teacher(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let version = saved.availability.as_ref().map_or(0, |stored| stored.version);
    let unsaved = StoredAvailability { availability: hours, version };
    let previewed = TeacherAvailability { availability: Some(unsaved), ..saved };
    // As the teacher's own viewer: no student's other classes are taken into account.
    let slots = list_available_slots(&ctx.store, &previewed, id.into(), two_weeks(now), now).await?;
    Ok(Json(PreviewAvailabilityReply { days: DAYS, slots, remaining }))
}
