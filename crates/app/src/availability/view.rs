//! The availability in the format of SPEC's form.

use serde::Serialize;
use tala_store::availabilities::StoredAvailability;
use utoipa::ToSchema;

use crate::views::weekly_hours::DaySchedule;

/// Weekly availability (SPEC §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Availability {
    /// IANA time zone of the hours.
    pub(super) time_zone: String,
    /// The visibility window in days, 1 to 90.
    pub(super) visibility_days: u8,
    /// The weekly hours, one entry for each range.
    pub(super) weekly_schedule: Vec<DaySchedule>,
    /// The version for the next save. Sending it prevents overwriting a concurrent save.
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
