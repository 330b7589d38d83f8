//! `POST /api/admin/messages/{id}/answer`: a mail to whoever wrote; their reply goes to support (D33).

use crate::admin::access::Admin;
use crate::admin::messages::view::AdminMessageDetails;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, Deed};
use crate::services::repeated_actions::A_MINUTE;
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::ErrorCode;
use tala_domain::error::form::Form;
use tala_domain::ids::{AnswerId, JobId, MessageId};
use tala_domain::jobs::Job;
use tala_domain::support::MAX_MESSAGE_CHARS;
use tala_store::support::{self, Answer};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

/// The answer.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminAnswerRequest {
    /// 1 to 5000 characters.
    #[schema(min_length = 1, max_length = 5000)]
    text: String,
    /// Another answer to a message that has one.
    #[serde(default)]
    again: bool,
}

/// Answers a message. One that has been answered is answered once more only when that is meant, and with the same words only
/// after a minute.
#[utoipa::path(post, path = "/api/admin/messages/{id}/answer", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The message")), request_body = AdminAnswerRequest,
    responses((status = 200, body = AdminMessageDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_answer_message(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<MessageId>,
    Body(request): Body<AdminAnswerRequest>,
) -> AppResult<Json<AdminMessageDetails>> {
    let act = admin.may(Area::Messages)?;
    let mut form = Form::new();
    let text = form.text("text", &request.text, MAX_MESSAGE_CHARS, Some("Please write an answer"));
    let text = form.finish(Some(text))?;
    let write = async |tx: Transaction| {
        let message = support::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if message.email.is_none() {
            return Err(AppError::new(ErrorCode::VersionConflict).with_detail("This person has no address any more."));
        }
        let now = ctx.now();
        let answer = Answer {
            id: AnswerId(ctx.new_id()),
            message_id: id,
            admin: act.admin.clone(),
            body: text.clone(),
            created_at: now,
        };
        if !support::insert_answer(&tx, &answer, request.again).await? {
            return Err(AppError::new(ErrorCode::AlreadyDone).with_detail("This message has been answered already."));
        }
        // Two of them at once follow each other at the message, which is written to first.
        let since = now.saturating_sub(A_MINUTE).unwrap_or(Timestamp::MIN);
        if support::count_same_answers(&tx, &answer, since).await? > 0 {
            return Err(
                AppError::new(ErrorCode::AlreadyDone).with_detail("This answer was sent less than a minute ago.")
            );
        }
        let job = Job::SupportAnswer { answer_id: answer.id };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
        let deed = Deed::new("message_answered", id.0)
            .detail(json!({ "answerId": answer.id, "to": message.person_id }))
            .change(json!({ "answeredAt": message.answered_at }), json!({ "answeredAt": now }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(Json(AdminMessageDetails::load(&ctx, id).await?))
}
