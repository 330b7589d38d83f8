//! Orders: one purchase each, with the price that was agreed, the seat that it holds, and how it ended (D19, D20, D23).
//!
//! Every change names the states it may start from; the caller learns whether it won. A hold is the order itself: its
//! seat is `held` until `hold_expires_at`, and from then on anybody's, whether or not a sweeper has been there.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Backend, Connection, FromRow, Value};
use tala_domain::booking::{ClassType, SlotKind};
use tala_domain::ids::{BookingId, CouponId, LotId, OrderId, PaymentId, PersonId, SlotId};
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{OrderState, RefundReason};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, number, word};

mod changes;
mod office;

pub use changes::{
    Fulfilment, claim_due_checks, clear_hold_time, drop_seat, expire, find_lapsed, fulfil, hold_again, insert,
    lock_by_provider_id, mark_open, mark_refunding, schedule_check, set_coupon_held, set_hold_time, set_refunded,
    set_state, start_checking,
};

pub use office::{OrderFilter, list_office};

/// What is bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A seat in a class.
    Class {
        /// Which slot.
        slot_id: SlotId,
        /// When it starts.
        starts_at: Timestamp,
        /// Virtual or regular.
        slot_kind: SlotKind,
        /// Private, Group or Duet.
        class_type: ClassType,
        /// How many credits it would have cost.
        credit_cost: u32,
    },
    /// A package of credits.
    Package {
        /// 4 or 8.
        size: u32,
    },
}

/// The price that was agreed, line by line. All in one currency; rates in basis points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// The currency.
    pub currency: Currency,
    /// The teacher's rate, in minor units, as all others.
    pub rate: i64,
    /// Rate times classes.
    pub base: i64,
    /// The coupon's percentage, 0 without.
    pub discount_percent: u32,
    /// What it takes off.
    pub discount: i64,
    /// Base less discount.
    pub price: i64,
    /// The service fee's rate, charged or waived.
    pub service_rate: u32,
    /// The service fee.
    pub service_fee: i64,
    /// The service fee that is waived, to be struck through.
    pub service_waived: i64,
    /// The provider fee's rate.
    pub provider_rate: u32,
    /// The provider fee.
    pub provider_fee: i64,
    /// What is paid.
    pub total: i64,
}

impl Price {
    /// What is paid.
    pub const fn total(&self) -> Money {
        Money::new(self.total, self.currency)
    }
}

/// What an order does with its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// It has none (any more).
    None,
    /// It keeps one until its hold expires.
    Held,
    /// Its booking has it.
    Used,
}

impl Seat {
    const fn as_str(self) -> &'static str {
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
    /// Its id; also the receipt text that the provider knows it by.
    pub id: OrderId,
    /// Who pays.
    pub student_id: PersonId,
    /// Whose class or credits.
    pub teacher_id: PersonId,
    /// Where it stands.
    pub state: OrderState,
    /// Why the money went back, if it did.
    pub reason: Option<RefundReason>,
    /// What is bought.
    pub purpose: Purpose,
    /// What it does with its seat.
    pub seat: Seat,
    /// Until when the seat is held.
    pub hold_expires_at: Option<Timestamp>,
    /// The agreed price.
    pub price: Price,
    /// The coupon that made it cheaper.
    pub coupon: Option<(CouponId, String)>,
    /// The coupon's use is counted for this order.
    pub coupon_held: bool,
    /// The provider's id, once it has one.
    pub provider_order_id: Option<String>,
    /// The payment that was applied to it.
    pub payment_id: Option<PaymentId>,
    /// The booking that it became.
    pub booking_id: Option<BookingId>,
    /// The credits that it became.
    pub lot_id: Option<LotId>,
    /// The student's zone when ordering.
    pub student_zone: Option<String>,
    /// The number of its receipt, once paid.
    pub receipt_number: Option<i64>,
    /// When the reconciliation looks at it next.
    pub next_check_at: Option<Timestamp>,
    /// How often it has looked.
    pub checks: u32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When its money arrived.
    pub paid_at: Option<Timestamp>,
}

impl Order {
    /// When the class starts that is bought, if it is one.
    pub const fn class_start(&self) -> Option<Timestamp> {
        match self.purpose {
            Purpose::Class { starts_at, .. } => Some(starts_at),
            Purpose::Package { .. } => None,
        }
    }

    /// The hold has run out: the seat is anybody's.
    pub fn is_lapsed(&self, now: Timestamp) -> bool {
        self.hold_expires_at.is_some_and(|until| until <= now)
    }
}

#[derive(FromRow)]
struct Row {
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
    seat: String,
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
    coupon_held: bool,
    provider_order_id: Option<String>,
    payment_id: Option<Uuid>,
    booking_id: Option<Uuid>,
    lot_id: Option<Uuid>,
    student_zone: Option<String>,
    receipt_number: Option<i64>,
    next_check_at: Option<i64>,
    checks: i64,
    created_at: i64,
    paid_at: Option<i64>,
}

const COLUMNS: &str =
    "id, student_id, teacher_id, state, reason, package_size, slot_id, starts_at, slot_kind, class_type,
    credit_cost, seat, hold_expires_at, currency, rate_minor, base_minor, discount_percent, discount_minor, price_minor,
    service_rate, service_fee_minor, service_waived_minor, provider_rate, provider_fee_minor, total_minor, coupon_id,
    coupon_code, coupon_held, provider_order_id, payment_id, booking_id, lot_id, student_zone, receipt_number,
    next_check_at, checks, created_at, paid_at";

impl Row {
    fn purpose(&self) -> Result<Purpose, StoreError> {
        match (self.slot_id, self.starts_at, &self.slot_kind, &self.class_type) {
            (Some(slot), Some(starts_at), Some(kind), Some(class_type)) => Ok(Purpose::Class {
                slot_id: SlotId(slot),
                starts_at: instant(starts_at)?,
                slot_kind: word(kind, SlotKind::parse)?,
                class_type: word(class_type, ClassType::parse)?,
                credit_cost: count(self.credit_cost)?,
            }),
            _ => Ok(Purpose::Package { size: count(self.package_size)? }),
        }
    }

    fn price(&self) -> Result<Price, StoreError> {
        Ok(Price {
            currency: word(&self.currency, Currency::parse)?,
            rate: self.rate_minor,
            base: self.base_minor,
            discount_percent: count(self.discount_percent)?,
            discount: self.discount_minor,
            price: self.price_minor,
            service_rate: count(self.service_rate)?,
            service_fee: self.service_fee_minor,
            service_waived: self.service_waived_minor,
            provider_rate: count(self.provider_rate)?,
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
            student_id: PersonId(row.student_id),
            teacher_id: PersonId(row.teacher_id),
            state: word(&row.state, OrderState::parse)?,
            reason: row.reason.as_deref().map(|text| word(text, RefundReason::parse)).transpose()?,
            seat: word(&row.seat, Seat::parse)?,
            hold_expires_at: row.hold_expires_at.map(instant).transpose()?,
            coupon: row.coupon_id.map(CouponId).zip(row.coupon_code),
            coupon_held: row.coupon_held,
            provider_order_id: row.provider_order_id,
            payment_id: row.payment_id.map(PaymentId),
            booking_id: row.booking_id.map(BookingId),
            lot_id: row.lot_id.map(LotId),
            student_zone: row.student_zone,
            receipt_number: row.receipt_number,
            next_check_at: row.next_check_at.map(instant).transpose()?,
            checks: count(row.checks)?,
            created_at: instant(row.created_at)?,
            paid_at: row.paid_at.map(instant).transpose()?,
        })
    }
}

/// An order by our id.
pub async fn find_by_id<C: Connection>(conn: &C, id: OrderId) -> Result<Option<Order>, StoreError> {
    one(conn, "id = $1", &[id.0.into()]).await
}

/// An order by the provider's id.
pub async fn find_by_provider_id<C: Connection>(conn: &C, id: &str) -> Result<Option<Order>, StoreError> {
    one(conn, "provider_order_id = $1", &[id.into()]).await
}

/// An order of this student whose payment is being checked, for the same class or, without a start, for any package. A
/// check whose time is over keeps nobody from anything.
pub async fn find_checking<C: Connection>(
    conn: &C,
    student: PersonId,
    class_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Order>, StoreError> {
    let at = class_at.map(micros);
    let same = if at.is_some() { "starts_at = $2" } else { "starts_at IS NULL AND $2 IS NULL" };
    let same = if conn.backend() == Backend::Postgres {
        same.replace("$2 IS NULL", "CAST($2 AS bigint) IS NULL")
    } else {
        same.to_owned()
    };
    let filter = format!(
        "student_id = $1 AND state = 'checking' AND {same} AND (hold_expires_at IS NULL OR hold_expires_at > $3)"
    );
    one(conn, &filter, &[student.0.into(), at.into(), micros(now).into()]).await
}

async fn one<C: Connection>(conn: &C, filter: &str, values: &[Value]) -> Result<Option<Order>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE {filter} ORDER BY created_at DESC, id DESC LIMIT 1");
    conn.query_opt::<Row>(&sql, values).await?.map(Order::try_from).transpose()
}

/// A student's orders, newest first, at most `limit`.
pub async fn list_by_student<C: Connection>(conn: &C, student: PersonId, limit: u32) -> Result<Vec<Order>, StoreError> {
    let sql =
        format!("SELECT {COLUMNS} FROM orders WHERE student_id = $1 ORDER BY created_at DESC, id DESC LIMIT {limit}");
    orders(conn, &sql, &[student.0.into()]).await
}

/// How many orders have been looked into for longer than `patience`, without anybody knowing of their money.
pub async fn count_checking<C: Connection>(
    conn: &C,
    now: Timestamp,
    patience: SignedDuration,
) -> Result<i64, StoreError> {
    let before = now.saturating_sub(patience).unwrap_or(Timestamp::MIN);
    let sql = "SELECT count(*) AS number FROM orders WHERE state = 'checking' AND updated_at <= $1";
    number(conn, sql, &[micros(before).into()]).await
}

/// How many seats a student holds.
pub async fn count_held<C: Connection>(conn: &C, student: PersonId, now: Timestamp) -> Result<i64, StoreError> {
    let sql = "SELECT count(*) AS number FROM orders WHERE student_id = $1 AND seat = 'held' AND hold_expires_at > $2";
    number(conn, sql, &[student.0.into(), micros(now).into()]).await
}

/// A student's orders that can be paid, oldest first, run out or not.
pub async fn list_unpaid<C: Connection>(conn: &C, student: PersonId) -> Result<Vec<Order>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM orders WHERE student_id = $1 AND state IN ('preparing', 'open') ORDER BY created_at, id"
    );
    orders(conn, &sql, &[student.0.into()]).await
}

/// Holds, run out or not, that touch a class at `start` with this teacher or of this student.
pub async fn list_holds_around<C: Connection>(
    conn: &C,
    (teacher, student): (PersonId, PersonId),
    start: Timestamp,
) -> Result<Vec<Order>, StoreError> {
    let hour = SignedDuration::from_hours(1);
    let (from, to) =
        (start.saturating_sub(hour).unwrap_or(Timestamp::MIN), start.saturating_add(hour).unwrap_or(Timestamp::MAX));
    let sql = format!(
        "SELECT {COLUMNS} FROM orders WHERE seat = 'held' AND (teacher_id = $1 OR student_id = $2)
            AND starts_at > $3 AND starts_at < $4 ORDER BY id"
    );
    orders(conn, &sql, &[teacher.0.into(), student.0.into(), micros(from).into(), micros(to).into()]).await
}

/// The orders that hold a seat in this slot, lapsed or not.
pub async fn list_holds_of<C: Connection>(conn: &C, slot: SlotId) -> Result<Vec<Order>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE seat = 'held' AND slot_id = $1 ORDER BY id");
    orders(conn, &sql, &[slot.0.into()]).await
}

async fn orders<C: Connection>(conn: &C, sql: &str, values: &[Value]) -> Result<Vec<Order>, StoreError> {
    conn.query::<Row>(sql, values).await?.into_iter().map(Order::try_from).collect()
}
