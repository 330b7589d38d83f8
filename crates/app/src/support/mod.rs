//! Messages from students and teachers to support (D33).

mod message;
mod student_contact;
mod teacher_support;

use crate::context::Ctx;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(student_contact::student_contact))
        .routes(routes!(teacher_support::teacher_support))
}
