//! Calls about one's own account.

use serde_json::{Value, json};
use tala_domain::identity::TERMS_VERSION;

/// A learner who does not exist. What the guardians of a learner may do is tested in `learners`.
const LEARNER: &str = "/api/learners/019a6b3e-4c00-7000-8000-00000000057d";

pub(super) fn call(operation: &str, email: &str) -> Option<(String, Option<Value>)> {
    let (path, body) = match operation {
        "list_learners" => ("/api/learners", None),
        "list_family_classes" => ("/api/learners/classes", None),
        "delete_learner" => (LEARNER, Some(json!({ "name": "Asha" }))),
        "export_learner" => ("/api/learners/019a6b3e-4c00-7000-8000-00000000057d/export", None),
        "list_guardians" => ("/api/guardians", None),
        "invite_guardian" => ("/api/guardian-invitations", Some(json!({ "email": "bela@people.test" }))),
        "withdraw_guardian_invitation" => ("/api/guardian-invitations/019a6b3e-4c00-7000-8000-00000000057d", None),
        "preview_guardian_invitation" => ("/api/guardian-invitations/preview", Some(json!({ "token": "x" }))),
        "accept_guardian_invitation" => {
            ("/api/guardian-invitations/accept", Some(json!({ "token": "x", "isGuardian": true })))
        }
        "get_account" => ("/api/account", None),
        "update_account" => ("/api/account", Some(json!({ "clock": "24h" }))),
        "accept_terms" => ("/api/account/terms", Some(json!({ "version": TERMS_VERSION }))),
        "export_account" => ("/api/account/export", None),
        "delete_account" => ("/api/account", Some(json!({ "email": email }))),
        _ => return None,
    };
    Some((path.to_owned(), body))
}
