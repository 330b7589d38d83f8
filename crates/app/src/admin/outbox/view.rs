//! Jobs, for administrators.

use crate::http::openapi::string_enum;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::jobs::Job;
use tala_store::outbox::QueuedJob;
use utoipa::ToSchema;
use utoipa::openapi::Object;

/// A job of the outbox.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdminJob {
    #[serde(rename = "_id")]
    pub(super) id: String,
    #[schema(schema_with = topics)]
    pub(super) topic: String,
    /// Id of the record the job is about.
    pub(super) subject: String,
    /// `ready`, `done` or `dead`.
    pub(super) state: String,
    pub(super) attempts: i64,
    /// Error of the last attempt.
    #[schema(required)]
    pub(super) error: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    /// Time of the next attempt.
    #[schema(value_type = String, format = DateTime)]
    pub(super) run_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) finished_at: Option<Timestamp>,
}

fn topics() -> Object {
    string_enum(&Job::TOPICS)
}

impl From<QueuedJob> for AdminJob {
    fn from(job: QueuedJob) -> Self {
        Self {
            id: job.id.to_string(),
            topic: job.topic,
            subject: job.subject.to_string(),
            state: job.state,
            attempts: job.attempts,
            error: job.last_error,
            created_at: job.created_at,
            run_at: job.run_at,
            finished_at: job.finished_at,
        }
    }
}
