//! The outbox: list jobs, retry a dead letter.

mod list_jobs;
mod retry_job;
pub(super) mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(list_jobs::admin_list_jobs)).routes(routes!(retry_job::admin_retry_job))
}
