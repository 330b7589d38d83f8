//! `GET /api/teacher/payouts/{id}` and its CSV: the statement of a payout, class by class (D22, D25).

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::csv;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PayoutId;
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::PayoutState;
use tala_store::payouts::{self, Payout, StatementLine};
use utoipa::ToSchema;

use super::list_payouts::PayoutView;
use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{IdPath, Teacher};
use crate::json::Json;
use crate::views::{ClassTypeSchema, major};

/// So many classes are shown; the table has all.
const MOST_LINES: u32 = 2_000;
/// So many are read at a time.
const LINES_AT_ONCE: u32 = 2_000;

/// A payout with its classes.
#[derive(Serialize, ToSchema)]
pub(super) struct Statement {
    payout: PayoutView,
    teacher: StatementTeacher,
    /// First held first, at most 2,000; the CSV table has all.
    lines: Vec<LineView>,
    /// Over all classes of the payout.
    totals: Totals,
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
#[schema(as = StatementLine)]
pub(super) struct LineView {
    booking_id: String,
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    student_name: String,
    #[schema(value_type = ClassTypeSchema)]
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
#[schema(as = StatementTotals)]
pub(super) struct Totals {
    class_price: f64,
    discount: f64,
    service_fee: f64,
    provider_fee: f64,
    commission: f64,
    net: f64,
}

async fn own(ctx: &Ctx, teacher: &Teacher, id: PayoutId) -> ApiResult<Payout> {
    let payout = payouts::find_by_id(ctx.store.read(), id).await?;
    let mine = |payout: &Payout| payout.teacher_id == teacher.person.id && payout.state != PayoutState::Failed;
    Ok(payout.filter(mine).ok_or(ErrorCode::NotFound)?)
}

/// The statement of one payout.
#[utoipa::path(get, path = "/api/teacher/payouts/{id}", tag = "payouts",
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = Statement), (status = "4XX", body = Problem)))]
pub(super) async fn get_payout(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PayoutId>,
) -> ApiResult<Json<Statement>> {
    let payout = own(&ctx, &teacher, id).await?;
    let lines = payouts::list_lines(ctx.store.read(), id, None, MOST_LINES).await?;
    let sums = payouts::sum_lines(ctx.store.read(), id).await?;
    let money = |minor: i64| major(Money::new(minor, payout.amount.currency));
    Ok(Json(Statement {
        payout: PayoutView::from(&payout),
        teacher: StatementTeacher { name: payout.teacher_name.clone(), email: payout.teacher_email.clone() },
        totals: Totals {
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

fn discount(line: &StatementLine) -> i64 {
    line.base.saturating_sub(line.price)
}

fn commission(line: &StatementLine) -> i64 {
    line.price.saturating_sub(line.net)
}

fn view(line: &StatementLine, money: &impl Fn(i64) -> f64) -> LineView {
    LineView {
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

/// The same as a table for a spreadsheet.
#[utoipa::path(get, path = "/api/teacher/payouts/{id}/statement.csv", tag = "payouts",
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = String, content_type = "text/csv"), (status = "4XX", body = Problem)))]
pub(super) async fn get_statement(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PayoutId>,
) -> ApiResult<impl IntoResponse> {
    let payout = own(&ctx, &teacher, id).await?;
    let name = format!("attachment; filename=\"payout-{}.csv\"", payout.id);
    let text = table(&ctx, &payout).await?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)], text))
}

async fn table(ctx: &Ctx, payout: &Payout) -> ApiResult<String> {
    let heads = [
        "Class (UTC)",
        "Booking",
        "Student",
        "Type",
        "Paid with",
        "No-show",
        "Price",
        "Discount",
        "Class price",
        "Service fee",
        "Provider fee",
        "Commission %",
        "Hours",
        "Commission",
        "Net",
        "Currency",
    ];
    let mut text = format!("{}{}", csv::BYTE_ORDER_MARK, csv::row(&heads));
    let mut after = None;
    loop {
        let lines = payouts::list_lines(ctx.store.read(), payout.id, after, LINES_AT_ONCE).await?;
        let Some(last) = lines.last() else { return Ok(text) };
        after = Some(last.booking_id);
        lines.iter().for_each(|line| text.push_str(&csv::row(&cells(line, payout.amount.currency))));
    }
}

fn cells(line: &StatementLine, currency: Currency) -> [String; 16] {
    let money = |minor: i64| Money::new(minor, currency).to_major_text();
    [
        line.starts_at.to_string(),
        line.booking_id.to_string(),
        line.student_name.clone(),
        line.class_type.as_str().to_owned(),
        if line.with_money { "money" } else { "credit" }.to_owned(),
        if line.no_show { "yes" } else { "no" }.to_owned(),
        money(line.base),
        money(discount(line)),
        money(line.price),
        money(line.service_fee),
        money(line.provider_fee),
        (f64::from(line.commission_rate) / 100.0).to_string(),
        line.taught_hours.map_or_else(String::new, |hours| hours.to_string()),
        money(commission(line)),
        money(line.net),
        currency.code().to_owned(),
    ]
}
