//! Orders and refunds.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::policy::PaidWith;
use tala_domain::booking::{ClassType, SlotKind, SlotRef};
use tala_domain::ids::TeacherId;
use tala_domain::money::major_units;
use tala_domain::payments::OrderState;
use tala_store::orders::{self, Purpose, SeatState};
use tala_store::teachers::Teacher;
use tala_store::{StoreError, bookings, payments, refunds, teachers};
use utoipa::ToSchema;

use crate::context::{Ctx, Payments};
use crate::views::quote::{CancellationPolicy, Quote};

/// An order, for its student (D23).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Order {
    /// Order id.
    #[serde(rename = "_id")]
    pub(crate) id: String,
    /// `class` or `package`.
    #[schema(value_type = OrderPurpose)]
    purpose: &'static str,
    /// State of the order.
    #[schema(value_type = OrderStateSchema)]
    state: &'static str,
    /// Reason of the refund, or of an order that ended because its class (`not_bookable`) or the purchase (`order_cancelled`) was cancelled: `seat_gone`, `student_busy`, `coupon_gone`,
    /// `not_bookable`, `duplicate`, `amount_mismatch`, `order_cancelled` or `cancelled`.
    #[schema(required)]
    reason: Option<&'static str>,
    /// The agreed price.
    pub(crate) quote: Quote,
    /// The payment provider's order id, for its checkout. Null unless the order can be paid.
    #[schema(required)]
    pub(crate) order_id: Option<String>,
    /// The payment provider's public key id, for its checkout.
    #[schema(required)]
    key_id: Option<String>,
    /// Amount charged, in minor units.
    pub(crate) amount: i64,
    pub(crate) currency: String,
    /// Slot id of the class, as in a booking request.
    #[schema(required)]
    slot_id: Option<String>,
    /// Start of the class when it was ordered.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    date_time: Option<Timestamp>,
    /// Current start of the class, if it was rescheduled.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    moved_to: Option<Timestamp>,
    /// Name of the teacher of the class or the credits.
    teacher_name: String,
    #[schema(required, value_type = Option<crate::views::class_type::ClassType>)]
    class_type_key: Option<&'static str>,
    #[schema(required)]
    is_virtual_slot: Option<bool>,
    /// 4 or 8; 0 for a class.
    package_size: u32,
    /// Expiry of the seat hold, or of the price of a package.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    held_until: Option<Timestamp>,
    #[schema(required)]
    booking_id: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    paid_at: Option<Timestamp>,
    /// Receipt number, once paid.
    #[schema(required)]
    receipt_number: Option<i64>,
    /// Payment method, for example `card` or `upi`.
    #[schema(required)]
    payment_method: Option<String>,
    /// Refunds of the order.
    refunds: Vec<Refund>,
}

/// What an order buys.
#[derive(ToSchema)]
#[expect(dead_code, non_camel_case_types, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum OrderPurpose {
    /// A seat in a class.
    class,
    /// A package of credits.
    package,
}

/// State of an order.
#[derive(ToSchema)]
#[schema(as = OrderState)]
#[expect(dead_code, non_camel_case_types, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum OrderStateSchema {
    /// Being registered with the payment provider.
    preparing,
    /// Can be paid.
    open,
    /// The outcome of a payment is being verified with the provider.
    checking,
    /// Fulfilled with a booking.
    booked,
    /// Fulfilled with credits.
    credited,
    /// A refund is in progress.
    refunding,
    /// Refunded.
    refunded,
    /// Not paid in time.
    expired,
    /// Cancelled by the student.
    cancelled,
    /// Could not be registered with the payment provider.
    failed,
}

/// A refund.
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

/// State of a refund.
#[derive(ToSchema)]
#[expect(dead_code, non_camel_case_types, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum RefundState {
    /// Not yet sent to the payment provider.
    requested,
    /// Accepted by the payment provider.
    started,
    /// Completed.
    done,
    /// Failed; an administrator handles it.
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

/// Loads the refunds, payment, teacher and class start of one order.
///
/// # Errors
/// If the database cannot be read.
pub(crate) async fn load_order_view(
    ctx: &Ctx,
    provider: Option<&Payments>,
    order: &orders::Order,
) -> Result<Order, StoreError> {
    let views = load_order_views(ctx, provider, std::slice::from_ref(order)).await?;
    views.into_iter().next().ok_or_else(|| StoreError::Other("order has no view".to_owned()))
}

/// Loads the refunds, payments, teachers and class starts of several orders.
///
/// # Errors
/// If the database cannot be read.
pub(crate) async fn load_order_views(
    ctx: &Ctx,
    provider: Option<&Payments>,
    orders: &[orders::Order],
) -> Result<Vec<Order>, StoreError> {
    let conn = ctx.store.read();
    let ids: Vec<_> = orders.iter().map(|order| order.id).collect();
    let refunds = refunds::list_by_orders(conn, &ids).await?;
    let payment_ids: Vec<_> = orders.iter().filter_map(|order| order.payment_id).collect();
    let payments = payments::list_by_ids(conn, &payment_ids).await?;
    let booking_ids: Vec<_> = orders.iter().filter_map(|order| order.booking_id).collect();
    let starts = bookings::list_start_times(conn, &booking_ids).await?;
    let mut teachers: HashMap<TeacherId, Option<Teacher>> = HashMap::new();
    let mut views = Vec::new();
    for order in orders {
        if let Entry::Vacant(entry) = teachers.entry(order.teacher_id) {
            entry.insert(teachers::find_by_id(conn, order.teacher_id).await?);
        }
        let payment = payments.iter().find(|payment| Some(payment.id) == order.payment_id);
        let order_refunds = refunds.iter().filter(|refund| refund.order_id == Some(order.id));
        let related = RelatedRecords {
            teacher: teachers.get(&order.teacher_id).and_then(Option::as_ref),
            current_start: order.booking_id.and_then(|id| starts.get(&id)).copied(),
            payment_method: payment.and_then(|payment| payment.method.clone()),
            refunds: order_refunds.map(Refund::of).collect(),
        };
        views.push(order_view(ctx, provider, order, related));
    }
    Ok(views)
}

/// Data of an order from other tables.
struct RelatedRecords<'a> {
    teacher: Option<&'a Teacher>,
    /// Start of the booked class.
    current_start: Option<Timestamp>,
    payment_method: Option<String>,
    refunds: Vec<Refund>,
}

/// The class of an order.
#[derive(Clone, Copy)]
struct OrderedClass {
    slot: SlotRef,
    starts_at: Timestamp,
    is_virtual: bool,
    class_type: ClassType,
    credit_cost: u32,
}

fn ordered_class(order: &orders::Order) -> Option<OrderedClass> {
    match order.purpose {
        Purpose::Class { slot_id, starts_at, slot_kind, class_type, credit_cost } => {
            let slot = match slot_kind {
                SlotKind::Virtual => SlotRef::Virtual { teacher: order.teacher_id, start: starts_at },
                SlotKind::Regular => SlotRef::Stored(slot_id),
            };
            let is_virtual = slot_kind == SlotKind::Virtual;
            Some(OrderedClass { slot, starts_at, is_virtual, class_type, credit_cost })
        }
        Purpose::Package { .. } => None,
    }
}

fn order_view(ctx: &Ctx, provider: Option<&Payments>, order: &orders::Order, related: RelatedRecords<'_>) -> Order {
    let RelatedRecords { teacher, current_start, payment_method, refunds } = related;
    let class = ordered_class(order);
    let package_size = if let Purpose::Package { size } = order.purpose { size } else { 0 };
    let is_payable = matches!(order.state, OrderState::Open);
    let coupon = order.coupon.as_ref().map(|(_, code)| code.as_str());
    let mut quote = Quote::of(&order.price, package_size, class.map_or(1, |class| class.credit_cost), coupon);
    quote.policy = class.map(|class| {
        let paid_with = if order.price.total == 0 { PaidWith::Coupon } else { PaidWith::Money };
        let teacher_zone = teacher.and_then(|teacher| teacher.clock_zone.as_deref());
        CancellationPolicy::of(class.starts_at, paid_with, teacher_zone, order.student_zone.as_deref(), ctx.now())
    });
    Order {
        id: order.id.to_string(),
        purpose: if class.is_some() { "class" } else { "package" },
        state: order.state.as_str(),
        reason: order.reason.map(tala_domain::payments::RefundReason::as_str),
        quote,
        order_id: order.provider_order_id.clone().filter(|_| is_payable),
        key_id: provider.map(|provider| provider.key_id.clone()),
        amount: order.price.total,
        currency: order.price.currency.code().to_owned(),
        slot_id: class.map(|class| class.slot.to_string()),
        date_time: order.class_start(),
        moved_to: current_start.filter(|start| order.class_start() != Some(*start)),
        teacher_name: teacher.map(|teacher| teacher.name.clone()).unwrap_or_default(),
        class_type_key: class.map(|class| class.class_type.as_str()),
        is_virtual_slot: class.map(|class| class.is_virtual),
        package_size,
        held_until: order.hold_expires_at.filter(|_| order.seat_state == SeatState::Held || class.is_none()),
        booking_id: order.booking_id.map(|id| id.to_string()),
        created_at: order.created_at,
        paid_at: order.paid_at,
        receipt_number: order.receipt_number,
        payment_method,
        refunds,
    }
}
