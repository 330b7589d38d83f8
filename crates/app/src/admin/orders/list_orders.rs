//! `GET /api/admin/orders`.

use crate::admin::access::Admin;
use crate::admin::orders::view::AdminOrder;
use crate::admin::overview::A_DAY;
use crate::admin::page::{Cut, Page, search};
use crate::admin::people_search::find_people;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::ids::OrderId;
use tala_domain::payments::OrderState;
use tala_domain::time::later;
use tala_store::orders::{self, OrderFilter};
use utoipa::IntoParams;

const PAYMENT_FAILED: &str = "payment_failed";

/// Which orders.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OrdersQuery {
    /// Where they stand: `open`, `booked`, `credited`, `refunding` …; or `payment_failed`, whatever came of it: a payment
    /// has failed in the last 24 hours.
    state: Option<String>,
    /// An order's id, the provider's id of it or of a payment, or how words of the student's name or address begin.
    q: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Orders, newest first.
#[utoipa::path(get, path = "/api/admin/orders", tag = "admin", security(("adminSession" = [])), params(OrdersQuery),
    responses((status = 200, body = Page<AdminOrder>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_orders(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> AppResult<Json<Page<AdminOrder>>> {
    let conn = ctx.store.read_replica();
    let cut: Cut<OrderId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let state = match query.state.as_deref() {
        None | Some("" | PAYMENT_FAILED) => None,
        Some(text) => Some(OrderState::parse(text).ok_or_else(|| FieldErrors::one("state", "There is no such state"))?),
    };
    let failed = query.state.as_deref() == Some(PAYMENT_FAILED);
    let failed_since = failed.then(|| later(ctx.now(), -A_DAY));
    let mut filter = OrderFilter { state, failed_since, ..OrderFilter::default() };
    let found = match search(query.q.as_deref()) {
        Some(text) => match text.parse::<OrderId>() {
            Ok(id) => orders::find_by_id(conn, id).await?.into_iter().collect(),
            Err(_) => {
                if text.starts_with("order_") || text.starts_with("pay_") {
                    filter.provider_id = Some(text);
                } else {
                    filter.people = Some(find_people(&ctx, &text).await?);
                }
                orders::list_office(conn, &filter, cut.after, cut.wanted()).await?
            }
        },
        None => orders::list_office(conn, &filter, cut.after, cut.wanted()).await?,
    };
    let views = AdminOrder::load_all(&ctx, &found).await?;
    Ok(Json(cut.page(views, |view| view.id.clone(), |view| view)))
}
