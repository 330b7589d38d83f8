//! `GET /api/teacher/calendar`: a teacher's classes in a range of days, one event for each class (SPEC §2).

use std::collections::BTreeMap;

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::booking::{BookingStatus, SlotKind};
use tala_domain::error::FieldErrors;
use tala_domain::ids::SlotId;
use tala_domain::level::Level;
use tala_store::bookings::{self, Booking};
use tala_store::slots::{self, Slot};
use tala_store::teachers;
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::teachers::earnings::{Earnings, EarningsTerms};
use crate::views::booking::BookingStatusSchema;
use crate::views::class_type::ClassType;

const MAX_SPAN: SignedDuration = SignedDuration::from_hours(24 * 63);
/// More than the classes of nine weeks with one hour each.
const MAX_ROWS: u32 = 5_000;

/// The range of class starts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CalendarQuery {
    /// The first instant.
    #[param(value_type = String, format = DateTime)]
    from: Timestamp,
    /// The end of the range, exclusive; at most 63 days after `from`.
    #[param(value_type = String, format = DateTime)]
    to: Timestamp,
}

/// The classes of a range of days, soonest first.
#[derive(Serialize, ToSchema)]
pub(super) struct TeacherCalendar {
    events: Vec<CalendarEvent>,
}

/// One class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CalendarEvent {
    /// The slot's id.
    #[serde(rename = "_id")]
    id: String,
    /// The start of the class.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// The end of the class.
    #[schema(value_type = String, format = DateTime)]
    end_date_time: Timestamp,
    /// Private, Group or Duet.
    #[schema(value_type = ClassType)]
    class_type_key: String,
    /// Whether the slot is virtual, that is, computed from the weekly hours (D10).
    is_virtual_slot: bool,
    /// `confirmed` or `completed`.
    #[schema(value_type = BookingStatusSchema)]
    status: &'static str,
    #[schema(required)]
    google_meet_link: Option<String>,
    capacity: u32,
    seats_taken: u32,
    /// The title of a published class; may be empty.
    title: String,
    /// The description of a published class; may be empty.
    description: String,
    /// The level of a published class; `null` for any.
    #[schema(required)]
    level: Option<&'static str>,
    /// The bookings of the class. Empty for a published class without students.
    bookings: Vec<CalendarBooking>,
}

/// A student's booking of a class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CalendarBooking {
    #[serde(rename = "_id")]
    id: String,
    student_id: String,
    student_name: String,
    #[schema(required)]
    student_email: Option<String>,
    /// The time zone of the student's browser when booking.
    #[schema(required)]
    student_time_zone: Option<String>,
    earnings: Earnings,
    #[schema(value_type = BookingStatusSchema)]
    booking_status: &'static str,
    no_show: bool,
}

/// Returns the signed-in teacher's classes between two instants.
#[utoipa::path(get, path = "/api/teacher/calendar", tag = "teachers", params(CalendarQuery),
    responses((status = 200, body = TeacherCalendar)))]
pub(super) async fn get_teacher_calendar(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    QueryParams(query): QueryParams<CalendarQuery>,
) -> AppResult<Json<TeacherCalendar>> {
    let span = query.to.duration_since(query.from);
    if span <= SignedDuration::ZERO || span > MAX_SPAN {
        return Err(FieldErrors::one("to", "Please ask for 1 to 63 days.").into());
    }
    let (conn, now, window) = (ctx.store.read(), ctx.now(), (query.from, query.to));
    let terms = EarningsTerms::load(conn, teacher.id(), now).await?;
    let mut events: BTreeMap<(Timestamp, SlotId), CalendarEvent> = BTreeMap::new();
    for booking in bookings::list_between(conn, teacher.id(), None, window, MAX_ROWS).await? {
        let event = events.entry((booking.starts_at, booking.slot_id)).or_insert_with(|| event_of(&booking, now));
        event.seats_taken = event.seats_taken.saturating_add(1);
        event.capacity = event.capacity.max(event.seats_taken);
        event.bookings.push(CalendarBooking {
            id: booking.id.to_string(),
            student_id: booking.student.id.to_string(),
            student_name: booking.student.name.clone(),
            student_email: booking.student.email.clone(),
            student_time_zone: booking.student_zone.clone(),
            earnings: terms.earnings(&booking, now),
            booking_status: booking.status(now).as_str(),
            no_show: booking.no_show,
        });
    }
    let published = slots::list_published(conn, teacher.id(), window, MAX_ROWS).await?;
    // A booking has a copy of the link, a class without bookings has none yet.
    let link = match published.is_empty() {
        true => None,
        false => teachers::find_profile(conn, teacher.id()).await?.and_then(|profile| profile.text.meeting_link),
    };
    for slot in published {
        events
            .entry((slot.starts_at, slot.id))
            .and_modify(|event| add_class(event, &slot))
            .or_insert_with(|| event_without_students(&slot, link.clone(), now));
    }
    Ok(Json(TeacherCalendar { events: events.into_values().collect() }))
}

fn event_of(booking: &Booking, now: Timestamp) -> CalendarEvent {
    CalendarEvent {
        id: booking.slot_id.to_string(),
        date_time: booking.starts_at,
        end_date_time: booking.ends_at,
        class_type_key: booking.class_type.as_str().to_owned(),
        is_virtual_slot: booking.slot_kind == SlotKind::Virtual,
        status: booking.status(now).as_str(),
        google_meet_link: booking.meeting_link.clone(),
        capacity: 1,
        seats_taken: 0,
        title: String::new(),
        description: String::new(),
        level: None,
        bookings: Vec::new(),
    }
}

/// Adds what only the published class knows to the event of its bookings.
fn add_class(event: &mut CalendarEvent, slot: &Slot) {
    event.capacity = slot.capacity;
    event.title.clone_from(&slot.text.title);
    event.description.clone_from(&slot.text.description);
    event.level = slot.text.level.map(Level::as_str);
}

fn event_without_students(slot: &Slot, link: Option<String>, now: Timestamp) -> CalendarEvent {
    let ends_at = tala_domain::time::class_end(slot.starts_at);
    let status = if ends_at <= now { BookingStatus::Completed } else { BookingStatus::Confirmed };
    CalendarEvent {
        id: slot.id.to_string(),
        date_time: slot.starts_at,
        end_date_time: ends_at,
        class_type_key: slot.class_type.as_str().to_owned(),
        is_virtual_slot: false,
        status: status.as_str(),
        google_meet_link: link,
        capacity: slot.capacity,
        seats_taken: slot.seats_taken,
        title: slot.text.title.clone(),
        description: slot.text.description.clone(),
        level: slot.text.level.map(Level::as_str),
        bookings: Vec::new(),
    }
}
