//! `GET /api/admin/pending-teachers` (SPEC §3, §7).

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use tala_domain::availability::Availability;
use tala_domain::money::{Currency, Money};
use tala_store::availabilities;
use tala_store::teachers::{self, Applicant, FOUNDING_TEACHERS, ProfileText};
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::views::weekly_hours::DaySchedule;

const MAX_TEACHERS: u16 = 500;

/// Pending applications.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingTeachers {
    success: bool,
    /// At most 500 applications, oldest first.
    teachers: Vec<PendingTeacher>,
    /// There are more pending applications than the list contains.
    more: bool,
    /// Number of approved teachers.
    approved: i64,
    /// Number of teachers who can still become founding teachers.
    founding_left: i64,
}

/// A pending application, for administrators.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingTeacher {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    dance_styles: Vec<String>,
    bio: String,
    teacher_profile: PendingProfile,
    payment_settings: PendingRates,
    /// The hours of the application.
    #[schema(required)]
    availability: Option<PendingHours>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    applied_at: Option<Timestamp>,
    /// Version of the application, to be sent with the decision.
    version: i64,
    /// Empty fields that an approval requires: `experience`, `bio`, `danceStyles`, `inrRate`, `usdRate`.
    missing: Vec<&'static str>,
    /// Fields of this record that differ from the rejected application.
    changed: Vec<&'static str>,
    #[schema(required)]
    previous_rejection: Option<PreviousRejection>,
}

/// The teacher's profile.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingProfile {
    first_name: String,
    last_name: String,
    country: String,
    experience: String,
    dance_education: String,
    guru: String,
    years_teaching: String,
    student_ages: Vec<String>,
    #[schema(value_type = Vec<Object>)]
    dance_styles_with_level: Value,
    key_highlights: Vec<String>,
    #[schema(required)]
    performance_video_link: Option<String>,
    #[schema(required)]
    help_video_link: Option<String>,
    #[schema(required)]
    google_meet_link: Option<String>,
    notes: String,
    social_media: PendingSocialMedia,
}

/// Social media accounts.
#[derive(Serialize, ToSchema)]
pub(super) struct PendingSocialMedia {
    #[schema(required)]
    instagram: Option<String>,
}

/// Rates for one class in major units; null if not set.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingRates {
    #[schema(required)]
    inr_rate: Option<f64>,
    #[schema(required)]
    usd_rate: Option<f64>,
}

/// The weekly hours that an applicant wants to teach.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingHours {
    /// IANA time zone of the hours.
    time_zone: String,
    /// One entry for each range.
    weekly_schedule: Vec<DaySchedule>,
}

impl PendingHours {
    fn of(hours: &Availability) -> Self {
        Self {
            time_zone: hours.zone.name().to_owned(),
            weekly_schedule: hours.schedule().into_iter().map(DaySchedule::from).collect(),
        }
    }
}

/// The previous rejection.
#[derive(Serialize, ToSchema)]
pub(super) struct PreviousRejection {
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    reason: String,
}

/// Lists pending applications, oldest first.
#[utoipa::path(get, path = "/api/admin/pending-teachers", tag = "admin-approvals", security(("adminSession" = [])),
    responses((status = 200, body = PendingTeachers)))]
pub(super) async fn admin_list_pending_teachers(
    State(ctx): State<Ctx>,
    _admin: Admin,
) -> AppResult<Json<PendingTeachers>> {
    let conn = ctx.store.read_replica();
    let counts = teachers::count_by_status(conn).await?;
    let mut found = teachers::list_pending(conn, u32::from(MAX_TEACHERS).saturating_add(1)).await?;
    let more = found.len() > usize::from(MAX_TEACHERS);
    found.truncate(usize::from(MAX_TEACHERS));
    let mut hours = availabilities::list_of_pending_teachers(conn).await?;
    Ok(Json(PendingTeachers {
        success: true,
        teachers: found
            .into_iter()
            .map(|applicant| {
                let availability = hours.remove(&applicant.id).map(|hours| PendingHours::of(&hours));
                PendingTeacher::new(applicant, availability)
            })
            .collect(),
        more,
        approved: counts.approved,
        founding_left: FOUNDING_TEACHERS.saturating_sub(counts.founding).max(0),
    }))
}

/// Returns the empty fields that an approval requires (SPEC §5).
pub(super) fn missing_fields(applicant: &Applicant) -> Vec<&'static str> {
    let text = &applicant.text;
    let parts = [
        ("experience", text.experience.trim().is_empty()),
        ("bio", text.bio.trim().is_empty()),
        ("danceStyles", applicant.dance_styles.is_empty()),
        ("inrRate", text.rate_inr_minor <= 0),
        ("usdRate", text.rate_usd_minor <= 0),
    ];
    parts.into_iter().filter(|(_, empty)| *empty).map(|(name, _)| name).collect()
}

fn changed_fields(old: &ProfileText, new: &ProfileText) -> Vec<&'static str> {
    let parts = [
        ("firstName", old.first_name != new.first_name),
        ("lastName", old.last_name != new.last_name),
        ("country", old.country != new.country),
        ("bio", old.bio != new.bio),
        ("experience", old.experience != new.experience),
        ("danceEducation", old.education != new.education),
        ("guru", old.guru != new.guru),
        ("yearsTeaching", old.years_teaching != new.years_teaching),
        ("studentAges", old.student_ages != new.student_ages),
        ("danceStyles", old.styles != new.styles),
        ("keyHighlights", old.highlights != new.highlights),
        ("performanceVideoLink", old.video_link != new.video_link),
        ("helpVideoLink", old.help_video_link != new.help_video_link),
        ("notes", old.notes != new.notes),
        ("instagram", old.instagram != new.instagram),
        ("googleMeetLink", old.meeting_link != new.meeting_link),
        ("inrRate", old.rate_inr_minor != new.rate_inr_minor),
        ("usdRate", old.rate_usd_minor != new.rate_usd_minor),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}

fn rate(minor: i64, currency: Currency) -> Option<f64> {
    (minor > 0).then(|| Money::new(minor, currency).to_major())
}

impl PendingTeacher {
    fn new(applicant: Applicant, availability: Option<PendingHours>) -> Self {
        let missing = missing_fields(&applicant);
        let text = applicant.text;
        let changed =
            applicant.rejection.as_ref().map_or_else(Vec::new, |(_, _, rejected)| changed_fields(rejected, &text));
        Self {
            id: applicant.id.to_string(),
            name: applicant.name,
            email: applicant.email,
            phone: applicant.phone,
            dance_styles: applicant.dance_styles,
            missing,
            changed,
            applied_at: applicant.applied_at,
            version: applicant.version,
            availability,
            previous_rejection: applicant.rejection.map(|(at, reason, _)| PreviousRejection { at, reason }),
            payment_settings: PendingRates {
                inr_rate: rate(text.rate_inr_minor, Currency::Inr),
                usd_rate: rate(text.rate_usd_minor, Currency::Usd),
            },
            bio: text.bio,
            teacher_profile: PendingProfile {
                first_name: text.first_name,
                last_name: text.last_name,
                country: text.country,
                experience: text.experience,
                dance_education: text.education,
                guru: text.guru,
                years_teaching: text.years_teaching,
                student_ages: text.student_ages,
                dance_styles_with_level: serde_json::to_value(&text.styles).unwrap_or_default(),
                key_highlights: text.highlights,
                performance_video_link: text.video_link,
                help_video_link: text.help_video_link,
                google_meet_link: text.meeting_link,
                notes: text.notes,
                social_media: PendingSocialMedia { instagram: text.instagram },
            },
        }
    }
}
