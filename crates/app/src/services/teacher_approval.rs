//! Approving teachers, by the command line or an administrator (D8, D9).

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{Email, TeacherStatus};
use tala_domain::ids::{DecisionId, JobId, TeacherId};
use tala_domain::jobs::Job;
use tala_store::people::Person;
use tala_store::teachers::{ExpectedVersion, NewTeacher};
use tala_store::{StoreError, Transaction, outbox, people, teachers};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};
use crate::services::invite_codes::generate_invite_code;

const DEFAULT_RATE_INR_MINOR: i64 = 99_900;
const DEFAULT_RATE_USD_MINOR: i64 = 2_499;

/// Arguments of `tala teacher approve`.
#[derive(Clone, Debug)]
pub struct TeacherApproval {
    /// The verified email address of the person.
    pub email: String,
    /// The meeting link of the classes.
    pub meeting_link: Option<String>,
    /// The teacher's dance styles.
    pub dance_styles: Vec<String>,
}

/// Approves a person who has signed in before, with or without an application. Returns the invite code, which is the existing
/// one if the teacher is approved already.
///
/// # Errors
/// An unknown address, a student, or a concurrent decision.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn approve_teacher(ctx: &Ctx, request: &TeacherApproval) -> AppResult<String> {
    let email = Email::parse(&request.email).map_err(|error| error.for_field("email"))?;
    let person = people::find_by_email(ctx.store.read(), &email.normalized()).await?.ok_or_else(|| {
        AppError::new(ErrorCode::NotFound).with_detail("Nobody with this verified address has signed in yet.")
    })?;
    if person.student_of.is_some() {
        return Err(FieldErrors::one("email", "This person is a student.").into());
    }
    if let Some(teacher) = teachers::find_by_id(ctx.store.read(), person.id.as_teacher()).await?
        && let (TeacherStatus::Approved, Some(code)) = (teacher.status, teacher.invite_code)
    {
        return Ok(code);
    }
    let code = generate_invite_code(ctx, &person.name).await?;
    ctx.store.transaction(async |tx: Transaction| save_approval(&tx, ctx, request, &person, &code).await).await?;
    ctx.job_enqueued.notify_one();
    Ok(code)
}

async fn save_approval(
    tx: &Transaction,
    ctx: &Ctx,
    request: &TeacherApproval,
    person: &Person,
    code: &str,
) -> AppResult<()> {
    let now = ctx.now();
    let styles: Vec<&str> = request.dance_styles.iter().map(String::as_str).collect();
    if person.teacher_status.is_none() {
        let new = NewTeacher {
            id: person.id.as_teacher(),
            status: TeacherStatus::Pending,
            invite_code: None,
            bio: "",
            experience: "",
            dance_styles: &styles,
            meeting_link: request.meeting_link.as_deref(),
            rate_inr_minor: DEFAULT_RATE_INR_MINOR,
            rate_usd_minor: DEFAULT_RATE_USD_MINOR,
            at: now,
        };
        teachers::insert(tx, &new).await?;
    }
    let expected = ExpectedVersion { status: person.teacher_status.unwrap_or(TeacherStatus::Pending), version: None };
    let decision = NewDecision { id: DecisionId(ctx.new_id()), at: now, mail_delay: SignedDuration::ZERO };
    if !approve(tx, ctx, Actor::Console, (person.id.as_teacher(), code), expected, decision).await? {
        return Err(ErrorCode::VersionConflict.into());
    }
    Ok(())
}

/// A decision about an application.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewDecision {
    /// The id of the decision.
    pub(crate) id: DecisionId,
    /// When it is made.
    pub(crate) at: Timestamp,
    /// How long the mail about it waits.
    pub(crate) mail_delay: SignedDuration,
}

/// Approves an application in the caller's transaction, and writes the audit event and the mail job. Returns false if the
/// application differs from `expected`, because another administrator has decided.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn approve(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    (id, code): (TeacherId, &str),
    expected: ExpectedVersion,
    decision: NewDecision,
) -> Result<bool, StoreError> {
    let Some(founding) = teachers::mark_approved(tx, id, expected, code, decision.at).await? else { return Ok(false) };
    let job = Job::TeacherApproved { person_id: id, change_id: decision.id.0 };
    outbox::enqueue_delayed(tx, &[(JobId(ctx.new_id()), job)], decision.at, decision.mail_delay).await?;
    let event = AuditEvent::new(AuditAction::TeacherApproved, id.0)
        .detail(json!({ "inviteCode": code, "founding": founding }))
        .change(json!({ "status": expected.status.as_str() }), json!({ "status": "approved" }));
    actor.record(tx, ctx, &event).await?;
    Ok(true)
}
