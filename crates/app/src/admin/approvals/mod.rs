//! Approval of teachers (SPEC §2, §3, §5; D8, D28).

mod approve_teacher;
mod decision;
mod list_pending_teachers;
mod reject_teacher;
mod undo_teacher_decision;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_pending_teachers::admin_list_pending_teachers))
        .routes(routes!(approve_teacher::admin_approve_teacher))
        .routes(routes!(reject_teacher::admin_reject_teacher))
        .routes(routes!(undo_teacher_decision::admin_undo_teacher_decision))
}
