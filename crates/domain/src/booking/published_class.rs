//! Published classes: a teacher announces one class for one date and time (D10).

use super::{ClassType, NOTICE_HOURS};
use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::error::text::one_line;
use crate::level::Level;
use crate::time::{SignedDuration, Timestamp, saturating_add};

/// How far ahead a class may start, in days of 24 hours; equal to the longest visibility window (SPEC §3).
pub const MAX_PUBLISH_DAYS: i64 = 90;
/// The allowed capacity of a group class (D10).
pub const GROUP_CAPACITY: std::ops::RangeInclusive<i64> = 2..=50;
/// The allowed credit cost of a class.
pub const CREDIT_COSTS: std::ops::RangeInclusive<i64> = 1..=100;

const DEFAULT_GROUP_CAPACITY: u32 = 10;
const STEP_SECONDS: i64 = 15 * 60;

/// The maximum length of a class's title, in characters.
pub const MAX_TITLE_CHARS: usize = 80;
/// The maximum length of a class's description, in characters.
pub const MAX_DESCRIPTION_CHARS: usize = 500;

const TIME_REQUIRED: &str = "Please choose the date and time of the class";
const OFF_STEP: &str = "Times go in 15-minute steps, such as 09:15";
const TOO_SOON: &str = "Students can book until 12 hours before a class. Please choose a later time";
const TOO_FAR: &str = "Please choose a time within the next 90 days";
const TYPE_REQUIRED: &str = "Please choose Private, Duet or Group";
const LEVEL_MESSAGE: &str = "Please choose a level from the list";
const COST_MESSAGE: &str = "Please choose from 1 to 100 credits";
const PRIVATE_CAPACITY_MESSAGE: &str = "A private class has 1 place";
const DUET_CAPACITY_MESSAGE: &str = "A duet has 2 places";
const GROUP_CAPACITY_MESSAGE: &str = "Please choose from 2 to 50 places";

/// The fields of a request to publish or change a class; a missing field is an empty string or `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawPublishedClass {
    /// `dateTime`, an instant (D3).
    pub date_time: String,
    /// `classTypeKey`.
    pub class_type_key: String,
    /// `capacity`; defaults to that of the type.
    pub capacity: Option<i64>,
    /// `creditCost`; defaults to 1.
    pub credit_cost: Option<i64>,
    /// `title`.
    pub title: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `level`.
    pub level: Option<String>,
}

/// What a teacher writes about a published class. All texts may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ClassText {
    /// A short name, on one line.
    pub title: String,
    /// What the class is about.
    pub description: String,
    /// The level that students should have.
    pub level: Option<Level>,
}

impl ClassText {
    /// Parses the texts of a request; a missing one keeps its value in `before`.
    ///
    /// # Errors
    /// Every invalid field among `title`, `description` and `level`.
    pub fn parse(raw: &RawPublishedClass, before: &Self) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let title = raw.title.as_deref().map_or_else(|| before.title.clone(), one_line);
        let title = form.text("title", &title, MAX_TITLE_CHARS, None);
        let description = raw.description.as_deref().unwrap_or(&before.description);
        let description = form.text("description", description, MAX_DESCRIPTION_CHARS, None);
        let level = match raw.level.as_deref().map(str::trim) {
            None => Some(before.level),
            Some("") => Some(None),
            Some(text) => form.require("level", Level::parse(text), LEVEL_MESSAGE).map(Some),
        };
        let text = level.map(|level| Self { title, description, level });
        form.finish(text)
    }
}

/// A published class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublishedClass {
    /// When the class starts.
    pub starts_at: Timestamp,
    /// The type of the class.
    pub class_type: ClassType,
    /// The number of students that the class takes.
    pub capacity: u32,
    /// The cost of a seat in credits.
    pub credit_cost: u32,
}

impl PublishedClass {
    /// Parses a new class. It must start on a 15-minute step, more than 12 hours ahead (D14), and within 90 days.
    ///
    /// # Errors
    /// Every invalid field among `dateTime`, `classTypeKey`, `capacity` and `creditCost`.
    pub fn parse(raw: &RawPublishedClass, now: Timestamp) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let starts_at = parse_instant(&raw.date_time).and_then(|start| check_start(start, now).map(|()| start));
        let starts_at = form.check("dateTime", starts_at);
        let class_type = ClassType::parse(raw.class_type_key.trim());
        let class_type = form.require("classTypeKey", class_type, TYPE_REQUIRED);
        let capacity =
            class_type.and_then(|class_type| form.check("capacity", parse_capacity(class_type, raw.capacity)));
        let credit_cost = form.check("creditCost", parse_cost(raw.credit_cost));
        let class = || {
            let (starts_at, class_type, capacity, credit_cost) = (starts_at?, class_type?, capacity?, credit_cost?);
            Some(Self { starts_at, class_type, capacity, credit_cost })
        };
        form.finish(class())
    }

    /// Parses a change of this class; missing fields and the type keep their values. An unchanged start is not validated
    /// again. The caller checks for booked seats.
    ///
    /// # Errors
    /// Every invalid field among `dateTime`, `capacity` and `creditCost`.
    pub fn edit(&self, raw: &RawPublishedClass, now: Timestamp) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let starts_at = match raw.date_time.trim() {
            "" => Ok(self.starts_at),
            text => parse_instant(text).and_then(|start| match start {
                start if start == self.starts_at => Ok(start),
                start => check_start(start, now).map(|()| start),
            }),
        };
        let starts_at = form.check("dateTime", starts_at);
        let capacity = raw.capacity.or(Some(i64::from(self.capacity)));
        let capacity = form.check("capacity", parse_capacity(self.class_type, capacity));
        let credit_cost = raw.credit_cost.or(Some(i64::from(self.credit_cost)));
        let credit_cost = form.check("creditCost", parse_cost(credit_cost));
        let class = || {
            let (starts_at, capacity, credit_cost) = (starts_at?, capacity?, credit_cost?);
            Some(Self { starts_at, class_type: self.class_type, capacity, credit_cost })
        };
        form.finish(class())
    }

    /// Whether the time or the cost differs from `before`; students with a booking have agreed to these.
    pub fn changes_time_or_cost(&self, before: &Self) -> bool {
        self.starts_at != before.starts_at || self.credit_cost != before.credit_cost
    }
}

fn parse_instant(text: &str) -> Result<Timestamp, &'static str> {
    text.trim().parse().map_err(|_| TIME_REQUIRED)
}

fn check_start(start: Timestamp, now: Timestamp) -> Result<(), &'static str> {
    if start.as_second().rem_euclid(STEP_SECONDS) != 0 || start.subsec_nanosecond() != 0 {
        return Err(OFF_STEP);
    }
    if start <= saturating_add(now, SignedDuration::from_hours(NOTICE_HOURS)) {
        return Err(TOO_SOON);
    }
    if start > saturating_add(now, SignedDuration::from_hours(24 * MAX_PUBLISH_DAYS)) {
        return Err(TOO_FAR);
    }
    Ok(())
}

fn parse_capacity(class_type: ClassType, capacity: Option<i64>) -> Result<u32, &'static str> {
    let (allowed, default, message) = match class_type {
        ClassType::Private => (1..=1, 1, PRIVATE_CAPACITY_MESSAGE),
        ClassType::Duet => (2..=2, 2, DUET_CAPACITY_MESSAGE),
        ClassType::Group => (GROUP_CAPACITY, DEFAULT_GROUP_CAPACITY, GROUP_CAPACITY_MESSAGE),
    };
    let Some(capacity) = capacity else { return Ok(default) };
    u32::try_from(capacity).ok().filter(|_| allowed.contains(&capacity)).ok_or(message)
}

fn parse_cost(credits: Option<i64>) -> Result<u32, &'static str> {
    let credits = credits.unwrap_or(1);
    u32::try_from(credits).ok().filter(|_| CREDIT_COSTS.contains(&credits)).ok_or(COST_MESSAGE)
}
