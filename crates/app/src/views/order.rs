//! Orders and refunds as replies show them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::{SlotKind, SlotRef, policy};
use tala_domain::ids::PersonId;
use tala_domain::payments::OrderState;
use tala_store::orders::{self, Purpose, Seat};
use tala_store::teachers::Teacher;
use tala_store::{StoreError, bookings, payments, refunds, teachers};
use utoipa::ToSchema;

use crate::context::{Ctx, Payments};
use crate::views::quote::{CancellationPolicy, Quote};
use tala_domain::money::major_units;

/// A purchase, as its student sees it (D23).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Order {
    /// Our id.
    #[serde(rename = "_id")]
    pub(crate) id: String,
    /// `class` or `package`.
    #[schema(value_type = OrderPurpose)]
    purpose: &'static str,
    /// Where it stands.
    #[schema(value_type = OrderStateSchema)]
    state: &'static str,
    /// Why its money goes back: `seat_gone`, `student_busy`, `coupon_gone`, `not_bookable`, `duplicate`,
    /// `amount_mismatch` or `cancelled`.
    #[schema(required)]
    reason: Option<&'static str>,
    /// What was agreed.
    pub(crate) quote: Quote,
    /// The provider's id, for its checkout.
    #[schema(required)]
    pub(crate) order_id: Option<String>,
    /// The provider's public key, for its checkout.
    #[schema(required)]
    key_id: Option<String>,
    /// What is charged, in minor units.
    pub(crate) amount: i64,
    pub(crate) currency: String,
    /// The class's slot, as it would be booked.
    #[schema(required)]
    slot_id: Option<String>,
    /// When the class was to be when it was bought.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    date_time: Option<Timestamp>,
    /// Where its booking stands now, if it has been moved.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    moved_to: Option<Timestamp>,
    /// With whom the class or the credits are.
    teacher_name: String,
    #[schema(required, value_type = Option<crate::views::class_type::ClassType>)]
    class_type_key: Option<&'static str>,
    #[schema(required)]
    is_virtual_slot: Option<bool>,
    /// 4 or 8; 0 for a class.
    package_size: u32,
    /// Until when the seat, or the price of a package, is kept.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    held_until: Option<Timestamp>,
    #[schema(required)]
    booking_id: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
    /// Number of the receipt, once paid.
    #[schema(required)]
    receipt_number: Option<i64>,
    /// `card`, `upi` …
    #[schema(required)]
    payment_method: Option<String>,
    /// Money that goes back.
    refunds: Vec<Refund>,
}

/// What is bought.
#[derive(ToSchema)]
#[expect(dead_code, non_camel_case_types, reason = "only describes the words in the OpenAPI file")]
pub(crate) enum OrderPurpose {
    /// A seat in a class.
    class,
    /// A package of credits.
    package,
}

/// Where a purchase stands.
#[derive(ToSchema)]
#[schema(as = OrderState)]
#[expect(dead_code, non_camel_case_types, reason = "only describes the words in the OpenAPI file")]
pub(crate) enum OrderStateSchema {
    /// Being written down at the provider.
    preparing,
    /// Can be paid.
    open,
    /// Paid, as the browser says; the provider is being asked.
    checking,
    /// Became a booking.
    booked,
    /// Became credits.
    credited,
    /// Its money goes back.
    refunding,
    /// Its money went back.
    refunded,
    /// Was not paid in time.
    expired,
    /// Was given up by the student.
    cancelled,
    /// Could not be made at the provider.
    failed,
}

/// Money on its way back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refund {
    #[serde(rename = "_id")]
    id: String,
    /// In major units.
    amount: f64,
    currency: String,
    /// `requested`, `started`, `done` or `failed`.
    #[schema(value_type = RefundState)]
    state: &'static str,
    reason: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    finished_at: Option<Timestamp>,
}

/// Where a refund stands.
#[derive(ToSchema)]
#[expect(dead_code, non_camel_case_types, reason = "only describes the words in the OpenAPI file")]
pub(crate) enum RefundState {
    /// Will be sent to the provider.
    requested,
    /// The provider has it.
    started,
    /// Sent back.
    done,
    /// Did not work; we look after it.
    failed,
}

impl Refund {
    pub(crate) fn of(refund: &refunds::Refund) -> Self {
        Self {
            id: refund.id.to_string(),
            amount: major_units(refund.amount_minor, &refund.currency),
            currency: refund.currency.clone(),
            state: refund.state.as_str(),
            reason: refund.reason.as_str(),
            created_at: refund.created_at,
            finished_at: refund.finished_at,
        }
    }
}

/// One order with its refunds.
pub(crate) async fn view(ctx: &Ctx, provider: Option<&Payments>, order: &orders::Order) -> Result<Order, StoreError> {
    let views = views(ctx, provider, std::slice::from_ref(order)).await?;
    views.into_iter().next().ok_or_else(|| StoreError::Other("order has no view".to_owned()))
}

/// Orders with their refunds.
pub(crate) async fn views(
    ctx: &Ctx,
    provider: Option<&Payments>,
    orders: &[orders::Order],
) -> Result<Vec<Order>, StoreError> {
    let conn = ctx.store.read();
    let ids: Vec<_> = orders.iter().map(|order| order.id).collect();
    let refunds = refunds::list_by_orders(conn, &ids).await?;
    let paid: Vec<_> = orders.iter().filter_map(|order| order.payment_id).collect();
    let paid = payments::list_by_ids(conn, &paid).await?;
    let booked: Vec<_> = orders.iter().filter_map(|order| order.booking_id).collect();
    let starts = bookings::list_starts(conn, &booked).await?;
    let mut known: HashMap<PersonId, Option<Teacher>> = HashMap::new();
    let mut views = Vec::new();
    for order in orders {
        if let Entry::Vacant(entry) = known.entry(order.teacher_id) {
            entry.insert(teachers::find_by_id(conn, order.teacher_id).await?);
        }
        let teacher = known.get(&order.teacher_id).and_then(Option::as_ref);
        let start = order.booking_id.and_then(|id| starts.get(&id)).copied();
        let payment = paid.iter().find(|payment| Some(payment.id) == order.payment_id);
        let method = payment.and_then(|payment| payment.method.clone());
        let own = refunds.iter().filter(|refund| refund.order_id == Some(order.id)).map(Refund::of).collect();
        views.push(of(ctx, provider, order, (teacher, start), (method, own)));
    }
    Ok(views)
}

fn of(
    ctx: &Ctx,
    provider: Option<&Payments>,
    order: &orders::Order,
    (teacher, start): (Option<&Teacher>, Option<Timestamp>),
    (method, refunds): (Option<String>, Vec<Refund>),
) -> Order {
    let class = match order.purpose {
        Purpose::Class { slot_id, starts_at, slot_kind, class_type, credit_cost } => {
            let slot = match slot_kind {
                SlotKind::Virtual => SlotRef::Virtual { teacher: order.teacher_id, start: starts_at },
                SlotKind::Regular => SlotRef::Stored(slot_id),
            };
            Some((slot, starts_at, slot_kind, class_type, credit_cost))
        }
        Purpose::Package { .. } => None,
    };
    let package_size = if let Purpose::Package { size } = order.purpose { size } else { 0 };
    let payable = matches!(order.state, OrderState::Open);
    let coupon = order.coupon.as_ref().map(|(_, code)| code.as_str());
    let mut quote = Quote::of(&order.price, (package_size, class.map_or(1, |class| class.4)), coupon);
    quote.policy = class.map(|(_, start, ..)| {
        let zones = (teacher.and_then(|teacher| teacher.clock_zone.as_deref()), order.student_zone.as_deref());
        let free = order.price.total == 0;
        let paid_with = if free { policy::PaidWith::Coupon } else { policy::PaidWith::Money };
        CancellationPolicy::of(start, paid_with, zones, policy::CancelledBy::Student, ctx.now())
    });
    Order {
        id: order.id.to_string(),
        purpose: if class.is_some() { "class" } else { "package" },
        state: order.state.as_str(),
        reason: order.reason.map(tala_domain::payments::RefundReason::as_str),
        quote,
        order_id: order.provider_order_id.clone().filter(|_| payable),
        key_id: provider.map(|provider| provider.key_id.clone()),
        amount: order.price.total,
        currency: order.price.currency.code().to_owned(),
        slot_id: class.map(|(slot, ..)| slot.to_string()),
        date_time: order.class_start(),
        moved_to: start.filter(|start| order.class_start() != Some(*start)),
        teacher_name: teacher.map(|teacher| teacher.name.clone()).unwrap_or_default(),
        class_type_key: class.map(|(_, _, _, class_type, _)| class_type.as_str()),
        is_virtual_slot: class.map(|(_, _, kind, ..)| kind == SlotKind::Virtual),
        package_size,
        held_until: order.hold_expires_at.filter(|_| order.seat == Seat::Held || class.is_none()),
        booking_id: order.booking_id.map(|id| id.to_string()),
        created_at: order.created_at,
        paid_at: order.paid_at,
        receipt_number: order.receipt_number,
        payment_method: method,
        refunds,
    }
}
