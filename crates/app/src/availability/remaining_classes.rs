//! The classes that remain when a teacher changes the hours.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tala_domain::availability::Availability;
use tala_domain::booking::SlotKind;
use tala_domain::ids::TeacherId;
use tala_domain::time::saturating_add;
use tala_store::{Connection, StoreError, bookings, slots};
use utoipa::ToSchema;

/// Bookings lie at most 90 days ahead; this is far beyond that.
const SEARCH_SPAN: SignedDuration = SignedDuration::from_hours(24 * 400);
/// The limit of each list, above the 2,160 one-hour classes that fit into 90 days.
const MAX_CLASSES: u32 = 5_000;

/// A booking of a virtual slot outside the hours (D13).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutsideClass {
    /// The booking's id.
    #[serde(rename = "_id")]
    id: String,
    /// The start of the class.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    student_name: String,
}

/// A published class on a day off. It stays on until the teacher cancels it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClassOnDayOff {
    /// The class's id.
    #[serde(rename = "_id")]
    id: String,
    /// The start of the class.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Empty if the teacher gave none.
    title: String,
    /// The number of seats that are booked or held for an unpaid order.
    seats_taken: u32,
}

/// The teacher's upcoming classes that remain although the hours do not cover them (D13).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemainingClasses {
    /// Booked classes outside the hours.
    outside: Vec<OutsideClass>,
    /// Published classes on days off, with or without students. Hours do not affect other published classes.
    on_days_off: Vec<ClassOnDayOff>,
}

impl RemainingClasses {
    /// Lists them from `now` on, earliest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) async fn list<C: Connection>(
        conn: &C,
        teacher: TeacherId,
        hours: &Availability,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let ahead = (now, saturating_add(now, SEARCH_SPAN));
        let booked = bookings::list_between(conn, teacher, Some(SlotKind::Virtual), ahead, MAX_CLASSES).await?;
        let starts: Vec<Timestamp> = booked.iter().map(|booking| booking.starts_at).collect();
        let outside = hours.starts_outside_hours(&starts);
        let published = slots::list_published(conn, teacher, ahead, MAX_CLASSES).await?;
        Ok(Self {
            outside: booked
                .into_iter()
                .filter(|booking| outside.contains(&booking.starts_at))
                .map(|booking| OutsideClass {
                    id: booking.id.to_string(),
                    date_time: booking.starts_at,
                    student_name: booking.student.name,
                })
                .collect(),
            on_days_off: published
                .into_iter()
                .filter(|class| hours.is_on_day_off(class.starts_at))
                .map(|class| ClassOnDayOff {
                    id: class.id.to_string(),
                    date_time: class.starts_at,
                    title: class.text.title,
                    seats_taken: class.seats_taken,
                })
                .collect(),
        })
    }
}
