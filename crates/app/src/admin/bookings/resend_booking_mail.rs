//! `POST /api/admin/bookings/{id}/resend-mail`.

use crate::admin::access::Admin;
use crate::admin::bookings::details::{AdminBookingDetails, load_details};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::repeated_actions::reject_repeated_action;
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::BookingStatus;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{BookingId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_store::bookings::{self};
use tala_store::{Transaction, outbox};

/// Sends the confirmation or cancellation mails of a booking to the student and the teacher again, at most once a minute.
#[utoipa::path(post, path = "/api/admin/bookings/{id}/resend-mail", tag = "admin-bookings", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")), request_body = AdminReason,
    responses((status = 200, body = AdminBookingDetails)))]
pub(super) async fn admin_resend_booking_mail(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(booking_id): IdPath<BookingId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminBookingDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::Bookings, &request.reason)?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let booking = bookings::find_by_id(&tx, booking_id).await?.ok_or(ErrorCode::NotFound)?;
        let action = AuditAction::BookingMailResent;
        reject_repeated_action(&tx, &ctx, booking.student.id.into(), action, booking_id.0, false).await?;
        let cancelled = booking.status(now) == BookingStatus::Cancelled;
        let mut jobs = Vec::new();
        for audience in [Audience::Student, Audience::Teacher] {
            let first = if cancelled {
                Job::BookingCancelled { booking_id, audience }
            } else {
                Job::BookingConfirmed { booking_id, audience }
            };
            if !matches!(outbox::find_status(&tx, first.topic(), booking_id.0).await?, outbox::JobStatus::Waiting(_)) {
                // A job of its own: the first one keeps its time and attempts.
                let job = Job::BookingMailResent { booking_id, audience, change_id: ctx.new_id() };
                jobs.push((JobId(ctx.new_id()), job));
            }
        }
        if jobs.is_empty() {
            let error = AppError::new(ErrorCode::AlreadyProcessed);
            return Err(error.with_detail("These emails are already being sent."));
        }
        outbox::enqueue(&tx, &jobs, now).await?;
        let event =
            AuditEvent::new(AuditAction::BookingMailResent, booking_id.0).detail(json!({ "cancelled": cancelled }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(load_details(&ctx, booking_id).await?))
}
