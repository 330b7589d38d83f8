//! RazorpayX: contacts, their fund accounts, and payouts to them.

mod contacts;
mod fund_accounts;
mod pay_out;

pub(crate) use pay_out::payout_json;

use axum::Router;
use axum::routing::{get, post};

use crate::sandbox::Sandbox;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/contacts", get(contacts::list).post(contacts::create))
        .route("/contacts/{id}", get(contacts::show).patch(contacts::edit))
        .route("/fund_accounts", get(fund_accounts::list).post(fund_accounts::create))
        .route("/fund_accounts/{id}", get(fund_accounts::show).patch(fund_accounts::edit))
        .route("/payouts", get(pay_out::list).post(pay_out::create))
        .route("/payouts/{id}", get(pay_out::show))
        .route("/payouts/{id}/cancel", post(pay_out::cancel))
}
