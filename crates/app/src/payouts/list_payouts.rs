//! `GET /api/teacher/payouts`: what was paid, and what comes next (D25).

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::payouts::{PayoutCycle, cut_off_instant, due_cut_off, next_payout_date, today};
use tala_store::bank_accounts;
use tala_store::payouts::{self, Owed};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;

const MOST: u32 = 50;

/// A teacher's payouts.
#[derive(Serialize, ToSchema)]
pub(super) struct Payouts {
    next: NextPayout,
    /// Newest first, 50 at most.
    payouts: Vec<Payout>,
}

/// What has been earned since the last one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NextPayout {
    /// The day in India on which it is prepared.
    on: String,
    /// Bi-weekly or Monthly.
    payment_cycle: &'static str,
    /// False until there is an account to pay to.
    has_account: bool,
    amounts: Vec<OwedView>,
}

/// Earned and not paid yet, in one currency.
#[derive(Serialize, ToSchema)]
pub(super) struct OwedView {
    currency: String,
    /// In major units.
    amount: f64,
    classes: u32,
}

impl From<Owed> for OwedView {
    fn from(owed: Owed) -> Self {
        Self { currency: owed.amount.currency.code().to_owned(), amount: owed.amount.to_major(), classes: owed.classes }
    }
}

/// One payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Payout {
    #[serde(rename = "_id")]
    id: String,
    currency: String,
    /// In major units.
    amount: f64,
    classes: u32,
    /// For classes that ended before this.
    #[schema(value_type = String, format = DateTime)]
    until: Timestamp,
    /// `prepared` or `paid`.
    state: &'static str,
    /// The account, all but the last four characters hidden.
    account_number_masked: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
    /// The bank's reference.
    #[schema(required)]
    reference: Option<String>,
}

impl From<&payouts::Payout> for Payout {
    fn from(payout: &payouts::Payout) -> Self {
        Self {
            id: payout.id.to_string(),
            currency: payout.amount.currency.code().to_owned(),
            amount: payout.amount.to_major(),
            classes: payout.classes,
            until: payout.cut_off,
            state: payout.state.as_str(),
            account_number_masked: tala_domain::payouts::mask(&payout.account_last4),
            created_at: payout.created_at,
            paid_at: payout.paid_at,
            reference: payout.reference.clone(),
        }
    }
}

/// The signed-in teacher's payouts.
#[utoipa::path(get, path = "/api/teacher/payouts", tag = "payouts",
    responses((status = 200, body = Payouts), (status = "4XX", body = Problem)))]
pub(super) async fn list_payouts(State(ctx): State<Ctx>, teacher: Teacher) -> AppResult<Json<Payouts>> {
    let (conn, now, id) = (ctx.store.read(), ctx.now(), teacher.person.id);
    let account = bank_accounts::find_by_teacher(conn, id).await?;
    let cycle = account.as_ref().and_then(|account| PayoutCycle::parse(&account.payout_cycle));
    let cycle = cycle.unwrap_or(PayoutCycle::Monthly);
    let owed = payouts::list_owed(conn, Some(id), now).await?;
    // A payout day that has come and has not been paid yet is the next one.
    let due = due_cut_off(cycle, today(now));
    let waits = !payouts::list_owed(conn, Some(id), cut_off_instant(due)).await?.is_empty();
    let on = if waits { due } else { next_payout_date(cycle, now) };
    let made = payouts::list_by_teacher(conn, id, MOST).await?;
    Ok(Json(Payouts {
        next: NextPayout {
            on: on.to_string(),
            payment_cycle: cycle.as_str(),
            has_account: account.is_some(),
            amounts: owed.into_iter().map(OwedView::from).collect(),
        },
        payouts: made.iter().map(Payout::from).collect(),
    }))
}
