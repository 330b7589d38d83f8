//! The weekly availability as SPEC's form reads it.

use serde::Serialize;
use tala_store::availabilities::StoredAvailability;
use utoipa::ToSchema;

use crate::views::weekly_hours::DaySchedule;

/// Weekly availability (SPEC §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Availability {
    /// IANA zone in which the hours are meant.
    pub(super) time_zone: String,
    /// How many days ahead students see, 1 to 90.
    pub(super) visibility_days: u8,
    /// One entry for each range.
    pub(super) weekly_schedule: Vec<DaySchedule>,
    /// Send it back when saving, so that no other save is overwritten.
    pub(super) version: i64,
}

impl Availability {
    pub(super) fn of(stored: &StoredAvailability) -> Self {
        Self {
            time_zone: stored.availability.zone.name().to_owned(),
            visibility_days: stored.availability.visibility_days,
            weekly_schedule: stored.availability.schedule().into_iter().map(DaySchedule::from).collect(),
            version: stored.version,
        }
    }
}
