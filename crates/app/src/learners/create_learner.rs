//! `POST /api/learners`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{BirthDate, PersonName, StatedAge};
use tala_domain::ids::{JobId, PersonId};
use tala_domain::jobs::Job;
use tala_domain::onboarding::StudentOnboarding;
use tala_domain::time::Zone;
use tala_store::people::{self, NewPerson};
use tala_store::students::{self, Student};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::current_user::CurrentUser;
use crate::services::invite_codes::find_teacher_by_code;
use crate::services::{guardians, terms};
use crate::views::learner::Learner;

/// The child to register.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateLearnerRequest {
    /// The child's name.
    #[serde(default)]
    #[schema(max_length = 200)]
    name: String,
    /// The child's date of birth, such as 2016-04-23.
    #[serde(default)]
    #[schema(format = Date)]
    birth_date: String,
    /// The invite code of the child's teacher.
    #[serde(default)]
    referral_code: String,
    /// India, United States or Other.
    #[serde(default)]
    location: String,
    /// The declaration to be 18 or older and the child's parent or legal guardian. Must be true.
    #[serde(default)]
    is_guardian: bool,
    /// The version of the terms that the guardian accepts, which must be the current one. Without it, the guardian is asked
    /// at the next sign-in.
    #[serde(default)]
    accepted_terms: Option<String>,
}

/// The new learner.
#[derive(Serialize, ToSchema)]
pub(super) struct CreatedLearner {
    success: bool,
    learner: Learner,
}

/// Registers a child as a student of the teacher with the invite code. The signed-in person becomes the guardian.
#[utoipa::path(post, path = "/api/learners", tag = "learners", request_body = CreateLearnerRequest,
    responses((status = 200, body = CreatedLearner)))]
pub(super) async fn create_learner(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<CreateLearnerRequest>,
) -> AppResult<Json<CreatedLearner>> {
    let guardian = user.person;
    if guardian.email.is_none() {
        return Err(ErrorCode::EmailNotVerified.into());
    }
    guardians::require_declaration(request.is_guardian)?;
    let now = ctx.now();
    let zone = guardian.time_zone.as_deref().and_then(|name| Zone::parse(name).ok());
    let today = zone.clone().unwrap_or_else(Zone::india).date_at(now);
    let name = PersonName::parse(&request.name).map_err(|error| error.for_field("name"))?;
    let birth_date = BirthDate::parse(&request.birth_date, today).map_err(|error| error.for_field("birthDate"))?;
    if !birth_date.is_minor_on(today) {
        let text = "Anyone 18 or older needs their own account";
        return Err(FieldErrors::one("birthDate", text).into());
    }
    let form = StudentOnboarding::parse(&request.location, zone.as_ref().map(Zone::name))?;
    if let Some(version) = &request.accepted_terms {
        terms::require_current_version(version, "acceptedTerms")?;
    }
    let teacher = find_teacher_by_code(&ctx, &guardian.id.to_string(), &request.referral_code).await?;
    // Teachers could book themselves and be paid for it.
    if PersonId::from(teacher.id) == guardian.id {
        return Err(FieldErrors::one("referralCode", "You can't be the teacher of your own child here").into());
    }
    let learner = NewLearner {
        guardian: guardian.id,
        name: name.as_str(),
        birth_date,
        zone: zone.as_ref().map(Zone::name),
        accepts_terms: request.accepted_terms.is_some(),
        student: Student {
            id: PersonId(ctx.new_id()).as_student(),
            teacher_id: teacher.id,
            invite_code: teacher.invite_code.clone().unwrap_or_default(),
            location: form.location,
            currency: form.currency,
            joined_at: now,
        },
    };
    ctx.store.transaction(async |tx: Transaction| insert(&tx, &ctx, &learner).await).await?;
    ctx.job_enqueued.notify_one();
    let person = people::find_learner(ctx.store.read(), guardian.id, learner.student.id.into(), now).await?;
    let person = person.ok_or(ErrorCode::NotFound)?;
    let added = people::Learner { person, teacher_name: teacher.name, currency: learner.student.currency };
    Ok(Json(CreatedLearner { success: true, learner: Learner::of(&added, now) }))
}

struct NewLearner<'a> {
    guardian: PersonId,
    name: &'a str,
    birth_date: BirthDate,
    zone: Option<&'a str>,
    accepts_terms: bool,
    student: Student,
}

async fn insert(tx: &Transaction, ctx: &Ctx, new: &NewLearner<'_>) -> AppResult<()> {
    let (id, at) = (PersonId::from(new.student.id), new.student.joined_at);
    guardians::lock_new_guardian(ctx, tx, new.guardian, "name").await?;
    let person = NewPerson { id, email: None, name: new.name, time_zone: new.zone, at };
    people::insert(tx, &person).await?;
    people::set_age(tx, id, StatedAge::BirthDate(new.birth_date)).await?;
    if !students::insert(tx, &new.student).await? {
        return Err(ErrorCode::InvalidInviteCode.into());
    }
    if !people::insert_guardian(tx, id, new.guardian, at).await? {
        return Err(AppError::internal("a new learner has guardians already"));
    }
    let detail = json!({ "teacherId": new.student.teacher_id, "currency": new.student.currency.code() });
    let event = AuditEvent::new(AuditAction::LearnerAdded, id.0).detail(detail);
    Actor::Person(new.guardian).record(tx, ctx, &event).await?;
    if new.accepts_terms {
        terms::accept(ctx, tx, new.guardian).await?;
    }
    let student_id = new.student.id;
    let jobs = [Job::StudentJoined { student_id }, Job::NewStudent { student_id }];
    outbox::enqueue(tx, &jobs.map(|job| (JobId(ctx.new_id()), job)), at).await?;
    Ok(())
}
