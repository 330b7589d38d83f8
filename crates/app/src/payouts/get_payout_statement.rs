//! `GET /api/teacher/payouts/{id}/statement.csv`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::payouts::payout_lines::{commission, discount, get_own_payout};
use crate::services::current_user::Teacher;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use tala_domain::csv;
use tala_domain::ids::PayoutId;
use tala_domain::money::{Currency, Money};
use tala_store::payouts::{self, Payout, StatementLine};

const LINES_PER_QUERY: u32 = 2_000;

/// Returns the statement of one payout as CSV.
#[utoipa::path(get, path = "/api/teacher/payouts/{id}/statement.csv", tag = "payouts",
    params(("id" = String, Path, description = "The payout")),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn get_payout_statement(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PayoutId>,
) -> AppResult<impl IntoResponse> {
    let payout = get_own_payout(&ctx, &teacher, id).await?;
    let name = format!("attachment; filename=\"payout-{}.csv\"", payout.id);
    let text = statement_csv(&ctx, &payout).await?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)], text))
}

async fn statement_csv(ctx: &Ctx, payout: &Payout) -> AppResult<String> {
    let headers = [
        "Class (UTC)",
        "Booking",
        "Student",
        "Type",
        "Title",
        "Paid with",
        "No-show",
        "Price",
        "Discount",
        "Refunded",
        "Class price",
        "Platform fee",
        "Provider fee",
        "Commission %",
        "Hours",
        "Commission",
        "Net",
        "Currency",
    ];
    let mut text = format!("{}{}", csv::BYTE_ORDER_MARK, csv::format_row(&headers));
    let mut after = None;
    loop {
        let lines = payouts::list_lines(ctx.store.read(), payout.id, after, LINES_PER_QUERY).await?;
        let Some(last) = lines.last() else { return Ok(text) };
        after = Some(last.booking_id);
        lines.iter().for_each(|line| text.push_str(&csv::format_row(&cells(line, payout.amount.currency))));
    }
}

fn cells(line: &StatementLine, currency: Currency) -> [String; 18] {
    let money = |minor: i64| Money::new(minor, currency).to_major_text();
    [
        line.starts_at.to_string(),
        line.booking_id.to_string(),
        line.student_name.clone(),
        line.class_type.as_str().to_owned(),
        line.title.clone(),
        if line.with_money { "money" } else { "credit" }.to_owned(),
        if line.no_show { "yes" } else { "no" }.to_owned(),
        money(line.base),
        money(discount(line)),
        money(line.refunded),
        money(line.price),
        money(line.service_fee),
        money(line.provider_fee),
        (f64::from(line.commission_rate) / 100.0).to_string(),
        line.taught_hours.to_string(),
        money(commission(line)),
        money(line.net),
        currency.code().to_owned(),
    ]
}
