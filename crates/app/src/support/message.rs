//! Storing a message to the operator, and enqueueing its mail.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use jiff::SignedDuration;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, JobId, MessageId, PersonId};
use tala_domain::jobs::Job;
use tala_store::support::NewMessage;
use tala_store::{Transaction, audit, outbox, people, support};
use utoipa::ToSchema;

const AN_HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Messages that one person may send in an hour.
const MOST_IN_AN_HOUR: i64 = 10;

/// The message is on its way.
#[derive(Serialize, ToSchema)]
pub(super) struct SupportReply {
    pub(super) success: bool,
    /// What to show.
    pub(super) message: &'static str,
}

/// What is to be sent.
pub(super) struct Message<'a> {
    pub(super) from_role: &'a str,
    pub(super) topic: &'a str,
    pub(super) subject: &'a str,
    pub(super) body: &'a str,
    pub(super) about: &'a [(String, String)],
}

/// Stores the message, and files its mail.
pub(super) async fn send(ctx: &Ctx, person: PersonId, message: &Message<'_>) -> AppResult<()> {
    let id = MessageId(ctx.new_id());
    let write = async |tx: Transaction| {
        let now = ctx.now();
        // Messages sent at the same moment are counted one after the other.
        people::lock(&tx, person).await?;
        let since = now.saturating_sub(AN_HOUR).unwrap_or(now);
        if support::count_since(&tx, person, since).await? >= MOST_IN_AN_HOUR {
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
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::SupportMessage { message_id: id })], now).await?;
        let entry = audit::Entry {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(person),
            action: "support_asked",
            subject: Some(id.0),
            detail: serde_json::json!({ "topic": message.topic }),
        };
        audit::record(&tx, &entry).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(())
}
