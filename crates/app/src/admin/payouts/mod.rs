//! Payouts: prepare, list, export, record the result (D25).

mod export_payouts;
mod get_payout;
mod import_bank_reply;
mod list_owed;
mod list_payouts;
mod mark_payout_failed;
mod mark_payout_paid;
pub(super) mod owed_view;
mod reverse_payout;
mod run_payouts;
pub(super) mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_payouts::admin_list_payouts))
        .routes(routes!(list_owed::admin_list_owed))
        .routes(routes!(import_bank_reply::admin_import_bank_reply))
        .routes(routes!(get_payout::admin_get_payout))
        .routes(routes!(export_payouts::admin_export_payouts))
        .routes(routes!(run_payouts::admin_run_payouts))
        .routes(routes!(mark_payout_paid::admin_mark_payout_paid))
        .routes(routes!(mark_payout_failed::admin_mark_payout_failed))
        .routes(routes!(reverse_payout::admin_reverse_payout))
}
