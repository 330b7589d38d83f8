//! The reason that an administrator gives for an action.

use crate::http::extract::Body;
use serde::Deserialize;
use utoipa::ToSchema;

/// The reason of an action.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminReason {
    /// 1 to 500 characters; kept in the audit log.
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
}

/// The optional reason of an action.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct AdminOptionalReason {
    /// At most 500 characters; kept in the audit log.
    #[schema(max_length = 500)]
    pub(super) reason: Option<String>,
}

impl AdminOptionalReason {
    /// Returns the reason, if the request has a body and the body has a reason.
    pub(super) fn of(request: Option<&Body<Self>>) -> Option<&str> {
        request.and_then(|Body(request)| request.reason.as_deref())
    }
}
