//! Teachers' applications (SPEC §2, §3, §5; D8, D28).

mod decide;
mod list_pending;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_pending::admin_list_pending_teachers))
        .routes(routes!(decide::admin_approve_teacher))
        .routes(routes!(decide::admin_reject_teacher))
}
