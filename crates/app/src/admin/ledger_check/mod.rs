//! The ledger check: last result, run on demand (D18).

mod get_ledger_check;
mod run_ledger_check;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(super) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(get_ledger_check::admin_get_ledger_check, run_ledger_check::admin_run_ledger_check))
}
