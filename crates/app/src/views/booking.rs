//! A booking.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::policy::CancelledBy;
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
    /// The booking's id.
    #[serde(rename = "_id")]
    pub id: String,
    /// The booking's id again, under the name that SPEC reads from a created booking.
    pub booking_id: String,
    /// How people call it, such as `4F2A-91C3`: the end of its id.
    pub booking_code: String,
    /// The class it is in.
    pub slot_id: String,
    /// When the class starts.
    #[schema(value_type = String, format = DateTime)]
    pub date_time: Timestamp,
    /// When it ends.
    #[schema(value_type = String, format = DateTime)]
    pub end_date_time: Timestamp,
    /// When it was booked.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// The teacher's meeting link of today (D37).
    #[schema(required)]
    pub google_meet_link: Option<String>,
    /// Credits spent.
    pub credits_used: u32,
    /// `confirmed`, `completed` or `cancelled` (D15).
    #[schema(value_type = BookingStatusSchema)]
    pub booking_status: &'static str,
    /// The student was not there.
    pub no_show: bool,
    /// `paid`, `credit`, `refunded` or `partially_refunded` (D16).
    #[schema(value_type = PaymentStatus)]
    pub payment_status: &'static str,
    /// Who learns.
    pub student_id: String,
    /// Their name.
    pub student_name: String,
    /// Their address; only for the two people in the class.
    #[schema(required)]
    pub student_email: Option<String>,
    /// Who teaches.
    pub teacher_id: String,
    /// Their name.
    pub teacher_name: String,
    /// The teacher's zone, for the second clock.
    #[schema(required)]
    pub teacher_time_zone: Option<String>,
    /// What the class was worth, in major units.
    pub payment_amount: f64,
    /// The same before discounts, in major units.
    pub base_amount_per_class: f64,
    /// ISO 4217.
    pub currency: String,
    /// Computed from the weekly availability, or published (D10).
    pub is_virtual_slot: bool,
    /// Private, Group or Duet.
    #[schema(value_type = ClassType)]
    pub class_type_key: String,
    /// What cancelling brings the student, while it can be cancelled.
    #[schema(required)]
    pub policy: Option<CancellationPolicy>,
    /// The purchase that paid for it.
    #[schema(required)]
    pub order_id: Option<String>,
    /// What that purchase charged, fees and all, in major units. Only the student is told.
    #[schema(required)]
    pub charged: Option<f64>,
    /// Money that goes back for it.
    #[schema(required)]
    pub refund: Option<BookingRefund>,
    /// When it was called off.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub cancelled_at: Option<Timestamp>,
    /// By whom: `student`, `teacher` or `admin`.
    #[schema(required)]
    pub cancelled_by: Option<String>,
    /// What they have said about it.
    #[schema(required)]
    pub cancellation_reason: Option<String>,
    /// When it was to be before it was moved.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub rescheduled_from: Option<Timestamp>,
}

/// Money that goes back for a booking.
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
    /// Of a booking, if there is one.
    pub fn of(booking: &bookings::Booking) -> Option<Self> {
        let (money, state) = booking.refund?;
        Some(Self { amount: money.to_major(), currency: money.currency.code().to_owned(), state: state.as_str() })
    }
}

/// Where a booking stands (D15).
#[derive(ToSchema)]
#[schema(as = BookingStatus)]
#[expect(non_camel_case_types, reason = "only describes the words in the OpenAPI file")]
pub enum BookingStatusSchema {
    /// To come.
    confirmed,
    /// Over.
    completed,
    /// Called off.
    cancelled,
}

/// How a booking was paid (D16).
#[derive(ToSchema)]
#[expect(non_camel_case_types, reason = "only describes the words in the OpenAPI file")]
pub enum PaymentStatus {
    /// With money.
    paid,
    /// With credits.
    credit,
    /// Money or credits have gone back.
    refunded,
    /// A part has gone back.
    partially_refunded,
}

impl Booking {
    /// The booking as its student sees it at `now`.
    pub fn of_student(booking: &bookings::Booking, now: Timestamp) -> Self {
        Self { charged: booking.charged.map(Money::to_major), ..Self::of(booking, now) }
    }

    /// The booking as it stands at `now`, for anybody who may see it.
    pub fn of(booking: &bookings::Booking, now: Timestamp) -> Self {
        let status: BookingStatus = booking.status(now);
        let amount = booking.amount.to_major();
        let zones = (booking.teacher_zone.as_deref(), booking.student_zone.as_deref());
        let policy = (status == BookingStatus::Confirmed)
            .then(|| CancellationPolicy::of(booking.starts_at, booking.paid_with(), zones, CancelledBy::Student, now));
        Self {
            id: booking.id.to_string(),
            booking_id: booking.id.to_string(),
            booking_code: BookingCode::of(booking.id).to_string(),
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
