//! Students, teachers and whoever else has signed in.

mod act;
mod list;
mod look;
mod privacy;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) use list::find_people;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list::admin_list_people))
        .routes(routes!(look::admin_get_person))
        .routes(routes!(act::admin_suspend_person))
        .routes(routes!(act::admin_restore_person))
        .routes(routes!(act::admin_change_currency))
        .routes(routes!(privacy::admin_export_person))
        .routes(routes!(privacy::admin_delete_person))
}
