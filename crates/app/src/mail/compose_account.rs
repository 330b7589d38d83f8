//! Composes the mails about a person's account and the notices to staff.

use jiff::Timestamp;
use tala_domain::identity::OptionalMail;
use tala_domain::ids::{AdminId, PersonId, RefundId, StudentId, TeacherId};
use tala_domain::jobs::AdminChange;
use tala_store::{admins, people, refunds};
use uuid::Uuid;

use crate::mail::account::{
    StudentContact, SuspensionChange, UpcomingClasses, new_student_mail, suspension_mail, welcome_mail,
};
use crate::mail::compose::{Composed, require, require_wanted};
use crate::mail::job_outcome::JobOutcome;
use crate::mail::recipient::{MailContext, Recipient};
use crate::mail::staff::{staff_admin_mail, staff_application_mail, staff_refund_mail};

/// Composes the welcome of a student. Skipped if they are no longer one.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_welcome(ctx: &MailContext<'_>, id: StudentId, enqueued_at: Timestamp) -> Composed {
    let conn = ctx.store.read();
    let student = require(people::find_by_id(conn, id.into()).await, "student")?;
    let teacher = student.student_of.ok_or(JobOutcome::Done)?;
    let teacher = require(people::find_by_id(conn, teacher.into()).await, "teacher")?;
    let to = ctx.find_reader(student).await?.try_into()?;
    Ok(welcome_mail(&ctx.settings, &teacher.name, format!("welcome-{id}"), to, enqueued_at))
}

/// Composes the notice of a new student. Skipped if the student has another teacher by now, was deleted, or the teacher turned
/// this mail off.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_new_student(ctx: &MailContext<'_>, id: StudentId, enqueued_at: Timestamp) -> Composed {
    let conn = ctx.store.read();
    let student = require(people::find_by_id(conn, id.into()).await, "student")?;
    let teacher = student.student_of.filter(|_| student.deleted_at.is_none()).ok_or(JobOutcome::Done)?;
    require_wanted(ctx, teacher.into(), OptionalMail::NewStudent).await?;
    let teacher = require(people::find_by_id(conn, teacher.into()).await, "teacher")?;
    if teacher.email.is_none() {
        return Err(JobOutcome::Done);
    }
    let to = teacher.try_into()?;
    let name = student.name.clone();
    let reader = ctx.find_reader(student).await?;
    let contact = StudentContact { name: &name, email: reader.address(), is_guardian: reader.is_guardian() };
    Ok(new_student_mail(&ctx.settings, &contact, format!("new-student-{id}"), to, enqueued_at))
}

/// Composes the notice of a suspension. Skipped if it has ended since, and for people without an address.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_suspension(
    ctx: &MailContext<'_>,
    id: PersonId,
    cancels_classes: bool,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let (student_of, to) = find_reader(ctx, id, true).await?;
    let classes = match (cancels_classes, student_of) {
        (false, _) => UpcomingClasses::Kept,
        (true, Some(_)) => UpcomingClasses::CancelledForStudent,
        (true, None) => UpcomingClasses::CancelledForTeacher,
    };
    let change = SuspensionChange::Suspended(classes);
    Ok(suspension_mail(&ctx.settings, change, format!("suspension-{change_id}"), to, enqueued_at))
}

/// Composes the notice of the end of a suspension. Skipped if the person is suspended again, and for people without an
/// address.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_suspension_end(
    ctx: &MailContext<'_>,
    id: PersonId,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let (_, to) = find_reader(ctx, id, false).await?;
    let message_id = format!("suspension-{change_id}");
    Ok(suspension_mail(&ctx.settings, SuspensionChange::Ended, message_id, to, enqueued_at))
}

/// Finds who reads that a person is suspended, or is not: their teacher, if they are a student, and the recipient.
async fn find_reader(
    ctx: &MailContext<'_>,
    id: PersonId,
    is_suspended: bool,
) -> Result<(Option<TeacherId>, Recipient), JobOutcome> {
    let person = require(people::find_by_id(ctx.store.read(), id).await, "person")?;
    let is_due = person.suspended_at.is_some() == is_suspended && person.deleted_at.is_none();
    let student_of = person.student_of;
    let reader = ctx.find_reader(person).await?;
    if is_due && reader.has_address() { Ok((student_of, reader.try_into()?)) } else { Err(JobOutcome::Done) }
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_staff_application(
    ctx: &MailContext<'_>,
    id: TeacherId,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let person = require(people::find_by_id(ctx.store.read(), id.into()).await, "person")?;
    Ok(staff_application_mail(&ctx.settings, &person, format!("staff-application-{change_id}"), enqueued_at))
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_staff_admin(
    ctx: &MailContext<'_>,
    id: AdminId,
    change: (AdminChange, Option<&str>),
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let account = require(admins::find_by_id(ctx.store.read(), id).await, "administrator")?;
    Ok(staff_admin_mail(&ctx.settings, &account, change, format!("staff-admin-{change_id}"), enqueued_at))
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_staff_refund(ctx: &MailContext<'_>, id: RefundId, enqueued_at: Timestamp) -> Composed {
    let refund = require(refunds::find_by_id(ctx.store.read(), id).await, "refund")?;
    Ok(staff_refund_mail(&ctx.settings, &refund, format!("staff-refund-{id}"), enqueued_at))
}
