//! `POST /api/calendar-events` (SPEC §7; D30, D32).

use axum::extract::State;
use serde::Deserialize;
use tala_domain::ids::BookingId;
use tala_domain::jobs::{Audience, Job};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::notifications::report::{MailReply, report};
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;

/// SPEC's request. Only the booking's id counts; the server knows the rest.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CalendarEventRequest {
    /// The booking.
    booking_id: String,
    /// The signed-in person's own address, when the student asks.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    student_email: Option<String>,
    /// Part of SPEC's request.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    student_name: Option<String>,
    /// Part of SPEC's request.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    date_time: Option<serde_json::Value>,
    /// Part of SPEC's request.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    google_meet_link: Option<String>,
    /// Part of SPEC's request.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    teacher_email: Option<String>,
}

/// Reports whether both calendar invitations have gone out, sending now what has not.
#[utoipa::path(post, path = "/api/calendar-events", tag = "notifications", request_body = CalendarEventRequest,
    responses((status = 200, body = MailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn create_calendar_event(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<CalendarEventRequest>,
) -> AppResult<Json<MailReply>> {
    let topics = [Audience::Student, Audience::Teacher]
        .map(|audience| Job::BookingConfirmed { booking_id: BookingId(Uuid::nil()), audience }.topic());
    report(&ctx, &known, &request.booking_id, &topics).await
}
