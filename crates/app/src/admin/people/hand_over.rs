//! `POST /api/admin/people/{id}/hand-over`.

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{JobId, TeacherId};
use tala_domain::jobs::Job;
use tala_store::students::{self, HandOver};
use tala_store::{Transaction, outbox, people, teachers};
use utoipa::ToSchema;

const MAX_STUDENTS: u32 = 500;

/// The teacher who takes over the students.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminHandOverRequest {
    /// An approved teacher.
    teacher_id: String,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// The result of a hand-over.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminHandOver {
    /// Number of students who have the other teacher now.
    students: usize,
    /// There are more students than one call hands over. Call again.
    more: bool,
}

/// Hands the students of a teacher over to another teacher, at most 500, and moves their unspent credits with them. Booked
/// classes stay as they are. The students are notified by email. Idempotent.
#[utoipa::path(post, path = "/api/admin/people/{id}/hand-over", tag = "admin-people", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The teacher")), request_body = AdminHandOverRequest,
    responses((status = 200, body = AdminHandOver)))]
pub(super) async fn admin_hand_over_students(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(from): IdPath<TeacherId>,
    Body(request): Body<AdminHandOverRequest>,
) -> AppResult<Json<AdminHandOver>> {
    let actor = admin.authorize_with_reason(AdminArea::People, &request.reason)?;
    let to: TeacherId = request.teacher_id.parse().map_err(|_| invalid_teacher())?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        teachers::find_by_id(&tx, from).await?.ok_or(ErrorCode::NotFound)?;
        // Locked, so that the teacher is not suspended and the approval not undone at the same time.
        people::lock_for_update(&tx, to.into()).await?;
        teachers::lock(&tx, to).await?;
        let teacher = teachers::find_by_id(&tx, to).await?.ok_or_else(invalid_teacher)?;
        let person = people::find_by_id(&tx, to.into()).await?.ok_or_else(invalid_teacher)?;
        let code = teacher.invite_code.filter(|_| teacher.status == TeacherStatus::Approved);
        let code = code.filter(|_| person.suspended_at.is_none() && from != to).ok_or_else(invalid_teacher)?;
        let moved = students::hand_over(&tx, HandOver { from, to, invite_code: &code }, MAX_STUDENTS).await?;
        let mut jobs = Vec::new();
        for student_id in &moved {
            let job = Job::TeacherChanged { student_id: *student_id, change_id: ctx.new_id() };
            jobs.push((JobId(ctx.new_id()), job));
            let event = AuditEvent::new(AuditAction::StudentHandedOver, student_id.0)
                .change(json!({ "teacherId": from }), json!({ "teacherId": to }));
            Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        }
        outbox::enqueue(&tx, &jobs, now).await?;
        Ok::<_, AppError>(moved.len())
    };
    let students = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    let more = students >= usize::try_from(MAX_STUDENTS).unwrap_or(usize::MAX);
    Ok(Json(AdminHandOver { students, more }))
}

fn invalid_teacher() -> AppError {
    FieldErrors::one("teacherId", "Choose another approved teacher who is not suspended").into()
}
