//! `POST /api/admin/people/{id}/age`.

use crate::admin::access::Admin;
use crate::admin::people::details::{AdminPersonDetails, load_details};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::views::settings::AgeBandSchema;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::StatedAge;
use tala_domain::ids::PersonId;
use tala_store::{Transaction, people};
use utoipa::ToSchema;

/// A correction of the age: a date of birth or an age range.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminAgeRequest {
    /// The date of birth, such as 2016-04-23.
    #[serde(default)]
    #[schema(format = Date)]
    birth_date: Option<String>,
    /// The age range of an adult.
    #[serde(default)]
    #[schema(value_type = Option<AgeBandSchema>)]
    age_band: Option<String>,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Corrects the age of a person, which they can state only once themselves. It decides whether a student needs a guardian.
#[utoipa::path(post, path = "/api/admin/people/{id}/age", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminAgeRequest,
    responses((status = 200, body = AdminPersonDetails)))]
pub(super) async fn admin_change_age(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminAgeRequest>,
) -> AppResult<Json<AdminPersonDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::People, &request.reason)?;
    let write = async |tx: Transaction| {
        let person = people::find_by_id(&tx, id).await?.filter(|person| person.deleted_at.is_none());
        let today = person.ok_or(ErrorCode::NotFound)?.today(ctx.now());
        let age = StatedAge::parse(request.birth_date.as_deref(), request.age_band.as_deref(), today)?;
        let age = age.ok_or_else(|| FieldErrors::one("birthDate", "A date of birth or an age range"))?;
        people::change_age(&tx, id, age).await?;
        // Without the date: the log is kept longer than personal data.
        let event = AuditEvent::new(AuditAction::AgeChanged, id.0);
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(load_details(&ctx, id).await?))
}
