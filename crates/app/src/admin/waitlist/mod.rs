//! The waitlist: list, export, invite (D33).

mod export_waitlist_entries;
mod invite_waitlist_entry;
mod list_waitlist_entries;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_waitlist_entries::admin_list_waitlist_entries))
        .routes(routes!(export_waitlist_entries::admin_export_waitlist_entries))
        .routes(routes!(invite_waitlist_entry::admin_invite_waitlist_entry))
}
