//! What approving and rejecting an application share.

use crate::error::{AppError, AppResult};
use crate::http::extract::{JsonObject, RawBody};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_store::teachers::Applicant;
use utoipa::ToSchema;

/// What has been decided.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherDecision {
    pub(super) success: bool,
    /// What to show.
    pub(super) message: &'static str,
    /// `approved` or `rejected`.
    pub(super) status: &'static str,
    /// Of an approved teacher.
    #[schema(required)]
    pub(super) invite_code: Option<String>,
    pub(super) founding_teacher: bool,
}

/// A body that may be left out.
pub(super) fn read<T: Default + DeserializeOwned>(body: &RawBody) -> AppResult<T> {
    if body.0.is_empty() {
        return Ok(T::default());
    }
    let value: Option<JsonObject<T>> = serde_json::from_slice(&body.0).map_err(|_| ErrorCode::MalformedRequest)?;
    Ok(value.map(|JsonObject(value)| value).unwrap_or_default())
}

/// The application, if it waits and is the one that was looked at.
pub(super) fn pending(applicant: Option<Applicant>, seen: Option<i64>) -> AppResult<Applicant> {
    let applicant = applicant.ok_or(ErrorCode::NotFound)?;
    let other = seen.is_some_and(|version| version != applicant.version);
    if other || applicant.status != TeacherStatus::Pending { Err(lost(applicant.status)) } else { Ok(applicant) }
}

/// Why it cannot be decided: somebody has, or (as it waits) it is another one by now.
pub(super) fn lost(status: TeacherStatus) -> AppError {
    if status == TeacherStatus::Pending {
        return AppError::new(ErrorCode::VersionConflict)
            .with_detail("This application was sent again since you looked at it. Please look at what has changed.");
    }
    AppError::new(ErrorCode::AlreadyDone)
        .with_detail(format!("This application is {} already.", status.as_str()))
        .with("state", status.as_str())
}
