//! `GET /api/payouts/{id}`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::payouts::list_payouts::Payout;
use crate::payouts::payout_lines::{commission, discount, own};
use crate::services::current_user::Teacher;
use crate::views::class_type::ClassType;
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::ids::PayoutId;
use tala_domain::money::Money;
use tala_store::payouts;
use utoipa::ToSchema;

/// So many classes are shown; the table has all.
const MOST_LINES: u32 = 2_000;

/// A payout with its classes.
#[derive(Serialize, ToSchema)]
pub(super) struct Statement {
    payout: Payout,
    teacher: StatementTeacher,
    /// First held first, at most 2,000; the CSV table has all.
    lines: Vec<StatementLine>,
    /// Over all classes of the payout.
    totals: StatementTotals,
}

/// To whom.
#[derive(Serialize, ToSchema)]
pub(super) struct StatementTeacher {
    name: String,
    #[schema(required)]
    email: Option<String>,
}

/// One class. Amounts are major units of the payout's currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementLine {
    booking_id: String,
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    student_name: String,
    #[schema(value_type = ClassType)]
    class_type_key: String,
    /// `money` or `credit`.
    paid_with: &'static str,
    no_show: bool,
    /// Before the student's coupon.
    base_price: f64,
    /// What the coupon took off.
    discount: f64,
    /// What the class was worth.
    class_price: f64,
    /// What the student paid for our service on top; 0 where a package paid for it.
    service_fee: f64,
    /// What the student paid for the provider on top; 0 where a package paid for it.
    provider_fee: f64,
    /// The commission that applied (D22).
    commission_percent: f64,
    /// The hours taught, this class among them, that chose it.
    #[schema(required)]
    commission_hours: Option<u32>,
    commission: f64,
    /// What is left for the teacher.
    net: f64,
}

/// The sums of the columns.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementTotals {
    class_price: f64,
    discount: f64,
    service_fee: f64,
    provider_fee: f64,
    commission: f64,
    net: f64,
}

/// The statement of one payout.
#[utoipa::path(get, path = "/api/teacher/payouts/{id}", tag = "payouts",
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = Statement), (status = "4XX", body = Problem)))]
pub(super) async fn get_payout(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PayoutId>,
) -> AppResult<Json<Statement>> {
    let payout = own(&ctx, &teacher, id).await?;
    let lines = payouts::list_lines(ctx.store.read(), id, None, MOST_LINES).await?;
    let sums = payouts::sum_lines(ctx.store.read(), id).await?;
    let money = |minor: i64| Money::new(minor, payout.amount.currency).to_major();
    Ok(Json(Statement {
        payout: Payout::from(&payout),
        teacher: StatementTeacher { name: payout.teacher_name.clone(), email: payout.teacher_email.clone() },
        totals: StatementTotals {
            class_price: money(sums.price),
            discount: money(sums.base.saturating_sub(sums.price)),
            service_fee: money(sums.service_fee),
            provider_fee: money(sums.provider_fee),
            commission: money(sums.price.saturating_sub(sums.net)),
            net: money(sums.net),
        },
        lines: lines.iter().map(|line| view(line, &money)).collect(),
    }))
}

fn view(line: &payouts::StatementLine, money: &impl Fn(i64) -> f64) -> StatementLine {
    StatementLine {
        booking_id: line.booking_id.to_string(),
        date_time: line.starts_at,
        student_name: line.student_name.clone(),
        class_type_key: line.class_type.as_str().to_owned(),
        paid_with: if line.with_money { "money" } else { "credit" },
        no_show: line.no_show,
        base_price: money(line.base),
        discount: money(discount(line)),
        class_price: money(line.price),
        service_fee: money(line.service_fee),
        provider_fee: money(line.provider_fee),
        commission_percent: f64::from(line.commission_rate) / 100.0,
        commission_hours: line.taught_hours,
        commission: money(commission(line)),
        net: money(line.net),
    }
}
