//! Messages of students and teachers, and their answers (D33).

mod answer;
mod look;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(look::admin_list_messages))
        .routes(routes!(look::admin_get_message))
        .routes(routes!(answer::admin_answer_message))
}
