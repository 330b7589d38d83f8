//! `GET /api/teacher/{id}/available-slots` (SPEC §7; D10, D14).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::booking::window;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::PersonId;
use tala_domain::time::{Timestamp, Zone};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{IdPath, QueryParams};
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::slot_listing::find_offer;
use crate::views::problem::Problem;
use crate::views::slot::Slot;

/// Which part of the calendar.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct AvailableSlotsQuery {
    /// From this instant; now, if absent.
    start_date: Option<String>,
    /// Up to this instant; 28 days ahead, if absent.
    end_date: Option<String>,
    /// The viewer's IANA zone, given back in the reply.
    student_time_zone: Option<String>,
}

/// Free slots and what they were computed with.
#[derive(Serialize, ToSchema)]
pub(super) struct AvailableSlots {
    slots: Vec<Slot>,
    metadata: SlotsMetadata,
}

/// What the slots were computed with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SlotsMetadata {
    teacher_id: String,
    teacher_name: String,
    /// The zone of the teacher's hours, or of their browser where there are none, if known.
    #[schema(required)]
    teacher_time_zone: Option<String>,
    #[schema(required)]
    student_time_zone: Option<String>,
    /// How many days ahead the teacher shows.
    #[schema(required)]
    visibility_days: Option<u8>,
    /// From where the list was asked for.
    #[schema(value_type = String, format = DateTime)]
    from: Timestamp,
    /// Up to where.
    #[schema(value_type = String, format = DateTime)]
    to: Timestamp,
}

/// The free slots of the student's own teacher, or of the signed-in teacher.
#[utoipa::path(get, path = "/api/teacher/{id}/available-slots", tag = "availability",
    params(("id" = String, Path, description = "The teacher"), AvailableSlotsQuery),
    responses((status = 200, body = AvailableSlots), (status = "4XX", body = Problem)))]
pub(super) async fn list_available_slots(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    IdPath(teacher_id): IdPath<PersonId>,
    QueryParams(query): QueryParams<AvailableSlotsQuery>,
) -> AppResult<Json<AvailableSlots>> {
    if known.person.id != teacher_id && known.person.student_of != Some(teacher_id) {
        return Err(ErrorCode::NotFound.into());
    }
    Ok(Json(run(&ctx, known.person.id, teacher_id, &query).await?))
}

async fn run(
    ctx: &Ctx,
    viewer: PersonId,
    teacher_id: PersonId,
    query: &AvailableSlotsQuery,
) -> AppResult<AvailableSlots> {
    let now = ctx.now();
    let (_, last) = window(now, u8::MAX);
    let from = instant("startDate", query.start_date.as_deref())?.unwrap_or(now);
    let to = instant("endDate", query.end_date.as_deref())?;
    let student_time_zone = match query.student_time_zone.as_deref().filter(|zone| !zone.is_empty()) {
        Some(zone) => {
            Some(Zone::parse(zone).map_err(|_| FieldErrors::one("studentTimeZone", "We do not know that time zone."))?)
        }
        None => None,
    };
    let range = (from, to.unwrap_or(Timestamp::MAX));
    let offer = find_offer(&ctx.store, teacher_id, viewer, range, now).await?;
    let (offering, slots) = offer.ok_or(ErrorCode::NotFound)?;
    let availability = offering.availability.as_ref().map(|stored| &stored.availability);
    Ok(AvailableSlots {
        slots,
        metadata: SlotsMetadata {
            teacher_id: teacher_id.to_string(),
            teacher_name: offering.teacher_name.clone(),
            teacher_time_zone: offering.zone().map(str::to_owned),
            student_time_zone: student_time_zone.map(|zone| zone.name().to_owned()),
            visibility_days: availability.map(|a| a.visibility_days),
            from,
            to: to.unwrap_or(last),
        },
    })
}

fn instant(field: &str, text: Option<&str>) -> Result<Option<Timestamp>, FieldErrors> {
    text.filter(|text| !text.is_empty())
        .map(|text| {
            text.parse().map_err(|_| FieldErrors::one(field, "Please give an instant such as 2026-11-21T04:30:00Z."))
        })
        .transpose()
}
