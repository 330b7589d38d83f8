//! `/api/admin/payouts`: preparing, looking over, handing to the bank, and saying how it went (D25).

mod act;
mod look;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(look::admin_list_payouts))
        .routes(routes!(look::admin_get_payout))
        .routes(routes!(look::admin_make_bank_table))
        .routes(routes!(act::admin_run_payouts))
        .routes(routes!(act::admin_pay_payout))
        .routes(routes!(act::admin_fail_payout))
        .routes(routes!(act::admin_return_payout))
}
