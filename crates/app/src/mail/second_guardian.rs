//! Mails about a learner with two guardians (ADR 14): the second one gets a mail of their own, in their language and zone,
//! whose delivery is attempted independently.

use tala_domain::ids::{BookingId, JobId, OrderId, PersonId};
use tala_domain::jobs::{Audience, Job};
use tala_store::outbox::{self, ClaimedJob};
use tala_store::{StoreError, Transaction, bookings, credits, orders, people, refunds};

use crate::context::Ctx;

/// Enqueues the mail of a job once more for the second guardian, if the job is about a learner with two. Repeating it has no
/// effect.
pub(super) async fn enqueue_for_second_guardian(ctx: &Ctx, claimed: &ClaimedJob) -> Result<(), StoreError> {
    let Some(learner) = find_learner_of_job(ctx, &claimed.job).await? else { return Ok(()) };
    let conn = ctx.store.read();
    let person = people::find_by_id(conn, learner).await?;
    if person.is_none_or(|person| person.is_independent(ctx.now())) {
        return Ok(());
    }
    let guardians = people::list_guardians(conn, learner).await?;
    let second = guardians.iter().filter(|person| person.email.is_some()).nth(1);
    let Some(guardian) = second else { return Ok(()) };
    let job = Job::ForSecondGuardian {
        job: Box::new(claimed.job.clone()),
        guardian_id: guardian.id,
        copied_job_id: claimed.id,
    };
    let write = async |tx: Transaction| {
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job.clone())], claimed.created_at).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

/// Returns the student to whom a job writes, if it does.
pub(super) async fn find_learner_of_job(ctx: &Ctx, job: &Job) -> Result<Option<PersonId>, StoreError> {
    let conn = ctx.store.read();
    Ok(match *job {
        Job::BookingConfirmed { booking_id, audience: Audience::Student }
        | Job::BookingRescheduled { booking_id, audience: Audience::Student, .. }
        | Job::BookingCancelled { booking_id, audience: Audience::Student }
        | Job::BookingMailResent { booking_id, audience: Audience::Student, .. }
        | Job::MeetingLinkChanged { booking_id, audience: Audience::Student, .. }
        | Job::StudentReminder { booking_id, .. } => find_student_of_booking(ctx, booking_id).await?,
        Job::CreditsBought { order_id } => find_student_of_order(ctx, order_id).await?,
        Job::PaymentRefunded { refund_id } => {
            let order = refunds::find_by_id(conn, refund_id).await?.and_then(|refund| refund.order_id);
            match order {
                Some(order_id) => find_student_of_order(ctx, order_id).await?,
                None => None,
            }
        }
        Job::CreditsGranted { lot_id, .. } => credits::find_by_id(conn, lot_id).await?.map(|lot| lot.student_id.into()),
        Job::TeacherChanged { student_id, .. }
        | Job::CreditsExpiring { student_id, .. }
        | Job::StudentJoined { student_id }
        | Job::TeacherSuspended { student_id, .. } => Some(student_id.into()),
        Job::PersonSuspended { person_id, .. } | Job::PersonUnsuspended { person_id, .. } => Some(person_id),
        _ => None,
    })
}

async fn find_student_of_booking(ctx: &Ctx, id: BookingId) -> Result<Option<PersonId>, StoreError> {
    Ok(bookings::find_by_id(ctx.store.read(), id).await?.map(|booking| booking.student.id.into()))
}

async fn find_student_of_order(ctx: &Ctx, id: OrderId) -> Result<Option<PersonId>, StoreError> {
    Ok(orders::find_by_id(ctx.store.read(), id).await?.map(|order| order.student_id.into()))
}
