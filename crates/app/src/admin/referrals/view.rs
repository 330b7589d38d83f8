//! Referrals, for administrators (D29).

use jiff::Timestamp;
use serde::Serialize;
use tala_store::referrals::Referral;
use utoipa::ToSchema;

/// A friend named by a student.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminReferral {
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) student_id: String,
    pub(super) student_name: String,
    pub(super) friend_name: String,
    pub(super) friend_email: String,
    /// `named`, `joined`, `ready` (first class completed) or `granted`.
    pub(super) state: &'static str,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) granted_at: Option<Timestamp>,
}

impl From<Referral> for AdminReferral {
    fn from(referral: Referral) -> Self {
        let state = match (referral.granted_at, referral.has_taken_class, referral.has_joined) {
            (Some(_), ..) => "granted",
            (None, true, _) => "ready",
            (None, false, true) => "joined",
            (None, false, false) => "named",
        };
        Self {
            id: referral.id.to_string(),
            student_id: referral.student_id.to_string(),
            student_name: referral.student_name,
            friend_name: referral.name,
            friend_email: referral.email,
            state,
            created_at: referral.created_at,
            granted_at: referral.granted_at,
        }
    }
}
