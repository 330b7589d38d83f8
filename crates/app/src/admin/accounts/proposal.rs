//! A new authenticator between its proposal and its confirmation. The client keeps it, encrypted for its session.

use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use tala_store::admins::Admin as Account;

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};

const VALID_FOR: SignedDuration = SignedDuration::from_mins(15);

#[derive(Serialize, Deserialize)]
struct Proposal {
    secret: String,
    /// The authenticator that the account had then, encrypted.
    replaces: Option<String>,
    expires_at: Timestamp,
}

/// Encrypts a new secret for the session of `admin`.
///
/// # Errors
/// If the encryption fails.
pub(super) fn encrypt(ctx: &Ctx, admin: &Admin, account: &Account, secret: &SecretString) -> AppResult<String> {
    let proposal = Proposal {
        secret: secret.expose_secret().to_owned(),
        replaces: account.totp_encrypted.clone(),
        expires_at: ctx.now().saturating_add(VALID_FOR).unwrap_or(Timestamp::MAX),
    };
    let text = serde_json::to_string(&proposal).map_err(AppError::internal)?;
    ctx.vault.encrypt(&context(admin), &text).map_err(AppError::internal)
}

/// Returns the secret of an encrypted proposal.
///
/// # Errors
/// `version_conflict` if the proposal has expired, is from another session, or if the account has another authenticator
/// since.
pub(super) fn decrypt(ctx: &Ctx, admin: &Admin, account: &Account, encrypted: &str) -> AppResult<SecretString> {
    let outdated =
        || AppError::new(ErrorCode::VersionConflict).with_detail("This setup has ended. Please start again.");
    let text = ctx.vault.decrypt(&context(admin), encrypted).map_err(|_| outdated())?;
    let proposal: Proposal = serde_json::from_str(text.expose_secret()).map_err(AppError::internal)?;
    if proposal.expires_at <= ctx.now() || proposal.replaces != account.totp_encrypted {
        return Err(outdated());
    }
    Ok(proposal.secret.into())
}

fn context(admin: &Admin) -> String {
    format!("proposed authenticator, session {}", admin.session)
}
