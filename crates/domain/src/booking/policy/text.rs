//! The cancellation policy as text, in the viewer's zone (D24, D44).

use super::{CREDIT_HOURS, CancellationDeadlines, PaidWith};
use crate::time::{Language, TimeText, Timestamp, Zone};

/// The IANA zone names for which [`describe`] formats times, and how. Unknown names count as missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PolicyReader<'a> {
    /// The zone of the viewer.
    pub viewer: Option<&'a str>,
    /// The zone of the teacher, for a viewer without one; the text then names it.
    pub teacher: Option<&'a str>,
    /// The viewer's language and clock.
    pub text: TimeText,
}

/// Describes the cancellation policy of one class in one line: [`describe_lines`], joined.
///
/// "Free cancellation until Tue, 24 Nov, 8:00 pm. Your credit comes back. After that, this class can't be cancelled."
/// "Full refund until Tue, 24 Nov, 8:00 am · class credit until Tue, 24 Nov, 8:00 pm · no cancellation after that"
pub fn describe(
    deadlines: CancellationDeadlines,
    paid_with: PaidWith,
    reader: PolicyReader<'_>,
    now: Timestamp,
) -> String {
    let mut lines = describe_lines(deadlines, paid_with, reader, now).into_iter();
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |text, line| {
        if text.ends_with(['.', '।']) {
            format!("{text} {line}")
        } else {
            format!("{text} · {}", uncapitalized(&line))
        }
    })
}

/// Describes the cancellation policy of one class in short lines. Terms whose deadline has passed at `now` are left out.
pub fn describe_lines(
    deadlines: CancellationDeadlines,
    paid_with: PaidWith,
    reader: PolicyReader<'_>,
    now: Timestamp,
) -> Vec<String> {
    let is_late = now > deadlines.refund_until;
    let over = now > deadlines.credit_until;
    let credit_until = format_in_zone(deadlines.credit_until, reader);
    let refund_until = format_in_zone(deadlines.refund_until, reader);
    match reader.text.language {
        Language::English if over => vec![format!(
            "This class starts in less than {CREDIT_HOURS} hours, so it can't be cancelled or rescheduled."
        )],
        Language::Hindi if over => vec![format!(
            "यह क्लास {CREDIT_HOURS} घंटे से कम समय में शुरू होगी। अब इसे रद्द नहीं किया जा सकता, न इसका समय बदला जा सकता है।"
        )],
        Language::English => english(paid_with, is_late, &refund_until, &credit_until),
        Language::Hindi => hindi(paid_with, is_late, &refund_until, &credit_until),
    }
}

fn english(paid_with: PaidWith, is_late: bool, refund_until: &str, credit_until: &str) -> Vec<String> {
    const NO_CANCELLATION: &str = "After that, this class can't be cancelled.";
    let first = match paid_with {
        PaidWith::Credit => format!("Free cancellation until {credit_until}. Your credit comes back."),
        PaidWith::Money if is_late => {
            format!("Cancel by {credit_until} and you get a class credit instead of a refund.")
        }
        PaidWith::Coupon if is_late => format!("Cancel by {credit_until} and you get a class credit."),
        PaidWith::Money => format!("Full refund until {refund_until}"),
        PaidWith::Coupon => format!("Cancel by {refund_until} and you can use your coupon again"),
    };
    if first.ends_with('.') {
        return vec![first, NO_CANCELLATION.to_owned()];
    }
    vec![first, format!("Class credit until {credit_until}"), "No cancellation after that".to_owned()]
}

/// The sentences of the client's `copy/changes`.
fn hindi(paid_with: PaidWith, is_late: bool, refund_until: &str, credit_until: &str) -> Vec<String> {
    let first = match paid_with {
        PaidWith::Credit => format!("{credit_until} तक रद्द करने पर आपका क्रेडिट वापस मिल जाएगा।"),
        PaidWith::Money if is_late => {
            format!("{credit_until} तक रद्द करने पर रिफ़ंड की जगह क्लास का क्रेडिट मिलेगा।")
        }
        PaidWith::Coupon if is_late => format!("{credit_until} तक रद्द करने पर क्लास का क्रेडिट मिलेगा।"),
        PaidWith::Money => format!("{refund_until} तक रद्द करने पर पूरा रिफ़ंड"),
        PaidWith::Coupon => format!("{refund_until} तक रद्द करने पर कूपन वापस मिलेगा"),
    };
    if first.ends_with('।') {
        return vec![first, "इसके बाद क्लास रद्द नहीं हो सकती।".to_owned()];
    }
    vec![first, format!("{credit_until} तक रद्द करने पर क्लास का क्रेडिट"), "इसके बाद क्लास रद्द नहीं हो सकती".to_owned()]
}

/// Formats a deadline in the viewer's zone; without one, in the teacher's zone and with its city.
fn format_in_zone(at: Timestamp, reader: PolicyReader<'_>) -> String {
    let parse = |name: Option<&str>| name.and_then(|name| Zone::parse(name).ok());
    let text = reader.text;
    if let Some(viewer) = parse(reader.viewer) {
        return text.deadline(at, viewer.tz());
    }
    let Some(teacher) = parse(reader.teacher) else {
        return format!("{} (UTC)", text.deadline(at, &jiff::tz::TimeZone::UTC));
    };
    let (deadline, city) = (text.deadline(at, teacher.tz()), text.zone_city(&teacher));
    match text.language {
        Language::English => format!("{deadline} ({city} time)"),
        Language::Hindi => format!("{deadline} ({city} का समय)"),
    }
}

fn uncapitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| format!("{}{}", first.to_lowercase(), chars.as_str()))
}
