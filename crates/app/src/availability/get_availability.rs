//! `GET /api/teacher/{id}/availability` (SPEC §7).

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::availability::clock_changes;
use tala_domain::error::ErrorCode;
use tala_domain::ids::TeacherId;
use tala_domain::time::Zone;
use tala_store::{availabilities, students};
use utoipa::ToSchema;

use crate::availability::view::Availability;
use crate::availability::week::{DayOverride, two_weeks, upcoming_overrides};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::services::current_user::Participant;

/// A teacher's availability.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AvailabilityReply {
    /// The weekly hours, or `null` before the first save.
    #[schema(required)]
    availability: Option<Availability>,
    /// The date overrides from today on. Only the teacher sees their notes.
    overrides: Vec<DayOverride>,
    /// Daylight saving changes within the next two weeks. Only for the teacher.
    clock_changes: Vec<ClockNotice>,
    /// The IANA time zones of the teacher's students, the most frequent first. Only for the teacher.
    student_time_zones: Vec<String>,
}

/// A daylight saving change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClockNotice {
    /// IANA time zone.
    time_zone: String,
    /// `you` or `students`.
    who: &'static str,
    /// The number of students in this zone.
    count: i64,
    /// The instant of the change.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// The change of the offset in minutes; positive if clocks go forward.
    minutes: i64,
}

/// Returns the signed-in teacher's availability, or that of the signed-in student's teacher.
#[utoipa::path(get, path = "/api/teacher/{id}/availability", tag = "availability",
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = AvailabilityReply)))]
pub(super) async fn get_availability(
    State(ctx): State<Ctx>,
    user: Participant,
    IdPath(teacher_id): IdPath<TeacherId>,
) -> AppResult<Json<AvailabilityReply>> {
    let is_own = user.person.id == teacher_id.into();
    if !is_own && user.person.student_of != Some(teacher_id) {
        return Err(ErrorCode::NotFound.into());
    }
    let conn = ctx.store.read();
    let stored = availabilities::find_by_teacher(conn, teacher_id).await?;
    let mut overrides = stored.as_ref().map(|s| upcoming_overrides(&s.availability, ctx.now())).unwrap_or_default();
    if !is_own {
        overrides.iter_mut().for_each(|day| day.note.clear());
    }
    let zones = if is_own { students::list_time_zones(conn, teacher_id).await? } else { Vec::new() };
    let teacher_zone = stored.as_ref().filter(|_| is_own).map(|stored| stored.availability.zone.clone());
    Ok(Json(AvailabilityReply {
        availability: stored.as_ref().map(Availability::of),
        overrides,
        clock_changes: clock_notices(teacher_zone, &zones, ctx.now()),
        student_time_zones: zones.into_iter().map(|(zone, _)| zone).collect(),
    }))
}

fn clock_notices(own: Option<Zone>, students: &[(String, i64)], now: Timestamp) -> Vec<ClockNotice> {
    let (from, to) = two_weeks(now);
    let others = students.iter().filter_map(|(name, count)| Some((Zone::parse(name).ok()?, "students", *count)));
    own.into_iter()
        .map(|zone| (zone, "you", 0))
        .chain(others)
        .flat_map(|(zone, who, count)| {
            let changes = clock_changes(&zone, from, to);
            changes.into_iter().map(move |change| ClockNotice {
                time_zone: zone.name().to_owned(),
                who,
                count,
                at: change.at,
                minutes: change.minutes,
            })
        })
        .collect()
}
