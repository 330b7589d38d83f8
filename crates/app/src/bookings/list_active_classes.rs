//! `GET /api/active-classes` (SPEC §7).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::ErrorCode;
use tala_domain::identity::Role;
use tala_store::bookings::{self, BookingsOf};
use utoipa::IntoParams;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Participant;
use crate::views::booking::Booking;

const MAX_CLASSES: u32 = 500;

/// The person whose classes to list. Both ids must be the signed-in person's.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActiveClassesQuery {
    /// The signed-in teacher's id.
    teacher_id: Option<String>,
    /// The signed-in student's id.
    student_id: Option<String>,
}

/// Lists the signed-in person's confirmed classes that have not ended, soonest first.
#[utoipa::path(get, path = "/api/active-classes", tag = "bookings", params(ActiveClassesQuery),
    responses((status = 200, body = Vec<Booking>)))]
pub(super) async fn list_active_classes(
    State(ctx): State<Ctx>,
    user: Participant,
    QueryParams(query): QueryParams<ActiveClassesQuery>,
) -> AppResult<Json<Vec<Booking>>> {
    for id in [&query.teacher_id, &query.student_id].into_iter().flatten() {
        user.require_self(id)?;
    }
    let (whose, view): (_, fn(&_, _) -> _) = match user.role {
        Role::Student => (BookingsOf::Student(user.person.id.as_student()), Booking::for_student),
        Role::Teacher => (BookingsOf::Teacher(user.person.id.as_teacher()), Booking::of),
        Role::User => return Err(ErrorCode::RoleNotAllowed.into()),
    };
    let now = ctx.now();
    let classes = bookings::list_upcoming(ctx.store.read(), whose, now, MAX_CLASSES).await?;
    Ok(Json(classes.iter().map(|booking| view(booking, now)).collect()))
}
