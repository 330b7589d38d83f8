//! A teacher's earnings, payouts and payment settings (D22, D25, D26, D34).

mod get_payment_settings;
mod get_payout;
mod get_payout_statement;
mod get_teacher_analytics;
mod list_payouts;
mod payout_lines;
mod settings_view;
mod update_payment_settings;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_teacher_analytics::get_teacher_analytics))
        .routes(routes!(get_payment_settings::get_payment_settings))
        .routes(routes!(update_payment_settings::update_payment_settings))
        .routes(routes!(list_payouts::list_payouts))
        .routes(routes!(get_payout::get_payout))
        .routes(routes!(get_payout_statement::get_payout_statement))
}
