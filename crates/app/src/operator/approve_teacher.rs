//! `tala teacher approve`: makes somebody who has signed in once an approved teacher with an invite code (D8, D9).

use serde_json::json;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{Email, InviteCode, TeacherStatus};
use tala_domain::ids::AuditId;
use tala_store::people::Person;
use tala_store::teachers::NewTeacher;
use tala_store::{audit, people, teachers};

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};

const RATE_INR_MINOR: i64 = 99_900;
const RATE_USD_MINOR: i64 = 2_499;
const CODE_ATTEMPTS: u32 = 20;

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
pub async fn approve_teacher(ctx: &Ctx, request: &ApproveTeacher) -> ApiResult<String> {
    let email = Email::parse(&request.email).map_err(|error| error.at("email"))?;
    let person = people::find_by_email(ctx.store.read(), &email.key()).await?.ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound).with_detail("Nobody with this verified address has signed in yet.")
    })?;
    if person.student_of.is_some() {
        return Err(FieldErrors::one("email", "This person is a student.").into());
    }
    if let Some(teacher) = teachers::find_by_id(ctx.store.read(), person.id).await?
        && let (TeacherStatus::Approved, Some(code)) = (teacher.status, teacher.invite_code)
    {
        return Ok(code);
    }
    for _ in 0..CODE_ATTEMPTS {
        let mut random = [0; 8];
        ctx.entropy.fill(&mut random);
        let code = InviteCode::from_random(random, &person.name);
        if teachers::find_approved_by_code(ctx.store.read(), code.as_str()).await?.is_none() {
            write(ctx, request, &person, code.as_str()).await?;
            return Ok(code.as_str().to_owned());
        }
    }
    Err(ApiError::internal("no free invite code was found"))
}

async fn write(ctx: &Ctx, request: &ApproveTeacher, person: &Person, code: &str) -> ApiResult<()> {
    let now = ctx.now();
    let styles: Vec<&str> = request.dance_styles.iter().map(String::as_str).collect();
    let tx = ctx.store.begin_write().await?;
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
    teachers::mark_approved(&tx, person.id, code).await?;
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: None,
        action: "teacher_approved",
        subject: Some(person.id.0),
        detail: json!({ "inviteCode": code }),
    };
    audit::record(&tx, &entry).await?;
    tx.commit().await?;
    Ok(())
}
