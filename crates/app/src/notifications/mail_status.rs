//! The status of a booking's mails. Mails that have not been sent yet are sent by the request.

use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{BookingId, JobId};
use tala_store::bookings;
use tala_store::outbox::{self, JobStatus};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::services::current_user::Participant;
use crate::worker::run_job_now;

/// How often and in which interval a request polls for a mail that a worker is sending.
const MAX_POLLS: u32 = 100;
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long a request waits for the mail server. The job continues after that.
const SEND_TIMEOUT: Duration = Duration::from_secs(12);

/// The mails were sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MailReply {
    success: bool,
    /// Always `sent`. Any other outcome is an error.
    status: &'static str,
    /// When the mail server accepted the last mail.
    #[schema(value_type = String, format = DateTime)]
    sent_at: Timestamp,
}

/// Reports whether the mail jobs with these topics of the person's booking are done. Runs the ones that are not, each at most
/// once.
pub(super) async fn report_mail_status(
    ctx: &Ctx,
    user: &Participant,
    booking: &str,
    topics: &[&str],
) -> AppResult<Json<MailReply>> {
    let id: BookingId = booking.parse().map_err(|_| ErrorCode::NotFound)?;
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if booking.student.id != user.person.id.as_student() && booking.teacher.id != user.person.id.as_teacher() {
        return Err(ErrorCode::NotFound.into());
    }
    let mut sent_at = booking.created_at;
    for topic in topics {
        sent_at = sent_at.max(ensure_sent(ctx, topic, id).await?);
    }
    Ok(Json(MailReply { success: true, status: "sent", sent_at }))
}

/// Waits for a mail that a worker is sending, and runs the job of a mail that no worker has claimed.
async fn ensure_sent(ctx: &Ctx, topic: &str, booking: BookingId) -> AppResult<Timestamp> {
    let mut tried = false;
    for _ in 0..MAX_POLLS {
        match outbox::find_status(ctx.store.read(), topic, booking.0).await? {
            JobStatus::Done(at) => return Ok(at),
            JobStatus::Unknown => return Err(ErrorCode::NotFound.into()),
            JobStatus::Dead => return Err(ErrorCode::MailNotSent.into()),
            JobStatus::Waiting(_) if tried => return Err(ErrorCode::MailNotSent.into()),
            JobStatus::Waiting(id) => tried = send_now(ctx, id).await?,
        }
        if !tried {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
    Err(ErrorCode::MailNotSent.into())
}

/// Runs one mail job in a separate task, so that a client disconnect cannot interrupt the SMTP session. Returns whether the
/// job was run.
async fn send_now(ctx: &Ctx, id: JobId) -> AppResult<bool> {
    let ctx = ctx.clone();
    let sending = tokio::spawn(async move { run_job_now(&ctx, id).await });
    match tokio::time::timeout(SEND_TIMEOUT, sending).await {
        Ok(Ok(tried)) => Ok(tried?),
        Ok(Err(panic)) => Err(AppError::internal(panic)),
        Err(_) => Err(ErrorCode::MailNotSent.into()),
    }
}
