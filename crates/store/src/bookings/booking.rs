//! A stored booking with the data that lists show.

use jiff::Timestamp;
use tala_db::FromRow;
use tala_domain::booking::policy::PaidWith;
use tala_domain::booking::{BookingStatus, ClassType, PaymentStatus, SlotKind, status_at};
use tala_domain::ids::{BookingId, OrderId, SlotId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use tala_domain::payments::RefundState;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_u32};

/// A booking with its student and teacher.
#[derive(Clone, Debug)]
pub struct Booking {
    /// Primary key.
    pub id: BookingId,
    /// The slot, shared by all bookings of a class.
    pub slot_id: SlotId,
    /// The student.
    pub student: Participant<StudentId>,
    /// The teacher.
    pub teacher: Participant<TeacherId>,
    /// The zone of the teacher's availability, otherwise of their browser.
    pub teacher_zone: Option<String>,
    /// The zone of the teacher's last visit, otherwise of their availability (D44).
    pub teacher_current_zone: Option<String>,
    /// The zone of the student's last visit, otherwise of the browser when booking (D44).
    pub student_zone: Option<String>,
    /// The teacher's current meeting link (D37).
    pub meeting_link: Option<String>,
    /// When the class starts.
    pub starts_at: Timestamp,
    /// When the class ends.
    pub ends_at: Timestamp,
    /// The stored status. [`Booking::status`] is the status at a given time.
    pub stored_status: BookingStatus,
    /// Whether the student missed the class.
    pub no_show: bool,
    /// Whether it was paid with money or credits, or refunded.
    pub payment_status: PaymentStatus,
    /// Credits debited for it.
    pub credits_used: u32,
    /// Price when booked, after discount and without fees.
    pub amount: Money,
    /// Price when booked, before discount and without fees.
    pub base_amount: Money,
    /// The order that paid for it. `None` if paid with credits.
    pub order_id: Option<OrderId>,
    /// Total of that order, including fees.
    pub charged: Option<Money>,
    /// Set if it was cancelled.
    pub cancelled: Option<Cancellation>,
    /// The start before the last rescheduling.
    pub rescheduled_from: Option<Timestamp>,
    /// Amount and state of its refund.
    pub refund: Option<(Money, RefundState)>,
    /// The title of a published class; otherwise empty.
    pub title: String,
    /// Private, group or duet.
    pub class_type: ClassType,
    /// Virtual or regular (D10).
    pub slot_kind: SlotKind,
    /// SEQUENCE of its calendar invitation (D32).
    pub calendar_sequence: u32,
    /// The teacher's earnings, set on completion.
    pub net: Option<Money>,
    /// When it was booked.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// A cancellation.
#[derive(Clone, Debug)]
pub struct Cancellation {
    /// When it was cancelled.
    pub at: Timestamp,
    /// `student`, `teacher` or `admin`.
    pub by: String,
    /// The reason that was given.
    pub reason: Option<String>,
}

impl Cancellation {
    fn read(at: Option<i64>, by: Option<String>, reason: Option<String>) -> Result<Option<Self>, StoreError> {
        let Some(at) = at else { return Ok(None) };
        let by = by.ok_or_else(|| StoreError::Decode("a cancellation without its actor".to_owned()))?;
        Ok(Some(Self { at: from_micros(at)?, by, reason }))
    }
}

/// The student or teacher of a booking.
#[derive(Clone, Debug)]
pub struct Participant<Id> {
    /// Their id in this role.
    pub id: Id,
    /// Display name.
    pub name: String,
    /// Verified email address, of a guardian if a student has none.
    pub email: Option<String>,
}

impl Booking {
    /// The status at `now`. A confirmed class counts as completed when it has ended, before the worker stores that
    /// (D15).
    pub fn status(&self, now: Timestamp) -> BookingStatus {
        status_at(self.stored_status, self.ends_at, now)
    }

    /// What paid for it (D24).
    pub fn paid_with(&self) -> PaidWith {
        match self.order_id {
            None => PaidWith::Credit,
            Some(_) if self.charged.is_some_and(Money::is_zero) => PaidWith::Coupon,
            Some(_) => PaidWith::Money,
        }
    }
}

#[derive(FromRow)]
pub(super) struct Row {
    id: Uuid,
    slot_id: Uuid,
    student_id: Uuid,
    student_name: String,
    student_email: Option<String>,
    teacher_id: Uuid,
    teacher_name: String,
    teacher_email: Option<String>,
    teacher_zone: Option<String>,
    teacher_current_zone: Option<String>,
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
    title: String,
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
        let currency = parse_enum(&row.currency, Currency::parse)?;
        let refund = match (row.refund_minor, &row.refund_state) {
            (Some(minor), Some(state)) => Some((Money::new(minor, currency), parse_enum(state, RefundState::parse)?)),
            _ => None,
        };
        Ok(Self {
            id: BookingId(row.id),
            slot_id: SlotId(row.slot_id),
            student: Participant { id: StudentId(row.student_id), name: row.student_name, email: row.student_email },
            teacher: Participant { id: TeacherId(row.teacher_id), name: row.teacher_name, email: row.teacher_email },
            teacher_zone: row.teacher_zone,
            teacher_current_zone: row.teacher_current_zone,
            student_zone: row.student_zone,
            meeting_link: row.meeting_link,
            starts_at: from_micros(row.starts_at)?,
            ends_at: from_micros(row.ends_at)?,
            stored_status: parse_enum(&row.status, BookingStatus::parse)?,
            no_show: row.no_show,
            payment_status: parse_enum(&row.payment_status, PaymentStatus::parse)?,
            credits_used: to_u32(row.credits_used)?,
            amount: Money::new(row.amount_minor, currency),
            base_amount: Money::new(row.base_amount_minor, currency),
            order_id: row.order_id.map(OrderId),
            charged: row.charged_minor.map(|minor| Money::new(minor, currency)),
            cancelled: Cancellation::read(row.cancelled_at, row.cancelled_by, row.cancellation_reason)?,
            rescheduled_from: row.rescheduled_from.map(from_micros).transpose()?,
            refund,
            title: row.title,
            class_type: parse_enum(&row.class_type, ClassType::parse)?,
            slot_kind: parse_enum(&row.kind, SlotKind::parse)?,
            calendar_sequence: to_u32(row.calendar_sequence)?,
            net: row.net_minor.map(|minor| Money::new(minor, currency)),
            created_at: from_micros(row.created_at)?,
            updated_at: from_micros(row.updated_at)?,
        })
    }
}

// Single values of other tables are subqueries instead of joins. PostgreSQL plans all orders of up to eight joins,
// which took 15 ms, and with nine (`join_collapse_limit`) no longer starts from the few ids of a page.
pub(super) const SELECT: &str = "SELECT b.id, b.slot_id, b.student_id, s.name AS student_name,
    COALESCE(s.email, (SELECT gp.email FROM guardians g JOIN people gp ON gp.id = g.guardian_id
                        WHERE g.learner_id = s.id ORDER BY g.position LIMIT 1)) AS student_email,
    b.teacher_id, t.name AS teacher_name, t.email AS teacher_email,
    COALESCE((SELECT a.time_zone FROM availabilities a WHERE a.teacher_id = b.teacher_id), t.time_zone) AS teacher_zone,
    COALESCE(t.time_zone, (SELECT a.time_zone FROM availabilities a WHERE a.teacher_id = b.teacher_id))
    AS teacher_current_zone,
    COALESCE(s.time_zone, b.student_zone) AS student_zone,
    (SELECT p.meeting_link FROM teachers p WHERE p.person_id = b.teacher_id) AS meeting_link,
    b.starts_at, b.ends_at, b.status, b.no_show, b.payment_status, b.credits_used, b.amount_minor, b.base_amount_minor,
    b.currency, b.order_id, (SELECT o.total_minor FROM orders o WHERE o.id = b.order_id) AS charged_minor,
    b.cancelled_at, b.cancelled_by, b.cancellation_reason, b.rescheduled_from,
    r.amount_minor AS refund_minor, r.state AS refund_state, l.title, l.class_type,
    l.kind,
    b.calendar_sequence, b.net_minor, b.created_at, b.updated_at
    FROM bookings b JOIN people s ON s.id = b.student_id JOIN people t ON t.id = b.teacher_id
    JOIN slots l ON l.id = b.slot_id LEFT JOIN refunds r ON r.booking_id = b.id";
