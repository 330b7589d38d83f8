//! Storing a support message and enqueueing its mail.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use jiff::SignedDuration;
use serde::Serialize;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, JobId, MessageId, PersonId};
use tala_domain::jobs::Job;
use tala_store::support::NewMessage;
use tala_store::{Transaction, audit, outbox, people, support};
use utoipa::ToSchema;

const RATE_LIMIT_WINDOW: SignedDuration = SignedDuration::from_hours(1);
/// The maximum number of messages from one person in [`RATE_LIMIT_WINDOW`].
const MAX_MESSAGES: i64 = 10;

/// The message was stored.
#[derive(Serialize, ToSchema)]
pub(super) struct SupportReply {
    pub(super) success: bool,
    /// A sentence for the person.
    pub(super) message: &'static str,
}

/// A support message.
pub(super) struct Message<'a> {
    pub(super) from_role: &'a str,
    pub(super) topic: &'a str,
    pub(super) subject: &'a str,
    pub(super) body: &'a str,
    /// Labels and values about the booking or student that the message refers to.
    pub(super) about: &'a [(String, String)],
}

/// Stores the message and enqueues its mail.
pub(super) async fn send(ctx: &Ctx, person: PersonId, message: &Message<'_>) -> AppResult<()> {
    let id = MessageId(ctx.new_id());
    let write = async |tx: Transaction| {
        let now = ctx.now();
        // The lock makes the rate limit exact for concurrent messages.
        people::lock_for_update(&tx, person).await?;
        let since = now.saturating_sub(RATE_LIMIT_WINDOW).unwrap_or(now);
        if support::count_since(&tx, person, since).await? >= MAX_MESSAGES {
            return Err(ErrorCode::TooManyRequests.into());
        }
        let new = NewMessage {
            id,
            person,
            from_role: message.from_role,
            topic: message.topic,
            subject: message.subject,
            body: message.body,
            about: message.about,
            at: now,
        };
        support::insert(&tx, &new).await?;
        if ctx.settings.staff_notices.messages {
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::SupportMessage { message_id: id })], now).await?;
        }
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(person),
            action: AuditAction::SupportMessageSent,
            subject: Some(id.0),
            detail: serde_json::json!({ "topic": message.topic }),
        };
        audit::insert(&tx, &entry).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}
