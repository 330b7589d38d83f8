//! The promise of the refund policy, on the clocks of both people.

use jiff::tz::TimeZone;

use super::{CREDIT_HOURS, PaidWith, Policy};
use crate::time::{Timestamp, Zone};

/// The one sentence that says what a cancellation brings: on the teacher's clock and, where it shows another time, the
/// viewer's. What is no longer to be had at `now` is not promised. A zone that is not known counts as UTC for the teacher
/// and is left out for the viewer.
///
/// "Cancel before Sat 4 Oct, 6:30 PM IST (9:00 AM your time): money back. After that, until Sun 5 Oct, 6:30 AM IST (Sat
/// 4 Oct, 9:00 PM your time): a class credit. Later: nothing."
pub fn sentence(
    policy: Policy,
    paid_with: PaidWith,
    (teacher_zone, viewer_zone): (&str, &str),
    now: Timestamp,
) -> String {
    if now > policy.credit_until {
        return format!(
            "This class starts in less than {CREDIT_HOURS} hours: it cannot be cancelled or moved any more."
        );
    }
    let teacher = Zone::parse(teacher_zone).map_or(TimeZone::UTC, |zone| zone.tz().clone());
    let viewer = Zone::parse(viewer_zone).ok().map(|zone| zone.tz().clone());
    let clocks = |at| clocks(at, &teacher, viewer.as_ref());
    let last = clocks(policy.credit_until);
    let at_first = match paid_with {
        PaidWith::Money => "money back",
        PaidWith::Coupon => "your coupon can be used again",
        PaidWith::Credit => return format!("Cancel before {last}: your credit back. Later: nothing."),
    };
    if now > policy.refund_until {
        return format!("Cancel before {last}: a class credit, no money back. Later: nothing.");
    }
    format!(
        "Cancel before {}: {at_first}. After that, until {last}: a class credit. Later: nothing.",
        clocks(policy.refund_until)
    )
}

/// "Sat 4 Oct, 6:30 PM IST (9:00 AM your time)".
fn clocks(at: Timestamp, teacher: &TimeZone, viewer: Option<&TimeZone>) -> String {
    let first = at.to_zoned(teacher.clone());
    let text = format!("{} {}", first.strftime("%a %-d %b, %-I:%M %p"), abbreviation(at, teacher));
    let Some(other) = viewer.map(|zone| at.to_zoned(zone.clone())).filter(|other| other.offset() != first.offset())
    else {
        return text;
    };
    let format = if other.date() == first.date() { "%-I:%M %p" } else { "%a %-d %b, %-I:%M %p" };
    format!("{text} ({} your time)", other.strftime(format))
}

/// The zone's own letters, or its distance from UTC where it has none: `IST`, `UTC+05:45`.
fn abbreviation(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    let letters = local.strftime("%Z").to_string();
    if letters.starts_with(['+', '-']) { format!("UTC{}", local.strftime("%:z")) } else { letters }
}
