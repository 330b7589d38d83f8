//! Shared parts of approving and rejecting an application.

use crate::error::{AppError, AppResult};
use crate::http::extract::{JsonObject, RawBody};
use jiff::SignedDuration;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tala_domain::admin::UNDO_SECONDS;
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_store::teachers::Applicant;
use utoipa::ToSchema;

/// The decision about an application.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherDecision {
    pub(super) success: bool,
    /// Message for the administrator.
    pub(super) message: &'static str,
    /// `approved` or `rejected`.
    pub(super) status: &'static str,
    /// Invite code of an approved teacher.
    #[schema(required)]
    pub(super) invite_code: Option<String>,
    pub(super) founding_teacher: bool,
    /// Id of the decision, with which it can be undone.
    pub(super) decision_id: String,
    /// How long the decision can be undone, in seconds. The email to the teacher is sent afterwards.
    pub(super) undo_seconds: i64,
}

/// How long the mail about a decision waits, so that the decision can be undone (ADR 13).
pub(super) const UNDO_PERIOD: SignedDuration = SignedDuration::from_secs(UNDO_SECONDS);

/// Parses a JSON object; an empty body counts as an empty object.
///
/// # Errors
/// `MalformedRequest`.
pub(super) fn parse_optional_body<T: Default + DeserializeOwned>(body: &RawBody) -> AppResult<T> {
    if body.0.is_empty() {
        return Ok(T::default());
    }
    let value: Option<JsonObject<T>> = serde_json::from_slice(&body.0).map_err(|_| ErrorCode::MalformedRequest)?;
    Ok(value.map(|JsonObject(value)| value).unwrap_or_default())
}

/// Requires a pending application of the expected version.
///
/// # Errors
/// `NotFound`, or [`decision_conflict`].
pub(super) fn require_pending(applicant: Option<Applicant>, expected_version: Option<i64>) -> AppResult<Applicant> {
    let applicant = applicant.ok_or(ErrorCode::NotFound)?;
    let has_other_version = expected_version.is_some_and(|version| version != applicant.version);
    if has_other_version || applicant.status != TeacherStatus::Pending {
        return Err(decision_conflict(applicant.status));
    }
    Ok(applicant)
}

/// Returns the error for an application that was decided concurrently, or, if it is still pending, submitted again.
pub(super) fn decision_conflict(status: TeacherStatus) -> AppError {
    if status == TeacherStatus::Pending {
        return AppError::new(ErrorCode::VersionConflict)
            .with_detail("This application was sent again since you looked at it. Please look at what has changed.");
    }
    AppError::new(ErrorCode::AlreadyProcessed)
        .with_detail(format!("This application is {} already.", status.as_str()))
        .with_extension("state", status.as_str())
}
