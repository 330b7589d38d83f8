//! A teacher's availability, and the slots that students can book.

mod get_availability;
mod list_available_slots;
mod list_slots;
mod preview_availability;
mod remaining_classes;
mod save_availability;
mod view;
mod week;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_slots::list_slots))
        .routes(routes!(list_available_slots::list_available_slots))
        .routes(routes!(get_availability::get_availability, save_availability::save_availability))
        .routes(routes!(preview_availability::preview_availability))
}
