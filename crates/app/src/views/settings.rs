//! What a person chose about screens and emails.

use serde::Serialize;
use tala_domain::identity::WeekStart;
use tala_domain::time::{Clock, Language};
use tala_store::people::Person;
use utoipa::ToSchema;

/// The choices about screens and emails; `null` where nothing was chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DisplaySettings {
    /// The language of screens and emails.
    #[schema(required, value_type = Option<LanguageSchema>)]
    language: Option<&'static str>,
    /// How times of day are written.
    #[schema(required, value_type = Option<ClockSchema>)]
    clock: Option<&'static str>,
    /// The first day of the week in calendars.
    #[schema(required, value_type = Option<WeekStartSchema>)]
    week_start: Option<&'static str>,
    /// The chosen IANA zone; `null` follows the browser.
    #[schema(required)]
    fixed_time_zone: Option<String>,
}

impl From<&Person> for DisplaySettings {
    fn from(person: &Person) -> Self {
        Self {
            language: person.language.map(Language::as_str),
            clock: person.clock.map(Clock::as_str),
            week_start: person.week_start.map(WeekStart::as_str),
            fixed_time_zone: person.time_zone.clone().filter(|_| person.time_zone_fixed),
        }
    }
}

/// A language of screens and emails.
#[derive(ToSchema)]
#[schema(as = Language)]
#[expect(dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum LanguageSchema {
    /// English.
    #[schema(rename = "en")]
    English,
    /// Hindi.
    #[schema(rename = "hi")]
    Hindi,
}

/// The age range of an adult.
#[derive(ToSchema)]
#[schema(as = AgeBand)]
#[expect(dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum AgeBandSchema {
    /// 18 to 29 years.
    #[schema(rename = "18-29")]
    From18,
    /// 30 to 44 years.
    #[schema(rename = "30-44")]
    From30,
    /// 45 to 59 years.
    #[schema(rename = "45-59")]
    From45,
    /// 60 years and older.
    #[schema(rename = "60+")]
    From60,
}

/// How times of day are written.
#[derive(ToSchema)]
#[schema(as = Clock)]
#[expect(dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum ClockSchema {
    /// `7:00 pm`.
    #[schema(rename = "12h")]
    Hours12,
    /// `19:00`.
    #[schema(rename = "24h")]
    Hours24,
}

/// The first day of the week in calendars.
#[derive(ToSchema)]
#[schema(as = WeekStart)]
#[expect(dead_code, reason = "only describes the enum values in the OpenAPI file")]
pub(crate) enum WeekStartSchema {
    /// Monday.
    #[schema(rename = "monday")]
    Monday,
    /// Sunday.
    #[schema(rename = "sunday")]
    Sunday,
    /// Saturday.
    #[schema(rename = "saturday")]
    Saturday,
}
