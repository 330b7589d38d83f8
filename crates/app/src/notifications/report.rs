//! What SPEC's mail and calendar calls answer: the real outcome for that booking, sending now what has not gone out.

use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{BookingId, JobId};
use tala_store::bookings;
use tala_store::outbox::{self, Outcome};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::worker::run_job_now;

/// How long to wait for a message that the worker is sending at this moment.
const WAIT_STEPS: u32 = 100;
const WAIT_STEP: Duration = Duration::from_millis(100);
/// How long to wait for the mail server; the sending itself goes on.
const LONGEST_SENDING: Duration = Duration::from_secs(12);

/// It went out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MailReply {
    success: bool,
    /// Always `sent`; anything else is a refusal.
    status: &'static str,
    /// When the last of the messages was handed over.
    #[schema(value_type = String, format = DateTime)]
    sent_at: Timestamp,
}

/// Reports on these topics of one's own booking; those not sent yet are tried now, never twice at once.
pub(super) async fn report(
    ctx: &Ctx,
    known: &CurrentUser,
    booking: &str,
    topics: &[&str],
) -> AppResult<Json<MailReply>> {
    let id: BookingId = booking.parse().map_err(|_| ErrorCode::NotFound)?;
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if booking.student.id != known.person.id && booking.teacher.id != known.person.id {
        return Err(ErrorCode::NotFound.into());
    }
    let mut sent_at = booking.created_at;
    for topic in topics {
        sent_at = sent_at.max(ensure_sent(ctx, topic, id).await?);
    }
    Ok(Json(MailReply { success: true, status: "sent", sent_at }))
}

/// Waits while another worker is sending; tries by itself whatever nobody is sending.
async fn ensure_sent(ctx: &Ctx, topic: &str, booking: BookingId) -> AppResult<Timestamp> {
    let mut tried = false;
    for _ in 0..WAIT_STEPS {
        match outbox::find_outcome(ctx.store.read(), topic, booking.0).await? {
            Outcome::Done(at) => return Ok(at),
            Outcome::Unknown => return Err(ErrorCode::NotFound.into()),
            Outcome::Dead => return Err(ErrorCode::MailNotSent.into()),
            Outcome::Waiting(_) if tried => return Err(ErrorCode::MailNotSent.into()),
            Outcome::Waiting(id) => tried = try_now(ctx, id).await?,
        }
        if !tried {
            tokio::time::sleep(WAIT_STEP).await;
        }
    }
    Err(ErrorCode::MailNotSent.into())
}

/// Tries one message in a task of its own: a request that is given up in the middle must not break off the sending.
async fn try_now(ctx: &Ctx, id: JobId) -> AppResult<bool> {
    let ctx = ctx.clone();
    let sending = tokio::spawn(async move { run_job_now(&ctx, id).await });
    match tokio::time::timeout(LONGEST_SENDING, sending).await {
        Ok(Ok(tried)) => Ok(tried?),
        Ok(Err(panic)) => Err(AppError::internal(panic)),
        Err(_) => Err(ErrorCode::MailNotSent.into()),
    }
}
