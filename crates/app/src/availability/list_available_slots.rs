//! `GET /api/teacher/{id}/available-slots` (SPEC §7; D10, D14).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::booking::booking_window;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{PersonId, TeacherId};
use tala_domain::time::{Timestamp, Zone};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{IdPath, QueryParams};
use crate::http::json::Json;
use crate::services::current_user::Participant;
use crate::services::slot_listing::find_available_slots;
use crate::views::slot::Slot;

/// The range of slot starts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct AvailableSlotsQuery {
    /// The first instant. Default: now.
    start_date: Option<String>,
    /// The end of the range. Default: the end of the booking window.
    end_date: Option<String>,
    /// The viewer's IANA time zone. The reply repeats it.
    student_time_zone: Option<String>,
}

/// The available slots, and the parameters that they were computed with.
#[derive(Serialize, ToSchema)]
pub(super) struct AvailableSlots {
    slots: Vec<Slot>,
    metadata: SlotsMetadata,
}

/// The parameters that the slots were computed with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SlotsMetadata {
    teacher_id: String,
    teacher_name: String,
    /// The time zone of the teacher's weekly hours; without hours, the zone of the teacher's browser.
    #[schema(required)]
    teacher_time_zone: Option<String>,
    #[schema(required)]
    student_time_zone: Option<String>,
    /// The teacher's visibility window in days.
    #[schema(required)]
    visibility_days: Option<u8>,
    /// The requested start of the range.
    #[schema(value_type = String, format = DateTime)]
    from: Timestamp,
    /// The requested end of the range.
    #[schema(value_type = String, format = DateTime)]
    to: Timestamp,
}

/// Lists the available slots of the signed-in teacher, or of the signed-in student's teacher.
#[utoipa::path(get, path = "/api/teacher/{id}/available-slots", tag = "availability",
    params(("id" = String, Path, description = "The teacher"), AvailableSlotsQuery),
    responses((status = 200, body = AvailableSlots)))]
pub(super) async fn list_available_slots(
    State(ctx): State<Ctx>,
    user: Participant,
    IdPath(teacher_id): IdPath<TeacherId>,
    QueryParams(query): QueryParams<AvailableSlotsQuery>,
) -> AppResult<Json<AvailableSlots>> {
    if user.person.id != teacher_id.into() && user.person.student_of != Some(teacher_id) {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(Json(list(&ctx, user.person.id, teacher_id, &query).await?))
}

async fn list(
    ctx: &Ctx,
    viewer: PersonId,
    teacher_id: TeacherId,
    query: &AvailableSlotsQuery,
) -> AppResult<AvailableSlots> {
    let now = ctx.now();
    let last = booking_window(now, u8::MAX).until;
    let from = parse_instant("startDate", query.start_date.as_deref())?.unwrap_or(now);
    let to = parse_instant("endDate", query.end_date.as_deref())?;
    let student_time_zone = match query.student_time_zone.as_deref().filter(|zone| !zone.is_empty()) {
        Some(zone) => {
            Some(Zone::parse(zone).map_err(|_| FieldErrors::one("studentTimeZone", "We do not know that time zone."))?)
        }
        None => None,
    };
    let range = (from, to.unwrap_or(Timestamp::MAX));
    let found = find_available_slots(&ctx.store, teacher_id, viewer, range, now).await?;
    let (teacher_availability, slots) = found.ok_or(ErrorCode::NotFound)?;
    let availability = teacher_availability.availability.as_ref().map(|stored| &stored.availability);
    Ok(AvailableSlots {
        slots,
        metadata: SlotsMetadata {
            teacher_id: teacher_id.to_string(),
            teacher_name: teacher_availability.teacher_name.clone(),
            teacher_time_zone: teacher_availability.zone().map(str::to_owned),
            student_time_zone: student_time_zone.map(|zone| zone.name().to_owned()),
            visibility_days: availability.map(|a| a.visibility_days),
            from,
            to: to.unwrap_or(last),
        },
    })
}

fn parse_instant(field: &str, text: Option<&str>) -> Result<Option<Timestamp>, FieldErrors> {
    text.filter(|text| !text.is_empty())
        .map(|text| {
            text.parse().map_err(|_| FieldErrors::one(field, "Please give an instant such as 2026-11-21T04:30:00Z."))
        })
        .transpose()
}
