//! Support messages and replies.

use crate::context::Ctx;
use crate::error::AppResult;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::MessageId;
use tala_store::support::{self, Message, Reply};
use utoipa::ToSchema;

/// A support message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminMessage {
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) person_id: String,
    pub(super) name: String,
    #[schema(required)]
    pub(super) email: Option<String>,
    /// `student` or `teacher`.
    pub(super) role: String,
    pub(super) topic: String,
    pub(super) subject: String,
    pub(super) body: String,
    /// Details, such as the booking concerned.
    pub(super) about: Vec<AdminFact>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) replied_at: Option<Timestamp>,
}

/// A label and its value.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminFact {
    label: String,
    value: String,
}

impl From<Message> for AdminMessage {
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
            about: message.about.into_iter().map(|(label, value)| AdminFact { label, value }).collect(),
            created_at: message.created_at,
            replied_at: message.replied_at,
        }
    }
}

/// A reply to a support message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminReply {
    #[serde(rename = "_id")]
    id: String,
    /// Name of the administrator.
    admin: String,
    text: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

impl From<Reply> for AdminReply {
    fn from(reply: Reply) -> Self {
        Self { id: reply.id.to_string(), admin: reply.admin, text: reply.body, created_at: reply.created_at }
    }
}

/// A support message with its replies.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminMessageDetails {
    pub(super) message: AdminMessage,
    /// Oldest first.
    pub(super) replies: Vec<AdminReply>,
}

impl AdminMessageDetails {
    /// Loads a support message with its replies.
    ///
    /// # Errors
    /// `NotFound`.
    pub(super) async fn load(ctx: &Ctx, id: MessageId) -> AppResult<Self> {
        let conn = ctx.store.read();
        let message = support::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
        let replies = support::list_replies(conn, id).await?;
        Ok(Self { message: AdminMessage::from(message), replies: replies.into_iter().map(AdminReply::from).collect() })
    }
}
