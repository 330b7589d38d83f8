//! `tala teacher approve`: makes somebody who has signed in once an approved teacher with an invite code (D8, D9).

use serde_json::json;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{Email, TeacherStatus};
use tala_domain::ids::{JobId, PersonId};
use tala_domain::jobs::Job;
use tala_store::people::Person;
use tala_store::teachers::{NewTeacher, Seen};
use tala_store::{Transaction, outbox, people, teachers};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};
use crate::services::invite_codes::free_invite_code;

const RATE_INR_MINOR: i64 = 99_900;
const RATE_USD_MINOR: i64 = 2_499;

/// Whom to approve.
#[derive(Clone, Debug)]
pub struct ApproveTeacher {
    /// The verified address with which the person has signed in.
    pub email: String,
    /// The video meeting link of the classes.
    pub meeting_link: Option<String>,
    /// Dance styles.
    pub dance_styles: Vec<String>,
}

/// Approves the teacher and returns the invite code. Somebody who is approved already keeps theirs.
pub async fn approve_teacher(ctx: &Ctx, request: &ApproveTeacher) -> AppResult<String> {
    let email = Email::parse(&request.email).map_err(|error| error.at("email"))?;
    let person = people::find_by_email(ctx.store.read(), &email.key()).await?.ok_or_else(|| {
        AppError::new(ErrorCode::NotFound).with_detail("Nobody with this verified address has signed in yet.")
    })?;
    if person.student_of.is_some() {
        return Err(FieldErrors::one("email", "This person is a student.").into());
    }
    if let Some(teacher) = teachers::find_by_id(ctx.store.read(), person.id).await?
        && let (TeacherStatus::Approved, Some(code)) = (teacher.status, teacher.invite_code)
    {
        return Ok(code);
    }
    let code = free_invite_code(ctx, &person.name).await?;
    write(ctx, request, &person, &code).await?;
    Ok(code)
}

async fn write(ctx: &Ctx, request: &ApproveTeacher, person: &Person, code: &str) -> AppResult<()> {
    let now = ctx.now();
    let styles: Vec<&str> = request.dance_styles.iter().map(String::as_str).collect();
    let tx = ctx.store.begin().await?;
    if person.teacher_status.is_none() {
        let new = NewTeacher {
            id: person.id,
            status: TeacherStatus::Pending,
            invite_code: None,
            bio: "",
            experience: "",
            dance_styles: &styles,
            meeting_link: request.meeting_link.as_deref(),
            rate_inr_minor: RATE_INR_MINOR,
            rate_usd_minor: RATE_USD_MINOR,
            at: now,
        };
        teachers::insert(&tx, &new).await?;
    }
    let seen = Seen { status: person.teacher_status.unwrap_or(TeacherStatus::Pending), version: None };
    if !approve(&tx, ctx, Actor::Console, (person.id, seen), code).await? {
        return Err(ErrorCode::VersionConflict.into());
    }
    tx.commit().await?;
    ctx.work_filed.notify_one();
    Ok(())
}

/// Approves a teacher who still stands as `seen` in the caller's transaction, writes it down, and files the mail. False when
/// somebody else has decided meanwhile.
pub(crate) async fn approve(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    (id, seen): (PersonId, Seen),
    code: &str,
) -> AppResult<bool> {
    let now = ctx.now();
    let Some(founding) = teachers::mark_approved(tx, id, seen, code, now).await? else { return Ok(false) };
    let job = Job::TeacherApproved { person_id: id, change_id: ctx.new_id() };
    outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], now).await?;
    let deed = Deed::new("teacher_approved", id.0)
        .detail(json!({ "inviteCode": code, "founding": founding }))
        .change(json!({ "status": seen.status.as_str() }), json!({ "status": "approved" }));
    actor.record(tx, ctx, &deed).await?;
    Ok(true)
}
