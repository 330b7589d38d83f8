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
use tala_domain::ids::{JobId, StudentId, TeacherId};
use tala_domain::jobs::{HandOverReader, Job};
use tala_store::students::{self, HandOver};
use tala_store::teachers::Teacher;
use tala_store::{Connection, Transaction, outbox, people, teachers};
use utoipa::ToSchema;

const MAX_STUDENTS: u32 = 500;

/// The teacher who takes over the students.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminHandOverRequest {
    /// An approved teacher.
    teacher_id: String,
    /// Only this student of the teacher; absent for all.
    student_id: Option<String>,
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

/// Hands the students of a teacher, at most 500, or one of them, over to another teacher, and moves their unspent credits
/// with them. Booked classes stay as they are. The students and both teachers are notified by email. Idempotent.
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
    let student = parse_student(request.student_id.as_deref())?;
    let write = async |tx: Transaction| {
        teachers::find_by_id(&tx, from).await?.ok_or(ErrorCode::NotFound)?;
        // Locked, so that the teacher is not suspended and the approval not undone at the same time.
        people::lock_for_update(&tx, to.into()).await?;
        teachers::lock(&tx, to).await?;
        find_new_teacher(&tx, from, to).await?;
        let moved = students::hand_over(&tx, HandOver { from, student, to }, MAX_STUDENTS).await?;
        let mut jobs = Vec::new();
        for student_id in &moved {
            let job = Job::TeacherChanged { student_id: *student_id, change_id: ctx.new_id(), from: Some(from) };
            jobs.push((JobId(ctx.new_id()), job));
            let event = AuditEvent::new(AuditAction::StudentHandedOver, student_id.0)
                .change(json!({ "teacherId": from }), json!({ "teacherId": to }));
            Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        }
        let readers = [HandOverReader::Previous, HandOverReader::New].into_iter().filter(|_| !moved.is_empty());
        for reader in readers {
            let (students, change_id) = (moved.clone(), ctx.new_id());
            jobs.push((JobId(ctx.new_id()), Job::StudentsHandedOver { from, to, reader, students, change_id }));
        }
        outbox::enqueue(&tx, &jobs, ctx.now()).await?;
        Ok::<_, AppError>(moved.len())
    };
    let students = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    let more = students >= usize::try_from(MAX_STUDENTS).unwrap_or(usize::MAX);
    Ok(Json(AdminHandOver { students, more }))
}

/// Finds the teacher who takes over: another approved one who is not suspended and has an invite code.
///
/// # Errors
/// A field error for `teacherId`.
pub(super) async fn find_new_teacher<C: Connection>(conn: &C, from: TeacherId, to: TeacherId) -> AppResult<Teacher> {
    let teacher = teachers::find_by_id(conn, to).await?.ok_or_else(invalid_teacher)?;
    let person = people::find_by_id(conn, to.into()).await?.ok_or_else(invalid_teacher)?;
    let takes_students = teacher.status == TeacherStatus::Approved && teacher.invite_code.is_some();
    if takes_students && person.suspended_at.is_none() && from != to { Ok(teacher) } else { Err(invalid_teacher()) }
}

pub(super) fn parse_student(id: Option<&str>) -> AppResult<Option<StudentId>> {
    let invalid = |_| FieldErrors::one("studentId", "Choose a student of this teacher").into();
    id.map(|id| id.parse().map_err(invalid)).transpose()
}

pub(super) fn invalid_teacher() -> AppError {
    FieldErrors::one("teacherId", "Choose another approved teacher who is not suspended").into()
}
