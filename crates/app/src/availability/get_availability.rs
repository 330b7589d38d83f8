//! `GET /api/teacher/{id}/availability` (SPEC §7).

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::availability::clock_changes;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_domain::time::Zone;
use tala_store::{availabilities, students};
use utoipa::ToSchema;

use crate::availability::view::Availability;
use crate::availability::week::{DayOverride, days_from, two_weeks};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;

/// A teacher's hours, or null before the first save.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AvailabilityReply {
    #[schema(required)]
    availability: Option<Availability>,
    /// Dates from today on with hours of their own. Their notes are for the teacher alone.
    overrides: Vec<DayOverride>,
    /// Clocks that change within two weeks; for the teacher alone.
    clock_changes: Vec<ClockNotice>,
    /// Where the teacher's students live, most first; for the teacher alone.
    student_time_zones: Vec<String>,
}

/// A clock that will change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClockNotice {
    /// IANA zone.
    time_zone: String,
    /// `you` or `students`.
    who: &'static str,
    /// How many students live there.
    count: i64,
    /// When it changes.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// By how many minutes; forward is positive.
    minutes: i64,
}

/// The teacher's own hours, or those of the student's teacher.
#[utoipa::path(get, path = "/api/teacher/{id}/availability", tag = "availability",
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = AvailabilityReply), (status = "4XX", body = Problem)))]
pub(super) async fn get_availability(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    IdPath(teacher_id): IdPath<PersonId>,
) -> AppResult<Json<AvailabilityReply>> {
    let own = known.person.id == teacher_id;
    if !own && known.person.student_of != Some(teacher_id) {
        return Err(ErrorCode::NotFound.into());
    }
    let conn = ctx.store.read();
    let stored = availabilities::find_by_teacher(conn, teacher_id).await?;
    let mut overrides = stored.as_ref().map(|s| days_from(&s.availability, ctx.now())).unwrap_or_default();
    if !own {
        overrides.iter_mut().for_each(|day| day.note.clear());
    }
    let zones = if own { students::list_zones(conn, teacher_id).await? } else { Vec::new() };
    let teacher_zone = stored.as_ref().filter(|_| own).map(|stored| stored.availability.zone.clone());
    Ok(Json(AvailabilityReply {
        availability: stored.as_ref().map(Availability::of),
        overrides,
        clock_changes: notices(teacher_zone, &zones, ctx.now()),
        student_time_zones: zones.into_iter().map(|(zone, _)| zone).collect(),
    }))
}

fn notices(own: Option<Zone>, students: &[(String, i64)], now: Timestamp) -> Vec<ClockNotice> {
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
