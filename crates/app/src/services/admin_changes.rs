//! Changes to an existing administrator account: by an owner, never to their own, or from the command line (D7). A reset
//! from the command line is in `admin_accounts`.

use secrecy::SecretString;
use serde_json::{Value, json};
use tala_domain::admin::AdminRole;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AdminId, JobId};
use tala_domain::jobs::{AdminChange, Job};
use tala_store::admins::{self, Admin, sessions};
use tala_store::{Transaction, outbox};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::admin_authenticators::NewAuthenticator;
use crate::services::audit::{Actor, AdminActor, AuditEvent};

/// A signed-in owner, who changes the accounts of others.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a> {
    /// The owner's account.
    pub id: AdminId,
    /// Name and reason, for the audit log.
    pub actor: &'a AdminActor,
}

/// The actor of a change.
#[derive(Clone, Copy, Debug)]
pub enum Manager<'a> {
    /// The command line.
    Console,
    /// A signed-in owner.
    Owner(Owner<'a>),
}

/// What [`change_admin`] does to an account.
#[derive(Clone, Copy, Debug)]
pub enum AccountAction {
    /// Disables the account and ends its sessions.
    Disable,
    /// Enables it again.
    Enable,
    /// Ends its sessions.
    EndSessions,
    /// Gives it another role and ends its sessions.
    ChangeRole(AdminRole),
}

impl Manager<'_> {
    pub(super) fn actor(&self) -> Actor<'_> {
        match self {
            Self::Console => Actor::Console,
            Self::Owner(owner) => Actor::Admin(owner.actor),
        }
    }
}

/// Disables or enables an account, changes its role, or ends all its sessions. Disabling and another role end them too.
///
/// # Errors
/// `not_found`, `already_processed`, `own_account`, `sign_in_required` if the acting owner was disabled concurrently, or
/// `last_owner` on the command line, because only owners can manage administrators. (An acting owner is a second one.)
#[tracing::instrument(level = "debug", skip_all)]
pub async fn change_admin(ctx: &Ctx, manager: Manager<'_>, id: AdminId, action: AccountAction) -> AppResult<()> {
    let write = async |tx: Transaction| {
        let owners = lock_owners(&tx, manager, id).await?;
        let account = admins::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let (change, detail) = match action {
            AccountAction::Disable => (AdminChange::Disabled, disable(&tx, ctx, &account, owners).await?),
            AccountAction::Enable => (AdminChange::Enabled, enable(&tx, ctx, &account).await?),
            AccountAction::ChangeRole(role) => {
                (AdminChange::RoleChanged, change_role(&tx, ctx, &account, role, owners).await?)
            }
            AccountAction::EndSessions => {
                (AdminChange::SignedOut, json!({ "sessions": sessions::delete_others(&tx, id, None).await? }))
            }
        };
        record_change(&tx, ctx, manager.actor(), &account, change, detail).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

/// Sets up a new authenticator and ends all sessions of the account. Returns the `otpauth:` URI, which is shown once.
///
/// # Errors
/// `not_found`, `own_account`, `sign_in_required` as in [`change_admin`], or `version_conflict` if the account is not
/// activated, or if the authenticator was changed concurrently: only one of the two URIs would work.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn reset_authenticator(ctx: &Ctx, owner: Owner<'_>, id: AdminId) -> AppResult<SecretString> {
    let account = admins::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if account.activation.is_some() {
        let detail = format!("{} hasn't activated the account. Create a new activation link instead.", account.name);
        return Err(AppError::new(ErrorCode::VersionConflict).with_detail(detail));
    }
    let new = NewAuthenticator::new(ctx, id, &account.name)?;
    let write = async |tx: Transaction| {
        lock_owners(&tx, Manager::Owner(owner), id).await?;
        let old = account.totp_encrypted.as_deref();
        if !admins::replace_totp(&tx, id, old, &new.encrypted, ctx.now()).await? {
            return Err(ErrorCode::VersionConflict.into());
        }
        let detail =
            json!({ "hadAuthenticator": old.is_some(), "sessions": sessions::delete_others(&tx, id, None).await? });
        record_change(&tx, ctx, Actor::Admin(owner.actor), &account, AdminChange::AuthenticatorReset, detail).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(new.setup_link)
}

/// Locks the active owners and returns their number. Rejects an acting owner who changes their own account, or who is no
/// longer an active owner.
pub(super) async fn lock_owners(tx: &Transaction, manager: Manager<'_>, id: AdminId) -> AppResult<u64> {
    let owners = admins::lock_active_owners(tx).await?;
    if let Manager::Owner(Owner { id: acting, .. }) = manager {
        if acting == id {
            return Err(ErrorCode::OwnAccount.into());
        }
        // Another owner may have disabled the acting one since the request was authorized.
        if !admins::is_active_owner(tx, acting).await? {
            return Err(ErrorCode::SignInRequired.into());
        }
    }
    Ok(owners)
}

async fn disable(tx: &Transaction, ctx: &Ctx, account: &Admin, owners: u64) -> AppResult<Value> {
    if !admins::disable(tx, account.id, ctx.now()).await? {
        return Err(already("is disabled already", account));
    }
    if account.is_active_owner() && owners <= 1 {
        return Err(ErrorCode::LastOwner.into());
    }
    Ok(json!({ "sessions": sessions::delete_others(tx, account.id, None).await? }))
}

async fn change_role(tx: &Transaction, ctx: &Ctx, account: &Admin, role: AdminRole, owners: u64) -> AppResult<Value> {
    if !admins::update_role(tx, account.id, role, ctx.now()).await? {
        return Err(already("has this role already", account));
    }
    if account.is_active_owner() && owners <= 1 {
        return Err(ErrorCode::LastOwner.into());
    }
    let sessions = sessions::delete_others(tx, account.id, None).await?;
    Ok(json!({ "from": account.role.as_str(), "to": role.as_str(), "sessions": sessions }))
}

async fn enable(tx: &Transaction, ctx: &Ctx, account: &Admin) -> AppResult<Value> {
    if !admins::enable(tx, account.id, ctx.now()).await? {
        return Err(already("is active already", account));
    }
    Ok(json!({}))
}

fn already(what: &str, account: &Admin) -> AppError {
    AppError::new(ErrorCode::AlreadyProcessed).with_detail(format!("{} {what}.", account.name))
}

/// Records the audit event and enqueues the mail to staff.
pub(crate) async fn record_change(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    account: &Admin,
    change: AdminChange,
    detail: Value,
) -> AppResult<()> {
    record_event(tx, ctx, actor, account, change, detail).await?;
    notify_staff(tx, ctx, actor, account, change).await
}

/// Records the audit event of a change. The name of the account is added to `detail`.
pub(super) async fn record_event(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    account: &Admin,
    change: AdminChange,
    mut detail: Value,
) -> AppResult<()> {
    let action = match change {
        AdminChange::Added => AuditAction::AdminAdded,
        AdminChange::Activated => AuditAction::AdminActivated,
        AdminChange::ActivationLinkRenewed => AuditAction::AdminActivationLinkRenewed,
        AdminChange::Disabled => AuditAction::AdminDisabled,
        AdminChange::Enabled => AuditAction::AdminEnabled,
        AdminChange::Reset => AuditAction::AdminReset,
        AdminChange::RoleChanged => AuditAction::AdminRoleChanged,
        AdminChange::SignedOut => AuditAction::AdminSessionsEnded,
        AdminChange::AuthenticatorReset => AuditAction::AdminAuthenticatorReset,
        AdminChange::AuthenticatorReplaced => AuditAction::AdminAuthenticatorReplaced,
    };
    if let Some(members) = detail.as_object_mut() {
        members.insert("name".to_owned(), json!(account.name));
    }
    actor.record(tx, ctx, &AuditEvent::new(action, account.id.0).detail(detail)).await?;
    Ok(())
}

/// Enqueues the mail to staff about a change.
pub(super) async fn notify_staff(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    account: &Admin,
    change: AdminChange,
) -> AppResult<()> {
    let by = match actor {
        Actor::Admin(actor) => Some(actor.admin.clone()),
        Actor::Console | Actor::Person(_) => None,
    };
    let job = Job::StaffAdminChanged { admin_id: account.id, change, by, change_id: ctx.new_id() };
    outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], ctx.now()).await?;
    Ok(())
}
