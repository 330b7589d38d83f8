//! A job of the outbox.

use crate::http::openapi::one_of;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::jobs::Job;
use tala_store::outbox::Filed;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// A piece of work.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdminWork {
    #[serde(rename = "_id")]
    pub(super) id: String,
    #[schema(schema_with = topics)]
    pub(super) topic: String,
    /// What it is about.
    pub(super) subject: String,
    /// `ready`, `done` or `dead`.
    pub(super) state: String,
    pub(super) attempts: i64,
    /// What went wrong last.
    #[schema(required)]
    pub(super) error: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    /// When it is tried next.
    #[schema(value_type = String, format = DateTime)]
    pub(super) run_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) finished_at: Option<Timestamp>,
}

fn topics() -> Object {
    one_of(&Job::TOPICS)
}

impl From<Filed> for AdminWork {
    fn from(filed: Filed) -> Self {
        Self {
            id: filed.id.to_string(),
            topic: filed.topic,
            subject: filed.subject.to_string(),
            state: filed.state,
            attempts: filed.attempts,
            error: filed.last_error,
            created_at: filed.created_at,
            run_at: filed.run_at,
            finished_at: filed.finished_at,
        }
    }
}
