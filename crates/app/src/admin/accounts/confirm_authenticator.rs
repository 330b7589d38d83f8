//! `POST /api/admin/authenticator/confirm`.

use axum::extract::State;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::json;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::jobs::AdminChange;
use tala_gateways::totp;
use tala_store::Transaction;
use tala_store::admins::{self, sessions};
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::admin::accounts::proposal::{self, DecryptedProposal};
use crate::admin::accounts::views::AdminDone;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::admin_changes::record_change;
use crate::services::audit::Actor;

/// The proof that a new authenticator is set up.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminAuthenticatorConfirmation {
    /// The proposal of the new authenticator.
    proposal: String,
    /// The code that it shows now. It can also be used to sign in.
    code: String,
}

/// Replaces the authenticator of the signed-in administrator with a proposed one and ends all other sessions. Staff are
/// informed by mail.
#[utoipa::path(post, path = "/api/admin/authenticator/confirm", tag = "admin-accounts",
    security(("adminSession" = [])), request_body = AdminAuthenticatorConfirmation,
    responses((status = 200, body = AdminDone)))]
pub(super) async fn admin_confirm_authenticator(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminAuthenticatorConfirmation>,
) -> AppResult<Json<AdminDone>> {
    let account = admins::find_by_id(ctx.store.read(), admin.id).await?.ok_or(ErrorCode::SignInRequired)?;
    let DecryptedProposal { secret, is_in_use } = proposal::decrypt(&ctx, &admin, &account, &request.proposal)?;
    let step = totp::matching_step(&secret, request.code.trim(), ctx.now()).map_err(AppError::internal)?;
    if step.is_none() {
        return Err(FieldErrors::one("code", "Enter the code that your new app shows now.").into());
    }
    if is_in_use {
        return Ok(Json(AdminDone::SUCCESS));
    }
    let new = ctx.vault.encrypt(&account.id.to_string(), secret.expose_secret()).map_err(AppError::internal)?;
    let actor = admin.actor_for_own_account();
    let write = async |tx: Transaction| {
        let old = account.totp_encrypted.as_deref();
        // The account may have been disabled, or its credentials reset.
        if !admins::lock_with_credentials(&tx, &account).await?
            || !admins::replace_totp(&tx, account.id, old, &new, ctx.now()).await?
        {
            return Err(ErrorCode::VersionConflict.into());
        }
        let sessions = sessions::delete_others(&tx, account.id, Some(admin.session)).await?;
        let detail = json!({ "hadAuthenticator": old.is_some(), "sessions": sessions });
        record_change(&tx, &ctx, Actor::Admin(&actor), &account, AdminChange::AuthenticatorReplaced, detail).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(AdminDone::SUCCESS))
}
