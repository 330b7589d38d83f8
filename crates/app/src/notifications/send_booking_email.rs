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
use crate::notifications::report::{MailReply, report};
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;

/// SPEC's request. Only the booking's id counts; the server knows the rest.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendBookingEmailRequest {
    /// The signed-in person's own address, when sent.
    #[serde(default)]
    email: Option<String>,
    /// Part of SPEC's request; the stored name counts.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    name: Option<String>,
    /// Part of SPEC's request; the stored address counts.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    teachers_email: Option<String>,
    /// Which booking.
    booking_details: BookingDetails,
}

/// SPEC's `bookingDetails`. Only the id counts.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookingDetails {
    /// The booking.
    booking_id: String,
    /// Part of SPEC's request.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    date_time: Option<serde_json::Value>,
    /// Part of SPEC's request.
    #[schema(value_type = Option<f64>)]
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    amount: Option<serde_json::Value>,
    /// Part of SPEC's request.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    currency: Option<String>,
    /// Part of SPEC's request.
    #[expect(dead_code, reason = "accepted, but the server knows better")]
    google_meet_link: Option<String>,
}

/// Reports whether the student's confirmation mail has gone out, sending it now if not.
#[utoipa::path(post, path = "/api/send-booking-email", tag = "notifications", request_body = SendBookingEmailRequest,
    responses((status = 200, body = MailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn send_booking_email(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<SendBookingEmailRequest>,
) -> AppResult<Json<MailReply>> {
    run(&ctx, &known, &request).await
}

/// The same under SPEC's other path (D2).
#[utoipa::path(post, path = "/api/email/send-booking-email", tag = "notifications", request_body = SendBookingEmailRequest,
    responses((status = 200, body = MailReply), (status = "4XX", body = Problem), (status = "5XX", body = Problem)))]
pub(super) async fn send_booking_email_alias(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<SendBookingEmailRequest>,
) -> AppResult<Json<MailReply>> {
    run(&ctx, &known, &request).await
}

async fn run(ctx: &Ctx, known: &CurrentUser, request: &SendBookingEmailRequest) -> AppResult<Json<MailReply>> {
    if let Some(email) = &request.email {
        known.require_own_email(email)?;
    }
    let job = Job::BookingConfirmed { booking_id: BookingId(Uuid::nil()), audience: Audience::Student };
    report(ctx, known, &request.booking_details.booking_id, &[job.topic()]).await
}
