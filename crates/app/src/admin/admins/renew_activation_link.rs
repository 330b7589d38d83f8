//! `POST /api/admin/admins/{id}/activation-link`.

use axum::extract::State;
use tala_domain::admin::AdminArea;
use tala_domain::ids::AdminId;

use crate::admin::access::Admin;
use crate::admin::admins::activation_link::AdminActivationLink;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::admin_activation::renew_activation_link;
use crate::services::admin_changes::Owner;

/// Creates a new activation link for an administrator who has not activated the account.
///
/// The previous link and authenticator stop working immediately.
#[utoipa::path(post, path = "/api/admin/admins/{id}/activation-link", tag = "admin-accounts",
    security(("adminSession" = [])), params(("id" = String, Path, description = "The administrator")),
    request_body = AdminReason, responses((status = 200, body = AdminActivationLink)))]
pub(super) async fn admin_renew_activation_link(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminActivationLink>> {
    let actor = admin.authorize_with_reason(AdminArea::Admins, &request.reason)?;
    Ok(Json(renew_activation_link(&ctx, Owner { id: admin.id, actor: &actor }, id).await?.into()))
}
