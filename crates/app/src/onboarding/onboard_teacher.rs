//! `POST /api/onboard/teacher`: submits a teacher application (SPEC §3, §4, §5, §7).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::availability::Availability;
use tala_domain::error::form::Form;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{RawApplication, RawStyle, Role, TeacherApplication, TeacherStatus};
use tala_domain::ids::{AuditId, JobId};
use tala_domain::jobs::Job;
use tala_store::teachers::{self, ProfileText, StyleLevel};
use tala_store::{Transaction, application_drafts, audit, availabilities, outbox, people, students};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::terms;
use crate::views::weekly_hours::WeeklyHours;

/// A teacher application.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct OnboardTeacherRequest {
    /// The signed-in person's verified email address.
    email: String,
    /// Ignored; first and last name are used.
    name: Option<String>,
    /// 50 to 1000 characters.
    #[schema(max_length = 1000)]
    bio: String,
    phone: Option<String>,
    teacher_profile: TeacherProfileInput,
    payment_settings: RatesInput,
    /// The weekly hours, which students see after the approval.
    availability: Option<WeeklyHours>,
    /// The version of the terms that the person accepts, which must be the current one. Without it, the person is asked at
    /// the next sign-in.
    accepted_terms: Option<String>,
}

/// The teacher's profile.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TeacherProfileInput {
    first_name: String,
    last_name: String,
    /// India, United States or United Kingdom.
    country: String,
    experience: String,
    dance_education: String,
    guru: String,
    google_meet_link: String,
    /// 0-2, 3-5, 6-10 or 10+.
    years_teaching: String,
    /// The age groups that the teacher teaches.
    student_ages: Vec<String>,
    age_confirmed: bool,
    dance_styles_with_level: Vec<DanceStyleInput>,
    key_highlights: Vec<String>,
    performance_video_link: Option<String>,
    help_video_link: Option<String>,
    notes: Option<String>,
    social_media: SocialMedia,
}

/// A dance style and its level.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub(super) struct DanceStyleInput {
    /// Bharatanatyam, Kathak, Kuchipudi, Odissi, Manipuri, Kathakali, Mohiniyattam, Sattriya, Bollywood, or the name of
    /// another style, at most 50 characters. `other` is accepted without a name.
    #[schema(max_length = 50)]
    style: String,
    /// beginner, intermediate, advanced or expert. Default: intermediate.
    level: String,
}

/// Social media accounts.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub(super) struct SocialMedia {
    instagram: Option<String>,
}

/// The rates of an application.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct RatesInput {
    /// The hourly rate in rupees, a whole number from 499 to 9999.
    inr_rate: Option<f64>,
    /// The hourly rate in dollars, 9.99 to 199.99.
    usd_rate: Option<f64>,
}

/// The application was submitted.
#[derive(Serialize, ToSchema)]
pub(super) struct OnboardTeacherReply {
    success: bool,
    /// `pending`.
    status: &'static str,
}

/// Submits a teacher application.
///
/// Repeating an identical request has no effect.
#[utoipa::path(post, path = "/api/onboard/teacher", tag = "onboarding", request_body = OnboardTeacherRequest,
    responses((status = 200, body = OnboardTeacherReply)))]
pub(super) async fn onboard_teacher(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<OnboardTeacherRequest>,
) -> AppResult<Json<OnboardTeacherReply>> {
    match user.role {
        Role::User => {}
        Role::Teacher => return Err(ErrorCode::AlreadyOnboarded.into()),
        Role::Student => return Err(ErrorCode::RoleNotAllowed.into()),
    }
    if user.person.email.is_none() {
        return Err(ErrorCode::EmailNotVerified.into());
    }
    user.require_own_email(&request.email)?;
    if let Some(version) = &request.accepted_terms {
        terms::require_current_version(version, "acceptedTerms")?;
    }
    let accepts_terms = request.accepted_terms.is_some();
    let (application, hours) = parse_request(request)?;
    let submission = Submission { application: &application, hours: hours.as_ref(), accepts_terms };
    save_application(&ctx, &user, submission).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(OnboardTeacherReply { success: true, status: TeacherStatus::Pending.as_str() }))
}

fn parse_request(
    mut request: OnboardTeacherRequest,
) -> Result<(TeacherApplication, Option<Availability>), FieldErrors> {
    let hours =
        request.availability.take().map(WeeklyHours::parse).transpose().map_err(|e| e.with_prefix("availability"));
    let mut form = Form::new();
    let application = form.merge(TeacherApplication::parse(&to_raw(request)));
    let hours = form.merge(hours);
    form.finish(application.zip(hours))
}

fn to_raw(request: OnboardTeacherRequest) -> RawApplication {
    let OnboardTeacherRequest { bio, phone, teacher_profile: profile, payment_settings: rates, .. } = request;
    RawApplication {
        phone: phone.unwrap_or_default(),
        bio,
        first_name: profile.first_name,
        last_name: profile.last_name,
        country: profile.country,
        experience: profile.experience,
        dance_education: profile.dance_education,
        guru: profile.guru,
        google_meet_link: profile.google_meet_link,
        years_teaching: profile.years_teaching,
        student_ages: profile.student_ages,
        age_confirmed: profile.age_confirmed,
        dance_styles: profile
            .dance_styles_with_level
            .into_iter()
            .map(|row| RawStyle { style: row.style, level: row.level })
            .collect(),
        key_highlights: profile.key_highlights,
        performance_video_link: profile.performance_video_link.unwrap_or_default(),
        help_video_link: profile.help_video_link.unwrap_or_default(),
        notes: profile.notes.unwrap_or_default(),
        instagram: profile.social_media.instagram.unwrap_or_default(),
        inr_rate: rates.inr_rate,
        usd_rate: rates.usd_rate,
    }
}

fn to_profile_text(application: &TeacherApplication) -> ProfileText {
    ProfileText {
        first_name: application.first_name.clone(),
        last_name: application.last_name.clone(),
        country: application.country.as_str().to_owned(),
        bio: application.bio.clone(),
        experience: application.experience.clone(),
        education: application.education.clone(),
        guru: application.guru.clone(),
        years_teaching: application.years_teaching.as_str().to_owned(),
        student_ages: application.student_ages.iter().map(|group| group.as_str().to_owned()).collect(),
        styles: application
            .styles
            .iter()
            .map(|row| StyleLevel { style: row.style.clone(), level: row.level.as_str().to_owned() })
            .collect(),
        highlights: application.highlights.clone(),
        video_link: application.performance_video.as_ref().map(ToString::to_string),
        help_video_link: application.help_video.as_ref().map(ToString::to_string),
        notes: application.notes.clone(),
        instagram: application.instagram.as_ref().map(ToString::to_string),
        meeting_link: Some(application.meeting_link.to_string()),
        rate_inr_minor: application.inr_rate.amount_minor,
        rate_usd_minor: application.usd_rate.amount_minor,
    }
}

/// A valid application.
#[derive(Clone, Copy)]
struct Submission<'a> {
    application: &'a TeacherApplication,
    hours: Option<&'a Availability>,
    accepts_terms: bool,
}

async fn save_application(ctx: &Ctx, user: &CurrentUser, submission: Submission<'_>) -> AppResult<()> {
    let Submission { application, hours, accepts_terms } = submission;
    let (id, text) = (user.person.id, to_profile_text(application));
    let write = async |tx: Transaction| {
        let now = ctx.now();
        // The lock prevents a person from joining as a student and applying concurrently.
        people::lock_for_update(&tx, id).await?;
        if students::find_by_id(&tx, id.as_student()).await?.is_some() {
            return Err(ErrorCode::RoleNotAllowed.into());
        }
        if !teachers::submit_application(&tx, id.as_teacher(), &text, now).await? {
            let stored = teachers::find_profile(&tx, id.as_teacher()).await?;
            return match stored {
                Some(profile) if profile.status == TeacherStatus::Pending && profile.text == text => Ok(()),
                Some(profile) if profile.status == TeacherStatus::Pending => Err(ErrorCode::ApplicationPending.into()),
                _ => Err(ErrorCode::AlreadyOnboarded.into()),
            };
        }
        let phone = application.phone.as_ref().map(|phone| phone.as_str());
        people::update_contact(&tx, id, Some(application.name.as_str()), phone, None).await?;
        if let Some(hours) = hours {
            availabilities::save(&tx, id.as_teacher(), hours, None, now).await?;
        }
        application_drafts::delete(&tx, id).await?;
        if accepts_terms {
            terms::accept(ctx, &tx, id).await?;
        }
        let change_id = ctx.new_id();
        let person_id = id.as_teacher();
        let mut jobs = vec![(JobId(ctx.new_id()), Job::ApplicationReceived { person_id, change_id })];
        if ctx.settings.staff_notices.applications {
            jobs.push((JobId(ctx.new_id()), Job::StaffApplication { person_id, change_id }));
        }
        outbox::enqueue(&tx, &jobs, now).await?;
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(id),
            action: AuditAction::TeacherApplied,
            subject: Some(id.0),
            detail: json!({ "country": text.country, "styles": text.styles.len() }),
        };
        audit::insert(&tx, &entry).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}
