//! Exporting one's own data and deleting one's own account (D35).

mod delete_account;
mod export_account;

use crate::context::Ctx;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(export_account::export_account)).routes(routes!(delete_account::delete_account))
}
