//! Exporting and deleting the data of a person, by the person or an administrator (D35).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde_json::{Value, json};
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{AgeBand, StatedAge, WeekStart};
use tala_domain::ids::{JobId, PersonId};
use tala_domain::jobs::Job;
use tala_domain::time::{Clock, Language};
use tala_store::audit::{self, EventFilter};
use tala_store::outbox::{self, JobStatus};
use tala_store::privacy::{self, OpenObligations};
use tala_store::waitlist::EntryDetails;
use tala_store::{
    StoreError, Transaction, bank_accounts, bookings, credits, orders, payments, payouts, people, referrals, refunds,
    students, support, teachers, terms_acceptances, waitlist,
};
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};
use crate::views::booking::Booking;
use tala_domain::money::major_units;

/// The maximum number of rows of each kind in an export.
const MAX_ROWS: u32 = 10_000;

/// Exports all data about a person as JSON.
///
/// # Errors
/// `not_found`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn export(ctx: &Ctx, id: PersonId) -> AppResult<Value> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let person = people::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let classes = bookings::list_by_person(conn, id, MAX_ROWS).await?;
    let lines =
        audit::list_events(conn, &EventFilter { actor: Some(id), ..EventFilter::default() }, None, MAX_ROWS).await?;
    Ok(json!({
        "exportedAt": now,
        "person": {
            "_id": id, "name": person.name, "email": person.email, "phone": person.phone,
            "birthDate": person.age.and_then(StatedAge::birth_date).map(|date| date.to_string()),
            "ageBand": person.age.and_then(StatedAge::band).map(AgeBand::as_str), "timeZone": person.time_zone,
            "timeZoneFixed": person.time_zone_fixed, "language": person.language.map(Language::as_str),
            "clock": person.clock.map(Clock::as_str), "weekStart": person.week_start.map(WeekStart::as_str),
            "mutedMails": people::list_muted(conn, id).await?.iter().map(|mail| mail.as_str()).collect::<Vec<_>>(),
            "acceptedTerms": terms_acceptances::list(conn, id).await?.iter().map(|(version, at)| json!({
                "version": version, "acceptedAt": at,
            })).collect::<Vec<_>>(),
            "createdAt": person.created_at, "suspendedAt": person.suspended_at,
        },
        "learners": people::list_learners(conn, id, now).await?.iter().map(|learner| name_and_id(&learner.person))
            .collect::<Vec<_>>(),
        "guardians": people::list_guardians(conn, id).await?.iter().map(name_and_id).collect::<Vec<_>>(),
        "student": export_student(ctx, id).await?,
        "teacher": export_teacher(ctx, id).await?,
        "classes": classes.iter().map(|booking| Booking::of(booking, now)).collect::<Vec<_>>(),
        "credits": export_lots(ctx, id).await?,
        "orders": export_orders(ctx, id).await?,
        "messages": export_messages(ctx, id).await?,
        "friends": referrals::list_by_student(conn, id.as_student()).await?.iter().map(|friend| json!({
            "name": friend.name, "email": friend.email, "namedAt": friend.created_at, "grantedAt": friend.granted_at,
        })).collect::<Vec<_>>(),
        "waitlist": export_waitlist_entries(ctx, id).await?,
        "waitlistConfirmation": export_waitlist_confirmation(ctx, id).await?,
        "acts": lines.iter().map(|line| json!({ "at": line.at, "act": line.action, "about": line.subject }))
            .collect::<Vec<_>>(),
    }))
}

fn name_and_id(person: &people::Person) -> Value {
    json!({ "_id": person.id, "name": person.name })
}

async fn export_student(ctx: &Ctx, id: PersonId) -> AppResult<Value> {
    let student = students::find_by_id(ctx.store.read(), id.as_student()).await?;
    Ok(student.map_or(Value::Null, |student| {
        json!({
            "teacherId": student.teacher_id, "inviteCode": student.invite_code, "location": student.location.as_str(),
            "currency": student.currency.code(), "joinedAt": student.joined_at,
        })
    }))
}

async fn export_teacher(ctx: &Ctx, id: PersonId) -> AppResult<Value> {
    let conn = ctx.store.read();
    let Some(profile) = teachers::find_profile(conn, id.as_teacher()).await? else { return Ok(Value::Null) };
    let account = bank_accounts::find_by_teacher(conn, id.as_teacher()).await?.map(|account| {
        json!({
            "country": account.country, "holder": account.holder, "bank": account.bank,
            "accountNumberMasked": tala_domain::payouts::mask_account_number(&account.account_last4),
        })
    });
    let payouts = payouts::list_by_teacher(conn, id.as_teacher(), MAX_ROWS).await?;
    let public = teachers::find_public_profile(conn, id.as_teacher()).await?;
    let photo = teachers::find_own_photo(conn, id.as_teacher()).await?;
    Ok(json!({
        "languages": public.languages, "showOnList": public.is_listed,
        "photo": photo.map(|jpeg| format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg))),
        "status": profile.status.as_str(), "profile": profile.text, "createdAt": profile.created_at,
        "appliedAt": profile.applied_at, "bankAccount": account,
        "payouts": payouts.iter().map(|payout| json!({
            "amount": payout.amount.to_major(), "currency": payout.amount.currency.code(), "classes": payout.classes,
            "state": payout.state.as_str(), "createdAt": payout.created_at, "paidAt": payout.paid_at,
        })).collect::<Vec<_>>(),
    }))
}

async fn export_lots(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let found = credits::list_by_student(ctx.store.read(), id.as_student(), MAX_ROWS).await?;
    Ok(found
        .iter()
        .map(|stored| {
            json!({
                "origin": stored.origin.as_str(), "teacher": stored.teacher_name, "total": stored.total,
                "remaining": stored.lot.remaining, "expiresAt": stored.lot.expires_at, "createdAt": stored.created_at,
            })
        })
        .collect())
}

async fn export_orders(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let conn = ctx.store.read();
    let mut exported = Vec::new();
    for order in orders::list_by_student(conn, id.as_student(), MAX_ROWS).await? {
        let payments = payments::list_by_order(conn, order.id).await?;
        let refunds = refunds::list_by_orders(conn, &[order.id]).await?;
        exported.push(json!({
            "_id": order.id, "state": order.state.as_str(), "createdAt": order.created_at, "paidAt": order.paid_at,
            "total": order.price.total().to_major(), "currency": order.price.currency.code(),
            "receiptNumber": order.receipt_number,
            "payments": payments.iter().map(|payment| json!({
                "providerPaymentId": payment.provider_payment_id, "method": payment.method,
                "amount": major_units(payment.amount_minor, &payment.currency), "state": payment.state.as_str(),
            })).collect::<Vec<_>>(),
            "refunds": refunds.iter().map(|refund| json!({
                "amount": major_units(refund.amount_minor, &refund.currency), "state": refund.state.as_str(),
                "createdAt": refund.created_at,
            })).collect::<Vec<_>>(),
        }));
    }
    Ok(exported)
}

async fn export_messages(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let conn = ctx.store.read();
    let mut exported = Vec::new();
    for message in support::list_by_person(conn, id, MAX_ROWS).await? {
        let answers = support::list_replies(conn, message.id).await?;
        exported.push(json!({
            "at": message.created_at, "topic": message.topic, "subject": message.subject, "message": message.body,
            "answers": answers.iter().map(|answer| json!({ "at": answer.created_at, "text": answer.body }))
                .collect::<Vec<_>>(),
        }));
    }
    Ok(exported)
}

async fn export_waitlist_entries(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let found = waitlist::list_by_person(ctx.store.read(), id).await?;
    Ok(found
        .iter()
        .map(|EntryDetails { entry, invited_at, .. }| {
            json!({
                "name": entry.name, "email": entry.email, "role": entry.interest.role.as_str(),
                "location": entry.interest.location, "country": entry.interest.country,
                "danceStyle": entry.interest.style.as_str(), "createdAt": entry.created_at, "invitedAt": invited_at,
            })
        })
        .collect())
}

async fn export_waitlist_confirmation(ctx: &Ctx, id: PersonId) -> AppResult<Option<Value>> {
    let found = waitlist::find_confirmation_by_person(ctx.store.read(), id).await?;
    Ok(found.map(|(language, at)| json!({ "language": language.as_str(), "createdAt": at })))
}

/// Removes a learner from a guardian's account. The data is deleted, like [`delete`], unless another guardian remains.
///
/// # Errors
/// `learner_not_found`, or those of [`delete`].
#[tracing::instrument(level = "debug", skip_all)]
pub async fn remove_learner(ctx: &Ctx, guardian: PersonId, learner: PersonId) -> AppResult<()> {
    let write = async |tx: Transaction| {
        people::lock_exclusively(&tx, learner).await?;
        people::find_learner(&tx, guardian, learner, ctx.now()).await?.ok_or(ErrorCode::LearnerNotFound)?;
        if people::list_guardians(&tx, learner).await?.len() > 1 {
            people::delete_guardian(&tx, learner, guardian).await?;
            let event = AuditEvent::new(AuditAction::GuardianLeft, learner.0);
            return Actor::Person(guardian).record(&tx, ctx, &event).await.map_err(AppError::from);
        }
        delete_in_transaction(ctx, &tx, Actor::Person(guardian), learner).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

/// Deletes a person's data and enqueues the deletion of their account with the built-in issuer, which may use another
/// database. Rows that the ledger needs remain without personal data. An account with a hosted provider remains.
///
/// # Errors
/// `not_found`; `open_obligations` while classes, orders, refunds, credits or earnings are open; `already_processed`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn delete(ctx: &Ctx, actor: Actor<'_>, id: PersonId) -> AppResult<()> {
    let write = async |tx: Transaction| delete_in_transaction(ctx, &tx, actor, id).await;
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

async fn delete_in_transaction(ctx: &Ctx, tx: &Transaction, actor: Actor<'_>, id: PersonId) -> AppResult<()> {
    let now: Timestamp = ctx.now();
    people::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    // Learners before guardians, as in other transactions. Waits for concurrent bookings, which then count as open, and blocks
    // later ones.
    people::lock_learners(tx, id).await?;
    people::lock_exclusively(tx, id).await?;
    let open = privacy::count_open_obligations(tx, id, now).await?;
    if !open.is_none() {
        return Err(AppError::new(ErrorCode::OpenObligations).with_detail(open_obligations_text(&open)));
    }
    let identities = people::list_identities(tx, id).await?;
    if !privacy::erase_person(tx, id, now).await? {
        return Err(AppError::new(ErrorCode::AlreadyProcessed).with_detail("This person has been deleted already."));
    }
    let mut jobs = Vec::new();
    for (issuer, subject) in identities {
        if let Some(account_id) = built_in_account_id(ctx, &issuer, &subject) {
            jobs.push((JobId(ctx.new_id()), Job::DeleteIssuerAccount { account_id }));
        }
    }
    outbox::enqueue(tx, &jobs, now).await?;
    actor.record(tx, ctx, &AuditEvent::new(AuditAction::PersonDeleted, id.0)).await?;
    Ok(())
}

/// The account id of an identity if its issuer is the built-in one.
fn built_in_account_id(ctx: &Ctx, issuer: &str, subject: &str) -> Option<Uuid> {
    let accounts = ctx.built_in_accounts.as_ref().filter(|accounts| accounts.issuer() == issuer);
    accounts.and_then(|_| subject.parse().ok())
}

/// Deletes an account of the built-in issuer.
///
/// # Errors
/// A message for the log; the job is retried.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn delete_built_in_account(ctx: &Ctx, account_id: Uuid) -> Result<(), String> {
    let accounts = ctx.built_in_accounts.as_ref().ok_or("the built-in issuer is no longer configured")?;
    accounts.delete(account_id).await
}

/// Whether the identity belongs to a deleted person. Its access tokens stay valid for some minutes and must not create a new
/// person.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn is_deleted_account(
    ctx: &Ctx,
    tx: &Transaction,
    issuer: &str,
    subject: &str,
) -> Result<bool, StoreError> {
    let Some(account_id) = built_in_account_id(ctx, issuer, subject) else { return Ok(false) };
    let outcome = outbox::find_status(tx, Job::DELETE_ISSUER_ACCOUNT_TOPIC, account_id).await?;
    Ok(outcome != JobStatus::Unknown)
}

/// The client translates the sentence, by these texts (`copy/serverItems.ts`).
fn open_obligations_text(open: &OpenObligations) -> String {
    let counted = |count: i64, one: &str, many: &str| match count {
        ..=0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let parts: Vec<String> = [
        counted(open.classes, "class that is booked or not settled yet", "classes that are booked or not settled yet"),
        counted(open.orders, "purchase that is not completed", "purchases that are not completed"),
        counted(open.refunds, "refund that has not arrived", "refunds that have not arrived"),
        counted(open.credits, "paid credit", "paid credits"),
        counted(open.learners, "learner without another guardian", "learners without another guardian"),
        counted(open.earnings, "class whose earnings are not paid out", "classes whose earnings are not paid out"),
    ]
    .into_iter()
    .flatten()
    .collect();
    format!("This account can't be deleted yet. Still open: {}.", parts.join(", "))
}
