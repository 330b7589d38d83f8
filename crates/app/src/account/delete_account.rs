//! `DELETE /api/account`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::current_user::CurrentUser;
use crate::services::privacy;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whose account.
#[derive(Deserialize, ToSchema)]
pub(super) struct DeleteAccountRequest {
    /// The signed-in person's own address, typed once more, so that nobody leaves by mistake. Somebody without an address
    /// sends an empty text.
    #[serde(default)]
    email: String,
}

/// The account is gone.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountDeleted {
    success: bool,
    message: &'static str,
}

/// Deletes the signed-in person's account. Refused with the reason while money or classes are open.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = DeleteAccountRequest,
    responses((status = 200, body = AccountDeleted), (status = "4XX", body = Problem)))]
pub(super) async fn delete_account(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<DeleteAccountRequest>,
) -> AppResult<Json<AccountDeleted>> {
    if known.person.email.is_some() || !request.email.is_empty() {
        known.require_own_email(&request.email)?;
    }
    privacy::delete(&ctx, Actor::Person(known.person.id), known.person.id).await?;
    Ok(Json(AccountDeleted { success: true, message: "Your account is deleted." }))
}
