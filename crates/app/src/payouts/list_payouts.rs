//! `GET /api/teacher/payouts`: a teacher's payouts and the next one (D25).

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::ids::PayoutId;
use tala_domain::payouts::{PayoutCycle, cut_off_instant, due_cut_off, next_payout_date, today_in_india};
use tala_store::bank_accounts;
use tala_store::payouts::{self, Payable, Replacement};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::Teacher;

const MAX_PAYOUTS: u32 = 50;

/// A teacher's payouts.
#[derive(Serialize, ToSchema)]
pub(super) struct Payouts {
    next: NextPayout,
    /// The payouts, newest first, at most 50.
    payouts: Vec<Payout>,
}

/// The next payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NextPayout {
    /// The date in India on which it is prepared.
    on: String,
    /// Bi-weekly or Monthly.
    payment_cycle: &'static str,
    /// Whether the teacher has a bank account.
    has_account: bool,
    /// The earnings since the last payout, by currency.
    amounts: Vec<OwedView>,
}

/// Earnings in one currency that are not part of a payout yet.
#[derive(Serialize, ToSchema)]
pub(super) struct OwedView {
    currency: String,
    /// In major units.
    amount: f64,
    classes: u32,
}

impl From<Payable> for OwedView {
    fn from(owed: Payable) -> Self {
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
    /// The payout is for classes that ended before this instant.
    #[schema(value_type = String, format = DateTime)]
    until: Timestamp,
    /// `prepared`, `paid` or `failed`.
    state: &'static str,
    /// The account number with all but the last four characters masked.
    account_number_masked: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
    /// The bank's reference.
    #[schema(required)]
    reference: Option<String>,
    /// The later payout that includes the classes of a failed payout. Null until it is prepared, and for other payouts.
    #[schema(required)]
    replaced_by: Option<PayoutReplacement>,
}

/// The later payout that includes the classes of a failed one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PayoutReplacement {
    #[schema(value_type = String, format = DateTime)]
    prepared_at: Timestamp,
    /// Null while it is not marked as paid.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
}

impl From<&Replacement> for PayoutReplacement {
    fn from(replacement: &Replacement) -> Self {
        Self { prepared_at: replacement.prepared_at, paid_at: replacement.paid_at }
    }
}

impl From<&payouts::Payout> for Payout {
    fn from(payout: &payouts::Payout) -> Self {
        Self {
            id: payout.id.to_string(),
            currency: payout.amount.currency.code().to_owned(),
            amount: payout.amount.to_major(),
            classes: payout.classes,
            until: payout.period_end_at,
            state: payout.state.as_str(),
            account_number_masked: tala_domain::payouts::mask_account_number(&payout.account_last4),
            created_at: payout.created_at,
            paid_at: payout.paid_at,
            reference: payout.reference.clone(),
            replaced_by: None,
        }
    }
}

/// Lists the signed-in teacher's payouts and the earnings for the next one.
#[utoipa::path(get, path = "/api/teacher/payouts", tag = "payouts",
    responses((status = 200, body = Payouts)))]
pub(super) async fn list_payouts(State(ctx): State<Ctx>, teacher: Teacher) -> AppResult<Json<Payouts>> {
    let (conn, now, id) = (ctx.store.read(), ctx.now(), teacher.id());
    let account = bank_accounts::find_by_teacher(conn, id).await?;
    let cycle = account.as_ref().and_then(|account| PayoutCycle::parse(&account.payout_cycle));
    let cycle = cycle.unwrap_or(PayoutCycle::Monthly);
    let owed = payouts::list_payable(conn, Some(id), now).await?;
    // If the run of the last payout day is still to pay something, that day is the next one.
    let due = due_cut_off(cycle, today_in_india(now));
    let is_due = payouts::has_due(conn, id, cut_off_instant(due)).await?;
    let on = if is_due { due } else { next_payout_date(cycle, now) };
    let payouts = payouts::list_by_teacher(conn, id, MAX_PAYOUTS).await?;
    let replacements = payouts::list_replacements(conn, id, MAX_PAYOUTS).await?;
    let replaced_by = |failed: PayoutId| {
        replacements.iter().find(|replacement| replacement.failed_id == failed).map(PayoutReplacement::from)
    };
    Ok(Json(Payouts {
        next: NextPayout {
            on: on.to_string(),
            payment_cycle: cycle.as_str(),
            has_account: account.is_some(),
            amounts: owed.into_iter().map(OwedView::from).collect(),
        },
        payouts: payouts
            .iter()
            .map(|payout| Payout { replaced_by: replaced_by(payout.id), ..Payout::from(payout) })
            .collect(),
    }))
}
