//! `GET /api/admin/messages` and `/api/admin/messages/{id}`.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use tala_domain::ids::MessageId;
use tala_store::support::{self, Answer, Message};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{IdPath, Params};
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::page::{Cut, Page, search};

/// Which messages.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MessagesQuery {
    /// Only those that wait for an answer (true) or have one (false).
    open: Option<bool>,
    /// Part of a subject, or how words of a name or address begin.
    q: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// A message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminMessage)]
pub(super) struct MessageView {
    #[serde(rename = "_id")]
    id: String,
    person_id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    /// `student` or `teacher`.
    role: String,
    topic: String,
    subject: String,
    body: String,
    /// What it is about.
    about: Vec<Fact>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    answered_at: Option<Timestamp>,
}

/// A label and its value.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminFact)]
pub(super) struct Fact {
    label: String,
    value: String,
}

impl From<Message> for MessageView {
    fn from(message: Message) -> Self {
        Self {
            id: message.id.to_string(),
            person_id: message.person_id.to_string(),
            name: message.name,
            email: message.email,
            role: message.from_role,
            topic: message.topic,
            subject: message.subject,
            body: message.body,
            about: message.about.into_iter().map(|(label, value)| Fact { label, value }).collect(),
            created_at: message.created_at,
            answered_at: message.answered_at,
        }
    }
}

/// An answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminAnswer)]
pub(super) struct AnswerView {
    #[serde(rename = "_id")]
    id: String,
    /// Who answered.
    admin: String,
    text: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

impl From<Answer> for AnswerView {
    fn from(answer: Answer) -> Self {
        Self { id: answer.id.to_string(), admin: answer.admin, text: answer.body, created_at: answer.created_at }
    }
}

/// A message with its answers.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminMessageDetails)]
pub(super) struct MessageDetails {
    message: MessageView,
    /// Oldest first.
    answers: Vec<AnswerView>,
}

impl MessageDetails {
    pub(super) async fn load(ctx: &Ctx, id: MessageId) -> ApiResult<Self> {
        let conn = ctx.store.read();
        let message = support::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
        let answers = support::list_answers(conn, id).await?;
        Ok(Self { message: MessageView::from(message), answers: answers.into_iter().map(AnswerView::from).collect() })
    }
}

/// Messages, newest first.
#[utoipa::path(get, path = "/api/admin/messages", tag = "admin", security(("adminSession" = [])), params(MessagesQuery),
    responses((status = 200, body = Page<MessageView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_messages(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<MessagesQuery>,
) -> ApiResult<Json<Page<MessageView>>> {
    let cut: Cut<MessageId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let text = search(query.q.as_deref());
    let conn = ctx.store.read();
    let found = support::list_messages(conn, query.open, text.as_deref(), cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |message| message.id.to_string(), MessageView::from)))
}

/// A message with its answers.
#[utoipa::path(get, path = "/api/admin/messages/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The message")),
    responses((status = 200, body = MessageDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_get_message(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<MessageId>,
) -> ApiResult<Json<MessageDetails>> {
    Ok(Json(MessageDetails::load(&ctx, id).await?))
}
