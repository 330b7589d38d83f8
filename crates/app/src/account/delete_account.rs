//! `DELETE /api/account`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::current_user::CurrentUser;
use crate::services::privacy;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The confirmation of an account deletion.
#[derive(Deserialize, ToSchema)]
pub(super) struct DeleteAccountRequest {
    /// The signed-in person's email address as a confirmation. Empty for a person without a verified address.
    #[serde(default)]
    email: String,
}

/// The account was deleted.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountDeleted {
    success: bool,
    message: &'static str,
}

/// Deletes the signed-in person's account.
///
/// Returns `open_obligations` with the reasons while classes, orders, refunds, credits or earnings are open.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = DeleteAccountRequest,
    responses((status = 200, body = AccountDeleted)))]
pub(super) async fn delete_account(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<DeleteAccountRequest>,
) -> AppResult<Json<AccountDeleted>> {
    if user.person.email.is_some() || !request.email.is_empty() {
        user.require_own_email(&request.email)?;
    }
    privacy::delete(&ctx, Actor::Person(user.person.id), user.person.id).await?;
    Ok(Json(AccountDeleted { success: true, message: "Your account is deleted." }))
}
