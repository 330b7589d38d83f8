//! Joining: a teacher's invite code makes a student (D9).

mod get_teacher_by_referral;
mod invite;
mod onboard_student;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_teacher_by_referral::get_teacher_by_referral))
        .routes(routes!(onboard_student::onboard_student))
}
