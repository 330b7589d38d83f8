//! A user record (SPEC §3), for the person or for the other participant of a class.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::identity::{Role, TeacherStatus, resolve_role};
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::{rate_lock_days_left, rates_locked_until};
use tala_store::people::Person;
use tala_store::teachers::{self, ProfileText, PublicProfile};
use tala_store::{StoreError, bookings, students};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::views::photo::photo_path;

/// A student or teacher (SPEC §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserRecord {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(value_type = crate::views::role::RoleSchema)]
    role: &'static str,
    /// The id of the student's teacher.
    #[schema(required)]
    teacher: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    bio: Option<String>,
    dance_styles: Vec<String>,
    /// The teacher's invite code.
    #[schema(required)]
    referral_code: Option<String>,
    #[schema(required)]
    teacher_profile: Option<TeacherProfile>,
    /// The teacher's hourly rates. Only the teacher sees them here.
    #[schema(required)]
    payment_settings: Option<TeacherRates>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// The hours taught in completed classes. Only the teacher sees them.
    #[schema(required)]
    teaching_hours: Option<u32>,
    /// The teacher's settings. Only the teacher sees them.
    #[schema(required)]
    teacher_settings: Option<TeacherSettings>,
    is_approved: bool,
    is_rejected: bool,
    #[schema(required)]
    time_zone: Option<String>,
    #[schema(required)]
    currency: Option<String>,
    #[schema(required)]
    location: Option<String>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    joined_at: Option<Timestamp>,
}

/// The nested part of a teacher's profile. Students do not see name parts, country and meeting link.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherProfile {
    experience: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dance_education: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guru: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    years_teaching: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    student_ages: Option<Vec<String>>,
    key_highlights: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    performance_video_link: Option<String>,
    /// The languages that the teacher teaches in.
    #[serde(skip_serializing_if = "Option::is_none")]
    languages: Option<Vec<String>>,
    /// The path of the photo on this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    google_meet_link: Option<String>,
}

/// The hourly rates of a teacher (SPEC §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherRates {
    /// The hourly rate in rupees.
    inr_rate: f64,
    /// The hourly rate in dollars.
    usd_rate: f64,
}

/// The parts of a teacher's record that only the teacher sees.
#[derive(Default)]
struct OwnTeacherParts {
    profile: Option<TeacherProfile>,
    rates: Option<TeacherRates>,
    teaching_hours: Option<u32>,
    settings: Option<TeacherSettings>,
}

/// The teacher's settings, visible to the teacher only.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeacherSettings {
    /// The version for the next save of the profile.
    version: i64,
    /// Whether the teacher is one of the first hundred approved ones (D28).
    founding_teacher: bool,
    /// Whether the teacher agreed to be listed on the front page.
    show_on_list: bool,
    /// The first instant at which the rates can change (D27).
    #[schema(value_type = String, format = DateTime)]
    rates_locked_until: Timestamp,
    /// Days until the rates can change; `null` if they can change now.
    #[schema(required)]
    rate_lock_days_left: Option<u32>,
}

/// Who reads a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    /// The person, who sees everything.
    Self_,
    /// The other participant of a class, who does not see phone number, invite code and settings.
    Other,
}

impl UserRecord {
    /// Loads the record of a person with the fields that the viewer may see.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn load(ctx: &Ctx, person: &Person, viewer: Viewer) -> Result<Self, StoreError> {
        let conn = ctx.store.read();
        let role = resolve_role(person.student_of.is_some(), person.teacher_status);
        let teacher = match person.teacher_status {
            Some(_) => teachers::find_by_id(conn, person.id.as_teacher()).await?,
            None => None,
        };
        let student = match person.student_of {
            Some(_) => students::find_by_id(conn, person.id.as_student()).await?,
            None => None,
        };
        let is_own = viewer == Viewer::Self_;
        let own = match &teacher {
            Some(_) => Self::load_teacher_parts(ctx, person, is_own).await?,
            None => OwnTeacherParts::default(),
        };
        let zone = teacher.as_ref().and_then(|t| t.time_zone.clone()).or_else(|| person.time_zone.clone());
        Ok(Self {
            id: person.id.to_string(),
            name: person.name.clone(),
            email: person.email.clone(),
            role: role.as_str(),
            teacher: person.student_of.filter(|_| is_own).map(|id| id.to_string()),
            phone: person.phone.clone().filter(|_| is_own),
            bio: teacher.as_ref().map(|t| t.bio.clone()),
            dance_styles: teacher.as_ref().map(|t| t.dance_styles.clone()).unwrap_or_default(),
            referral_code: teacher.as_ref().and_then(|t| t.invite_code.clone()).filter(|_| is_own),
            teacher_profile: own.profile,
            payment_settings: own.rates,
            created_at: person.created_at,
            teaching_hours: own.teaching_hours,
            teacher_settings: own.settings,
            is_approved: role == Role::Teacher,
            is_rejected: is_own && person.teacher_status == Some(TeacherStatus::Rejected),
            time_zone: zone,
            currency: student.as_ref().filter(|_| is_own).map(|s| s.currency.code().to_owned()),
            location: student.as_ref().filter(|_| is_own).map(|s| s.location.as_str().to_owned()),
            joined_at: student.map(|s| s.joined_at),
        })
    }

    /// The profile as the viewer may see it, and for the teacher also rates and settings.
    async fn load_teacher_parts(ctx: &Ctx, person: &Person, is_own: bool) -> Result<OwnTeacherParts, StoreError> {
        let (conn, id) = (ctx.store.read(), person.id.as_teacher());
        let Some(profile) = teachers::find_profile(conn, id).await? else {
            return Ok(OwnTeacherParts::default());
        };
        let public = teachers::find_public_profile(conn, id).await?;
        let settings = TeacherSettings {
            version: profile.version,
            founding_teacher: profile.founding,
            show_on_list: public.is_listed,
            rates_locked_until: rates_locked_until(profile.created_at),
            rate_lock_days_left: rate_lock_days_left(profile.created_at, ctx.now()),
        };
        let rates = TeacherRates {
            inr_rate: Money::new(profile.text.rate_inr_minor, Currency::Inr).to_major(),
            usd_rate: Money::new(profile.text.rate_usd_minor, Currency::Usd).to_major(),
        };
        let hours = if is_own { Some(bookings::count_taught_hours(conn, id).await?) } else { None };
        Ok(OwnTeacherParts {
            profile: Some(TeacherProfile::of(profile.text, public, is_own)),
            rates: Some(rates).filter(|_| is_own),
            teaching_hours: hours,
            settings: Some(settings).filter(|_| is_own),
        })
    }
}

impl TeacherProfile {
    fn of(text: ProfileText, public: PublicProfile, is_own: bool) -> Self {
        let own = |value: String| Some(value).filter(|_| is_own);
        Self {
            experience: text.experience,
            first_name: own(text.first_name),
            last_name: own(text.last_name),
            country: own(text.country),
            dance_education: Some(text.education),
            guru: Some(text.guru),
            years_teaching: Some(text.years_teaching),
            student_ages: Some(text.student_ages),
            key_highlights: Some(text.highlights),
            performance_video_link: text.video_link,
            languages: Some(public.languages),
            photo_url: public.photo_id.map(photo_path),
            google_meet_link: text.meeting_link.filter(|_| is_own),
        }
    }
}
