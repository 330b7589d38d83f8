//! `GET /pay/{order}`: the payment form. The embedding page passes name, description and prefilled contact details.

use axum::extract::{Path, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::html_page;
use super::payment_page::payment_page;
use crate::api::pagination::Query;
use crate::model::OrderStatus;
use crate::sandbox::Sandbox;

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
    html_page(StatusCode::OK, payment_page(order.as_ref(), key, problem), true)
}
