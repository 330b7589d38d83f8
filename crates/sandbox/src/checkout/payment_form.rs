//! `GET /pay/{order}`: the payment form. The embedding page passes name, description and prefilled contact details.

use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::html::escape_html;
use super::html_page;
use super::test_data::{BANKS, CARDS, UPI_IDS, format_card_number};
use crate::api::pagination::Query;
use crate::currency::Currency;
use crate::model::{Order, OrderStatus};
use crate::sandbox::Sandbox;

const TEMPLATE: &str = include_str!("../../assets/sheet.html");

pub(super) async fn get_payment_form(
    Shared(sandbox): Shared<Sandbox>,
    Path(id): Path<String>,
    Query { 0: query }: Query,
) -> Response {
    let order = match sandbox.update_async(move |state| Ok(state.orders.get(&id).cloned())).await {
        Ok(order) => order,
        Err(error) => return error.into_response(),
    };
    let key = query.get("key").map(String::as_str).unwrap_or_default();
    let problem = if key != sandbox.config().key_id {
        Some("The api key provided is invalid")
    } else {
        match &order {
            None => Some("The id provided does not exist"),
            Some(order) if order.status == OrderStatus::Paid => Some("This order has already been paid."),
            Some(_) => None,
        }
    };
    let is_key_valid = key == sandbox.config().key_id;
    let (order, key) = (order.filter(|_| is_key_valid), if is_key_valid { key } else { "" });
    html_page(StatusCode::OK, document(order.as_ref(), key, problem), true)
}

fn document(order: Option<&Order>, key: &str, problem: Option<&str>) -> String {
    let amount = order.map(|order| order.amount_due().max(0)).unwrap_or_default();
    let currency = order.and_then(|order| Currency::find(&order.currency));
    let is_domestic = currency.is_none_or(|currency| currency.code == "INR");
    let ribbon = if key.starts_with("rzp_t") { "<p class=\"ribbon\">Test Mode</p>" } else { "" };
    TEMPLATE
        .replacen("{{order}}", &escape_html(order.map_or("", |order| &order.id)), 1)
        .replacen("{{key}}", &escape_html(key), 1)
        .replacen("{{amount}}", &amount.to_string(), 1)
        .replacen("{{currency}}", currency.map_or("INR", |currency| currency.code), 1)
        .replacen("{{exponent}}", &currency.map_or(2, |currency| currency.exponent).to_string(), 1)
        .replacen("{{problem}}", &escape_html(problem.unwrap_or_default()), 1)
        .replacen("{{methods}}", if is_domestic { "card upi netbanking" } else { "card" }, 1)
        .replacen("{{ribbon}}", ribbon, 1)
        .replacen("{{banks}}", &bank_options(), 1)
        .replacen("{{test-cards}}", &card_examples(), 1)
        .replacen("{{test-upi}}", &upi_examples(), 1)
}

fn bank_options() -> String {
    BANKS.iter().map(|(code, name)| format!("<option value=\"{code}\">{name}</option>")).collect()
}

fn card_examples() -> String {
    let rows = CARDS.iter().map(|card| {
        let suffix = if card.international { ", international" } else { "" };
        example(
            "card",
            &format_card_number(card.number),
            &format!("{}{suffix}", card.network),
            card.outcome.description(),
        )
    });
    rows.collect()
}

fn upi_examples() -> String {
    UPI_IDS.iter().map(|(id, outcome)| example("vpa", id, "UPI", outcome.description())).collect()
}

fn example(kind: &str, value: &str, name: &str, outcome: &str) -> String {
    format!(
        "<li><button type=\"button\" class=\"example\" data-{kind}=\"{value}\"><code>{value}</code></button> \
         <span>{name}: {outcome}</span></li>"
    )
}
