//! Onboarding: students join with an invite code (D9), teachers apply for approval (D8).

mod draft;
mod get_teacher_by_referral;
mod get_teacher_draft;
mod onboard_student;
mod onboard_teacher;
mod save_teacher_draft;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_teacher_by_referral::get_teacher_by_referral))
        .routes(routes!(onboard_student::onboard_student))
        .routes(routes!(onboard_teacher::onboard_teacher))
        .routes(routes!(get_teacher_draft::get_teacher_draft, save_teacher_draft::save_teacher_draft))
}
