//! Jobs of the outbox, and trying one again.

mod list_jobs;
mod resend;
pub(super) mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(list_jobs::admin_list_outbox)).routes(routes!(resend::admin_resend_work))
}
