//! Messages from students and teachers to support (D33).

mod contact_support_as_student;
mod contact_support_as_teacher;
mod message;

use crate::context::Ctx;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(contact_support_as_student::contact_support_as_student))
        .routes(routes!(contact_support_as_teacher::contact_support_as_teacher))
}
