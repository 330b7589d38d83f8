//! Doing one piece of outbox work: decide from the current state what to say, and say it.

use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::BookingStatus;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::{AnswerId, BookingId, InvitationId, MessageId, OrderId, PayoutId, PersonId, RefundId, SlotId};
use tala_domain::jobs::{Audience, Job, Lead};
use tala_domain::payouts::PayoutState;
use tala_domain::time::{Zone, later};
use tala_gateways::mail::{MailError, OutgoingMail, Party};
use tala_store::bank_accounts::BankAccount;
use tala_store::bookings::Booking;
use tala_store::outbox::Claimed;
use tala_store::refunds::Refund;
use tala_store::{
    StoreError, bank_accounts, bookings, credits, orders, payouts, people, refunds, support, teachers, waitlist,
};

use crate::context::Ctx;
use crate::mail::admin::{answer_mail, decision_mail};
use crate::mail::booking::{About, Occasion, booking_mail};
use crate::mail::money::{credits_mail, returned_mail};
use crate::mail::payout::{account_changed_mail, failed_payout_mail, payout_mail};
use crate::mail::people::{application_mail, support_mail};
use crate::mail::reminder::{class_reminder_mail, expiring_mail};
use crate::mail::waitlist::invitation_mail;

/// A reminder lists all credits that expire within this time, so that one mail a day is enough.
const CREDITS_NAMED: SignedDuration = SignedDuration::from_hours(8 * 24);

/// How an attempt ended.
#[derive(Debug)]
pub(crate) enum JobOutcome {
    /// Sent, or no longer worth sending.
    Done,
    /// To be tried again later.
    Failed(String),
    /// Trying again cannot help.
    PermanentFailure(String),
}

/// Does one piece of work. Called at least once for each; the Message-ID stays the same, so a repetition is recognised.
pub(crate) async fn deliver(ctx: &Ctx, claimed: &Claimed) -> JobOutcome {
    let composed = match &claimed.job {
        Job::BookingConfirmed { booking_id, audience } => {
            about_booking(ctx, claimed, *booking_id, *audience, Occasion::Confirmed).await
        }
        Job::BookingMoved { booking_id, audience, .. } => {
            about_booking(ctx, claimed, *booking_id, *audience, Occasion::Moved).await
        }
        Job::BookingCancelled { booking_id, audience } => {
            about_booking(ctx, claimed, *booking_id, *audience, Occasion::Cancelled).await
        }
        Job::CreditsBought { order_id } => about_order(ctx, claimed, *order_id, None).await,
        Job::MoneyReturned { refund_id } => about_refund(ctx, claimed, *refund_id).await,
        Job::LinkChanged { booking_id, audience, .. } => {
            about_booking(ctx, claimed, *booking_id, *audience, Occasion::LinkChanged).await
        }
        Job::StudentReminder { booking_id, starts_at, lead, change_id } => {
            remind_student(ctx, claimed, *booking_id, (*starts_at, *lead), &change_id.to_string()).await
        }
        Job::TeacherReminder { slot_id, starts_at, lead, change_id } => {
            remind_teacher(ctx, claimed, *slot_id, (*starts_at, *lead), &change_id.to_string()).await
        }
        Job::CreditsExpiring { student_id, change_id } => {
            about_credits(ctx, claimed, *student_id, &change_id.to_string()).await
        }
        Job::SupportMessage { message_id } => about_message(ctx, claimed, *message_id).await,
        Job::ApplicationReceived { person_id, change_id } => {
            about_application(ctx, claimed, *person_id, &change_id.to_string()).await
        }
        Job::TeacherApproved { person_id, change_id } => {
            about_decision(ctx, claimed, (*person_id, TeacherStatus::Approved), &change_id.to_string()).await
        }
        Job::TeacherRejected { person_id, change_id } => {
            about_decision(ctx, claimed, (*person_id, TeacherStatus::Rejected), &change_id.to_string()).await
        }
        Job::SupportAnswer { answer_id } => about_answer(ctx, claimed, *answer_id).await,
        Job::PayoutPaid { payout_id } => about_payout(ctx, claimed, *payout_id).await,
        Job::PayoutFailed { payout_id } => about_failed_payout(ctx, claimed, *payout_id).await,
        Job::BankAccountChanged { person_id, change_id } => {
            about_bank_account(ctx, claimed, *person_id, &change_id.to_string()).await
        }
        Job::WaitlistInvited { invitation_id } => about_invitation(ctx, claimed, *invitation_id).await,
        Job::ProviderEvent { .. } | Job::WaitlistJoined { .. } | Job::AccountForgotten { .. } => {
            Err(JobOutcome::PermanentFailure("not a mail".to_owned()))
        }
    };
    let mail = match composed {
        Ok(mail) => mail,
        Err(delivery) => return delivery,
    };
    match ctx.mailer.send(&mail).await {
        Ok(()) => JobOutcome::Done,
        Err(MailError::Permanent(reason)) => JobOutcome::PermanentFailure(reason),
        Err(error) => JobOutcome::Failed(error.to_string()),
    }
}

/// What is looked up must be there; a database that does not answer is asked again later.
fn there<T>(found: Result<Option<T>, StoreError>, what: &str) -> Result<T, JobOutcome> {
    match found {
        Ok(Some(found)) => Ok(found),
        Ok(None) => Err(JobOutcome::PermanentFailure(format!("the {what} does not exist"))),
        Err(error) => Err(JobOutcome::Failed(error.to_string())),
    }
}

const NO_ADDRESS: &str = "the recipient has no verified address";

async fn about_booking(
    ctx: &Ctx,
    claimed: &Claimed,
    id: BookingId,
    audience: Audience,
    occasion: Occasion,
) -> Result<OutgoingMail, JobOutcome> {
    let conn = ctx.store.read();
    let booking = there(bookings::find_by_id(conn, id).await, "booking")?;
    let cancelled = booking.status(ctx.now()) == BookingStatus::Cancelled;
    if cancelled != (occasion == Occasion::Cancelled) {
        return Err(JobOutcome::Done);
    }
    // Behind which link a class was held is of no use once it is over.
    if occasion == Occasion::LinkChanged && booking.ends_at <= ctx.now() {
        return Err(JobOutcome::Done);
    }
    let order = match booking.order_id {
        Some(order) => Some(there(orders::find_by_id(conn, order).await, "order")?),
        None => None,
    };
    let to = match audience {
        Audience::Student => &booking.student,
        Audience::Teacher => &booking.teacher,
    };
    let address = to.email.as_ref().ok_or_else(|| JobOutcome::PermanentFailure(NO_ADDRESS.to_owned()))?;
    let about = About { booking: &booking, order: order.as_ref(), audience, occasion };
    Ok(booking_mail(&ctx.settings, &about, address, claimed.created_at))
}

async fn remind_student(
    ctx: &Ctx,
    claimed: &Claimed,
    id: BookingId,
    (starts_at, lead): (Timestamp, Lead),
    change: &str,
) -> Result<OutgoingMail, JobOutcome> {
    let booking = there(bookings::find_by_id(ctx.store.read(), id).await, "booking")?;
    let to = Party { name: booking.student.name.clone(), address: booking.student.email.clone().unwrap_or_default() };
    remind(ctx, claimed, (&[booking], Audience::Student), (starts_at, lead), (change, to))
}

async fn remind_teacher(
    ctx: &Ctx,
    claimed: &Claimed,
    id: SlotId,
    (starts_at, lead): (Timestamp, Lead),
    change: &str,
) -> Result<OutgoingMail, JobOutcome> {
    let class = bookings::list_in_slot(ctx.store.read(), id).await.map_err(|e| JobOutcome::Failed(e.to_string()))?;
    let teacher = class.first().map(|booking| booking.teacher.clone()).ok_or(JobOutcome::Done)?;
    let to = Party { name: teacher.name, address: teacher.email.unwrap_or_default() };
    remind(ctx, claimed, (&class, Audience::Teacher), (starts_at, lead), (change, to))
}

/// Nobody is reminded of what was called off or has moved, of what has begun, or where nobody can be reached.
fn remind(
    ctx: &Ctx,
    claimed: &Claimed,
    (class, audience): (&[Booking], Audience),
    (starts_at, lead): (Timestamp, Lead),
    (change, to): (&str, Party),
) -> Result<OutgoingMail, JobOutcome> {
    let now = ctx.now();
    let stands = |booking: &Booking| booking.starts_at == starts_at && booking.status(now) == BookingStatus::Confirmed;
    if to.address.is_empty() || !class.iter().all(stands) || !lead.is_useful(starts_at, now) {
        return Err(JobOutcome::Done);
    }
    class_reminder_mail(&ctx.settings, (change, claimed.created_at), (class, audience, lead), to)
        .ok_or(JobOutcome::Done)
}

/// Of the credits that are left now; none, when they were spent or live longer by now.
async fn about_credits(ctx: &Ctx, claimed: &Claimed, id: PersonId, change: &str) -> Result<OutgoingMail, JobOutcome> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let student = there(people::find_by_id(conn, id).await, "student")?;
    let Some(address) = student.email else { return Err(JobOutcome::Done) };
    let lots = credits::list_expiring(conn, id, (now, later(now, CREDITS_NAMED))).await;
    let lots = lots.map_err(|error| JobOutcome::Failed(error.to_string()))?;
    let zone = student.time_zone.as_deref().and_then(|name| Zone::parse(name).ok()).unwrap_or_else(Zone::india);
    let to = Party { name: student.name, address };
    expiring_mail(&ctx.settings, (change, claimed.created_at), &lots, zone.tz(), to).ok_or(JobOutcome::Done)
}

async fn about_message(ctx: &Ctx, claimed: &Claimed, id: MessageId) -> Result<OutgoingMail, JobOutcome> {
    let message = there(support::find_by_id(ctx.store.read(), id).await, "message")?;
    Ok(support_mail(&ctx.settings, &message, claimed.created_at))
}

/// Says the account as it is now: of two changes in a row, both mails name the second.
async fn about_bank_account(
    ctx: &Ctx,
    claimed: &Claimed,
    id: PersonId,
    change: &str,
) -> Result<OutgoingMail, JobOutcome> {
    let conn = ctx.store.read();
    let person = there(people::find_by_id(conn, id).await, "person")?;
    let account = there(bank_accounts::find_by_teacher(conn, id).await, "account")?;
    let address = person.email.ok_or_else(|| JobOutcome::PermanentFailure(NO_ADDRESS.to_owned()))?;
    let to = Party { name: person.name, address };
    Ok(account_changed_mail(&ctx.settings, (change, claimed.created_at), &account, to))
}

async fn about_application(
    ctx: &Ctx,
    claimed: &Claimed,
    id: PersonId,
    change: &str,
) -> Result<OutgoingMail, JobOutcome> {
    let person = there(people::find_by_id(ctx.store.read(), id).await, "person")?;
    let address = person.email.ok_or_else(|| JobOutcome::PermanentFailure(NO_ADDRESS.to_owned()))?;
    Ok(application_mail(&ctx.settings, change, Party { name: person.name, address }, claimed.created_at))
}

/// A decision that was changed since is told by its own mail.
async fn about_decision(
    ctx: &Ctx,
    claimed: &Claimed,
    (id, status): (PersonId, TeacherStatus),
    change: &str,
) -> Result<OutgoingMail, JobOutcome> {
    let conn = ctx.store.read();
    let teacher = there(teachers::find_by_id(conn, id).await, "teacher")?;
    if teacher.status != status {
        return Err(JobOutcome::Done);
    }
    let profile = there(teachers::find_profile(conn, id).await, "profile")?;
    let address = teacher.email.clone().ok_or_else(|| JobOutcome::PermanentFailure(NO_ADDRESS.to_owned()))?;
    let to = Party { name: teacher.name.clone(), address };
    Ok(decision_mail(&ctx.settings, (change, claimed.created_at), &teacher, &profile, to))
}

async fn about_answer(ctx: &Ctx, claimed: &Claimed, id: AnswerId) -> Result<OutgoingMail, JobOutcome> {
    let conn = ctx.store.read();
    let answer = there(support::find_answer(conn, id).await, "answer")?;
    let message = there(support::find_by_id(conn, answer.message_id).await, "message")?;
    let address = message.email.clone().ok_or_else(|| JobOutcome::PermanentFailure(NO_ADDRESS.to_owned()))?;
    let to = Party { name: message.name.clone(), address };
    Ok(answer_mail(&ctx.settings, &message, &answer, to, claimed.created_at))
}

async fn about_payout(ctx: &Ctx, claimed: &Claimed, id: PayoutId) -> Result<OutgoingMail, JobOutcome> {
    let payout = there(payouts::find_by_id(ctx.store.read(), id).await, "payout")?;
    // The bank has sent it back meanwhile.
    if payout.state != PayoutState::Paid {
        return Err(JobOutcome::Done);
    }
    let address = payout.teacher_email.clone().ok_or_else(|| JobOutcome::PermanentFailure(NO_ADDRESS.to_owned()))?;
    let to = Party { name: payout.teacher_name.clone(), address };
    Ok(payout_mail(&ctx.settings, &payout, to, claimed.created_at))
}

/// What is said goes by now: the account may have been mended since, or the money be on its way again.
async fn about_failed_payout(ctx: &Ctx, claimed: &Claimed, id: PayoutId) -> Result<OutgoingMail, JobOutcome> {
    let conn = ctx.store.read();
    let failed = |error: StoreError| JobOutcome::Failed(error.to_string());
    let payout = there(payouts::find_by_id(conn, id).await, "payout")?;
    if payout.state != PayoutState::Failed {
        return Err(JobOutcome::Done);
    }
    // Deleted since: there is nobody to be told.
    let Some(address) = payout.teacher_email.clone() else { return Err(JobOutcome::Done) };
    let then = payouts::find_account(conn, id).await.map_err(failed)?;
    let then: Option<BankAccount> = serde_json::from_str(&then).ok();
    let now = bank_accounts::find_by_teacher(conn, payout.teacher_id).await.map_err(failed)?;
    let changed_to = now.filter(|now| then.is_none_or(|then| !then.is_same_place(now)));
    let next = payouts::find_successor(conn, id).await.map_err(failed)?;
    let to = Party { name: payout.teacher_name.clone(), address };
    let last4 = changed_to.map(|account| account.account_last4);
    Ok(failed_payout_mail(&ctx.settings, &payout, (last4.as_deref(), next.as_ref()), to, claimed.created_at))
}

/// The code is the teacher's of now: one that was renewed since would be refused.
async fn about_invitation(ctx: &Ctx, claimed: &Claimed, id: InvitationId) -> Result<OutgoingMail, JobOutcome> {
    let conn = ctx.store.read();
    // Who has left the list meanwhile is not written to.
    let failed = |error: tala_store::StoreError| JobOutcome::Failed(error.to_string());
    let invitation = waitlist::find_invitation(conn, id).await.map_err(failed)?.ok_or(JobOutcome::Done)?;
    let entry = waitlist::find_by_id(conn, invitation.entry_id).await.map_err(failed)?.ok_or(JobOutcome::Done)?;
    let teacher = match invitation.teacher_id {
        Some(teacher) => {
            let teacher = there(teachers::find_by_id(conn, teacher).await, "teacher")?;
            let code = teacher.invite_code.as_deref().unwrap_or_default();
            // Suspended or gone since: the code would be refused.
            Some(there(teachers::find_approved_by_code(conn, code).await, "teacher who takes students")?)
        }
        None => None,
    };
    Ok(invitation_mail(&ctx.settings, &invitation, &entry, teacher.as_ref(), claimed.created_at))
}

async fn about_refund(ctx: &Ctx, claimed: &Claimed, id: RefundId) -> Result<OutgoingMail, JobOutcome> {
    let refund = there(refunds::find_by_id(ctx.store.read(), id).await, "refund")?;
    let order = there(Ok(refund.order_id), "order")?;
    about_order(ctx, claimed, order, Some(&refund)).await
}

async fn about_order(
    ctx: &Ctx,
    claimed: &Claimed,
    id: OrderId,
    refund: Option<&Refund>,
) -> Result<OutgoingMail, JobOutcome> {
    let conn = ctx.store.read();
    let order = there(orders::find_by_id(conn, id).await, "order")?;
    let student = there(people::find_by_id(conn, order.student_id).await, "student")?;
    let teacher = there(people::find_by_id(conn, order.teacher_id).await, "teacher")?;
    let address = student.email.clone().ok_or_else(|| JobOutcome::PermanentFailure(NO_ADDRESS.to_owned()))?;
    let to = Party { name: student.name, address };
    Ok(match refund {
        Some(refund) => returned_mail(&ctx.settings, &order, refund, to, claimed.created_at),
        None => {
            let lot = match order.lot_id {
                Some(lot) => credits::find_expiry(conn, lot).await.map_err(|e| JobOutcome::Failed(e.to_string()))?,
                None => None,
            };
            credits_mail(&ctx.settings, &order, &teacher.name, lot, to, claimed.created_at)
        }
    })
}
