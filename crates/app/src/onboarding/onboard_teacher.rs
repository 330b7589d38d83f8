//! `POST /api/onboard/teacher` (SPEC §3, §4, §5, §7): the wizard's application, judged again by the server.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::availability::Availability;
use tala_domain::error::form::Form;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{RawApplication, RawStyle, Role, TeacherApplication, TeacherStatus};
use tala_domain::ids::{AuditId, JobId};
use tala_domain::jobs::Job;
use tala_store::teachers::{self, ProfileText, StyleLevel};
use tala_store::{Transaction, audit, availabilities, drafts, outbox, people, students};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;
use crate::views::weekly_hours::WeeklyHours;

/// SPEC's application.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct OnboardTeacherRequest {
    /// The signed-in person's own verified address.
    email: String,
    /// Part of SPEC's payload; first and last name count.
    name: Option<String>,
    /// 50 to 1000 characters.
    #[schema(max_length = 1000)]
    bio: String,
    phone: Option<String>,
    teacher_profile: TeacherProfileInput,
    payment_settings: RatesInput,
    /// Hours that students see from the day of the approval on.
    availability: Option<WeeklyHours>,
}

/// SPEC's `teacherProfile`.
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
    /// Age groups.
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
    style: String,
    /// beginner, intermediate (if absent), advanced or expert.
    level: String,
}

/// Where else to find somebody.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
pub(super) struct SocialMedia {
    instagram: Option<String>,
}

/// SPEC's `paymentSettings` of an application.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct RatesInput {
    /// 499 to 9999, whole.
    inr_rate: Option<f64>,
    /// 9.99 to 199.99.
    usd_rate: Option<f64>,
}

/// The application has been taken.
#[derive(Serialize, ToSchema)]
pub(super) struct OnboardTeacherReply {
    success: bool,
    /// `pending`.
    status: &'static str,
}

/// Takes a teacher's application. The same one sent twice is taken once.
#[utoipa::path(post, path = "/api/onboard/teacher", tag = "onboarding", request_body = OnboardTeacherRequest,
    responses((status = 200, body = OnboardTeacherReply), (status = "4XX", body = Problem)))]
pub(super) async fn onboard_teacher(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<OnboardTeacherRequest>,
) -> AppResult<Json<OnboardTeacherReply>> {
    match known.role {
        Role::User => {}
        Role::Teacher => return Err(ErrorCode::AlreadyOnboarded.into()),
        Role::Student => return Err(ErrorCode::RoleNotAllowed.into()),
    }
    if known.person.email.is_none() {
        return Err(ErrorCode::EmailNotVerified.into());
    }
    known.require_own_email(&request.email)?;
    let (application, hours) = parse(request)?;
    run(&ctx, &known, &application, hours.as_ref()).await?;
    ctx.work_filed.notify_one();
    Ok(Json(OnboardTeacherReply { success: true, status: TeacherStatus::Pending.as_str() }))
}

fn parse(mut request: OnboardTeacherRequest) -> Result<(TeacherApplication, Option<Availability>), FieldErrors> {
    let hours = request.availability.take().map(WeeklyHours::parse).transpose().map_err(|e| e.under("availability"));
    let mut form = Form::new();
    let application = form.take(TeacherApplication::parse(&raw(request)));
    let hours = form.take(hours);
    form.finish(application.zip(hours))
}

fn raw(request: OnboardTeacherRequest) -> RawApplication {
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

fn text(application: &TeacherApplication) -> ProfileText {
    let words = |list: &[String]| list.to_vec();
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
            .map(|row| StyleLevel { style: row.style.as_str().to_owned(), level: row.level.as_str().to_owned() })
            .collect(),
        highlights: words(&application.highlights),
        video_link: application.performance_video.as_ref().map(ToString::to_string),
        help_video_link: application.help_video.as_ref().map(ToString::to_string),
        notes: application.notes.clone(),
        instagram: application.instagram.as_ref().map(ToString::to_string),
        meeting_link: Some(application.meeting_link.to_string()),
        rate_inr_minor: application.inr_rate.amount_minor,
        rate_usd_minor: application.usd_rate.amount_minor,
    }
}

async fn run(
    ctx: &Ctx,
    known: &CurrentUser,
    application: &TeacherApplication,
    hours: Option<&Availability>,
) -> AppResult<()> {
    let (id, text) = (known.person.id, text(application));
    let write = async |tx: Transaction| {
        let now = ctx.now();
        // Nobody becomes a student and an applicant at the same moment.
        people::lock(&tx, id).await?;
        if students::find_by_id(&tx, id).await?.is_some() {
            return Err(ErrorCode::RoleNotAllowed.into());
        }
        if !teachers::apply(&tx, id, &text, now).await? {
            let stands = teachers::find_profile(&tx, id).await?;
            return match stands {
                Some(profile) if profile.status == TeacherStatus::Pending && profile.text == text => Ok(()),
                Some(profile) if profile.status == TeacherStatus::Pending => Err(ErrorCode::ApplicationPending.into()),
                _ => Err(ErrorCode::AlreadyOnboarded.into()),
            };
        }
        let phone = application.phone.as_ref().map(|phone| phone.as_str());
        people::update_contact(&tx, id, Some(application.name.as_str()), phone, None).await?;
        if let Some(hours) = hours {
            availabilities::save(&tx, id, hours, None, now).await?;
        }
        drafts::delete(&tx, id).await?;
        let change_id = ctx.new_id();
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::ApplicationReceived { person_id: id, change_id })], now)
            .await?;
        let entry = audit::Entry {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(id),
            action: "teacher_applied",
            subject: Some(id.0),
            detail: json!({ "country": text.country, "styles": text.styles.len() }),
        };
        audit::record(&tx, &entry).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}
