//! Time ranges in the API format.

use serde::{Deserialize, Serialize};

use super::{MinuteOfDay, TimeRange};
use crate::error::FieldError;

/// Message for a missing start time (SPEC §5).
pub const START_REQUIRED: &str = "Start time required";
/// Message for a missing end time (SPEC §5).
pub const END_REQUIRED: &str = "End time required";

pub(super) const NOT_A_TIME: &str = "Please give the time as HH:mm, such as 09:00";
pub(super) const OFF_STEP: &str = "Times go in 15-minute steps, such as 09:15";
pub(super) const INVERTED: &str = "The end must come after the start; for midnight use 24:00";
pub(super) const TOO_SHORT: &str = "Please leave at least one hour, the length of a class";
pub(super) const OVERLAP: &str = "This overlaps other hours on the same day";

/// A time range in the API format, `HH:mm`; the end may be `24:00`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeText {
    /// The start, `00:00` to `23:00`.
    pub start: String,
    /// The end, `01:00` to `24:00`.
    pub end: String,
}

impl From<TimeRange> for RangeText {
    fn from(range: TimeRange) -> Self {
        Self { start: range.start.to_string(), end: range.end.to_string() }
    }
}

/// Returns the value, or appends the error to `errors`.
pub(super) fn ok_or_push<T>(parsed: Result<T, FieldError>, errors: &mut Vec<FieldError>) -> Option<T> {
    parsed.map_err(|error| errors.push(error)).ok()
}

pub(super) fn parse_range(text: &RangeText, path: &str, errors: &mut Vec<FieldError>) -> Option<TimeRange> {
    let field = |name: &str| format!("{path}.{name}");
    let start = parse_time(&text.start, START_REQUIRED).map_err(|message| FieldError::new(field("start"), message));
    let end = parse_time(&text.end, END_REQUIRED).map_err(|message| FieldError::new(field("end"), message));
    let (start, end) = (ok_or_push(start, errors), ok_or_push(end, errors));
    let (start, end) = (start?, end?);
    let message = if end <= start { INVERTED } else { TOO_SHORT };
    ok_or_push(TimeRange::new(start, end).ok_or_else(|| FieldError::new(field("end"), message)), errors)
}

/// Parses `HH:mm` from 00:00 to 24:00. [`TimeRange::new`] rejects a start of 24:00.
fn parse_time(text: &str, required: &'static str) -> Result<MinuteOfDay, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Err(required);
    }
    let (hour, minute) = text.split_once(':').ok_or(NOT_A_TIME)?;
    let (hour, minute) = (two_digits(hour).ok_or(NOT_A_TIME)?, two_digits(minute).ok_or(NOT_A_TIME)?);
    let minutes = hour * 60 + minute;
    if minute >= 60 || minutes > 24 * 60 {
        return Err(NOT_A_TIME);
    }
    MinuteOfDay::new(minutes).ok_or(OFF_STEP)
}

fn two_digits(text: &str) -> Option<u16> {
    let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}
