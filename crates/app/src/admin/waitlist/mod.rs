//! The waitlist: list, export, invite (D33).

mod export_entries;
mod invite_entry;
mod list_entries;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_entries::admin_list_waitlist))
        .routes(routes!(export_entries::admin_export_waitlist))
        .routes(routes!(invite_entry::admin_invite_from_waitlist))
}
