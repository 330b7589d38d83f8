//! RazorpayX: contacts, fund accounts and payouts.

mod contacts;
mod fund_accounts;
mod payout;

use axum::Router;
use axum::routing::{get, post};

use crate::sandbox::Sandbox;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/contacts", get(contacts::list).post(contacts::create))
        .route("/contacts/{id}", get(contacts::show).patch(contacts::update))
        .route("/fund_accounts", get(fund_accounts::list).post(fund_accounts::create))
        .route("/fund_accounts/{id}", get(fund_accounts::show).patch(fund_accounts::update))
        .route("/payouts", get(payout::list).post(payout::create))
        .route("/payouts/{id}", get(payout::show))
        .route("/payouts/{id}/cancel", post(payout::cancel))
}
