//! One's own account: profile and settings, acceptance of the terms, data export and deletion (D35).

mod accept_terms;
mod delete_account;
mod export_account;
mod get_account;
mod update_account;
mod view;

use crate::context::Ctx;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_account::get_account, update_account::update_account, delete_account::delete_account))
        .routes(routes!(accept_terms::accept_terms))
        .routes(routes!(export_account::export_account))
}
