//! Classes that a teacher publishes for one date and time (D10).

use super::{BookingError, ClassType, NOTICE_HOURS};
use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::time::{SignedDuration, Timestamp, later};

/// How far ahead a class may be published, in days of 24 hours: as far as any teacher lets students see (SPEC §3).
pub const PUBLISH_DAYS: i64 = 90;
/// The places of a group (D10).
pub const GROUP_PLACES: std::ops::RangeInclusive<i64> = 2..=50;
/// What a class may cost in credits.
pub const CREDIT_COSTS: std::ops::RangeInclusive<i64> = 1..=100;

const DEFAULT_GROUP_PLACES: u32 = 10;
const STEP_SECONDS: i64 = 15 * 60;

const TIME_REQUIRED: &str = "Please choose the date and time of the class";
const OFF_STEP: &str = "Times go in 15-minute steps, such as 09:15";
const TOO_SOON: &str = "Students can book until 12 hours before a class. Please choose a later time";
const TOO_FAR: &str = "Please choose a time within the next 90 days";
const TYPE_REQUIRED: &str = "Please choose Private, Duet or Group";
const COST_RANGE: &str = "Please choose from 1 to 100 credits";
const PRIVATE_PLACES: &str = "A private class has 1 place";
const DUET_PLACES: &str = "A duet has 2 places";
const GROUP_RANGE: &str = "Please choose from 2 to 50 places";

/// A class as the form sends it; a missing field is an empty text or `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawPublishedClass {
    /// `dateTime`, an instant (D3).
    pub date_time: String,
    /// `classTypeKey`.
    pub class_type_key: String,
    /// `capacity`; missing is what the type has.
    pub capacity: Option<i64>,
    /// `creditCost`; missing is 1.
    pub credit_cost: Option<i64>,
}

/// A class to be published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublishedClass {
    /// When it starts.
    pub starts_at: Timestamp,
    /// Private, Duet or Group.
    pub class_type: ClassType,
    /// How many students it has room for.
    pub capacity: u32,
    /// What it costs in credits.
    pub credit_cost: u32,
}

impl PublishedClass {
    /// Reads a new class. It must start while students can still book it (D14), on a 15-minute step, and within 90
    /// days.
    ///
    /// # Errors
    /// `dateTime`, `classTypeKey`, `capacity`, `creditCost`.
    pub fn parse(raw: &RawPublishedClass, now: Timestamp) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let starts_at = read_instant(&raw.date_time).and_then(|start| check_start(start, now).map(|()| start));
        let starts_at = form.keep("dateTime", starts_at);
        let class_type = ClassType::parse(raw.class_type_key.trim());
        let class_type = form.need("classTypeKey", class_type, TYPE_REQUIRED);
        let capacity = class_type.and_then(|class_type| form.keep("capacity", read_capacity(class_type, raw.capacity)));
        let credit_cost = form.keep("creditCost", read_cost(raw.credit_cost));
        let class = || {
            let (starts_at, class_type, capacity, credit_cost) = (starts_at?, class_type?, capacity?, credit_cost?);
            Some(Self { starts_at, class_type, capacity, credit_cost })
        };
        form.finish(class())
    }

    /// Reads a change of this class; what is missing stays. Its type stays, and a start that stays is not judged
    /// again. Whether seats are taken, the caller knows.
    ///
    /// # Errors
    /// `dateTime`, `capacity`, `creditCost`.
    pub fn edit(&self, raw: &RawPublishedClass, now: Timestamp) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let starts_at = match raw.date_time.trim() {
            "" => Ok(self.starts_at),
            text => read_instant(text).and_then(|start| match start {
                start if start == self.starts_at => Ok(start),
                start => check_start(start, now).map(|()| start),
            }),
        };
        let starts_at = form.keep("dateTime", starts_at);
        let capacity = raw.capacity.or(Some(i64::from(self.capacity)));
        let capacity = form.keep("capacity", read_capacity(self.class_type, capacity));
        let credit_cost = raw.credit_cost.or(Some(i64::from(self.credit_cost)));
        let credit_cost = form.keep("creditCost", read_cost(credit_cost));
        let class = || {
            let (starts_at, capacity, credit_cost) = (starts_at?, capacity?, credit_cost?);
            Some(Self { starts_at, class_type: self.class_type, capacity, credit_cost })
        };
        form.finish(class())
    }

    /// Whether a change from `before` touches what students have agreed to: the time or the cost.
    pub fn touches_students(&self, before: &Self) -> bool {
        self.starts_at != before.starts_at || self.credit_cost != before.credit_cost
    }
}

fn read_instant(text: &str) -> Result<Timestamp, &'static str> {
    text.trim().parse().map_err(|_| TIME_REQUIRED)
}

fn check_start(start: Timestamp, now: Timestamp) -> Result<(), &'static str> {
    if start.as_second().rem_euclid(STEP_SECONDS) != 0 || start.subsec_nanosecond() != 0 {
        return Err(OFF_STEP);
    }
    if start <= later(now, SignedDuration::from_hours(NOTICE_HOURS)) {
        return Err(TOO_SOON);
    }
    if start > later(now, SignedDuration::from_hours(24 * PUBLISH_DAYS)) {
        return Err(TOO_FAR);
    }
    Ok(())
}

fn read_capacity(class_type: ClassType, places: Option<i64>) -> Result<u32, &'static str> {
    let (allowed, default, message) = match class_type {
        ClassType::Private => (1..=1, 1, PRIVATE_PLACES),
        ClassType::Duet => (2..=2, 2, DUET_PLACES),
        ClassType::Group => (GROUP_PLACES, DEFAULT_GROUP_PLACES, GROUP_RANGE),
    };
    let Some(places) = places else { return Ok(default) };
    u32::try_from(places).ok().filter(|_| allowed.contains(&places)).ok_or(message)
}

fn read_cost(credits: Option<i64>) -> Result<u32, &'static str> {
    let credits = credits.unwrap_or(1);
    u32::try_from(credits).ok().filter(|_| CREDIT_COSTS.contains(&credits)).ok_or(COST_RANGE)
}

/// For so many days of 24 hours after its start a class can be marked as missed.
pub const NO_SHOW_DAYS: i64 = 7;

/// Whether the teacher may say now that a student did not come, or take that back: from the start of the class until
/// 7 days after it (D15).
///
/// # Errors
/// [`BookingError::NotStarted`] or [`BookingError::LongOver`].
pub fn may_mark_no_show(starts_at: Timestamp, now: Timestamp) -> Result<(), BookingError> {
    if now < starts_at {
        return Err(BookingError::NotStarted);
    }
    if now > later(starts_at, SignedDuration::from_hours(24 * NO_SHOW_DAYS)) {
        return Err(BookingError::LongOver);
    }
    Ok(())
}
