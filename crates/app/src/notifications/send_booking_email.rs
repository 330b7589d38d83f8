//! `POST /api/send-booking-email` and `POST /api/email/send-booking-email` (SPEC §7; D2, D30).

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

/// The booking. Only `email` and `bookingDetails.bookingId` are used.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendBookingEmailRequest {
    /// The signed-in person's email address, if present.
    #[serde(default)]
    email: Option<String>,
    /// Ignored; the stored name is used.
    #[expect(dead_code, reason = "part of SPEC's request")]
    name: Option<String>,
    /// Ignored; the stored address is used.
    #[expect(dead_code, reason = "part of SPEC's request")]
    teachers_email: Option<String>,
    /// The booking.
    booking_details: BookingDetails,
}

/// The booking. Only `bookingId` is used.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookingDetails {
    /// The booking's id.
    booking_id: String,
    /// Ignored.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "part of SPEC's request")]
    date_time: Option<serde_json::Value>,
    /// Ignored.
    #[schema(value_type = Option<f64>)]
    #[expect(dead_code, reason = "part of SPEC's request")]
    amount: Option<serde_json::Value>,
    /// Ignored.
    #[expect(dead_code, reason = "part of SPEC's request")]
    currency: Option<String>,
    /// Ignored.
    #[expect(dead_code, reason = "part of SPEC's request")]
    google_meet_link: Option<String>,
}

/// Reports whether the confirmation mail of a booking was sent to the student.
///
/// If it has not been sent yet, it is sent now.
#[utoipa::path(post, path = "/api/send-booking-email", tag = "notifications", request_body = SendBookingEmailRequest,
    responses((status = 200, body = MailReply)))]
pub(super) async fn send_booking_email(
    State(ctx): State<Ctx>,
    user: Participant,
    Body(request): Body<SendBookingEmailRequest>,
) -> AppResult<Json<MailReply>> {
    report_confirmation_mail(&ctx, &user, &request).await
}

/// Reports whether the confirmation mail was sent, like `send_booking_email` (D2).
#[utoipa::path(post, path = "/api/email/send-booking-email", tag = "notifications", request_body = SendBookingEmailRequest,
    responses((status = 200, body = MailReply)))]
pub(super) async fn send_booking_email_under_email(
    State(ctx): State<Ctx>,
    user: Participant,
    Body(request): Body<SendBookingEmailRequest>,
) -> AppResult<Json<MailReply>> {
    report_confirmation_mail(&ctx, &user, &request).await
}

async fn report_confirmation_mail(
    ctx: &Ctx,
    user: &Participant,
    request: &SendBookingEmailRequest,
) -> AppResult<Json<MailReply>> {
    if let Some(email) = &request.email {
        user.require_own_email(email)?;
    }
    let job = Job::BookingConfirmed { booking_id: BookingId(Uuid::nil()), audience: Audience::Student };
    report_mail_status(ctx, user, &request.booking_details.booking_id, &[job.topic()]).await
}
