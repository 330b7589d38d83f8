//! `GET /api/teacher/payouts/{id}`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::payouts::list_payouts::Payout;
use crate::payouts::payout_lines::{commission, discount, get_own_payout};
use crate::services::current_user::Teacher;
use crate::views::class_type::ClassType;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::ids::PayoutId;
use tala_domain::money::Money;
use tala_store::payouts;
use utoipa::ToSchema;

/// Only this many classes are returned; the CSV file has all.
const MAX_LINES: u32 = 2_000;

/// The statement of a payout: its classes and totals.
#[derive(Serialize, ToSchema)]
pub(super) struct Statement {
    payout: Payout,
    teacher: StatementTeacher,
    /// The classes, oldest first, at most 2,000. The CSV file has all.
    lines: Vec<StatementLine>,
    /// The totals of all classes.
    totals: StatementTotals,
}

/// The teacher of a statement.
#[derive(Serialize, ToSchema)]
pub(super) struct StatementTeacher {
    name: String,
    #[schema(required)]
    email: Option<String>,
}

/// One class. Amounts are in major units of the payout's currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementLine {
    booking_id: String,
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    student_name: String,
    #[schema(value_type = ClassType)]
    class_type_key: String,
    /// The title of a published class; empty for other classes.
    title: String,
    /// `money` or `credit`.
    paid_with: &'static str,
    no_show: bool,
    /// The price before the coupon.
    base_price: f64,
    /// The discount of the coupon.
    discount: f64,
    /// What partial refunds took from the price.
    refunded: f64,
    /// The price after the coupon and partial refunds.
    class_price: f64,
    /// The service fee that the student paid; 0 for a class paid with credits.
    service_fee: f64,
    /// The provider fee that the student paid; 0 for a class paid with credits.
    provider_fee: f64,
    /// The commission rate that applied, in percent (D22).
    commission_percent: f64,
    /// The hours taught up to and including this class, which determine the rate.
    #[schema(required)]
    commission_hours: Option<u32>,
    commission: f64,
    /// The teacher's earnings.
    net: f64,
}

/// The totals of a statement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementTotals {
    class_price: f64,
    discount: f64,
    refunded: f64,
    service_fee: f64,
    provider_fee: f64,
    commission: f64,
    net: f64,
}

/// Returns the statement of one payout.
#[utoipa::path(get, path = "/api/teacher/payouts/{id}", tag = "payouts",
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = Statement)))]
pub(super) async fn get_payout(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PayoutId>,
) -> AppResult<Json<Statement>> {
    let payout = get_own_payout(&ctx, &teacher, id).await?;
    let lines = payouts::list_lines(ctx.store.read(), id, None, MAX_LINES).await?;
    let sums = payouts::sum_lines(ctx.store.read(), id).await?;
    let money = |minor: i64| Money::new(minor, payout.amount.currency).to_major();
    Ok(Json(Statement {
        payout: Payout::from(&payout),
        teacher: StatementTeacher { name: payout.teacher_name.clone(), email: payout.teacher_email.clone() },
        totals: StatementTotals {
            class_price: money(sums.price),
            discount: money(sums.base.saturating_sub(sums.price).saturating_sub(sums.refunded)),
            refunded: money(sums.refunded),
            service_fee: money(sums.service_fee),
            provider_fee: money(sums.provider_fee),
            commission: money(sums.price.saturating_sub(sums.net)),
            net: money(sums.net),
        },
        lines: lines.iter().map(|line| statement_line(line, &money)).collect(),
    }))
}

fn statement_line(line: &payouts::StatementLine, money: &impl Fn(i64) -> f64) -> StatementLine {
    StatementLine {
        booking_id: line.booking_id.to_string(),
        date_time: line.starts_at,
        student_name: line.student_name.clone(),
        class_type_key: line.class_type.as_str().to_owned(),
        title: line.title.clone(),
        paid_with: if line.with_money { "money" } else { "credit" },
        no_show: line.no_show,
        base_price: money(line.base),
        discount: money(discount(line)),
        refunded: money(line.refunded),
        class_price: money(line.price),
        service_fee: money(line.service_fee),
        provider_fee: money(line.provider_fee),
        commission_percent: f64::from(line.commission_rate) / 100.0,
        commission_hours: Some(line.taught_hours),
        commission: money(commission(line)),
        net: money(line.net),
    }
}
