//! Support messages and replies (D33).

mod get_message;
mod list_messages;
mod reply_to_message;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_messages::admin_list_messages))
        .routes(routes!(get_message::admin_get_message))
        .routes(routes!(reply_to_message::admin_reply_to_message))
}
