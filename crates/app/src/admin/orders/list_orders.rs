//! `GET /api/admin/orders`.

use crate::admin::access::Admin;
use crate::admin::orders::view::AdminOrder;
use crate::admin::overview::FAILED_PAYMENT_WINDOW;
use crate::admin::pagination::{Page, PageRequest, parse_search};
use crate::admin::people_search::list_matching_people;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use axum::extract::State;
use serde::Deserialize;
use tala_domain::error::FieldErrors;
use tala_domain::ids::OrderId;
use tala_domain::payments::OrderState;
use tala_domain::time::saturating_add;
use tala_store::orders::{self, OrderFilter};
use utoipa::IntoParams;

const PAYMENT_FAILED: &str = "payment_failed";

/// Filter of the order list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OrdersQuery {
    /// State, such as `open`, `booked`, `credited` or `refunding`; or `payment_failed` for orders in any state with a failed
    /// payment in the last 24 hours.
    state: Option<String>,
    /// Order id, the provider's id of the order or of a payment, or the beginning of words of the student's name or email
    /// address.
    q: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists orders, newest first.
#[utoipa::path(get, path = "/api/admin/orders", tag = "admin-orders", security(("adminSession" = [])), params(OrdersQuery),
    responses((status = 200, body = Page<AdminOrder>)))]
pub(super) async fn admin_list_orders(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> AppResult<Json<Page<AdminOrder>>> {
    let conn = ctx.store.read_replica();
    let page: PageRequest<OrderId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let state = match query.state.as_deref() {
        None | Some("" | PAYMENT_FAILED) => None,
        Some(text) => Some(OrderState::parse(text).ok_or_else(|| FieldErrors::one("state", "There is no such state"))?),
    };
    let failed = query.state.as_deref() == Some(PAYMENT_FAILED);
    let failed_since = failed.then(|| saturating_add(ctx.now(), -FAILED_PAYMENT_WINDOW));
    let mut filter = OrderFilter { state, failed_since, ..OrderFilter::default() };
    let found = match parse_search(query.q.as_deref()) {
        Some(text) => match text.parse::<OrderId>() {
            Ok(id) => orders::find_by_id(conn, id).await?.into_iter().collect(),
            Err(_) => {
                if text.starts_with("order_") || text.starts_with("pay_") {
                    filter.provider_id = Some(text);
                } else {
                    filter.people = Some(list_matching_people(&ctx, &text).await?);
                }
                orders::list_for_admin(conn, &filter, page.after, page.fetch_limit()).await?
            }
        },
        None => orders::list_for_admin(conn, &filter, page.after, page.fetch_limit()).await?,
    };
    let views = AdminOrder::load_all(&ctx, &found).await?;
    Ok(Json(page.into_page(views, |view| view.id.clone(), |view| view)))
}
