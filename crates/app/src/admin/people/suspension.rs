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
use jiff::SignedDuration;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{JobId, PersonId, TeacherId};
use tala_domain::jobs::Job;
use tala_store::{StoreError, Transaction, bookings, credits, outbox, people};
use utoipa::ToSchema;
use uuid::Uuid;

/// Students who are notified at most.
const MAX_STUDENTS: u32 = 5_000;
/// Jobs that one statement inserts.
const JOBS_PER_STATEMENT: usize = 500;
/// By then the classes are cancelled and credits refunded if the administrator chose so, and the email states the result.
const STUDENT_MAIL_DELAY: SignedDuration = SignedDuration::from_mins(5);

/// A suspension.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminSuspensionRequest {
    /// 1 to 500 characters; kept in the audit log.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// The email to the person says that their upcoming classes are cancelled. They are cancelled by
    /// `POST /api/admin/people/{id}/cancel-classes`.
    #[serde(default)]
    cancels_classes: bool,
}

/// Suspends a person. All their requests are rejected, and a suspended teacher cannot be booked. Existing bookings are not
/// cancelled. Students with unspent credits for the teacher's classes get an email after five minutes.
#[utoipa::path(post, path = "/api/admin/people/{id}/suspend", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The person")), request_body = AdminSuspensionRequest,
    responses((status = 200, body = AdminPersonDetails)))]
pub(super) async fn admin_suspend_person(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<AdminSuspensionRequest>,
) -> AppResult<Json<AdminPersonDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::People, &request.reason)?;
    let cancels_classes = request.cancels_classes;
    let job = |change_id| Job::PersonSuspended { person_id: id, change_id, cancels_classes };
    set_suspended(&ctx, &actor, id, true, job).await
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
    set_suspended(&ctx, &actor, id, false, |change_id| Job::PersonUnsuspended { person_id: id, change_id }).await
}

async fn set_suspended(
    ctx: &Ctx,
    actor: &AdminActor,
    id: PersonId,
    suspended: bool,
    job: impl Fn(Uuid) -> Job,
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
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job(ctx.new_id()))], ctx.now()).await?;
        if suspended {
            notify_students(&tx, ctx, id.as_teacher()).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(load_details(ctx, id).await?))
}

/// Enqueues the mails to students who have unspent credits for the teacher's classes, or will have when their classes are
/// cancelled.
async fn notify_students(tx: &Transaction, ctx: &Ctx, teacher_id: TeacherId) -> Result<(), StoreError> {
    let now = ctx.now();
    let mut students = credits::list_students_with_unspent(tx, teacher_id, now, MAX_STUDENTS).await?;
    students.extend(bookings::list_upcoming_students(tx, teacher_id, now, MAX_STUDENTS).await?);
    students.sort_unstable();
    students.dedup();
    let job = |student_id| Job::TeacherSuspended { student_id, teacher_id, change_id: ctx.new_id() };
    let jobs: Vec<_> = students.into_iter().map(|student| (JobId(ctx.new_id()), job(student))).collect();
    for part in jobs.chunks(JOBS_PER_STATEMENT) {
        outbox::enqueue_delayed(tx, part, now, STUDENT_MAIL_DELAY).await?;
    }
    Ok(())
}
