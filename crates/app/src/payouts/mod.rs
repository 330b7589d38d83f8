//! A teacher's earnings, payouts and payment settings (D22, D25, D26, D34).

mod get_analytics;
mod get_payout;
mod get_settings;
mod get_statement;
mod list_payouts;
mod payout_lines;
mod settings_view;
mod update_settings;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_analytics::get_analytics))
        .routes(routes!(get_settings::get_settings))
        .routes(routes!(update_settings::update_settings))
        .routes(routes!(list_payouts::list_payouts))
        .routes(routes!(get_payout::get_payout))
        .routes(routes!(get_statement::get_statement))
}
