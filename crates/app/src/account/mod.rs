//! A person's own account: taking the data along, and leaving for good (D35).

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::acts::Actor;
use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{Body, Known};
use crate::json::Json;
use crate::privacy;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(export_account)).routes(routes!(delete_account))
}

/// Everything that we know of the signed-in person, as a file.
#[utoipa::path(get, path = "/api/account/export", tag = "account",
    responses((status = 200, body = Object), (status = "4XX", body = Problem)))]
async fn export_account(State(ctx): State<Ctx>, known: Known) -> ApiResult<impl IntoResponse> {
    let all = privacy::export(&ctx, known.person.id).await?;
    let name = "attachment; filename=\"my-data.json\"";
    Ok(([(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, name)], Json(all)))
}

/// Whose account.
#[derive(Deserialize, ToSchema)]
struct DeleteAccountRequest {
    /// The signed-in person's own address, typed once more, so that nobody leaves by mistake. Somebody without an address
    /// sends an empty text.
    #[serde(default)]
    email: String,
}

/// The account is gone.
#[derive(Serialize, ToSchema)]
struct AccountDeleted {
    success: bool,
    message: &'static str,
}

/// Deletes the signed-in person's account. Refused with the reason while money or classes are open.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = DeleteAccountRequest,
    responses((status = 200, body = AccountDeleted), (status = "4XX", body = Problem)))]
async fn delete_account(
    State(ctx): State<Ctx>,
    known: Known,
    Body(request): Body<DeleteAccountRequest>,
) -> ApiResult<Json<AccountDeleted>> {
    if known.person.email.is_some() || !request.email.is_empty() {
        known.must_own_email(&request.email)?;
    }
    privacy::delete(&ctx, Actor::Person(known.person.id), known.person.id).await?;
    Ok(Json(AccountDeleted { success: true, message: "Your account is deleted." }))
}
