//! A new authenticator that has been proposed and not yet confirmed. The server doesn't store it: the client holds it,
//! encrypted so that only the same session can confirm it.

use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tala_domain::error::ErrorCode;
use tala_store::admins::Admin as Account;

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// Enough to install an app and scan the code.
const VALID_FOR: SignedDuration = SignedDuration::from_mins(15);

#[derive(Serialize, Deserialize)]
struct Proposal {
    secret: String,
    /// The account's encrypted authenticator when the proposal was made. Once another has replaced it, the proposal is void.
    previous_encrypted: Option<String>,
    /// Hash of the account's password hash. A new password voids the proposal, too.
    password_fingerprint: String,
    expires_at: Timestamp,
}

/// Makes a proposal of `secret` for the administrator's own `account`, which only this session can confirm.
///
/// # Errors
/// If the encryption fails.
pub(super) fn encrypt(ctx: &Ctx, admin: &Admin, account: &Account, secret: &SecretString) -> AppResult<String> {
    let proposal = Proposal {
        secret: secret.expose_secret().to_owned(),
        previous_encrypted: account.totp_encrypted.clone(),
        password_fingerprint: password_fingerprint(account),
        expires_at: ctx.now().saturating_add(VALID_FOR).unwrap_or(Timestamp::MAX),
    };
    let json = serde_json::to_string(&proposal).map_err(AppError::internal)?;
    ctx.vault.encrypt(&encryption_context(admin), &json).map_err(AppError::internal)
}

/// A proposal that can be confirmed.
pub(super) struct DecryptedProposal {
    /// The secret of the proposed authenticator.
    pub(super) secret: SecretString,
    /// Whether the account already uses this authenticator, as after a lost response.
    pub(super) is_in_use: bool,
}

/// Decrypts a proposal.
///
/// # Errors
/// `version_conflict` if the proposal has expired or cannot be decrypted, as in another session, or if the account's
/// authenticator or password has changed since.
pub(super) fn decrypt(ctx: &Ctx, admin: &Admin, account: &Account, encrypted: &str) -> AppResult<DecryptedProposal> {
    let outdated =
        || AppError::new(ErrorCode::VersionConflict).with_detail("This setup is no longer valid. Please start again.");
    let json = ctx.vault.decrypt(&encryption_context(admin), encrypted).map_err(|_| outdated())?;
    let proposal: Proposal = serde_json::from_str(json.expose_secret()).map_err(|_| outdated())?;
    let current = account.totp_encrypted.as_deref();
    let is_in_use = current.is_some_and(|current| {
        let secret = ctx.vault.decrypt(&account.id.to_string(), current);
        secret.is_ok_and(|secret| secret.expose_secret() == proposal.secret)
    });
    let is_same = (is_in_use || proposal.previous_encrypted.as_deref() == current)
        && proposal.password_fingerprint == password_fingerprint(account);
    if !is_same || proposal.expires_at <= ctx.now() {
        return Err(outdated());
    }
    Ok(DecryptedProposal { secret: proposal.secret.into(), is_in_use })
}

fn password_fingerprint(account: &Account) -> String {
    hex::encode(Sha256::digest(&account.password_hash))
}

fn encryption_context(admin: &Admin) -> String {
    format!("proposed authenticator, session {}", admin.session)
}
