//! Endpoints for administrators. Each requires a signed-in administrator; those that change data also require a role for the
//! area and record an audit event.

mod access;
mod accounts;
mod admins;
mod approvals;
mod audit_log;
mod bookings;
mod coupons;
mod credits;
mod csv_export;
mod ledger_check;
mod messages;
mod orders;
mod outbox;
mod overview;
mod pagination;
mod payouts;
mod people;
mod people_search;
mod reason;
mod referrals;
mod role_schema;
mod search;
mod sorting;
mod waitlist;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .merge(accounts::router())
        .merge(admins::router())
        .merge(approvals::router())
        .routes(routes!(overview::admin_get_overview))
        .merge(messages::router())
        .routes(routes!(audit_log::admin_list_audit_events))
        .routes(routes!(search::admin_search_records))
        .merge(coupons::router())
        .merge(credits::router())
        .merge(ledger_check::router())
        .merge(outbox::router())
        .merge(referrals::router())
        .merge(payouts::router())
        .merge(people::router())
        .merge(waitlist::router())
        .merge(bookings::router())
        .merge(orders::router())
}
