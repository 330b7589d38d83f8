//! `GET /api/admin/orders.csv`.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use tala_domain::audit_actions::AuditAction;
use tala_domain::money::Money;
use tala_store::Position;
use tala_store::orders::{self, Order, OrderSort};

use super::selection::{OrdersQuery, Selection};
use super::view::AdminOrder;
use crate::admin::access::Admin;
use crate::admin::csv_export::{BATCH_SIZE, Batch, record_export, stream_csv};
use crate::admin::sorting::Sort;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;

const COLUMNS: &[&str] = &[
    "ID",
    "Ordered (UTC)",
    "Student",
    "Teacher",
    "What",
    "Class (UTC)",
    "Status",
    "Currency",
    "Price before discount",
    "Discount",
    "Platform fee",
    "Provider fee",
    "Total",
    "Refunded",
    "Refund in progress",
    "Coupon",
    "Paid (UTC)",
    "Provider ID",
    "Receipt",
];

/// Exports orders as a CSV file, with the filter and order of the list. Each export is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/orders.csv", tag = "admin-orders", security(("adminSession" = [])),
    params(OrdersQuery), responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn admin_export_orders(
    State(ctx): State<Ctx>,
    admin: Admin,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> AppResult<impl IntoResponse> {
    let sort = Sort::parse(query.sort.as_deref())?;
    let selection = Arc::new(query.select(&ctx).await?);
    record_export(&ctx, &admin, AuditAction::OrdersExported, query.audit_detail()).await?;
    let batch = move |after| load_batch(ctx.clone(), Arc::clone(&selection), sort, after);
    Ok(stream_csv("orders.csv", COLUMNS, batch))
}

async fn load_batch(
    ctx: Ctx,
    selection: Arc<Selection>,
    sort: Sort<OrderSort>,
    after: Option<Position>,
) -> AppResult<Batch<Position>> {
    let matching;
    let found = match &*selection {
        Selection::Found(found) => found,
        Selection::Matching(filter) => {
            let page = sort.page_after(after, BATCH_SIZE);
            matching = orders::list_for_admin(ctx.store.read_replica(), filter, &page).await?;
            &matching
        }
    };
    let views = AdminOrder::load_all(&ctx, found).await?;
    let rows: Vec<(&Order, AdminOrder)> = found.iter().zip(views).collect();
    Ok(Batch::of(&rows, |(order, view)| cells(order, view), |(order, _)| sort.column.position(order)))
}

fn cells(order: &Order, view: &AdminOrder) -> [String; 19] {
    let price = &order.price;
    let money = |minor: i64| Money::new(minor, price.currency).to_major_text();
    [
        view.id.clone(),
        order.created_at.to_string(),
        view.student_name.clone(),
        view.teacher_name.clone(),
        if view.package_size == 0 { "class".to_owned() } else { format!("package of {}", view.package_size) },
        view.date_time.map(|at| at.to_string()).unwrap_or_default(),
        view.state.to_owned(),
        view.currency.to_owned(),
        money(price.base),
        money(price.discount),
        money(price.service_fee),
        money(price.provider_fee),
        money(price.total),
        money(view.refunds.done),
        money(view.refunds.pending),
        view.coupon_code.clone().unwrap_or_default(),
        order.paid_at.map(|at| at.to_string()).unwrap_or_default(),
        view.provider_order_id.clone().unwrap_or_default(),
        order.receipt_number.map(|number| number.to_string()).unwrap_or_default(),
    ]
}
