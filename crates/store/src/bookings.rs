//! Bookings: one student's place in one class, with the names that every list shows.

use std::collections::HashMap;

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::booking::policy::PaidWith;
use tala_domain::booking::{BookingStatus, ClassType, PaymentStatus, SlotKind, status_at};
use tala_domain::ids::{BookingId, OrderId, PersonId, SlotId};
use tala_domain::money::{Currency, Money};
use tala_domain::payments::RefundState;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, number, places, word};

mod changes;
mod office;
mod reminding;
mod teaching;

pub use changes::{Due, Settled, cancel, complete, count_taken, count_taught, list_due, move_to};
pub use office::{BookingFilter, list_by_code, list_of_person, list_office};
pub use reminding::{Coming, list_coming, list_in_slot};
pub use teaching::{
    Half, Held, count_half, count_hours, list_between, list_half, list_of_pair, mark_no_show, raise_sequence,
    sum_months,
};

/// A booking with its people.
#[derive(Clone, Debug)]
pub struct Booking {
    /// Its id.
    pub id: BookingId,
    /// The class it is in.
    pub slot_id: SlotId,
    /// Who learns.
    pub student: Party,
    /// Who teaches.
    pub teacher: Party,
    /// The zone of the teacher's hours, or of their browser where there are none, if known.
    pub teacher_zone: Option<String>,
    /// The student's zone when booking, if known.
    pub student_zone: Option<String>,
    /// The teacher's meeting link of today (D37).
    pub meeting_link: Option<String>,
    /// When the class starts.
    pub starts_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
    /// As stored; see [`Booking::status`] for the status at a given time.
    pub stored_status: BookingStatus,
    /// The student was not there.
    pub no_show: bool,
    /// How it was paid.
    pub payment_status: PaymentStatus,
    /// Credits spent on it.
    pub credits_used: u32,
    /// What it was worth when booked, discounts taken off.
    pub amount: Money,
    /// The same before discounts.
    pub base_amount: Money,
    /// The order that paid for it.
    pub order_id: Option<OrderId>,
    /// What that order charged, fees and all.
    pub charged: Option<Money>,
    /// When and by whom it was called off: `student`, `teacher` or `admin`.
    pub cancelled: Option<Cancellation>,
    /// When it was to be before it was moved last.
    pub rescheduled_from: Option<Timestamp>,
    /// The money that goes back for it.
    pub refund: Option<(Money, RefundState)>,
    /// Private, Group or Duet.
    pub class_type: ClassType,
    /// Virtual or regular.
    pub slot_kind: SlotKind,
    /// SEQUENCE of its calendar invitation (D32).
    pub calendar_sequence: u32,
    /// What it brought the teacher, once it was held.
    pub net: Option<Money>,
    /// When it was booked.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// How a class was called off.
#[derive(Clone, Debug)]
pub struct Cancellation {
    /// When.
    pub at: Timestamp,
    /// By whom: `student`, `teacher` or `admin`.
    pub by: String,
    /// What they have said about it.
    pub reason: Option<String>,
}

impl Cancellation {
    fn read(at: Option<i64>, by: Option<String>, reason: Option<String>) -> Result<Option<Self>, StoreError> {
        let Some((at, by)) = at.zip(by) else { return Ok(None) };
        Ok(Some(Self { at: instant(at)?, by, reason }))
    }
}

/// A person as others in the same class may see them.
#[derive(Clone, Debug)]
pub struct Party {
    /// Who.
    pub id: PersonId,
    /// Display name.
    pub name: String,
    /// Verified address.
    pub email: Option<String>,
}

impl Booking {
    /// The status at `now`: a confirmed class is completed once its hour is over, whether or not the worker has been (D15).
    pub fn status(&self, now: Timestamp) -> BookingStatus {
        status_at(self.stored_status, self.ends_at, now)
    }

    /// How it was paid for (D24).
    pub fn paid_with(&self) -> PaidWith {
        match self.order_id {
            None => PaidWith::Credit,
            Some(_) if self.amount.is_zero() => PaidWith::Coupon,
            Some(_) => PaidWith::Money,
        }
    }
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    slot_id: Uuid,
    student_id: Uuid,
    student_name: String,
    student_email: Option<String>,
    teacher_id: Uuid,
    teacher_name: String,
    teacher_email: Option<String>,
    teacher_zone: Option<String>,
    student_zone: Option<String>,
    meeting_link: Option<String>,
    starts_at: i64,
    ends_at: i64,
    status: String,
    no_show: bool,
    payment_status: String,
    credits_used: i64,
    amount_minor: i64,
    base_amount_minor: i64,
    currency: String,
    order_id: Option<Uuid>,
    charged_minor: Option<i64>,
    cancelled_at: Option<i64>,
    cancelled_by: Option<String>,
    cancellation_reason: Option<String>,
    rescheduled_from: Option<i64>,
    refund_minor: Option<i64>,
    refund_state: Option<String>,
    class_type: String,
    kind: String,
    calendar_sequence: i64,
    net_minor: Option<i64>,
    created_at: i64,
    updated_at: i64,
}

impl TryFrom<Row> for Booking {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        let currency = word(&row.currency, Currency::parse)?;
        let refund = match (row.refund_minor, &row.refund_state) {
            (Some(minor), Some(state)) => Some((Money::new(minor, currency), word(state, RefundState::parse)?)),
            _ => None,
        };
        Ok(Self {
            id: BookingId(row.id),
            slot_id: SlotId(row.slot_id),
            student: Party { id: PersonId(row.student_id), name: row.student_name, email: row.student_email },
            teacher: Party { id: PersonId(row.teacher_id), name: row.teacher_name, email: row.teacher_email },
            teacher_zone: row.teacher_zone,
            student_zone: row.student_zone,
            meeting_link: row.meeting_link,
            starts_at: instant(row.starts_at)?,
            ends_at: instant(row.ends_at)?,
            stored_status: word(&row.status, BookingStatus::parse)?,
            no_show: row.no_show,
            payment_status: word(&row.payment_status, PaymentStatus::parse)?,
            credits_used: count(row.credits_used)?,
            amount: Money::new(row.amount_minor, currency),
            base_amount: Money::new(row.base_amount_minor, currency),
            order_id: row.order_id.map(OrderId),
            charged: row.charged_minor.map(|minor| Money::new(minor, currency)),
            cancelled: Cancellation::read(row.cancelled_at, row.cancelled_by, row.cancellation_reason)?,
            rescheduled_from: row.rescheduled_from.map(instant).transpose()?,
            refund,
            class_type: word(&row.class_type, ClassType::parse)?,
            slot_kind: word(&row.kind, SlotKind::parse)?,
            calendar_sequence: count(row.calendar_sequence)?,
            net: row.net_minor.map(|minor| Money::new(minor, currency)),
            created_at: instant(row.created_at)?,
            updated_at: instant(row.updated_at)?,
        })
    }
}

// What one row of another table says is a subquery and no join: PostgreSQL weighs every order of the joins, which took it 15
// ms for eight of them, and from the ninth on (`join_collapse_limit`) it would no longer begin with the few ids of a page.
const SELECT: &str = "SELECT b.id, b.slot_id, b.student_id, s.name AS student_name, s.email AS student_email,
    b.teacher_id, t.name AS teacher_name, t.email AS teacher_email,
    COALESCE((SELECT a.time_zone FROM availabilities a WHERE a.teacher_id = b.teacher_id), t.time_zone) AS teacher_zone,
    b.student_zone,
    (SELECT p.meeting_link FROM teachers p WHERE p.person_id = b.teacher_id) AS meeting_link,
    b.starts_at, b.ends_at, b.status, b.no_show, b.payment_status, b.credits_used, b.amount_minor, b.base_amount_minor,
    b.currency, b.order_id, (SELECT o.total_minor FROM orders o WHERE o.id = b.order_id) AS charged_minor,
    b.cancelled_at, b.cancelled_by, b.cancellation_reason, b.rescheduled_from,
    r.amount_minor AS refund_minor, r.state AS refund_state, l.class_type, l.kind,
    b.calendar_sequence, b.net_minor, b.created_at, b.updated_at
    FROM bookings b JOIN people s ON s.id = b.student_id JOIN people t ON t.id = b.teacher_id
    JOIN slots l ON l.id = b.slot_id LEFT JOIN refunds r ON r.booking_id = b.id";

/// A booking by id.
pub async fn find_by_id<C: Connection>(conn: &C, id: BookingId) -> Result<Option<Booking>, StoreError> {
    conn.query_opt::<Row>(&format!("{SELECT} WHERE b.id = $1"), &[id.0.into()])
        .await?
        .map(Booking::try_from)
        .transpose()
}

/// The student's living booking in this slot.
pub async fn find_in_slot<C: Connection>(
    conn: &C,
    slot: SlotId,
    student: PersonId,
) -> Result<Option<Booking>, StoreError> {
    let sql = format!("{SELECT} WHERE b.slot_id = $1 AND b.student_id = $2 AND b.status <> 'cancelled'");
    conn.query_opt::<Row>(&sql, &[slot.0.into(), student.0.into()]).await?.map(Booking::try_from).transpose()
}

/// Whose bookings to list.
#[derive(Clone, Copy, Debug)]
pub enum Whose {
    /// Those of a student.
    Student(PersonId),
    /// Those with a teacher.
    Teacher(PersonId),
}

impl Whose {
    fn column_and_value(self) -> (&'static str, Value) {
        match self {
            Self::Student(id) => ("b.student_id", id.0.into()),
            Self::Teacher(id) => ("b.teacher_id", id.0.into()),
        }
    }
}

/// When the classes of these bookings start, as they stand now.
pub async fn list_starts<C: Connection>(
    conn: &C,
    ids: &[BookingId],
) -> Result<HashMap<BookingId, Timestamp>, StoreError> {
    #[derive(FromRow)]
    struct Start {
        id: Uuid,
        starts_at: i64,
    }
    let sql = format!("SELECT id, starts_at FROM bookings WHERE id IN ({})", places(0, ids.len()));
    let rows: Vec<Start> = conn.query(&sql, &ids.iter().map(|id| id.0.into()).collect::<Vec<_>>()).await?;
    rows.into_iter().map(|row| Ok((BookingId(row.id), instant(row.starts_at)?))).collect()
}

/// Bookings of any status, newest class first, at most `limit`, continuing after the booking `after`.
pub async fn list_newest_first<C: Connection>(
    conn: &C,
    whose: Whose,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let (column, owner) = whose.column_and_value();
    let mut values = vec![owner];
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "AND (b.starts_at, b.id) < (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = $2)";
    }
    let sql = format!("{SELECT} WHERE {column} = $1 {from} ORDER BY b.starts_at DESC, b.id DESC LIMIT {limit}");
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Booking::try_from).collect()
}

/// Bookings of any status of classes that start at `from` or later, soonest first, at most `limit`.
pub async fn list_from<C: Connection>(
    conn: &C,
    whose: Whose,
    from: Timestamp,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let (column, owner) = whose.column_and_value();
    let sql = format!("{SELECT} WHERE {column} = $1 AND b.starts_at >= $2 ORDER BY b.starts_at, b.id LIMIT {limit}");
    let values = [owner, micros(from).into()];
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Booking::try_from).collect()
}

/// Confirmed classes that have not ended, soonest first, at most `limit`.
pub async fn list_upcoming<C: Connection>(
    conn: &C,
    whose: Whose,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let (column, owner) = whose.column_and_value();
    let hour_ago = now.saturating_sub(jiff::SignedDuration::from_hours(1)).unwrap_or(Timestamp::MIN);
    let sql = format!(
        "{SELECT} WHERE {column} = $1 AND b.status = 'confirmed' AND b.starts_at > $2 AND b.ends_at > $3
         ORDER BY b.starts_at, b.id LIMIT {limit}"
    );
    let values = [owner, micros(hour_ago).into(), micros(now).into()];
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Booking::try_from).collect()
}

/// A booking about to be written.
#[derive(Clone, Debug)]
pub struct NewBooking<'a> {
    /// The new id.
    pub id: BookingId,
    /// The class.
    pub slot_id: SlotId,
    /// Who learns.
    pub student_id: PersonId,
    /// Who teaches.
    pub teacher_id: PersonId,
    /// When it starts.
    pub starts_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
    /// How it is paid.
    pub payment_status: PaymentStatus,
    /// Credits spent.
    pub credits_used: u32,
    /// What it is worth, discounts taken off.
    pub amount: Money,
    /// The same before discounts, in minor units.
    pub base_minor: i64,
    /// The order that pays for it.
    pub order_id: Option<OrderId>,
    /// The student's zone, for mails.
    pub student_zone: Option<&'a str>,
    /// Now.
    pub at: Timestamp,
}

/// Inserts a confirmed booking.
///
/// # Errors
/// [`StoreError::UniqueViolation`] when the student has a booking of this class already.
pub async fn insert(tx: &Transaction, new: &NewBooking<'_>) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
             credits_used, amount_minor, currency, student_zone, calendar_sequence, created_at, updated_at,
             base_amount_minor, order_id)
         VALUES ($1, $2, $3, $4, $5, $6, 'confirmed', $7, $8, $9, $10, $11, $12, 0, $13, $13, $14, $15)",
        &[
            new.id.0.into(),
            new.slot_id.0.into(),
            new.student_id.0.into(),
            new.teacher_id.0.into(),
            micros(new.starts_at).into(),
            micros(new.ends_at).into(),
            false.into(),
            new.payment_status.as_str().into(),
            i64::from(new.credits_used).into(),
            new.amount.amount_minor.into(),
            new.amount.currency.code().into(),
            new.student_zone.into(),
            micros(new.at).into(),
            new.base_minor.into(),
            new.order_id.map(|order| order.0).into(),
        ],
    )
    .await?;
    Ok(())
}

/// Whether a student has this class of a teacher, or had it.
pub async fn has_class<C: Connection>(
    conn: &C,
    (student, teacher): (PersonId, PersonId),
    starts_at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) AS number FROM bookings
                WHERE student_id = $1 AND teacher_id = $2 AND starts_at = $3 AND status <> 'cancelled'";
    Ok(number(conn, sql, &[student.0.into(), teacher.0.into(), micros(starts_at).into()]).await? > 0)
}
