//! The cancellation policy as text, in the viewer's zone (D24, D44).

use super::{CREDIT_HOURS, CancellationDeadlines, PaidWith};
use crate::time::{Timestamp, Zone, format_deadline, zone_city};

/// The IANA zone names for which [`describe`] formats times. Unknown names count as missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ZoneNames<'a> {
    /// The zone of the viewer.
    pub viewer: Option<&'a str>,
    /// The zone of the teacher, for a viewer without one; the text then names it.
    pub teacher: Option<&'a str>,
}

/// Describes the cancellation policy of one class in one line: [`describe_lines`], joined.
///
/// "Free cancellation until Tue, 24 Nov, 8:00 pm. Your credit comes back. After that, this class can't be cancelled."
/// "Full refund until Tue, 24 Nov, 8:00 am · class credit until Tue, 24 Nov, 8:00 pm · no cancellation after that"
pub fn describe(deadlines: CancellationDeadlines, paid_with: PaidWith, zones: ZoneNames<'_>, now: Timestamp) -> String {
    let mut lines = describe_lines(deadlines, paid_with, zones, now).into_iter();
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |text, line| {
        if text.ends_with('.') { format!("{text} {line}") } else { format!("{text} · {}", uncapitalized(&line)) }
    })
}

/// Describes the cancellation policy of one class in short lines. Terms whose deadline has passed at `now` are left out.
pub fn describe_lines(
    deadlines: CancellationDeadlines,
    paid_with: PaidWith,
    zones: ZoneNames<'_>,
    now: Timestamp,
) -> Vec<String> {
    const NO_CANCELLATION: &str = "After that, this class can't be cancelled.";
    if now > deadlines.credit_until {
        return vec![format!(
            "This class starts in less than {CREDIT_HOURS} hours, so it can't be cancelled or rescheduled."
        )];
    }
    let credit_until = format_in_zone(deadlines.credit_until, zones);
    let refund_until = format_in_zone(deadlines.refund_until, zones);
    let first = match paid_with {
        PaidWith::Credit => format!("Free cancellation until {credit_until}. Your credit comes back."),
        PaidWith::Money if now > deadlines.refund_until => {
            format!("Cancel by {credit_until} and you get a class credit instead of a refund.")
        }
        PaidWith::Coupon if now > deadlines.refund_until => {
            format!("Cancel by {credit_until} and you get a class credit.")
        }
        PaidWith::Money => format!("Full refund until {refund_until}"),
        PaidWith::Coupon => format!("Coupon returned until {refund_until}"),
    };
    if first.ends_with('.') {
        return vec![first, NO_CANCELLATION.to_owned()];
    }
    vec![first, format!("Class credit until {credit_until}"), "No cancellation after that".to_owned()]
}

/// Formats a deadline in the viewer's zone; without one, in the teacher's zone and with its city.
fn format_in_zone(at: Timestamp, zones: ZoneNames<'_>) -> String {
    let parse = |name: Option<&str>| name.and_then(|name| Zone::parse(name).ok());
    if let Some(viewer) = parse(zones.viewer) {
        return format_deadline(at, viewer.tz());
    }
    match parse(zones.teacher) {
        Some(teacher) => format!("{} ({} time)", format_deadline(at, teacher.tz()), zone_city(&teacher)),
        None => format!("{} (UTC)", format_deadline(at, &jiff::tz::TimeZone::UTC)),
    }
}

fn uncapitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| format!("{}{}", first.to_lowercase(), chars.as_str()))
}
