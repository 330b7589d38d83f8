//! The cancellation policy as a sentence, with times in the zones of the teacher and the viewer.

use jiff::tz::TimeZone;

use super::{CREDIT_HOURS, CancellationDeadlines, PaidWith};
use crate::time::{Timestamp, Zone};

/// The IANA zone names for which [`describe`] formats times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneNames<'a> {
    /// The teacher's zone; an unknown name counts as UTC.
    pub teacher: &'a str,
    /// The viewer's zone; an unknown name is left out.
    pub viewer: &'a str,
}

/// Describes the cancellation policy of one class in one sentence. Each deadline is given in the teacher's zone, and in
/// the viewer's where the offset differs. Terms whose deadline has passed at `now` are left out.
///
/// "Cancel before Sat 4 Oct, 6:30 PM IST (9:00 AM your time): money back. After that, until Sun 5 Oct, 6:30 AM IST (Sat
/// 4 Oct, 9:00 PM your time): a class credit. Later: nothing."
pub fn describe(deadlines: CancellationDeadlines, paid_with: PaidWith, zones: ZoneNames<'_>, now: Timestamp) -> String {
    if now > deadlines.credit_until {
        return format!(
            "This class starts in less than {CREDIT_HOURS} hours: it cannot be cancelled or moved any more."
        );
    }
    let teacher = Zone::parse(zones.teacher).map_or(TimeZone::UTC, |zone| zone.tz().clone());
    let viewer = Zone::parse(zones.viewer).ok().map(|zone| zone.tz().clone());
    let format_deadline = |at| format_in_zones(at, &teacher, viewer.as_ref());
    let credit_deadline = format_deadline(deadlines.credit_until);
    let first_outcome = match paid_with {
        PaidWith::Money => "money back",
        PaidWith::Coupon => "your coupon can be used again",
        PaidWith::Credit => return format!("Cancel before {credit_deadline}: your credit back. Later: nothing."),
    };
    if now > deadlines.refund_until {
        return format!("Cancel before {credit_deadline}: a class credit, no money back. Later: nothing.");
    }
    format!(
        "Cancel before {}: {first_outcome}. After that, until {credit_deadline}: a class credit. Later: nothing.",
        format_deadline(deadlines.refund_until)
    )
}

/// Formats an instant like "Sat 4 Oct, 6:30 PM IST (9:00 AM your time)".
fn format_in_zones(at: Timestamp, teacher: &TimeZone, viewer: Option<&TimeZone>) -> String {
    let teacher_time = at.to_zoned(teacher.clone());
    let text = format!("{} {}", teacher_time.strftime("%a %-d %b, %-I:%M %p"), abbreviation(at, teacher));
    let Some(viewer_time) =
        viewer.map(|zone| at.to_zoned(zone.clone())).filter(|time| time.offset() != teacher_time.offset())
    else {
        return text;
    };
    let format = if viewer_time.date() == teacher_time.date() { "%-I:%M %p" } else { "%a %-d %b, %-I:%M %p" };
    format!("{text} ({} your time)", viewer_time.strftime(format))
}

/// Returns the abbreviation of the zone, or its UTC offset if it has none: `IST`, `UTC+05:45`.
fn abbreviation(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    let abbreviation = local.strftime("%Z").to_string();
    if abbreviation.starts_with(['+', '-']) { format!("UTC{}", local.strftime("%:z")) } else { abbreviation }
}
