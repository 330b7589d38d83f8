//! A published class in requests and replies.

use axum::extract::FromRequestParts;
use axum::extract::Path;
use axum::http::request::Parts;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::RawPublishedClass;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{SlotId, TeacherId};
use tala_domain::level::Level;
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
    /// The start of the class.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Private, Group or Duet.
    #[schema(value_type = ClassType)]
    class_type_key: String,
    /// The number of seats.
    capacity: u32,
    /// The number of booked and held seats.
    seats_taken: u32,
    /// The credits that one seat costs.
    credit_cost: u32,
    /// A short name of the class; may be empty.
    title: String,
    /// What the class is about; may be empty.
    description: String,
    /// The level that students should have; `null` for any.
    #[schema(required)]
    level: Option<&'static str>,
    /// The booked students.
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
    /// The class with its students. Ignores bookings of other classes.
    pub(super) fn of(slot: &Slot, bookings: &[Booking]) -> Self {
        let students = bookings.iter().filter(|booking| booking.slot_id == slot.id);
        Self {
            id: slot.id.to_string(),
            date_time: slot.starts_at,
            class_type_key: slot.class_type.as_str().to_owned(),
            capacity: slot.capacity,
            seats_taken: slot.seats_taken,
            credit_cost: slot.credit_cost,
            title: slot.text.title.clone(),
            description: slot.text.description.clone(),
            level: slot.text.level.map(Level::as_str),
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

/// A published class after a change.
#[derive(Serialize, ToSchema)]
pub(super) struct PublishedClassReply {
    pub(super) success: bool,
    #[serde(rename = "class")]
    pub(super) published: PublishedClass,
}

/// A class to publish, or the new values of a published class.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PublishClassRequest {
    /// The start of the class: an instant at a multiple of 15 minutes, 12 hours to 90 days from now.
    date_time: String,
    /// Private, Group or Duet. Cannot be changed later.
    class_type_key: String,
    /// The number of seats: 1 for Private, 2 for Duet, 2 to 50 for Group. Default for Group: 10.
    #[schema(minimum = 1, maximum = 50)]
    capacity: Option<i64>,
    /// The credits that one seat costs, 1 to 100. Default: 1.
    #[schema(minimum = 1, maximum = 100)]
    credit_cost: Option<i64>,
    /// A short name of the class. In a change, an absent text keeps its value.
    #[schema(max_length = 80)]
    title: Option<String>,
    /// What the class is about.
    #[schema(max_length = 500)]
    description: Option<String>,
    /// beginner, intermediate, advanced or expert; empty for any.
    level: Option<String>,
    /// For a change: the class as the client read it. If it has changed since, the request fails with `version_conflict`.
    pub(super) expected: Option<ExpectedClass>,
}

/// The values of a class that the client read before changing it.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExpectedClass {
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    capacity: u32,
    credit_cost: u32,
}

impl ExpectedClass {
    /// Whether the class still has these values.
    pub(super) fn matches(self, slot: &Slot) -> bool {
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
            title: input.title,
            description: input.description,
            level: input.level,
        }
    }
}

/// Returns both values, or the errors of both.
pub(super) fn both<A, B>(one: Result<A, FieldErrors>, other: Result<B, FieldErrors>) -> Result<(A, B), FieldErrors> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(one), Err(other)) => Err(one.merged_with(other)),
        (Err(errors), Ok(_)) | (Ok(_), Err(errors)) => Err(errors),
    }
}

/// The ids in the path of a published class.
pub(super) struct ClassPath {
    pub(super) teacher: TeacherId,
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
