//! The calendar entry of a class.

use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::calendar::{FeedEntry, class_summary};
use tala_store::bookings::Booking;

use crate::context::Ctx;

/// Builds the entry of a class from its bookings, for the teacher or a student. Returns `None` if there is no booking.
pub(super) fn class_entry(ctx: &Ctx, class: &[&Booking], is_teacher: bool) -> Option<FeedEntry> {
    let (booking, more) = class.split_first()?;
    let other = match (is_teacher, more.len()) {
        (true, 0) => booking.student.name.clone(),
        (true, 1) => format!("{} and 1 more", booking.student.name),
        (true, more) => format!("{} and {more} more", booking.student.name),
        (false, _) => booking.teacher.name.clone(),
    };
    let page = if is_teacher { "teacher" } else { "booking#activeclasses" };
    let url = format!("{}/{page}", ctx.settings.public_url);
    Some(FeedEntry {
        uid: format!("booking-{}@tala", booking.id),
        sequence: booking.calendar_sequence,
        changed_at: booking.updated_at,
        start: booking.starts_at,
        end: booking.ends_at,
        summary: class_summary(&booking.title, booking.class_type.as_str(), &other),
        description: description(booking, &url),
        location: booking.meeting_link.clone(),
        url,
        is_cancelled: booking.status(ctx.now()) == BookingStatus::Cancelled,
    })
}

fn description(booking: &Booking, url: &str) -> String {
    let mut lines = Vec::new();
    lines.extend(booking.meeting_link.as_ref().map(|link| format!("Join: {link}")));
    lines.push(format!("Booking code: {}", BookingCode::from_id(booking.id)));
    lines.push(format!("Reschedule or cancel: {url}"));
    lines.join("\n")
}
