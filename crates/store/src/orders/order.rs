//! A stored order.

use jiff::Timestamp;
use tala_db::FromRow;
use tala_domain::booking::{ClassType, SlotKind};
use tala_domain::ids::{BookingId, CouponId, LotId, OrderId, PaymentId, PersonId, SlotId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{OrderState, RefundReason};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_u32};

/// What is bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A seat in a class.
    Class {
        /// The slot.
        slot_id: SlotId,
        /// When the class starts.
        starts_at: Timestamp,
        /// Virtual or regular (D10).
        slot_kind: SlotKind,
        /// Private, group or duet.
        class_type: ClassType,
        /// The price in credits.
        credit_cost: u32,
    },
    /// A package of credits.
    Package {
        /// 4 or 8.
        size: u32,
    },
}

impl Purpose {
    /// The credits that a class costs, or that a package has.
    pub const fn credits(&self) -> u32 {
        match self {
            Self::Class { credit_cost, .. } => *credit_cost,
            Self::Package { size } => *size,
        }
    }
}

/// The agreed price. Amounts are minor units of one currency, rates basis points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceBreakdown {
    /// The currency of all amounts.
    pub currency: Currency,
    /// The teacher's rate for one class.
    pub rate: i64,
    /// Rate times classes.
    pub base: i64,
    /// The coupon's percentage, 0 without a coupon.
    pub discount_percent: u32,
    /// The coupon's discount.
    pub discount: i64,
    /// Base less discount.
    pub net: i64,
    /// The rate of the service fee, charged or waived.
    pub service_rate: u32,
    /// The service fee charged.
    pub service_fee: i64,
    /// The service fee waived, shown struck through.
    pub service_waived: i64,
    /// The rate of the provider fee.
    pub provider_rate: u32,
    /// The provider fee charged.
    pub provider_fee: i64,
    /// Net price plus fees.
    pub total: i64,
}

impl PriceBreakdown {
    /// The total with its currency.
    pub const fn total(&self) -> Money {
        Money::new(self.total, self.currency)
    }
}

/// The seat of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatState {
    /// The order has no seat, or no longer.
    None,
    /// The order holds a seat until its expiry.
    Held,
    /// The booking of the order has the seat.
    Used,
}

impl SeatState {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Held => "held",
            Self::Used => "used",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::None, Self::Held, Self::Used].into_iter().find(|seat| seat.as_str() == text)
    }
}

/// A stored order.
#[derive(Clone, Debug)]
pub struct Order {
    /// Primary key, also the receipt text at the provider.
    pub id: OrderId,
    /// The student who pays.
    pub student_id: StudentId,
    /// The teacher of the class or package.
    pub teacher_id: TeacherId,
    /// The state (D23).
    pub state: OrderState,
    /// Why the payment is refunded.
    pub reason: Option<RefundReason>,
    /// What is bought.
    pub purpose: Purpose,
    /// Whether it holds a seat.
    pub seat_state: SeatState,
    /// When the hold, or the price of a package, expires.
    pub hold_expires_at: Option<Timestamp>,
    /// The agreed price.
    pub price: PriceBreakdown,
    /// The coupon with its code.
    pub coupon: Option<(CouponId, String)>,
    /// Whether a use of the coupon is reserved for this order.
    pub coupon_reserved: bool,
    /// The provider's id.
    pub provider_order_id: Option<String>,
    /// The payment that was applied.
    pub payment_id: Option<PaymentId>,
    /// The booking that it became.
    pub booking_id: Option<BookingId>,
    /// The credit lot that it became.
    pub lot_id: Option<LotId>,
    /// The zone of the student's browser.
    pub student_zone: Option<String>,
    /// Who placed it: the student, or a guardian. `None` in orders of earlier releases.
    pub buyer_id: Option<PersonId>,
    /// The receipt number, set when paid.
    pub receipt_number: Option<i64>,
    /// When the provider is asked about it next.
    pub next_check_at: Option<Timestamp>,
    /// How often the provider was asked since the schedule was started.
    pub provider_check_count: u32,
    /// When it was placed.
    pub created_at: Timestamp,
    /// When its payment was applied.
    pub paid_at: Option<Timestamp>,
}

impl Order {
    /// The start of the class that is bought.
    pub const fn class_start(&self) -> Option<Timestamp> {
        match self.purpose {
            Purpose::Class { starts_at, .. } => Some(starts_at),
            Purpose::Package { .. } => None,
        }
    }

    /// Whether the hold has expired, so that the seat is available.
    pub fn is_hold_expired(&self, now: Timestamp) -> bool {
        self.hold_expires_at.is_some_and(|until| until <= now)
    }
}

#[derive(FromRow)]
pub(super) struct Row {
    id: Uuid,
    student_id: Uuid,
    teacher_id: Uuid,
    state: String,
    reason: Option<String>,
    package_size: i64,
    slot_id: Option<Uuid>,
    starts_at: Option<i64>,
    slot_kind: Option<String>,
    class_type: Option<String>,
    credit_cost: i64,
    seat_state: String,
    hold_expires_at: Option<i64>,
    currency: String,
    rate_minor: i64,
    base_minor: i64,
    discount_percent: i64,
    discount_minor: i64,
    price_minor: i64,
    service_rate: i64,
    service_fee_minor: i64,
    service_waived_minor: i64,
    provider_rate: i64,
    provider_fee_minor: i64,
    total_minor: i64,
    coupon_id: Option<Uuid>,
    coupon_code: Option<String>,
    coupon_reserved: bool,
    provider_order_id: Option<String>,
    payment_id: Option<Uuid>,
    booking_id: Option<Uuid>,
    lot_id: Option<Uuid>,
    student_zone: Option<String>,
    buyer_id: Option<Uuid>,
    receipt_number: Option<i64>,
    next_check_at: Option<i64>,
    provider_check_count: i64,
    created_at: i64,
    paid_at: Option<i64>,
}

pub(super) const COLUMNS: &str =
    "id, student_id, teacher_id, state, reason, package_size, slot_id, starts_at, slot_kind,
    class_type, credit_cost, seat_state, hold_expires_at, currency, rate_minor, base_minor, discount_percent,
    discount_minor, price_minor, service_rate, service_fee_minor, service_waived_minor, provider_rate,
    provider_fee_minor, total_minor, coupon_id, coupon_code, coupon_reserved, provider_order_id, payment_id, booking_id,
    lot_id, student_zone, buyer_id, receipt_number, next_check_at, provider_check_count, created_at, paid_at";

impl Row {
    fn purpose(&self) -> Result<Purpose, StoreError> {
        let Some(starts_at) = self.starts_at else { return Ok(Purpose::Package { size: to_u32(self.package_size)? }) };
        match (self.slot_id, &self.slot_kind, &self.class_type) {
            (Some(slot), Some(kind), Some(class_type)) => Ok(Purpose::Class {
                slot_id: SlotId(slot),
                starts_at: from_micros(starts_at)?,
                slot_kind: parse_enum(kind, SlotKind::parse)?,
                class_type: parse_enum(class_type, ClassType::parse)?,
                credit_cost: to_u32(self.credit_cost)?,
            }),
            _ => Err(StoreError::Decode(format!("order {} for a class without its slot", self.id))),
        }
    }

    fn price(&self) -> Result<PriceBreakdown, StoreError> {
        Ok(PriceBreakdown {
            currency: parse_enum(&self.currency, Currency::parse)?,
            rate: self.rate_minor,
            base: self.base_minor,
            discount_percent: to_u32(self.discount_percent)?,
            discount: self.discount_minor,
            net: self.price_minor,
            service_rate: to_u32(self.service_rate)?,
            service_fee: self.service_fee_minor,
            service_waived: self.service_waived_minor,
            provider_rate: to_u32(self.provider_rate)?,
            provider_fee: self.provider_fee_minor,
            total: self.total_minor,
        })
    }
}

impl TryFrom<Row> for Order {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            purpose: row.purpose()?,
            price: row.price()?,
            id: OrderId(row.id),
            student_id: StudentId(row.student_id),
            teacher_id: TeacherId(row.teacher_id),
            state: parse_enum(&row.state, OrderState::parse)?,
            reason: row.reason.as_deref().map(|text| parse_enum(text, RefundReason::parse)).transpose()?,
            seat_state: parse_enum(&row.seat_state, SeatState::parse)?,
            hold_expires_at: row.hold_expires_at.map(from_micros).transpose()?,
            coupon: row.coupon_id.map(CouponId).zip(row.coupon_code),
            coupon_reserved: row.coupon_reserved,
            provider_order_id: row.provider_order_id,
            payment_id: row.payment_id.map(PaymentId),
            booking_id: row.booking_id.map(BookingId),
            lot_id: row.lot_id.map(LotId),
            student_zone: row.student_zone,
            buyer_id: row.buyer_id.map(PersonId),
            receipt_number: row.receipt_number,
            next_check_at: row.next_check_at.map(from_micros).transpose()?,
            provider_check_count: to_u32(row.provider_check_count)?,
            created_at: from_micros(row.created_at)?,
            paid_at: row.paid_at.map(from_micros).transpose()?,
        })
    }
}
