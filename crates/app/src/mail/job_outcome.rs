//! The outcome of one attempt of a job.

use tala_store::StoreError;

/// How an attempt ended.
#[derive(Debug)]
pub(crate) enum JobOutcome {
    /// Finished, or no longer necessary.
    Done,
    /// Failed; a retry may succeed.
    Failed(String),
    /// Failed; a retry cannot succeed.
    PermanentFailure(String),
}

impl From<StoreError> for JobOutcome {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}
