//! The waitlist in the back office: who waits, a table of them, and inviting (D33).

mod export;
mod invite;
mod look;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(look::admin_list_waitlist))
        .routes(routes!(export::admin_export_waitlist))
        .routes(routes!(invite::admin_invite_from_waitlist))
}
