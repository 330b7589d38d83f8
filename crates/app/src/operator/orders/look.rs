//! `GET /api/admin/orders` and `/api/admin/orders/{id}`.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{BookingId, OrderId, PersonId};
use tala_domain::money::Money;
use tala_domain::payments::OrderState;
use tala_domain::time::later;
use tala_store::orders::{self, Order, OrderFilter, Purpose};
use tala_store::payments::{self, Payment};
use tala_store::{bookings, people, refunds};
use utoipa::{IntoParams, ToSchema};

use super::refundable::{NoRefund, find_refundable};
use super::refunds::AdminRefundView;
use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{IdPath, Params};
use crate::json::Json;
use crate::operator::access::Admin;
use crate::operator::audit_log::{LineView, history};
use crate::operator::overview::A_DAY;
use crate::operator::page::{Cut, Page, search};
use crate::operator::people::find_people;
use crate::views::{major, major_of};

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

/// A purchase. Money is in major units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminOrder)]
pub(in crate::operator) struct AdminOrderView {
    #[serde(rename = "_id")]
    id: String,
    student_id: String,
    student_name: String,
    teacher_id: String,
    teacher_name: String,
    /// `class` or `package`.
    purpose: &'static str,
    /// 4 or 8; 0 for a class.
    package_size: u32,
    /// When its class starts, as it stands now: it may have been moved since it was ordered.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    date_time: Option<Timestamp>,
    state: &'static str,
    /// Why its money goes back.
    #[schema(required)]
    reason: Option<&'static str>,
    currency: &'static str,
    base: f64,
    discount: f64,
    service_fee: f64,
    provider_fee: f64,
    total: f64,
    #[schema(required)]
    coupon_code: Option<String>,
    #[schema(required)]
    provider_order_id: Option<String>,
    #[schema(required)]
    booking_id: Option<String>,
    #[schema(required)]
    lot_id: Option<String>,
    #[schema(required)]
    receipt_number: Option<i64>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
}

impl AdminOrderView {
    /// The orders with the names of their people and the times of their classes, which are asked for together.
    pub(in crate::operator) async fn load_all(ctx: &Ctx, orders: &[Order]) -> ApiResult<Vec<Self>> {
        let of_orders = orders.iter().flat_map(|order| [order.student_id, order.teacher_id]);
        let everybody: BTreeSet<PersonId> = of_orders.collect();
        let names = people::list_names(ctx.store.read(), &Vec::from_iter(everybody)).await?;
        let booked: Vec<BookingId> = orders.iter().filter_map(|order| order.booking_id).collect();
        let starts = bookings::list_starts(ctx.store.read(), &booked).await?;
        Ok(orders.iter().map(|order| Self::of(order, &names, &starts)).collect())
    }

    fn of(order: &Order, names: &HashMap<PersonId, String>, starts: &HashMap<BookingId, Timestamp>) -> Self {
        let moved_to = order.booking_id.and_then(|id| starts.get(&id).copied());
        let name = |id: PersonId| names.get(&id).cloned().unwrap_or_default();
        let price = &order.price;
        let money = |minor: i64| major(Money::new(minor, price.currency));
        let (purpose, package_size) = match order.purpose {
            Purpose::Class { .. } => ("class", 0),
            Purpose::Package { size } => ("package", size),
        };
        Self {
            id: order.id.to_string(),
            student_id: order.student_id.to_string(),
            student_name: name(order.student_id),
            teacher_id: order.teacher_id.to_string(),
            teacher_name: name(order.teacher_id),
            purpose,
            package_size,
            date_time: moved_to.or(order.class_start()),
            state: order.state.as_str(),
            reason: order.reason.map(tala_domain::payments::RefundReason::as_str),
            currency: price.currency.code(),
            base: money(price.base),
            discount: money(price.discount),
            service_fee: money(price.service_fee),
            provider_fee: money(price.provider_fee),
            total: money(price.total),
            coupon_code: order.coupon.as_ref().map(|(_, code)| code.clone()),
            provider_order_id: order.provider_order_id.clone(),
            booking_id: order.booking_id.map(|id| id.to_string()),
            lot_id: order.lot_id.map(|id| id.to_string()),
            receipt_number: order.receipt_number,
            created_at: order.created_at,
            paid_at: order.paid_at,
        }
    }
}

/// Orders, newest first.
#[utoipa::path(get, path = "/api/admin/orders", tag = "admin", security(("adminSession" = [])), params(OrdersQuery),
    responses((status = 200, body = Page<AdminOrderView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_orders(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<OrdersQuery>,
) -> ApiResult<Json<Page<AdminOrderView>>> {
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
    let views = AdminOrderView::load_all(&ctx, &found).await?;
    Ok(Json(cut.page(views, |view| view.id.clone(), |view| view)))
}

/// A payment, as the provider reports it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminPayment)]
pub(super) struct PaymentView {
    #[serde(rename = "_id")]
    id: String,
    provider_payment_id: String,
    /// In major units.
    amount: f64,
    currency: String,
    /// `created`, `authorized`, `captured`, `refunded` or `failed`.
    state: &'static str,
    #[schema(required)]
    method: Option<String>,
    /// `none`, `applied`, `returned` or `foreign`.
    disposition: &'static str,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    captured_at: Option<Timestamp>,
}

impl From<Payment> for PaymentView {
    fn from(payment: Payment) -> Self {
        Self {
            id: payment.id.to_string(),
            provider_payment_id: payment.provider_payment_id,
            amount: major_of(payment.amount_minor, &payment.currency),
            currency: payment.currency,
            state: payment.state.as_str(),
            method: payment.method,
            disposition: payment.disposition.as_str(),
            captured_at: payment.captured_at,
        }
    }
}

/// A purchase with its money.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminOrderDetails)]
pub(super) struct OrderDetails {
    order: AdminOrderView,
    /// Why its money cannot go back; null when it can.
    #[schema(required)]
    no_refund: Option<NoRefund>,
    payments: Vec<PaymentView>,
    refunds: Vec<AdminRefundView>,
    history: Vec<LineView>,
}

/// A purchase with its payments and refunds.
#[utoipa::path(get, path = "/api/admin/orders/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The order")),
    responses((status = 200, body = OrderDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_get_order(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<OrderId>,
) -> ApiResult<Json<OrderDetails>> {
    Ok(Json(load(&ctx, id).await?))
}

pub(super) async fn load(ctx: &Ctx, id: OrderId) -> ApiResult<OrderDetails> {
    let conn = ctx.store.read();
    let order = orders::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let paid = payments::list_by_order(conn, id).await?;
    let back = refunds::list_by_orders(conn, &[id]).await?;
    let no_refund = find_refundable(conn, &order, ctx.now()).await?.err();
    let mut views = AdminOrderView::load_all(ctx, &[order]).await?;
    Ok(OrderDetails {
        no_refund,
        order: views.pop().ok_or(ErrorCode::NotFound)?,
        payments: paid.into_iter().map(PaymentView::from).collect(),
        refunds: back.iter().map(AdminRefundView::from).collect(),
        history: history(ctx, id.0).await?,
    })
}
