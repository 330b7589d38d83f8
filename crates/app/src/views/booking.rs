//! A booking.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::{BookingCode, BookingStatus, SlotKind};
use tala_domain::money::Money;
use tala_store::bookings;
use utoipa::ToSchema;

use super::class_type::ClassType;
use super::quote::CancellationPolicy;

/// A booking (SPEC §3).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Booking {
    /// Booking id.
    #[serde(rename = "_id")]
    pub id: String,
    /// Same as `_id`.
    pub booking_id: String,
    /// Short code for people, such as `4F2A-91C3`: the last digits of the id.
    pub booking_code: String,
    /// Slot of the class.
    pub slot_id: String,
    /// Start of the class.
    #[schema(value_type = String, format = DateTime)]
    pub date_time: Timestamp,
    /// End of the class.
    #[schema(value_type = String, format = DateTime)]
    pub end_date_time: Timestamp,
    /// When the booking was created.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// The teacher's current meeting link (D37).
    #[schema(required)]
    pub google_meet_link: Option<String>,
    /// Credits spent.
    pub credits_used: u32,
    /// `confirmed`, `completed` or `cancelled` (D15).
    #[schema(value_type = BookingStatusSchema)]
    pub booking_status: &'static str,
    /// The teacher has marked the student as absent.
    pub no_show: bool,
    /// `paid`, `credit`, `refunded` or `partially_refunded` (D16).
    #[schema(value_type = PaymentStatus)]
    pub payment_status: &'static str,
    /// The student's id.
    pub student_id: String,
    /// The student's name.
    pub student_name: String,
    /// The student's email address, if verified.
    #[schema(required)]
    pub student_email: Option<String>,
    /// The teacher's id.
    pub teacher_id: String,
    /// The teacher's name.
    pub teacher_name: String,
    /// The teacher's IANA zone.
    #[schema(required)]
    pub teacher_time_zone: Option<String>,
    /// Price of the class without fees, in major units.
    pub payment_amount: f64,
    /// Price of the class before discounts, in major units.
    pub base_amount_per_class: f64,
    /// ISO 4217.
    pub currency: String,
    /// True if the slot was computed from the weekly availability, false if it is a published class (D10).
    pub is_virtual_slot: bool,
    /// Private, Group or Duet.
    #[schema(value_type = ClassType)]
    pub class_type_key: String,
    /// The title that the teacher gave a published class; empty for other classes.
    pub title: String,
    /// Cancellation policy for the student; null unless the booking is `confirmed`.
    #[schema(required)]
    pub policy: Option<CancellationPolicy>,
    /// Order that paid for the booking.
    #[schema(required)]
    pub order_id: Option<String>,
    /// Amount charged for that order including fees, in major units. Null unless the viewer is the student.
    #[schema(required)]
    pub charged: Option<f64>,
    /// Refund of the booking.
    #[schema(required)]
    pub refund: Option<BookingRefund>,
    /// When the booking was cancelled.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub cancelled_at: Option<Timestamp>,
    /// Who cancelled: `student`, `teacher` or `admin`.
    #[schema(required)]
    pub cancelled_by: Option<String>,
    /// Reason given for the cancellation.
    #[schema(required)]
    pub cancellation_reason: Option<String>,
    /// Original start of a rescheduled booking.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub rescheduled_from: Option<Timestamp>,
}

/// Refund of a booking.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookingRefund {
    /// In major units.
    pub amount: f64,
    /// ISO 4217.
    pub currency: String,
    /// `requested`, `started`, `done` or `failed`.
    pub state: &'static str,
}

impl BookingRefund {
    /// Returns the refund of a booking, if it has one.
    pub fn of(booking: &bookings::Booking) -> Option<Self> {
        let (money, state) = booking.refund?;
        Some(Self { amount: money.to_major(), currency: money.currency.code().to_owned(), state: state.as_str() })
    }
}

/// State of a booking (D15).
#[derive(ToSchema)]
#[schema(as = BookingStatus)]
#[expect(non_camel_case_types, reason = "only describes the enum values in the OpenAPI file")]
pub enum BookingStatusSchema {
    /// Booked; the class has not ended.
    confirmed,
    /// The class has ended.
    completed,
    /// Cancelled.
    cancelled,
}

/// Payment state of a booking (D16).
#[derive(ToSchema)]
#[expect(non_camel_case_types, reason = "only describes the enum values in the OpenAPI file")]
pub enum PaymentStatus {
    /// Paid with money.
    paid,
    /// Paid with credits.
    credit,
    /// The money was refunded or the credits restored.
    refunded,
    /// A part was refunded.
    partially_refunded,
}

impl Booking {
    /// Returns the booking at `now` for its student, with the amount charged.
    pub fn for_student(booking: &bookings::Booking, now: Timestamp) -> Self {
        Self { charged: booking.charged.map(Money::to_major), ..Self::of(booking, now) }
    }

    /// Returns the booking at `now`, for its teacher or an administrator.
    pub fn of(booking: &bookings::Booking, now: Timestamp) -> Self {
        let status: BookingStatus = booking.status(now);
        let amount = booking.amount.to_major();
        let (teacher_zone, student_zone) = (booking.teacher_zone.as_deref(), booking.student_zone.as_deref());
        let policy = (status == BookingStatus::Confirmed)
            .then(|| CancellationPolicy::of(booking.starts_at, booking.paid_with(), teacher_zone, student_zone, now));
        Self {
            id: booking.id.to_string(),
            booking_id: booking.id.to_string(),
            booking_code: BookingCode::from_id(booking.id).to_string(),
            slot_id: booking.slot_id.to_string(),
            date_time: booking.starts_at,
            end_date_time: booking.ends_at,
            created_at: booking.created_at,
            google_meet_link: booking.meeting_link.clone(),
            credits_used: booking.credits_used,
            booking_status: status.as_str(),
            no_show: booking.no_show,
            payment_status: booking.payment_status.as_str(),
            student_id: booking.student.id.to_string(),
            student_name: booking.student.name.clone(),
            student_email: booking.student.email.clone(),
            teacher_id: booking.teacher.id.to_string(),
            teacher_name: booking.teacher.name.clone(),
            teacher_time_zone: booking.teacher_zone.clone(),
            payment_amount: amount,
            base_amount_per_class: booking.base_amount.to_major(),
            currency: booking.amount.currency.code().to_owned(),
            is_virtual_slot: booking.slot_kind == SlotKind::Virtual,
            class_type_key: booking.class_type.as_str().to_owned(),
            title: booking.title.clone(),
            policy,
            order_id: booking.order_id.map(|id| id.to_string()),
            charged: None,
            refund: BookingRefund::of(booking),
            cancelled_at: booking.cancelled.as_ref().map(|cancelled| cancelled.at),
            cancelled_by: booking.cancelled.as_ref().map(|cancelled| cancelled.by.clone()),
            cancellation_reason: booking.cancelled.as_ref().and_then(|cancelled| cancelled.reason.clone()),
            rescheduled_from: booking.rescheduled_from,
        }
    }
}
