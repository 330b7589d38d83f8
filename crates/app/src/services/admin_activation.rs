//! Administrators added by an owner: the account has no usable password until its administrator opens the activation link
//! and sets a password and an authenticator (D7).

use jiff::{SignedDuration, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use sha2::{Digest, Sha256};
use tala_domain::admin::{ACTIVATION_HOURS, AdminName, AdminRole, check_password};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::AdminId;
use tala_domain::jobs::AdminChange;
use tala_gateways::{passwords, totp};
use tala_store::Transaction;
use tala_store::admins::{self, Activation, Admin};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::admin_accounts::{name_taken, new_salt, parse_role};
use crate::services::admin_authenticators::{NewAuthenticator, decrypt_secret, setup_link};
use crate::services::admin_changes::{Manager, Owner, lock_owners, record_change};
use crate::services::audit::{Actor, AdminActor};

const TOKEN_BYTES: usize = 32;

/// The link with which a new administrator activates the account. It is shown once.
#[derive(Debug)]
pub struct ActivationLink {
    /// The address of the activation page. The token is in the fragment, which browsers do not send.
    pub url: SecretString,
    /// The link is rejected from this instant on.
    pub expires_at: Timestamp,
}

/// An account to activate, as its administrator sees it.
#[derive(Debug)]
pub struct PendingAdmin {
    /// The user name.
    pub name: String,
    /// The role.
    pub role: AdminRole,
    /// The `otpauth:` URI for the authenticator app.
    pub setup_link: SecretString,
    /// The secret in it, to be typed into the app.
    pub secret: SecretString,
    /// When the activation link expires.
    pub expires_at: Timestamp,
}

/// Creates an account that must be activated with the returned link.
///
/// # Errors
/// Invalid fields, a user name that exists, or `sign_in_required` if the acting owner was disabled concurrently.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn create_admin(ctx: &Ctx, owner: Owner<'_>, name: &str, role: &str) -> AppResult<ActivationLink> {
    let (name, role) = parse_fields(name, role)?;
    let (link, activation) = new_link(ctx);
    let id = AdminId(ctx.new_id());
    let account = Admin {
        id,
        name: name.as_str().to_owned(),
        role,
        // The hash of a random value: the form of every other password, but no password that anyone knows.
        password_hash: passwords::hash(&random_hex(ctx), new_salt(ctx)).await.map_err(AppError::internal)?,
        totp_encrypted: Some(NewAuthenticator::new(ctx, id, name.as_str())?.encrypted),
        created_at: ctx.now(),
        disabled_at: None,
        activation: Some(activation),
    };
    let write = async |tx: Transaction| {
        lock_owners(&tx, Manager::Owner(owner), id).await?;
        if !admins::insert(&tx, &account).await? {
            return Err(name_taken());
        }
        let detail = json!({ "role": role.as_str() });
        record_change(&tx, ctx, Actor::Admin(owner.actor), &account, AdminChange::Added, detail).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(link)
}

/// Replaces the activation link and the authenticator of an account that is not activated. The previous link stops working.
///
/// # Errors
/// `not_found`, `own_account`, `sign_in_required` if the acting owner was disabled concurrently, `already_processed` if the
/// account is activated, or `version_conflict` if the link was replaced concurrently: only one of the two would work.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn renew_activation_link(ctx: &Ctx, owner: Owner<'_>, id: AdminId) -> AppResult<ActivationLink> {
    let account = admins::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    let (link, activation) = new_link(ctx);
    let authenticator = NewAuthenticator::new(ctx, id, &account.name)?;
    let write = async |tx: Transaction| {
        lock_owners(&tx, Manager::Owner(owner), id).await?;
        let current = account.activation.as_ref().ok_or_else(|| is_activated(&account))?;
        let from = &current.token_hash;
        if !admins::replace_activation(&tx, id, from, &activation, &authenticator.encrypted, ctx.now()).await? {
            return Err(ErrorCode::VersionConflict.into());
        }
        let change = AdminChange::ActivationLinkRenewed;
        record_change(&tx, ctx, Actor::Admin(owner.actor), &account, change, json!({})).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(link)
}

/// Returns the account of an activation link.
///
/// # Errors
/// `activation_link_invalid`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn get_pending_admin(ctx: &Ctx, token: &SecretString) -> AppResult<PendingAdmin> {
    let (account, activation) = get_account(ctx, token).await?;
    let secret = decrypt_secret(ctx, &account)?;
    let setup_link = setup_link(ctx, &secret, &account.name)?;
    Ok(PendingAdmin { name: account.name, role: account.role, setup_link, secret, expires_at: activation.expires_at })
}

/// Sets the password of the account and uses up the link. The code proves that the authenticator is set up.
///
/// The code is not marked as used, so that the new administrator can sign in with it immediately.
///
/// # Errors
/// `activation_link_invalid`, or errors for the fields `password` and `code`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn activate_admin(ctx: &Ctx, token: &SecretString, password: &SecretString, code: &str) -> AppResult<()> {
    let (account, activation) = get_account(ctx, token).await?;
    check_credentials(ctx, &account, password, code)?;
    let password_hash = passwords::hash(password.expose_secret(), new_salt(ctx)).await.map_err(AppError::internal)?;
    let actor = AdminActor { admin: account.name.clone(), reason: None };
    let write = async |tx: Transaction| {
        if !admins::activate(&tx, account.id, &activation.token_hash, &password_hash, ctx.now()).await? {
            return Err(ErrorCode::ActivationLinkInvalid.into());
        }
        record_change(&tx, ctx, Actor::Admin(&actor), &account, AdminChange::Activated, json!({})).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

fn parse_fields(name: &str, role: &str) -> Result<(AdminName, AdminRole), FieldErrors> {
    match (AdminName::parse(name), parse_role(role)) {
        (Ok(name), Ok(role)) => Ok((name, role)),
        (Err(name), Err(role)) => Err(name.merged_with(role)),
        (Err(errors), _) | (_, Err(errors)) => Err(errors),
    }
}

fn check_credentials(ctx: &Ctx, account: &Admin, password: &SecretString, code: &str) -> AppResult<()> {
    let step = totp::matching_step(&decrypt_secret(ctx, account)?, code.trim(), ctx.now());
    let code = match step.map_err(AppError::internal)? {
        Some(_) => Ok(()),
        None => Err(FieldErrors::one("code", "Enter the code that your authenticator app shows now.")),
    };
    match (check_password("password", &account.name, password.expose_secret()), code) {
        (Ok(()), Ok(())) => Ok(()),
        (Err(password), Err(code)) => Err(password.merged_with(code).into()),
        (Err(errors), _) | (_, Err(errors)) => Err(errors.into()),
    }
}

async fn get_account(ctx: &Ctx, token: &SecretString) -> AppResult<(Admin, Activation)> {
    let found =
        admins::find_by_activation_token(ctx.store.read(), &hash_token(token.expose_secret()), ctx.now()).await?;
    let mut account = found.ok_or(ErrorCode::ActivationLinkInvalid)?;
    let activation = account.activation.take().ok_or(ErrorCode::ActivationLinkInvalid)?;
    Ok((account, activation))
}

fn is_activated(account: &Admin) -> AppError {
    AppError::new(ErrorCode::AlreadyProcessed)
        .with_detail(format!("{} has activated the account already.", account.name))
}

fn new_link(ctx: &Ctx) -> (ActivationLink, Activation) {
    let token = random_hex(ctx);
    let expires_at = ctx.now().saturating_add(SignedDuration::from_hours(ACTIVATION_HOURS)).unwrap_or(Timestamp::MAX);
    let url = SecretString::from(format!("{}/admin-activate#{token}", ctx.settings.public_url));
    (ActivationLink { url, expires_at }, Activation { token_hash: hash_token(&token), expires_at })
}

fn random_hex(ctx: &Ctx) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    ctx.entropy.fill(&mut bytes);
    hex::encode(bytes)
}

/// Returns the hash of a token, which is stored in its place.
fn hash_token(token: &str) -> String {
    hex::encode(Sha256::digest(format!("tala admin activation {token}")))
}
