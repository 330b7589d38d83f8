//! Dates with hours of their own: other hours than the week's, or a day off.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::TimeRange;
use super::ranges::{OVERLAP, RangeText, parse_range};
use crate::error::FieldErrors;
use crate::error::form::Form;

/// The most dates that may have hours of their own.
pub const MAX_OVERRIDES: usize = 366;
/// The longest note, in characters.
pub const MAX_NOTE_CHARS: usize = 200;

/// A day holds so many classes, so no day has more ranges.
const MAX_RANGES_A_DAY: usize = 24;
/// So far ahead nobody plans; a date there is a slip of the finger.
const MAX_DAYS_AHEAD: i64 = 731;

const TOO_MANY_DATES: &str = "Please use at most 366 dates";
const TOO_MANY_RANGES: &str = "Please use at most 24 time ranges on a date";
const DATE_REQUIRED: &str = "Please select a date";
const DATE_PAST: &str = "Please choose today or a later date";
const DATE_FAR: &str = "Please choose a date within the next two years";
const DATE_TWICE: &str = "This date is in the list twice";

/// One date as the API carries it. Without ranges it is a day off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OverrideText {
    /// `YYYY-MM-DD`, in the teacher's zone.
    pub date: String,
    /// The date's hours.
    #[serde(default)]
    pub time_ranges: Vec<RangeText>,
    /// For the teacher's own eyes.
    #[serde(default)]
    pub note: String,
}

/// One date and its hours, which stand in place of its weekday's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayOverride {
    /// A date of the teacher's calendar.
    pub date: Date,
    /// Its hours, sorted and free of overlaps; none is a day off.
    pub ranges: Vec<TimeRange>,
    /// For the teacher's own eyes.
    pub note: String,
}

/// All dates with hours of their own, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides(BTreeMap<Date, DayOverride>);

impl Overrides {
    /// Reads the form: the whole list of dates from `today` on, which is a date in the teacher's zone.
    ///
    /// # Errors
    /// All broken fields at once: `overrides`, and paths into it such as `overrides.0.date` or
    /// `overrides.0.timeRanges.0.start`.
    pub fn parse(list: &[OverrideText], today: Date) -> Result<Self, FieldErrors> {
        if list.len() > MAX_OVERRIDES {
            return Err(FieldErrors::one("overrides", TOO_MANY_DATES));
        }
        let last = today.saturating_add(jiff::Span::new().days(MAX_DAYS_AHEAD));
        Self::read(list, |date| match date {
            date if date < today => Err(DATE_PAST),
            date if date > last => Err(DATE_FAR),
            _ => Ok(()),
        })
    }

    /// Reads what is stored, past dates included, so that no other rule can be bypassed by storage.
    ///
    /// # Errors
    /// As [`Overrides::parse`].
    pub fn parse_stored(list: &[OverrideText]) -> Result<Self, FieldErrors> {
        Self::read(list, |_| Ok(()))
    }

    fn read(list: &[OverrideText], check: impl Fn(Date) -> Result<(), &'static str>) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let mut days = BTreeMap::new();
        for (row, text) in list.iter().enumerate() {
            let path = format!("overrides.{row}");
            let date = read_date(&text.date).and_then(|date| check(date).map(|()| date));
            let date = form.keep(&format!("{path}.date"), date);
            let ranges = read_ranges(&text.time_ranges, &path, &mut form);
            let note = form.line(&format!("{path}.note"), &text.note, MAX_NOTE_CHARS, None);
            let Some(date) = date else { continue };
            if days.insert(date, DayOverride { date, ranges, note }).is_some() {
                form.refuse(format!("{path}.date"), DATE_TWICE);
            }
        }
        form.finish(Some(Self(days)))
    }

    /// The hours of a date, if it has some of its own.
    pub fn on(&self, date: Date) -> Option<&DayOverride> {
        self.0.get(&date)
    }

    /// All dates, the soonest first.
    pub fn days(&self) -> impl Iterator<Item = &DayOverride> {
        self.0.values()
    }

    /// How many dates there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The dates as the API carries them, the soonest first.
    pub fn texts(&self) -> Vec<OverrideText> {
        self.days()
            .map(|day| OverrideText {
                date: day.date.to_string(),
                time_ranges: day.ranges.iter().copied().map(RangeText::of).collect(),
                note: day.note.clone(),
            })
            .collect()
    }
}

/// `YYYY-MM-DD`, and none of the other forms that the library reads.
fn read_date(text: &str) -> Result<Date, &'static str> {
    let text = text.trim();
    text.parse::<Date>().ok().filter(|date| date.to_string() == text).ok_or(DATE_REQUIRED)
}

fn read_ranges(texts: &[RangeText], path: &str, form: &mut Form) -> Vec<TimeRange> {
    if texts.len() > MAX_RANGES_A_DAY {
        form.refuse(format!("{path}.timeRanges"), TOO_MANY_RANGES);
        return Vec::new();
    }
    let mut ranges: Vec<TimeRange> = Vec::with_capacity(texts.len());
    for (at, text) in texts.iter().enumerate() {
        let path = format!("{path}.timeRanges.{at}");
        let mut errors = Vec::new();
        let range = parse_range(text, &path, &mut errors);
        for error in errors {
            form.refuse(error.field, error.message);
        }
        let Some(range) = range else { continue };
        if ranges.iter().any(|earlier| earlier.overlaps(&range)) {
            form.refuse(format!("{path}.start"), OVERLAP);
        } else {
            ranges.push(range);
        }
    }
    ranges.sort_unstable();
    ranges
}
