//! `POST /api/admin/people/{id}/suspend` and `POST /api/admin/people/{id}/unsuspend`.

use crate::admin::access::Admin;
use crate::admin::people::details::{AdminPersonDetails, load_details};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AdminActor, AuditEvent};
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{JobId, PersonId};
use tala_domain::jobs::Job;
use tala_store::{Transaction, outbox, people};

/// Suspends a person. All their requests are rejected, and a suspended teacher cannot be booked. Existing bookings are not
/// cancelled.
#[utoipa::path(post, path = "/api/admin/people/{id}/suspend", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminReason,
    responses((status = 200, body = AdminPersonDetails)))]
pub(super) async fn admin_suspend_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPersonDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::People, &request.reason)?;
    set_suspended(&ctx, &actor, id, true).await
}

/// Unsuspends a person.
#[utoipa::path(post, path = "/api/admin/people/{id}/unsuspend", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminReason,
    responses((status = 200, body = AdminPersonDetails)))]
pub(super) async fn admin_unsuspend_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminPersonDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::People, &request.reason)?;
    set_suspended(&ctx, &actor, id, false).await
}

async fn set_suspended(
    ctx: &Ctx,
    actor: &AdminActor,
    id: PersonId,
    suspended: bool,
) -> AppResult<Json<AdminPersonDetails>> {
    let write = async |tx: Transaction| {
        people::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        people::lock_exclusively(&tx, id).await?;
        if !people::set_suspended(&tx, id, suspended.then_some(ctx.now())).await? {
            let detail = if suspended { "This person is suspended already." } else { "This person is not suspended." };
            return Err(AppError::new(ErrorCode::AlreadyProcessed).with_detail(detail));
        }
        let action = if suspended { AuditAction::PersonSuspended } else { AuditAction::PersonUnsuspended };
        let event =
            AuditEvent::new(action, id.0).change(json!({ "suspended": !suspended }), json!({ "suspended": suspended }));
        Actor::Admin(actor).record(&tx, ctx, &event).await?;
        let change_id = ctx.new_id();
        let job = if suspended {
            Job::PersonSuspended { person_id: id, change_id }
        } else {
            Job::PersonUnsuspended { person_id: id, change_id }
        };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], ctx.now()).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(load_details(ctx, id).await?))
}
