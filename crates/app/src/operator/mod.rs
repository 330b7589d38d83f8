//! What those do who run the place: in the back office over HTTP, each call by a signed-in administrator whose role
//! allows it and with a line in the audit log, and at the server's command line.

mod access;
mod accounts;
mod approvals;
mod audit_log;
mod bookings;
mod coupons;
mod credits;
mod ledger_check;
mod messages;
mod orders;
mod outbox;
mod overview;
mod page;
mod payouts;
mod people;
mod waitlist;

mod add_coupon;
mod approve_teacher;
mod check_books;
mod grant_credits;
mod referrals;
mod reseal;
mod run_payouts;
mod settle_payouts;
mod stop_coupon;
mod twice;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub use accounts::{AddAdmin, MadeAdmin, add_admin, disable_admin, list_admins, reset_admin};
pub use add_coupon::{AddCoupon, add_coupon};
pub use approve_teacher::{ApproveTeacher, approve_teacher};
pub(crate) use check_books::measure_findings;
pub use check_books::{COMPARED_DAYS, Report, SECOND_LOOK, check_books, check_books_twice, check_nightly};
pub use grant_credits::{GrantCredits, grant_credits};
pub use ledger_check::check_now;
pub(crate) use referrals::reward_referrals;
pub use reseal::{Resealed, Unreadable, reseal, reseal_in_batches};
pub use run_payouts::{BankTable, PayoutRun, bank_csv, doubt, run_payouts};
pub use settle_payouts::{Way, fail_payout, pay_payout, return_payout};
pub use stop_coupon::stop_coupon;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .merge(accounts::router())
        .merge(approvals::router())
        .routes(routes!(overview::admin_overview))
        .merge(messages::router())
        .routes(routes!(outbox::admin_list_outbox))
        .routes(routes!(outbox::admin_resend_work))
        .routes(routes!(ledger_check::admin_get_ledger_check, ledger_check::admin_run_ledger_check))
        .routes(routes!(audit_log::admin_list_audit))
        .routes(routes!(coupons::admin_list_coupons, coupons::admin_add_coupon))
        .routes(routes!(coupons::admin_stop_coupon))
        .merge(payouts::router())
        .merge(people::router())
        .merge(waitlist::router())
        .routes(routes!(credits::admin_grant_credits))
        .routes(routes!(credits::admin_extend_lot))
        .merge(bookings::router())
        .merge(orders::router())
        .routes(routes!(referrals::admin_list_referrals))
        .routes(routes!(referrals::admin_grant_referral))
}
