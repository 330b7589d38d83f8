//! `GET /pay/{order}`: the payment sheet. Name, description and prefilled contact come from the page around it.

use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::test_data::{BANKS, CARDS, UPI_IDS, spaced};
use super::{esc, page};
use crate::api::page::Query;
use crate::currency::Currency;
use crate::model::{Order, OrderStatus};
use crate::sandbox::Sandbox;

const TEMPLATE: &str = include_str!("../../assets/sheet.html");

pub(super) async fn show(
    Shared(sandbox): Shared<Sandbox>,
    Path(id): Path<String>,
    Query { 0: query }: Query,
) -> Response {
    let order = match sandbox.call(move |state| Ok(state.orders.get(&id).cloned())).await {
        Ok(order) => order,
        Err(error) => return error.into_response(),
    };
    let key = query.get("key").map(String::as_str).unwrap_or_default();
    let trouble = if key != sandbox.config().key_id {
        Some("The api key provided is invalid")
    } else {
        match &order {
            None => Some("The id provided does not exist"),
            Some(order) if order.status == OrderStatus::Paid => Some("This order has already been paid."),
            Some(_) => None,
        }
    };
    let is_ours = key == sandbox.config().key_id;
    let (order, key) = (order.filter(|_| is_ours), if is_ours { key } else { "" });
    page(StatusCode::OK, document(order.as_ref(), key, trouble), true)
}

fn document(order: Option<&Order>, key: &str, trouble: Option<&str>) -> String {
    let amount = order.map(|order| order.amount_due().max(0)).unwrap_or_default();
    let currency = order.and_then(|order| Currency::find(&order.currency));
    let in_india = currency.is_none_or(|currency| currency.code == "INR");
    let ribbon = if key.starts_with("rzp_t") { "<p class=\"ribbon\">Test Mode</p>" } else { "" };
    TEMPLATE
        .replacen("{{order}}", &esc(order.map_or("", |order| &order.id)), 1)
        .replacen("{{key}}", &esc(key), 1)
        .replacen("{{amount}}", &amount.to_string(), 1)
        .replacen("{{currency}}", currency.map_or("INR", |currency| currency.code), 1)
        .replacen("{{exponent}}", &currency.map_or(2, |currency| currency.exponent).to_string(), 1)
        .replacen("{{trouble}}", &esc(trouble.unwrap_or_default()), 1)
        .replacen("{{methods}}", if in_india { "card upi netbanking" } else { "card" }, 1)
        .replacen("{{ribbon}}", ribbon, 1)
        .replacen("{{banks}}", &banks(), 1)
        .replacen("{{test-cards}}", &cards(), 1)
        .replacen("{{test-upi}}", &upi_ids(), 1)
}

fn banks() -> String {
    BANKS.iter().map(|(code, name)| format!("<option value=\"{code}\">{name}</option>")).collect()
}

fn cards() -> String {
    let rows = CARDS.iter().map(|card| {
        let abroad = if card.international { ", international" } else { "" };
        example("card", &spaced(card.number), &format!("{}{abroad}", card.network), card.says.words())
    });
    rows.collect()
}

fn upi_ids() -> String {
    UPI_IDS.iter().map(|(id, says)| example("vpa", id, "UPI", says.words())).collect()
}

fn example(kind: &str, value: &str, what: &str, says: &str) -> String {
    format!(
        "<li><button type=\"button\" class=\"example\" data-{kind}=\"{value}\"><code>{value}</code></button> \
         <span>{what}: {says}</span></li>"
    )
}
