//! `POST /api/onboard-student`: joins a teacher with an invite code (SPEC §3, §4, §7; D9, D19).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{PersonName, Role, StatedAge};
use tala_domain::ids::{AuditId, JobId, PersonId};
use tala_domain::jobs::Job;
use tala_domain::onboarding::StudentOnboarding;
use tala_domain::time::Zone;
use tala_store::outbox;
use tala_store::people;
use tala_store::students::{self, Student};
use tala_store::teachers;
use tala_store::{Transaction, audit};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::invite_codes::find_teacher_by_code;
use crate::services::{ages, terms};
use crate::views::settings::AgeBandSchema;

/// The student form (SPEC §2).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OnboardStudentRequest {
    /// The signed-in person's verified email address.
    #[serde(default)]
    email: String,
    /// The display name.
    #[serde(default)]
    #[schema(max_length = 200)]
    name: String,
    /// The teacher's invite code.
    #[serde(default)]
    referral_code: String,
    /// India, United States or Other.
    #[serde(default)]
    #[schema(value_type = Location)]
    location: String,
    /// The browser's IANA time zone. Together with the location, it determines the currency (D19).
    #[serde(default)]
    time_zone: Option<String>,
    /// The date of birth, such as 2001-04-23. Without it and an age range, the student is asked at the next sign-in.
    #[serde(default)]
    #[schema(format = Date)]
    birth_date: Option<String>,
    /// The age range of an adult who gives no date of birth.
    #[serde(default)]
    #[schema(value_type = Option<AgeBandSchema>)]
    age_band: Option<String>,
    /// The version of the terms that the person accepts, which must be the current one. Without it, the person is asked at
    /// the next sign-in.
    #[serde(default)]
    accepted_terms: Option<String>,
}

/// A student's location (SPEC §2).
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum Location {
    /// India.
    India,
    /// The United States.
    #[schema(rename = "United States")]
    UnitedStates,
    /// Any other country.
    Other,
}

/// The new student.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OnboardStudentReply {
    success: bool,
    #[schema(value_type = crate::views::role::RoleSchema)]
    role: &'static str,
    #[serde(rename = "_id")]
    id: String,
    teacher_id: String,
    teacher_name: String,
    currency: String,
}

/// Makes the signed-in person a student of the teacher with the invite code.
#[utoipa::path(post, path = "/api/onboard-student", tag = "onboarding", request_body = OnboardStudentRequest,
    responses((status = 200, body = OnboardStudentReply)))]
pub(super) async fn onboard_student(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<OnboardStudentRequest>,
) -> AppResult<Json<OnboardStudentReply>> {
    Ok(Json(onboard(&ctx, &user, &request).await?))
}

async fn onboard(ctx: &Ctx, user: &CurrentUser, request: &OnboardStudentRequest) -> AppResult<OnboardStudentReply> {
    if user.person.email.is_none() {
        return Err(ErrorCode::EmailNotVerified.into());
    }
    user.require_own_email(&request.email)?;
    if user.role != Role::User || user.person.teacher_status.is_some() {
        return Err(ErrorCode::AlreadyOnboarded.into());
    }
    let form = StudentOnboarding::parse(&request.location, request.time_zone.as_deref())?;
    let name = PersonName::parse(&request.name).map_err(|error| error.for_field("name"))?;
    let today = form.time_zone.clone().unwrap_or_else(Zone::india).date_at(ctx.now());
    let age = StatedAge::parse(request.birth_date.as_deref(), request.age_band.as_deref(), today)?;
    if age.is_some_and(|age| age.is_minor_on(today)) || user.person.is_minor(ctx.now()) {
        return Err(ErrorCode::GuardianRequired.into());
    }
    if let Some(version) = &request.accepted_terms {
        terms::require_current_version(version, "acceptedTerms")?;
    }
    let teacher = find_teacher_by_code(ctx, &user.person.id.to_string(), &request.referral_code).await?;
    let student = Student {
        id: user.person.id.as_student(),
        teacher_id: teacher.id,
        invite_code: teacher.invite_code.clone().unwrap_or_default(),
        location: form.location,
        currency: form.currency,
        joined_at: ctx.now(),
    };
    let zone = form.time_zone.as_ref().map(|zone| zone.name());
    let accepts_terms = request.accepted_terms.is_some();
    let write = async |tx: Transaction| {
        insert_student(&tx, ctx, &student, name.as_str(), zone).await?;
        if let Some(age) = age
            && user.person.age.is_none()
        {
            ages::state(ctx, &tx, user.person.id, age).await?;
        }
        if accepts_terms {
            terms::accept(ctx, &tx, user.person.id).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(OnboardStudentReply {
        success: true,
        role: Role::Student.as_str(),
        id: student.id.to_string(),
        teacher_id: teacher.id.to_string(),
        teacher_name: teacher.name,
        currency: student.currency.code().to_owned(),
    })
}

async fn insert_student(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    name: &str,
    zone: Option<&str>,
) -> AppResult<()> {
    people::lock_for_update(tx, student.id.into()).await?;
    if !students::insert(tx, student).await? {
        let is_onboarded = students::find_by_id(tx, student.id).await?.is_some()
            || teachers::find_by_id(tx, PersonId::from(student.id).as_teacher()).await?.is_some();
        return Err(if is_onboarded { ErrorCode::AlreadyOnboarded } else { ErrorCode::InvalidInviteCode }.into());
    }
    people::update_contact(tx, student.id.into(), Some(name), None, zone).await?;
    let entry = audit::NewEvent {
        id: AuditId(ctx.new_id()),
        at: student.joined_at,
        actor: Some(student.id.into()),
        action: AuditAction::StudentOnboarded,
        subject: Some(student.id.0),
        detail: json!({ "teacherId": student.teacher_id, "currency": student.currency.code() }),
    };
    audit::insert(tx, &entry).await?;
    let jobs = [Job::StudentJoined { student_id: student.id }, Job::NewStudent { student_id: student.id }];
    let jobs = jobs.map(|job| (JobId(ctx.new_id()), job));
    outbox::enqueue(tx, &jobs, student.joined_at).await?;
    Ok(())
}
