//! `POST /api/admin/activation`.

use axum::extract::State;
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::admin::accounts::views::AdminDone;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::admin_activation::activate_admin;

/// The password and the authenticator code of a new administrator.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminActivationRequest {
    /// The part of the activation link after `#`.
    #[schema(value_type = String)]
    token: SecretString,
    /// 12 to 200 characters.
    #[schema(value_type = String, min_length = 12, max_length = 200)]
    password: SecretString,
    /// The code that the authenticator shows now. It can also be used to sign in.
    code: String,
}

/// Sets the password of a new administrator and uses up the activation link. Staff are informed by mail.
///
/// The new administrator is not signed in.
#[utoipa::path(post, path = "/api/admin/activation", tag = "admin-accounts", security(()),
    request_body = AdminActivationRequest, responses((status = 200, body = AdminDone)))]
pub(super) async fn admin_activate_account(
    State(ctx): State<Ctx>,
    Body(request): Body<AdminActivationRequest>,
) -> AppResult<Json<AdminDone>> {
    activate_admin(&ctx, &request.token, &request.password, &request.code).await?;
    Ok(Json(AdminDone::SUCCESS))
}
