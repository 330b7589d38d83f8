//! `POST /api/admin/people/{id}/currency`.

use crate::admin::access::Admin;
use crate::admin::people::details::{AdminPersonDetails, load_details};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::StudentId;
use tala_domain::money::Currency;
use tala_store::{Transaction, people, students};
use utoipa::ToSchema;

/// A currency change.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminCurrencyRequest {
    /// `INR` or `USD`.
    currency: String,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Changes the currency of a student's future payments. Existing credits keep their currency.
#[utoipa::path(post, path = "/api/admin/people/{id}/currency", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The student")), request_body = AdminCurrencyRequest,
    responses((status = 200, body = AdminPersonDetails)))]
pub(super) async fn admin_change_currency(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<StudentId>,
    Body(request): Body<AdminCurrencyRequest>,
) -> AppResult<Json<AdminPersonDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::People, &request.reason)?;
    let to = Currency::parse(&request.currency).ok_or_else(|| FieldErrors::one("currency", "INR or USD"))?;
    let write = async |tx: Transaction| {
        let student = students::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !people::change_currency(&tx, id, to).await? {
            let detail = format!("This student pays in {} already.", to.code());
            return Err(AppError::new(ErrorCode::AlreadyProcessed).with_detail(detail));
        }
        let event = AuditEvent::new(AuditAction::CurrencyChanged, id.0)
            .change(json!({ "currency": student.currency.code() }), json!({ "currency": to.code() }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(load_details(&ctx, id.into()).await?))
}
