//! `POST /api/teacher/{id}/availability/preview`: the next two weeks as new hours would make them, before they are saved.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::window;
use tala_domain::ids::PersonId;
use tala_domain::time::cells;
use tala_store::slots;
use utoipa::ToSchema;

use crate::availability::week::{DayOverride, OutsideClass, list_outside, read, two_weeks};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;
use crate::views::weekly_hours::DaySchedule;

const DAYS: u32 = 14;

/// Hours that are not saved yet.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewAvailabilityRequest {
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
    /// Dates with hours of their own.
    #[serde(default)]
    #[schema(max_items = 366)]
    overrides: Vec<DayOverride>,
}

/// What they would make.
#[derive(Serialize, ToSchema)]
pub(super) struct PreviewAvailabilityReply {
    /// How many days the preview spans.
    days: u32,
    /// Starts of the slots, soonest first; none later than students would see.
    slots: Vec<PreviewSlot>,
    /// Classes that would stand outside the hours (D13).
    outside: Vec<OutsideClass>,
}

/// One slot of the preview.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewSlot {
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// The teacher has a class then.
    taken: bool,
}

/// What these hours would offer in the next two weeks.
#[utoipa::path(post, path = "/api/teacher/{id}/availability/preview", tag = "availability", request_body = PreviewAvailabilityRequest,
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = PreviewAvailabilityReply), (status = "4XX", body = Problem)))]
pub(super) async fn preview(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<PreviewAvailabilityRequest>,
) -> AppResult<Json<PreviewAvailabilityReply>> {
    teacher.require_self(id)?;
    let now = ctx.now();
    let overrides = Some(request.overrides);
    let (hours, _) = read(&request.time_zone, request.visibility_days, request.weekly_schedule, overrides, now)?;
    let (from, two_weeks_on) = two_weeks(now);
    // Students are shown no more days than that.
    let to = two_weeks_on.min(window(now, hours.visibility_days).1);
    let occupied = slots::list_occupied(ctx.store.read(), id, id, (from, to), now).await?;
    let busy =
        |start: Timestamp| cells(start).iter().any(|cell| occupied.viewer_cells.iter().any(|(taken, _)| taken == cell));
    let starts = hours.starts_between(from, to).into_iter();
    let slots = starts.map(|start| PreviewSlot { date_time: start, taken: busy(start) }).collect();
    let outside = list_outside(ctx.store.read(), id, &hours, now).await?;
    Ok(Json(PreviewAvailabilityReply { days: DAYS, slots, outside }))
}
