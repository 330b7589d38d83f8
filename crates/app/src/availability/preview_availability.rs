//! `POST /api/teacher/{id}/availability/preview`: the slots of the next two weeks with unsaved weekly hours.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::booking_window;
use tala_domain::ids::TeacherId;
use tala_domain::time::quarter_hours;
use tala_store::slots;
use utoipa::ToSchema;

use crate::availability::week::{DayOverride, OutsideClass, list_outside, parse_availability, two_weeks};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
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
    /// The slots within the visibility window, soonest first.
    slots: Vec<PreviewSlot>,
    /// Booked classes outside the new hours. They remain booked (D13).
    outside: Vec<OutsideClass>,
}

/// One slot of the preview.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewSlot {
    /// The start of the slot.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Whether the teacher has a class at this time.
    taken: bool,
}

/// Previews the slots of the next two weeks with an unsaved availability.
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
    let (from, two_weeks_on) = two_weeks(now);
    // Students see slots within the visibility window only.
    let to = two_weeks_on.min(booking_window(now, hours.visibility_days).until);
    let occupied = slots::list_occupied(ctx.store.read(), id, id.into(), (from, to), now).await?;
    let busy = |start: Timestamp| {
        quarter_hours(start).iter().any(|cell| occupied.viewer_busy.iter().any(|(taken, _)| taken == cell))
    };
    let starts = hours.starts_between(from, to).into_iter();
    let slots = starts.map(|start| PreviewSlot { date_time: start, taken: busy(start) }).collect();
    let outside = list_outside(ctx.store.read(), id, &hours, now).await?;
    Ok(Json(PreviewAvailabilityReply { days: DAYS, slots, outside }))
}
