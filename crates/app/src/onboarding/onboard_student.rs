//! `POST /api/onboard-student` (SPEC §3, §4, §7; D9, D19).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{PersonName, Role};
use tala_domain::ids::AuditId;
use tala_domain::onboarding::StudentOnboarding;
use tala_store::audit;
use tala_store::people;
use tala_store::students::{self, Student};
use tala_store::teachers;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::onboarding::invite::find_teacher;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;

/// The student form (SPEC §2).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OnboardStudentRequest {
    /// The signed-in person's verified address.
    #[serde(default)]
    email: String,
    /// Display name.
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
    /// The browser's IANA zone, which decides the currency with the location (D19).
    #[serde(default)]
    time_zone: Option<String>,
}

/// Where a student lives (SPEC §2).
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum Location {
    /// Bharat.
    India,
    /// The United States.
    #[schema(rename = "United States")]
    UnitedStates,
    /// Anywhere else.
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

/// Makes the signed-in person a student of the teacher whose code they hold.
#[utoipa::path(post, path = "/api/onboard-student", tag = "onboarding", request_body = OnboardStudentRequest,
    responses((status = 200, body = OnboardStudentReply), (status = "4XX", body = Problem)))]
pub(super) async fn onboard_student(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<OnboardStudentRequest>,
) -> AppResult<Json<OnboardStudentReply>> {
    Ok(Json(run(&ctx, &known, &request).await?))
}

async fn run(ctx: &Ctx, known: &CurrentUser, request: &OnboardStudentRequest) -> AppResult<OnboardStudentReply> {
    if known.person.email.is_none() {
        return Err(ErrorCode::EmailNotVerified.into());
    }
    known.require_own_email(&request.email)?;
    if known.role != Role::User || known.person.teacher_status.is_some() {
        return Err(ErrorCode::AlreadyOnboarded.into());
    }
    let form = StudentOnboarding::parse(&request.location, request.time_zone.as_deref())?;
    let name = PersonName::parse(&request.name).map_err(|error| error.at("name"))?;
    let teacher = find_teacher(ctx, &known.person.id.to_string(), &request.referral_code).await?;
    let student = Student {
        id: known.person.id,
        teacher_id: teacher.id,
        invite_code: teacher.invite_code.clone().unwrap_or_default(),
        location: form.location,
        currency: form.currency,
        joined_at: ctx.now(),
    };
    let zone = form.time_zone.as_ref().map(|zone| zone.name());
    write(ctx, &student, name.as_str(), zone).await?;
    Ok(OnboardStudentReply {
        success: true,
        role: Role::Student.as_str(),
        id: student.id.to_string(),
        teacher_id: teacher.id.to_string(),
        teacher_name: teacher.name,
        currency: student.currency.code().to_owned(),
    })
}

async fn write(ctx: &Ctx, student: &Student, name: &str, zone: Option<&str>) -> AppResult<()> {
    let tx = ctx.store.begin().await?;
    people::lock(&tx, student.id).await?;
    if !students::insert(&tx, student).await? {
        let joined = students::find_by_id(&tx, student.id).await?.is_some()
            || teachers::find_by_id(&tx, student.id).await?.is_some();
        return Err(if joined { ErrorCode::AlreadyOnboarded } else { ErrorCode::InvalidInviteCode }.into());
    }
    people::update_contact(&tx, student.id, Some(name), None, zone).await?;
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: student.joined_at,
        actor: Some(student.id),
        action: "student_onboarded",
        subject: Some(student.id.0),
        detail: json!({ "teacherId": student.teacher_id, "currency": student.currency.code() }),
    };
    audit::record(&tx, &entry).await?;
    tx.commit().await?;
    Ok(())
}
