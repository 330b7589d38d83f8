//! Date overrides: other hours than the weekly ones on a date, or none.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::TimeRange;
use super::ranges::{OVERLAP, RangeText, parse_range};
use crate::error::FieldErrors;
use crate::error::form::Form;

/// The maximum number of date overrides.
pub const MAX_OVERRIDES: usize = 366;
/// The maximum length of a note, in characters.
pub const MAX_NOTE_CHARS: usize = 200;

/// The maximum number of ranges on a date: as many as there are one-hour classes in a day.
const MAX_RANGES_PER_DATE: usize = 24;
/// The maximum number of days ahead; a later date is a typing mistake.
const MAX_DAYS_AHEAD: i64 = 731;

const TOO_MANY_DATES: &str = "Please use at most 366 dates";
const TOO_MANY_RANGES: &str = "Please use at most 24 time ranges on a date";
const DATE_REQUIRED: &str = "Please select a date";
const DATE_PAST: &str = "Please choose today or a later date";
const DATE_FAR: &str = "Please choose a date within the next two years";
const DATE_TWICE: &str = "This date is in the list twice";

/// A date override in the API format. Without ranges it is a day off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DateOverrideText {
    /// `YYYY-MM-DD`, in the teacher's zone.
    pub date: String,
    /// The hours of the date.
    #[serde(default)]
    pub time_ranges: Vec<RangeText>,
    /// A note that only the teacher sees.
    #[serde(default)]
    pub note: String,
}

/// The hours of one date; they replace the weekly hours of its weekday.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateOverride {
    /// The date in the teacher's zone.
    pub date: Date,
    /// The hours, sorted and without overlaps; empty for a day off.
    pub ranges: Vec<TimeRange>,
    /// A note that only the teacher sees.
    pub note: String,
}

/// A teacher's date overrides, at most one for each date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DateOverrides(BTreeMap<Date, DateOverride>);

impl DateOverrides {
    /// Parses the complete list of overrides. `today` is the date in the teacher's zone; earlier dates are rejected.
    ///
    /// # Errors
    /// Every invalid field: `overrides`, and paths into it such as `overrides.0.date` or
    /// `overrides.0.timeRanges.0.start`.
    pub fn parse(list: &[DateOverrideText], today: Date) -> Result<Self, FieldErrors> {
        if list.len() > MAX_OVERRIDES {
            return Err(FieldErrors::one("overrides", TOO_MANY_DATES));
        }
        let last = today.saturating_add(jiff::Span::new().days(MAX_DAYS_AHEAD));
        Self::parse_with(list, |date| match date {
            date if date < today => Err(DATE_PAST),
            date if date > last => Err(DATE_FAR),
            _ => Ok(()),
        })
    }

    /// Parses stored overrides. Past dates are allowed; all other rules of [`DateOverrides::parse`] apply.
    ///
    /// # Errors
    /// As [`DateOverrides::parse`].
    pub fn parse_stored(list: &[DateOverrideText]) -> Result<Self, FieldErrors> {
        Self::parse_with(list, |_| Ok(()))
    }

    fn parse_with(
        list: &[DateOverrideText],
        check: impl Fn(Date) -> Result<(), &'static str>,
    ) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let mut days = BTreeMap::new();
        for (row, text) in list.iter().enumerate() {
            let path = format!("overrides.{row}");
            let date = parse_date(&text.date).and_then(|date| check(date).map(|()| date));
            let date = form.check(&format!("{path}.date"), date);
            let ranges = parse_ranges(&text.time_ranges, &path, &mut form);
            let note = form.line(&format!("{path}.note"), &text.note, MAX_NOTE_CHARS, None);
            let Some(date) = date else { continue };
            if days.insert(date, DateOverride { date, ranges, note }).is_some() {
                form.reject(format!("{path}.date"), DATE_TWICE);
            }
        }
        form.finish(Some(Self(days)))
    }

    /// Returns the override of a date, if there is one.
    pub fn get(&self, date: Date) -> Option<&DateOverride> {
        self.0.get(&date)
    }

    /// Iterates over the overrides, soonest date first.
    pub fn iter(&self) -> impl Iterator<Item = &DateOverride> {
        self.0.values()
    }

    /// Returns the number of overrides.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no overrides.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the overrides in the API format, soonest date first.
    pub fn to_texts(&self) -> Vec<DateOverrideText> {
        self.iter()
            .map(|entry| DateOverrideText {
                date: entry.date.to_string(),
                time_ranges: entry.ranges.iter().copied().map(RangeText::from).collect(),
                note: entry.note.clone(),
            })
            .collect()
    }
}

/// Parses `YYYY-MM-DD`; other forms that `jiff` accepts are rejected.
fn parse_date(text: &str) -> Result<Date, &'static str> {
    let text = text.trim();
    text.parse::<Date>().ok().filter(|date| date.to_string() == text).ok_or(DATE_REQUIRED)
}

fn parse_ranges(texts: &[RangeText], path: &str, form: &mut Form) -> Vec<TimeRange> {
    if texts.len() > MAX_RANGES_PER_DATE {
        form.reject(format!("{path}.timeRanges"), TOO_MANY_RANGES);
        return Vec::new();
    }
    let mut ranges: Vec<TimeRange> = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let path = format!("{path}.timeRanges.{index}");
        let mut errors = Vec::new();
        let range = parse_range(text, &path, &mut errors);
        for error in errors {
            form.reject(error.field, error.message);
        }
        let Some(range) = range else { continue };
        if ranges.iter().any(|earlier| earlier.overlaps(&range)) {
            form.reject(format!("{path}.start"), OVERLAP);
        } else {
            ranges.push(range);
        }
    }
    ranges.sort_unstable();
    ranges
}
