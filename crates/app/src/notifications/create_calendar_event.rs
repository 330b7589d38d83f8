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
use crate::notifications::mail_status::{MailReply, report_mail_status};
use crate::services::current_user::Participant;

/// The booking. Only `bookingId` is used.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CalendarEventRequest {
    /// The booking's id.
    booking_id: String,
    /// Ignored.
    #[expect(dead_code, reason = "part of SPEC's request")]
    student_email: Option<String>,
    /// Ignored.
    #[expect(dead_code, reason = "part of SPEC's request")]
    student_name: Option<String>,
    /// Ignored.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "part of SPEC's request")]
    date_time: Option<serde_json::Value>,
    /// Ignored.
    #[expect(dead_code, reason = "part of SPEC's request")]
    google_meet_link: Option<String>,
    /// Ignored.
    #[expect(dead_code, reason = "part of SPEC's request")]
    teacher_email: Option<String>,
}

/// Reports whether both calendar invitations of a booking were sent.
///
/// Invitations that have not been sent yet are sent now.
#[utoipa::path(post, path = "/api/calendar-events", tag = "notifications", request_body = CalendarEventRequest,
    responses((status = 200, body = MailReply)))]
pub(super) async fn create_calendar_event(
    State(ctx): State<Ctx>,
    user: Participant,
    Body(request): Body<CalendarEventRequest>,
) -> AppResult<Json<MailReply>> {
    let topics = [Audience::Student, Audience::Teacher]
        .map(|audience| Job::BookingConfirmed { booking_id: BookingId(Uuid::nil()), audience }.topic());
    report_mail_status(&ctx, &user, &request.booking_id, &topics).await
}
