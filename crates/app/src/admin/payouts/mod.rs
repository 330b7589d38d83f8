//! Payouts: prepare, list, export, record the result (D25).

mod export_payouts;
mod fail_payout;
mod get_payout;
mod import_bank_reply;
mod list_owed;
mod list_payouts;
mod pay_payout;
mod reverse_payout;
mod run_payouts;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_payouts::admin_list_payouts))
        .routes(routes!(list_owed::admin_list_owed))
        .routes(routes!(import_bank_reply::admin_import_bank_reply))
        .routes(routes!(get_payout::admin_get_payout))
        .routes(routes!(export_payouts::admin_make_bank_table))
        .routes(routes!(run_payouts::admin_run_payouts))
        .routes(routes!(pay_payout::admin_pay_payout))
        .routes(routes!(fail_payout::admin_fail_payout))
        .routes(routes!(reverse_payout::admin_return_payout))
}
