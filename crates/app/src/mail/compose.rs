//! Composes the mails of jobs from the current state of the database. The functions return the outcome of the attempt as an
//! error if there is no mail to send; [`JobOutcome::Done`] skips a mail that is no longer useful.

use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::{BookingStatus, ClassType};
use tala_domain::identity::{OptionalMail, TeacherStatus};
use tala_domain::ids::{
    BookingId, InvitationId, MessageId, PayoutId, PersonId, ReplyId, SlotId, StudentId, TeacherId,
    WaitlistConfirmationId,
};
use tala_domain::jobs::{Audience, ReminderLead};
use tala_domain::payouts::PayoutState;
use tala_domain::time::{TimeText, saturating_add};
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::bank_accounts::BankAccount;
use tala_store::bookings::Booking;
use tala_store::{
    StoreError, availabilities, bank_accounts, bookings, credits, orders, payouts, people, slots, support, teachers,
    waitlist,
};
use uuid::Uuid;

use crate::mail::application::{application_mail, approval_mail, rejection_mail};
use crate::mail::booking::booking_mail;
use crate::mail::booking_context::{BookingChange, BookingMailContext};
use crate::mail::job_outcome::JobOutcome;
use crate::mail::payout::{account_changed_mail, failed_payout_mail, payout_mail};
use crate::mail::recipient::{MailContext, Reader, Recipient};
use crate::mail::reminder::{ClassReminder, class_reminder_mail, credit_expiry_mail};
use crate::mail::support::{support_message_mail, support_reply_mail};
use crate::mail::waitlist::{confirmation_mail, invitation_mail};

/// A reminder lists all credits that expire within this time, so a student receives at most one such mail a day.
const CREDIT_EXPIRY_HORIZON: SignedDuration = SignedDuration::from_hours(8 * 24);

/// The mail, or, as an error, the outcome of the attempt if there is no mail to send.
pub(super) type Composed = Result<OutgoingMail, JobOutcome>;

/// Returns a record that must exist.
pub(super) fn require<T>(found: Result<Option<T>, StoreError>, what: &str) -> Result<T, JobOutcome> {
    found?.ok_or_else(|| JobOutcome::PermanentFailure(format!("the {what} does not exist")))
}

/// Returns who reads the mails about a person. The person must exist.
pub(super) async fn load_reader(ctx: &MailContext<'_>, person: PersonId) -> Result<Reader, JobOutcome> {
    let person = require(people::find_by_id(ctx.store.read(), person).await, "person")?;
    Ok(ctx.find_reader(person).await?)
}

/// Returns the recipient of the mails about a person. Fails permanently without a verified address.
pub(super) async fn load_recipient(ctx: &MailContext<'_>, person: PersonId) -> Result<Recipient, JobOutcome> {
    load_reader(ctx, person).await?.try_into()
}

/// Skips an optional mail that its recipient turned off. Asked when the mail is sent, so that a change takes effect for
/// mails that are waiting.
pub(super) async fn require_wanted(
    ctx: &MailContext<'_>,
    person: PersonId,
    mail: OptionalMail,
) -> Result<(), JobOutcome> {
    if people::is_muted(ctx.store.read(), person, mail).await? { Err(JobOutcome::Done) } else { Ok(()) }
}

/// Sets the student's zone to that of the reader, which differs for a second guardian.
fn show_in_zone_of(reader: &Reader, booking: &mut Booking) {
    if let Some(zone) = reader.known_zone() {
        booking.student_zone = Some(zone.name().to_owned());
    }
}

/// The optional mail that a class reminder is.
const fn reminder_mail(lead: ReminderLead) -> OptionalMail {
    match lead {
        ReminderLead::Day => OptionalMail::ClassReminderDay,
        ReminderLead::Hour => OptionalMail::ClassReminderHour,
    }
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_booking(
    ctx: &MailContext<'_>,
    id: BookingId,
    audience: Audience,
    change: BookingChange,
    enqueued_at: Timestamp,
) -> Composed {
    let conn = ctx.store.read();
    let mut booking = require(bookings::find_by_id(conn, id).await, "booking")?;
    let is_cancelled = booking.status(ctx.now()) == BookingStatus::Cancelled;
    if is_cancelled != (change == BookingChange::Cancelled) {
        return Err(JobOutcome::Done);
    }
    // The meeting link of a past class is of no use.
    if change == BookingChange::LinkChanged && booking.ends_at <= ctx.now() {
        return Err(JobOutcome::Done);
    }
    let order = match booking.order_id {
        Some(order) => Some(require(orders::find_by_id(conn, order).await, "order")?),
        None => None,
    };
    let reader = match audience {
        Audience::Student => {
            let reader = load_reader(ctx, booking.student.id.into()).await?;
            show_in_zone_of(&reader, &mut booking);
            reader.try_into()?
        }
        Audience::Teacher => load_recipient(ctx, booking.teacher.id.into()).await?,
    };
    let credit_expires_at = if is_cancelled { credits::find_returned_expiry(conn, id).await? } else { None };
    let is_teacher_suspended = is_cancelled
        && people::find_by_id(conn, booking.teacher.id.into())
            .await?
            .is_some_and(|teacher| teacher.suspended_at.is_some());
    // The classes of a suspended teacher are cancelled one after another.
    let may_take_place = booking.class_type != ClassType::Private && !is_teacher_suspended;
    let concerns_seat = is_cancelled && may_take_place && audience == Audience::Teacher;
    // A class that was cancelled as a whole is not found.
    let remaining_students = if concerns_seat && slots::find_by_id(conn, booking.slot_id).await?.is_some() {
        Some(bookings::list_by_slot(conn, booking.slot_id).await?.len())
    } else {
        None
    };
    let context = BookingMailContext {
        booking: &booking,
        order: order.as_ref(),
        credit_expires_at,
        is_teacher_suspended,
        remaining_students,
        audience,
        change,
        text: reader.text,
    };
    Ok(booking_mail(&ctx.settings, &context, reader, enqueued_at))
}

/// The current details of a booking, with a Message-ID of its own: mail programs hide a second message with the same one.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_resent_booking(
    ctx: &MailContext<'_>,
    id: BookingId,
    audience: Audience,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let booking = require(bookings::find_by_id(ctx.store.read(), id).await, "booking")?;
    let is_cancelled = booking.status(ctx.now()) == BookingStatus::Cancelled;
    let change = if is_cancelled { BookingChange::Cancelled } else { BookingChange::Confirmed };
    let mail = compose_booking(ctx, id, audience, change, enqueued_at).await?;
    Ok(OutgoingMail { message_id: format!("{}-{change_id}", mail.message_id), ..mail })
}

/// A class reminder as it was enqueued.
#[derive(Clone, Copy)]
pub(super) struct DueReminder {
    /// Start of the class at that time.
    pub(super) starts_at: Timestamp,
    /// Which of the two reminders.
    pub(super) lead: ReminderLead,
    /// Id of the reminder, for the Message-ID.
    pub(super) change_id: Uuid,
    /// When it was enqueued.
    pub(super) enqueued_at: Timestamp,
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_student_reminder(ctx: &MailContext<'_>, id: BookingId, reminder: DueReminder) -> Composed {
    let mut booking = require(bookings::find_by_id(ctx.store.read(), id).await, "booking")?;
    let reader = load_reader(ctx, booking.student.id.into()).await?;
    show_in_zone_of(&reader, &mut booking);
    require_wanted(ctx, reader.id(), reminder_mail(reminder.lead)).await?;
    compose_reminder(ctx, &[booking], Audience::Student, reminder, reader)
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_teacher_reminder(ctx: &MailContext<'_>, id: SlotId, reminder: DueReminder) -> Composed {
    let bookings = bookings::list_by_slot(ctx.store.read(), id).await?;
    let teacher = bookings.first().map(|booking| booking.teacher.id).ok_or(JobOutcome::Done)?;
    let reader = load_reader(ctx, teacher.into()).await?;
    require_wanted(ctx, reader.id(), reminder_mail(reminder.lead)).await?;
    compose_reminder(ctx, &bookings, Audience::Teacher, reminder, reader)
}

/// Composes a class reminder. Skipped if the class was cancelled or rescheduled, has started, or the recipient has no
/// address.
fn compose_reminder(
    ctx: &MailContext<'_>,
    bookings: &[Booking],
    audience: Audience,
    reminder: DueReminder,
    reader: Reader,
) -> Composed {
    let DueReminder { starts_at, lead, change_id, enqueued_at } = reminder;
    let now = ctx.now();
    let is_unchanged =
        |booking: &Booking| booking.starts_at == starts_at && booking.status(now) == BookingStatus::Confirmed;
    if !reader.has_address() {
        return Err(JobOutcome::Done);
    }
    let is_suspended = reader.is_suspended();
    let to = reader.try_into()?;
    if !bookings.iter().all(is_unchanged) || !lead.is_useful(starts_at, now) {
        return Err(JobOutcome::Done);
    }
    let reminder = ClassReminder { change_id, bookings, audience, lead, is_suspended, enqueued_at };
    class_reminder_mail(&ctx.settings, reminder, to).ok_or(JobOutcome::Done)
}

/// Composes the list of unspent credits that expire soon. Skipped if there are none now.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_credit_expiry(
    ctx: &MailContext<'_>,
    id: StudentId,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let reader = load_reader(ctx, id.into()).await?;
    if !reader.has_address() {
        return Err(JobOutcome::Done);
    }
    require_wanted(ctx, reader.id(), OptionalMail::CreditsExpiring).await?;
    let lots = credits::list_expiring(conn, id, (now, saturating_add(now, CREDIT_EXPIRY_HORIZON))).await?;
    let zone = reader.zone();
    let to = reader.try_into()?;
    credit_expiry_mail(&ctx.settings, &change_id.to_string(), (&lots, &zone), to, enqueued_at).ok_or(JobOutcome::Done)
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_support_message(ctx: &MailContext<'_>, id: MessageId, enqueued_at: Timestamp) -> Composed {
    let message = require(support::find_by_id(ctx.store.read(), id).await, "message")?;
    Ok(support_message_mail(&ctx.settings, &message, enqueued_at))
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_support_reply(ctx: &MailContext<'_>, id: ReplyId, enqueued_at: Timestamp) -> Composed {
    let conn = ctx.store.read();
    let reply = require(support::find_reply(conn, id).await, "answer")?;
    let message = require(support::find_by_id(conn, reply.message_id).await, "message")?;
    let address = message.email.clone();
    let address = address.ok_or_else(|| JobOutcome::PermanentFailure("the sender has no address".to_owned()))?;
    let sender = people::find_by_id(conn, message.person_id).await?;
    let text = sender.map_or_else(TimeText::default, |person| person.time_text());
    let to = Recipient::in_text(MailAddress { name: message.name.clone(), address }, text);
    Ok(support_reply_mail(&ctx.settings, &message, &reply, to, enqueued_at))
}

/// Composes the notice about the current bank account. After two changes in a row, both mails name the second account.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_account_changed(
    ctx: &MailContext<'_>,
    id: TeacherId,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let account = require(bank_accounts::find_by_teacher(ctx.store.read(), id).await, "account")?;
    let to = load_recipient(ctx, id.into()).await?;
    Ok(account_changed_mail(&ctx.settings, &change_id.to_string(), &account, to, enqueued_at))
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_application(
    ctx: &MailContext<'_>,
    id: TeacherId,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let to = load_recipient(ctx, id.into()).await?;
    Ok(application_mail(&ctx.settings, &change_id.to_string(), to, enqueued_at))
}

/// Composes the decision about an application. Skipped if the status has changed since; that change has its own mail.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_decision(
    ctx: &MailContext<'_>,
    id: TeacherId,
    status: TeacherStatus,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let conn = ctx.store.read();
    let teacher = require(teachers::find_by_id(conn, id).await, "teacher")?;
    if teacher.status != status {
        return Err(JobOutcome::Done);
    }
    let profile = require(teachers::find_profile(conn, id).await, "profile")?;
    let to = load_recipient(ctx, id.into()).await?;
    let change_id = change_id.to_string();
    if status != TeacherStatus::Approved {
        return Ok(rejection_mail(&ctx.settings, &change_id, &profile, to, enqueued_at));
    }
    let hours = availabilities::find_by_teacher(conn, id).await?;
    let has_hours = hours.is_some_and(|stored| !stored.availability.hours.is_empty());
    Ok(approval_mail(&ctx.settings, &change_id, (&teacher, &profile), has_hours, (to, enqueued_at)))
}

/// Composes the notice of a paid payout. Skipped if it was reversed since.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_payout(ctx: &MailContext<'_>, id: PayoutId, enqueued_at: Timestamp) -> Composed {
    let payout = require(payouts::find_by_id(ctx.store.read(), id).await, "payout")?;
    if payout.state != PayoutState::Paid {
        return Err(JobOutcome::Done);
    }
    let to = load_recipient(ctx, payout.teacher_id.into()).await?;
    Ok(payout_mail(&ctx.settings, &payout, to, enqueued_at))
}

/// Composes the notice of a failed payout. It takes a bank account saved since and a later payout into account. Skipped if
/// the payout is no longer failed or the teacher was deleted.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_failed_payout(ctx: &MailContext<'_>, id: PayoutId, enqueued_at: Timestamp) -> Composed {
    let conn = ctx.store.read();
    let payout = require(payouts::find_by_id(conn, id).await, "payout")?;
    if payout.state != PayoutState::Failed {
        return Err(JobOutcome::Done);
    }
    if payout.teacher_email.is_none() {
        return Err(JobOutcome::Done);
    }
    let used_account: Option<BankAccount> = serde_json::from_str(&payouts::get_account(conn, id).await?).ok();
    let current_account = bank_accounts::find_by_teacher(conn, payout.teacher_id).await?;
    let new_account =
        current_account.filter(|current| used_account.is_none_or(|used| !used.is_same_destination(current)));
    let successor = payouts::find_replacement(conn, id).await?;
    let to = load_recipient(ctx, payout.teacher_id.into()).await?;
    let last4 = new_account.map(|account| account.account_last4);
    Ok(failed_payout_mail(&ctx.settings, &payout, (last4.as_deref(), successor.as_ref()), to, enqueued_at))
}

/// Composes the confirmation of a waitlist entry. Skipped if the address has left the waitlist.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_confirmation(
    ctx: &MailContext<'_>,
    id: WaitlistConfirmationId,
    enqueued_at: Timestamp,
) -> Composed {
    let confirmation = waitlist::find_confirmation(ctx.store.read(), id).await?.ok_or(JobOutcome::Done)?;
    Ok(confirmation_mail(&ctx.settings, id, confirmation, enqueued_at))
}

/// Composes a waitlist invitation with the teacher's current invite code. Skipped if the entry was deleted from the waitlist;
/// fails permanently if the teacher no longer accepts students.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_invitation(ctx: &MailContext<'_>, id: InvitationId, enqueued_at: Timestamp) -> Composed {
    let conn = ctx.store.read();
    let invitation = waitlist::find_invitation(conn, id).await?.ok_or(JobOutcome::Done)?;
    let entry = waitlist::find_by_id(conn, invitation.entry_id).await?.ok_or(JobOutcome::Done)?;
    let teacher = match invitation.teacher_id {
        Some(teacher) => {
            let teacher = require(teachers::find_by_id(conn, teacher).await, "teacher")?;
            let code = teacher.invite_code.as_deref().unwrap_or_default();
            Some(require(teachers::find_approved_by_code(conn, code).await, "teacher who takes students")?)
        }
        None => None,
    };
    let language = waitlist::find_language(conn, entry.id).await?;
    Ok(invitation_mail(&ctx.settings, &invitation, (&entry, language), teacher.as_ref(), enqueued_at))
}
