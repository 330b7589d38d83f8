//! Orders, for administrators.

use crate::context::Ctx;
use crate::error::AppResult;
use jiff::Timestamp;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use tala_domain::ids::{BookingId, OrderId, PersonId};
use tala_domain::money::Money;
use tala_store::orders::{Order, Purpose};
use tala_store::refunds::{self, OrderRefunds};
use tala_store::{bookings, people};
use utoipa::ToSchema;

/// An order. Amounts are in major units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdminOrder {
    #[serde(rename = "_id")]
    pub(super) id: String,
    pub(super) student_id: String,
    pub(super) student_name: String,
    pub(super) teacher_id: String,
    pub(super) teacher_name: String,
    /// `class` or `package`.
    pub(super) purpose: &'static str,
    /// 4 or 8; 0 for a class.
    pub(super) package_size: u32,
    /// Current start of the class; it may have been rescheduled since it was ordered.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) date_time: Option<Timestamp>,
    pub(super) state: &'static str,
    /// Reason of the refund.
    #[schema(required)]
    pub(super) reason: Option<&'static str>,
    pub(super) currency: &'static str,
    pub(super) base: f64,
    pub(super) discount: f64,
    pub(super) service_fee: f64,
    pub(super) provider_fee: f64,
    pub(super) total: f64,
    /// Refunds that are done, without those of a second payment.
    pub(super) refunded: f64,
    /// Refunds in progress, without those of a second payment and failed ones.
    pub(super) refund_pending: f64,
    /// Both in minor units, for the export.
    #[serde(skip)]
    pub(super) refunds: OrderRefunds,
    #[schema(required)]
    pub(super) coupon_code: Option<String>,
    #[schema(required)]
    pub(super) provider_order_id: Option<String>,
    #[schema(required)]
    pub(super) booking_id: Option<String>,
    #[schema(required)]
    pub(super) lot_id: Option<String>,
    #[schema(required)]
    pub(super) receipt_number: Option<i64>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) paid_at: Option<Timestamp>,
}

impl AdminOrder {
    /// Loads the names of the people, the starts of the classes and the refunds, with one query each.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(crate) async fn load_all(ctx: &Ctx, orders: &[Order]) -> AppResult<Vec<Self>> {
        let person_ids: BTreeSet<PersonId> =
            orders.iter().flat_map(|order| [order.student_id.into(), order.teacher_id.into()]).collect();
        let names = people::list_names(ctx.store.read(), &Vec::from_iter(person_ids)).await?;
        let booking_ids: Vec<BookingId> = orders.iter().filter_map(|order| order.booking_id).collect();
        let starts = bookings::list_start_times(ctx.store.read(), &booking_ids).await?;
        let order_ids: Vec<OrderId> = orders.iter().map(|order| order.id).collect();
        let refunds = refunds::sum_by_orders(ctx.store.read(), &order_ids).await?;
        let refunds_of = |order: &Order| refunds.get(&order.id).copied().unwrap_or_default();
        Ok(orders.iter().map(|order| Self::of(order, refunds_of(order), &names, &starts)).collect())
    }

    fn of(
        order: &Order,
        refunds: OrderRefunds,
        names: &HashMap<PersonId, String>,
        starts: &HashMap<BookingId, Timestamp>,
    ) -> Self {
        let current_start = order.booking_id.and_then(|id| starts.get(&id).copied());
        let name = |id: PersonId| names.get(&id).cloned().unwrap_or_default();
        let price = &order.price;
        let money = |minor: i64| Money::new(minor, price.currency).to_major();
        let (purpose, package_size) = match order.purpose {
            Purpose::Class { .. } => ("class", 0),
            Purpose::Package { size } => ("package", size),
        };
        Self {
            id: order.id.to_string(),
            student_id: order.student_id.to_string(),
            student_name: name(order.student_id.into()),
            teacher_id: order.teacher_id.to_string(),
            teacher_name: name(order.teacher_id.into()),
            purpose,
            package_size,
            date_time: current_start.or(order.class_start()),
            state: order.state.as_str(),
            reason: order.reason.map(tala_domain::payments::RefundReason::as_str),
            currency: price.currency.code(),
            base: money(price.base),
            discount: money(price.discount),
            service_fee: money(price.service_fee),
            provider_fee: money(price.provider_fee),
            total: money(price.total),
            refunded: money(refunds.done),
            refund_pending: money(refunds.pending),
            refunds,
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
