//! Payouts, one with its classes, and the table for the bank.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::admin::Area;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::PayoutId;
use tala_domain::money::Money;
use tala_domain::payouts::{PayoutCountry, PayoutState};
use tala_store::payouts::{self, Payout, StatementLine};
use utoipa::{IntoParams, ToSchema};

use crate::acts::Actor;
use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{IdPath, Params};
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::audit_log::{LineView, history};
use crate::operator::page::{Cut, Page};
use crate::operator::run_payouts::{BankTable, bank_csv_by};
use crate::views::major;

/// As many as are shown; the teacher's own statement lists all.
const MOST_LINES: u32 = 1_000;

/// Which payouts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PayoutsQuery {
    /// `prepared`, `paid` or `failed`.
    state: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// A payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminPayout)]
pub(super) struct PayoutView {
    #[serde(rename = "_id")]
    id: String,
    teacher_id: String,
    teacher_name: String,
    currency: &'static str,
    /// In major units.
    amount: f64,
    /// Students' places in classes.
    classes: u32,
    /// For classes that ended before this.
    #[schema(value_type = String, format = DateTime)]
    cut_off: Timestamp,
    /// `prepared`, `paid` or `failed`.
    state: &'static str,
    /// All but the last four characters hidden.
    account_number_masked: String,
    /// Where the account is, when the bank may not take this currency for it: to be looked into before it is handed over.
    #[schema(required)]
    doubtful_country: Option<&'static str>,
    #[schema(required)]
    reference: Option<String>,
    /// Why the bank refused it, or sent it back.
    #[schema(required)]
    failure: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it was first written into a table for the bank; null while it is in none.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    exported_at: Option<Timestamp>,
    /// When it was marked as paid; kept when the money came back.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
}

impl From<Payout> for PayoutView {
    fn from(payout: Payout) -> Self {
        Self {
            doubtful_country: payout.doubtful_country().map(PayoutCountry::as_str),
            id: payout.id.to_string(),
            teacher_id: payout.teacher_id.to_string(),
            teacher_name: payout.teacher_name,
            currency: payout.amount.currency.code(),
            amount: major(payout.amount),
            classes: payout.classes,
            cut_off: payout.cut_off,
            state: payout.state.as_str(),
            account_number_masked: tala_domain::payouts::mask(&payout.account_last4),
            reference: payout.reference,
            failure: payout.failure,
            created_at: payout.created_at,
            exported_at: payout.exported_at,
            paid_at: payout.paid_at,
        }
    }
}

/// Payouts, newest first.
#[utoipa::path(get, path = "/api/admin/payouts", tag = "admin", security(("adminSession" = [])), params(PayoutsQuery),
    responses((status = 200, body = Page<PayoutView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_payouts(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<PayoutsQuery>,
) -> ApiResult<Json<Page<PayoutView>>> {
    let state = match query.state.as_deref() {
        None => None,
        Some(text) => {
            Some(PayoutState::parse(text).ok_or_else(|| FieldErrors::one("state", "prepared, paid or failed"))?)
        }
    };
    let cut: Cut<PayoutId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let found = payouts::list_page(ctx.store.read_replica(), state, cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |payout| payout.id.to_string(), PayoutView::from)))
}

/// A payout with its classes.
#[derive(Serialize, ToSchema)]
#[schema(as = AdminPayoutDetails)]
pub(super) struct PayoutDetails {
    payout: PayoutView,
    /// What it is made of; empty for one that failed.
    lines: Vec<PayoutLine>,
    history: Vec<LineView>,
}

/// A student's place in a class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminPayoutLine)]
pub(super) struct PayoutLine {
    booking_id: String,
    #[schema(value_type = String, format = DateTime)]
    starts_at: Timestamp,
    student_name: String,
    /// What the class was worth, in major units.
    price: f64,
    /// What is left for the teacher, in major units.
    net: f64,
}

/// A payout with its classes.
#[utoipa::path(get, path = "/api/admin/payouts/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = PayoutDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_get_payout(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<PayoutId>,
) -> ApiResult<Json<PayoutDetails>> {
    let conn = ctx.store.read_replica();
    let payout = payouts::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let currency = payout.amount.currency;
    let money = |minor: i64| major(Money::new(minor, currency));
    let line = |line: StatementLine| PayoutLine {
        booking_id: line.booking_id.to_string(),
        starts_at: line.starts_at,
        student_name: line.student_name,
        price: money(line.price),
        net: money(line.net),
    };
    let lines = payouts::list_lines(conn, id, None, MOST_LINES).await?.into_iter().map(line).collect();
    Ok(Json(PayoutDetails { payout: PayoutView::from(payout), lines, history: history(&ctx, id.0).await? }))
}

/// Which day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct BankQuery {
    /// Only the payouts of this cut-off.
    #[param(value_type = Option<String>, format = DateTime)]
    cut_off: Option<Timestamp>,
    /// For a table that was lost: those handed over before as well, with the time.
    #[serde(default)]
    again: bool,
}

/// The payouts that were in no such table yet, as a table for the bank: it is asked once for each. It holds whole account
/// numbers, so it is for finance only, and each is written down.
#[utoipa::path(post, path = "/api/admin/payouts/bank.csv", tag = "admin", security(("adminSession" = [])),
    params(BankQuery), responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = Problem)))]
pub(super) async fn admin_make_bank_table(
    State(ctx): State<Ctx>,
    admin: Admin,
    Params(query): Params<BankQuery>,
) -> ApiResult<impl IntoResponse> {
    let act = admin.may(Area::Payouts)?;
    let which = if query.again { BankTable::Again } else { BankTable::New };
    let table = bank_csv_by(&ctx, (Actor::Admin(&act), Some(admin.id.0)), which, query.cut_off).await?;
    let name = "attachment; filename=\"payouts.csv\"";
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8"), (CONTENT_DISPOSITION, name)], table))
}
