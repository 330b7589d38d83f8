//! `GET /api/admin/orders`.

use axum::extract::State;
use tala_store::CappedCount;
use tala_store::orders::{self, Order, OrderSort};

use super::selection::{OrdersQuery, Selection};
use super::view::AdminOrder;
use crate::admin::access::Admin;
use crate::admin::pagination::Page;
use crate::admin::sorting::SortedRequest;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;

/// Lists orders, by default newest first.
#[utoipa::path(get, path = "/api/admin/orders", tag = "admin-orders", security(("adminSession" = [])), params(OrdersQuery),
    responses((status = 200, body = Page<AdminOrder>)))]
pub(super) async fn admin_list_orders(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> AppResult<Json<Page<AdminOrder>>> {
    let conn = ctx.store.read_replica();
    let page = SortedRequest::parse(query.sort.as_deref(), query.after.as_deref(), query.limit)?;
    let (found, total) = match query.select(&ctx).await? {
        Selection::Found(found) => {
            let total = CappedCount::of(found.len());
            (found, Some(total))
        }
        Selection::Matching(filter) => {
            let found = orders::list_for_admin(conn, &filter, &page.fetch()).await?;
            (found, page.count(orders::count_for_admin(conn, &filter)).await?)
        }
    };
    let views = AdminOrder::load_all(&ctx, &found).await?;
    let rows: Vec<(Order, AdminOrder)> = found.into_iter().zip(views).collect();
    let position = |column: OrderSort, (order, _): &(Order, AdminOrder)| column.position(order);
    Ok(Json(page.into_page(rows, position, |(_, view)| view).with_total(total)))
}
