//! Replies about administrators.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::ids::AdminId;
use tala_store::admins::{self, Activity, Admin as Account};
use utoipa::ToSchema;

use crate::admin::access::session_cutoffs;
use crate::admin::role_schema::AdminRoleSchema;
use crate::context::Ctx;
use crate::error::AppResult;

/// All administrators.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminAccounts {
    /// By user name.
    items: Vec<AdminAccount>,
}

/// An administrator account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminAccount {
    #[serde(rename = "_id")]
    id: String,
    username: String,
    #[schema(value_type = AdminRoleSchema)]
    role: &'static str,
    /// Whether sign-in requires an authenticator code.
    totp: bool,
    /// Whether this is the account of the request.
    own: bool,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the account was disabled; null if it can sign in.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    disabled_at: Option<Timestamp>,
    /// When the activation link expires; null if the administrator has activated the account.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    activation_expires_at: Option<Timestamp>,
    /// The last sign-in; null if there was none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    signed_in_at: Option<Timestamp>,
    /// Number of browsers in which the administrator is signed in.
    sessions: i64,
}

impl AdminAccount {
    fn new(account: &Account, activity: Activity, own: AdminId) -> Self {
        Self {
            id: account.id.to_string(),
            username: account.name.clone(),
            role: account.role.as_str(),
            totp: account.totp_encrypted.is_some(),
            own: account.id == own,
            created_at: account.created_at,
            disabled_at: account.disabled_at,
            activation_expires_at: account.activation.as_ref().map(|activation| activation.expires_at),
            signed_in_at: activity.signed_in_at,
            sessions: activity.sessions,
        }
    }
}

/// Loads the list as the administrator `own` sees it.
pub(super) async fn load_accounts(ctx: &Ctx, own: AdminId) -> AppResult<AdminAccounts> {
    let conn = ctx.store.read();
    let activity = admins::list_activity(conn, session_cutoffs(ctx.now())).await?;
    let accounts = admins::list(conn).await?;
    let view =
        |account: &Account| AdminAccount::new(account, activity.get(&account.id).copied().unwrap_or_default(), own);
    Ok(AdminAccounts { items: accounts.iter().map(view).collect() })
}
