//! `POST /api/admin/messages/{id}/reply` (D33).

use crate::admin::access::Admin;
use crate::admin::messages::view::AdminMessageDetails;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::repeated_actions::REPEAT_WINDOW;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::error::form::Form;
use tala_domain::ids::{JobId, MessageId, ReplyId};
use tala_domain::jobs::Job;
use tala_domain::support::MAX_MESSAGE_CHARS;
use tala_store::support::{self, Reply};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

/// A reply to a support message.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminReplyRequest {
    /// 1 to 5000 characters.
    #[schema(min_length = 1, max_length = 5000)]
    text: String,
    /// Reply although the message already has a reply.
    #[serde(default)]
    again: bool,
}

/// Replies to a support message by mail. A message that already has a reply requires `again`; the same text is rejected
/// within one minute.
#[utoipa::path(post, path = "/api/admin/messages/{id}/reply", tag = "admin-messages", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The message")), request_body = AdminReplyRequest,
    responses((status = 200, body = AdminMessageDetails)))]
pub(super) async fn admin_reply_to_message(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<MessageId>,
    Body(request): Body<AdminReplyRequest>,
) -> AppResult<Json<AdminMessageDetails>> {
    let actor = admin.authorize(AdminArea::Messages)?;
    let mut form = Form::new();
    let text = form.text("text", &request.text, MAX_MESSAGE_CHARS, Some("Please write a reply"));
    let text = form.finish(Some(text))?;
    let write = async |tx: Transaction| {
        let message = support::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if message.email.is_none() {
            return Err(AppError::new(ErrorCode::VersionConflict).with_detail("This person has no address any more."));
        }
        let now = ctx.now();
        let reply = Reply {
            id: ReplyId(ctx.new_id()),
            message_id: id,
            admin: actor.admin.clone(),
            body: text.clone(),
            created_at: now,
        };
        if !support::insert_reply(&tx, &reply, request.again).await? {
            return Err(
                AppError::new(ErrorCode::AlreadyProcessed).with_detail("There is a reply to this message already.")
            );
        }
        // The insert has updated the message row, so concurrent replies are serialized here.
        let since = now.saturating_sub(REPEAT_WINDOW).unwrap_or(Timestamp::MIN);
        if support::count_identical_replies(&tx, &reply, since).await? > 0 {
            return Err(
                AppError::new(ErrorCode::AlreadyProcessed).with_detail("This reply was sent less than a minute ago.")
            );
        }
        let job = Job::SupportReply { reply_id: reply.id };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
        let event = AuditEvent::new(AuditAction::MessageReplied, id.0)
            .detail(json!({ "replyId": reply.id, "to": message.person_id }))
            .change(json!({ "repliedAt": message.replied_at }), json!({ "repliedAt": now }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(AdminMessageDetails::load(&ctx, id).await?))
}
