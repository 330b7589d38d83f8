//! A published class as its teacher sees it.

use axum::extract::FromRequestParts;
use axum::extract::Path;
use axum::http::request::Parts;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::RawPublishedClass;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{PersonId, SlotId};
use tala_store::bookings::Booking;
use tala_store::slots::Slot;
use utoipa::ToSchema;

use crate::error::{AppError, AppResult};
use crate::views::class_type::ClassType;

/// A published class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublishedClass {
    #[serde(rename = "_id")]
    id: String,
    /// When it starts.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Private, Group or Duet.
    #[schema(value_type = ClassType)]
    class_type_key: String,
    /// Seats in all.
    capacity: u32,
    /// Seats that somebody has or holds.
    seats_taken: u32,
    /// Credits that one seat costs.
    credit_cost: u32,
    /// Who is booked.
    students: Vec<ClassStudent>,
}

/// A student of a class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClassStudent {
    booking_id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
}

impl PublishedClass {
    /// The class with those of the bookings that are in it.
    pub(super) fn of(slot: &Slot, bookings: &[Booking]) -> Self {
        let students = bookings.iter().filter(|booking| booking.slot_id == slot.id);
        Self {
            id: slot.id.to_string(),
            date_time: slot.starts_at,
            class_type_key: slot.class_type.as_str().to_owned(),
            capacity: slot.capacity,
            seats_taken: slot.seats_taken,
            credit_cost: slot.credit_cost,
            students: students
                .map(|booking| ClassStudent {
                    booking_id: booking.id.to_string(),
                    name: booking.student.name.clone(),
                    email: booking.student.email.clone(),
                })
                .collect(),
        }
    }
}

/// One class, as the request and the reply have it.
#[derive(Serialize, ToSchema)]
pub(super) struct PublishedClassReply {
    pub(super) success: bool,
    #[serde(rename = "class")]
    pub(super) published: PublishedClass,
}

/// A class to be published or changed.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PublishClassRequest {
    /// When it starts: an instant on a 15-minute step, 12 hours to 90 days from now.
    date_time: String,
    /// Private, Group or Duet. It never changes.
    class_type_key: String,
    /// 1 for Private, 2 for Duet, 2 to 50 for Group (10 if absent).
    #[schema(minimum = 1, maximum = 50)]
    capacity: Option<i64>,
    /// 1 to 100; 1 if absent.
    #[schema(minimum = 1, maximum = 100)]
    credit_cost: Option<i64>,
    /// For a change: the class as it was read. Changed since: 409 `version_conflict` with the class as it is (`class`).
    pub(super) expected: Option<ExpectedClass>,
}

/// What a class was when somebody began to change it.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExpectedClass {
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    capacity: u32,
    credit_cost: u32,
}

impl ExpectedClass {
    /// Whether the class is still so.
    pub(super) fn is(self, slot: &Slot) -> bool {
        (self.date_time, self.capacity, self.credit_cost) == (slot.starts_at, slot.capacity, slot.credit_cost)
    }
}

impl From<PublishClassRequest> for RawPublishedClass {
    fn from(input: PublishClassRequest) -> Self {
        Self {
            date_time: input.date_time,
            class_type_key: input.class_type_key,
            capacity: input.capacity,
            credit_cost: input.credit_cost,
        }
    }
}

/// The teacher and the class in a path.
pub(super) struct ClassPath {
    /// Whose.
    pub(super) teacher: PersonId,
    /// Which.
    pub(super) slot: SlotId,
}

impl<S: Send + Sync> FromRequestParts<S> for ClassPath {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        let read = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((teacher, slot)) = read.map_err(|_| ErrorCode::NotFound)?;
        let teacher = teacher.parse().map_err(|_| ErrorCode::NotFound)?;
        Ok(Self { teacher, slot: slot.parse().map_err(|_| ErrorCode::NotFound)? })
    }
}
