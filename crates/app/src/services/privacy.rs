//! What a person may have of us: all that we know of them, and to be forgotten (D35). By themselves or through an
//! administrator.

use jiff::Timestamp;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{JobId, PersonId};
use tala_domain::jobs::Job;
use tala_store::audit::{self, Filter};
use tala_store::outbox::{self, Outcome};
use tala_store::privacy::{self, OpenEnds};
use tala_store::waitlist::Listed;
use tala_store::{
    StoreError, Transaction, bank_accounts, bookings, credits, orders, payments, payouts, people, referrals, refunds,
    students, support, teachers, waitlist,
};
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};
use crate::views::booking::Booking;
use tala_domain::money::major_units;

/// As many of each kind as an export holds.
const MOST: u32 = 10_000;

/// All that we know of a person, as JSON.
pub async fn export(ctx: &Ctx, id: PersonId) -> AppResult<Value> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let person = people::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let classes = bookings::list_of_person(conn, id, MOST).await?;
    let lines = audit::list_lines(conn, &Filter { actor: Some(id), ..Filter::default() }, None, MOST).await?;
    Ok(json!({
        "exportedAt": now,
        "person": {
            "_id": id, "name": person.name, "email": person.email, "phone": person.phone, "timeZone": person.time_zone,
            "createdAt": person.created_at, "suspendedAt": person.suspended_at,
        },
        "student": student(ctx, id).await?,
        "teacher": teacher(ctx, id).await?,
        "classes": classes.iter().map(|booking| Booking::of(booking, now)).collect::<Vec<_>>(),
        "credits": lots(ctx, id).await?,
        "orders": purchases(ctx, id).await?,
        "messages": messages(ctx, id).await?,
        "friends": referrals::list_by_student(conn, id).await?.iter().map(|friend| json!({
            "name": friend.name, "email": friend.email, "namedAt": friend.created_at, "grantedAt": friend.granted_at,
        })).collect::<Vec<_>>(),
        "waitlist": waiting(ctx, id).await?,
        "acts": lines.iter().map(|line| json!({ "at": line.at, "act": line.action, "about": line.subject }))
            .collect::<Vec<_>>(),
    }))
}

async fn student(ctx: &Ctx, id: PersonId) -> AppResult<Value> {
    let student = students::find_by_id(ctx.store.read(), id).await?;
    Ok(student.map_or(Value::Null, |student| {
        json!({
            "teacherId": student.teacher_id, "inviteCode": student.invite_code, "location": student.location.as_str(),
            "currency": student.currency.code(), "joinedAt": student.joined_at,
        })
    }))
}

async fn teacher(ctx: &Ctx, id: PersonId) -> AppResult<Value> {
    let conn = ctx.store.read();
    let Some(profile) = teachers::find_profile(conn, id).await? else { return Ok(Value::Null) };
    let account = bank_accounts::find_by_teacher(conn, id).await?.map(|account| {
        json!({
            "country": account.country, "holder": account.holder, "bank": account.bank,
            "accountNumberMasked": tala_domain::payouts::mask(&account.account_last4),
        })
    });
    let paid = payouts::list_by_teacher(conn, id, MOST).await?;
    Ok(json!({
        "status": profile.status.as_str(), "profile": profile.text, "createdAt": profile.created_at,
        "appliedAt": profile.applied_at, "bankAccount": account,
        "payouts": paid.iter().map(|payout| json!({
            "amount": payout.amount.to_major(), "currency": payout.amount.currency.code(), "classes": payout.classes,
            "state": payout.state.as_str(), "createdAt": payout.created_at, "paidAt": payout.paid_at,
        })).collect::<Vec<_>>(),
    }))
}

async fn lots(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let found = credits::list_by_student(ctx.store.read(), id, MOST).await?;
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

async fn purchases(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let conn = ctx.store.read();
    let mut bought = Vec::new();
    for order in orders::list_by_student(conn, id, MOST).await? {
        let paid = payments::list_by_order(conn, order.id).await?;
        let back = refunds::list_by_orders(conn, &[order.id]).await?;
        bought.push(json!({
            "_id": order.id, "state": order.state.as_str(), "createdAt": order.created_at, "paidAt": order.paid_at,
            "total": order.price.total().to_major(), "currency": order.price.currency.code(),
            "receiptNumber": order.receipt_number,
            "payments": paid.iter().map(|payment| json!({
                "providerPaymentId": payment.provider_payment_id, "method": payment.method,
                "amount": major_units(payment.amount_minor, &payment.currency), "state": payment.state.as_str(),
            })).collect::<Vec<_>>(),
            "refunds": back.iter().map(|refund| json!({
                "amount": major_units(refund.amount_minor, &refund.currency), "state": refund.state.as_str(),
                "createdAt": refund.created_at,
            })).collect::<Vec<_>>(),
        }));
    }
    Ok(bought)
}

async fn messages(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let conn = ctx.store.read();
    let mut written = Vec::new();
    for message in support::list_by_person(conn, id, MOST).await? {
        let answers = support::list_answers(conn, message.id).await?;
        written.push(json!({
            "at": message.created_at, "topic": message.topic, "subject": message.subject, "message": message.body,
            "answers": answers.iter().map(|answer| json!({ "at": answer.created_at, "text": answer.body }))
                .collect::<Vec<_>>(),
        }));
    }
    Ok(written)
}

async fn waiting(ctx: &Ctx, id: PersonId) -> AppResult<Vec<Value>> {
    let found = waitlist::list_by_person(ctx.store.read(), id).await?;
    Ok(found
        .iter()
        .map(|Listed { entry, invited_at, .. }| {
            json!({
                "name": entry.name, "email": entry.email, "role": entry.interest.role.as_str(),
                "location": entry.interest.location, "country": entry.interest.country,
                "danceStyle": entry.interest.style.as_str(), "createdAt": entry.created_at, "invitedAt": invited_at,
            })
        })
        .collect())
}

/// Forgets a person, unless money or classes are open. What money needs stays, under no name. An account with the built-in
/// issuer goes soon after, by the outbox: the issuer may have a database of its own. One with a hosted provider stays there.
pub async fn delete(ctx: &Ctx, actor: Actor<'_>, id: PersonId) -> AppResult<()> {
    let write = async |tx: Transaction| {
        let now: Timestamp = ctx.now();
        people::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        // A class that is being booked at this moment is counted; one that is booked afterwards finds nobody.
        people::lock_out(&tx, id).await?;
        let open = privacy::count_open_ends(&tx, id, now).await?;
        if !open.is_none() {
            return Err(AppError::new(ErrorCode::StillOpen).with_detail(why(&open)));
        }
        let sign_ins = people::list_identities(&tx, id).await?;
        if !privacy::forget(&tx, id, now).await? {
            return Err(AppError::new(ErrorCode::AlreadyDone).with_detail("This person has been deleted already."));
        }
        let mut jobs = Vec::new();
        for (issuer, subject) in sign_ins {
            if let Some(account_id) = own_account(ctx, &issuer, &subject) {
                jobs.push((JobId(ctx.new_id()), Job::AccountForgotten { account_id }));
            }
        }
        outbox::enqueue(&tx, &jobs, now).await?;
        actor.record(&tx, ctx, &Deed::new("person_deleted", id.0)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(())
}

/// The built-in issuer's account behind a sign-in, if it is one of that.
fn own_account(ctx: &Ctx, issuer: &str, subject: &str) -> Option<Uuid> {
    let own = ctx.own_accounts.as_ref().filter(|own| own.issuer() == issuer);
    own.and_then(|_| subject.parse().ok())
}

/// Deletes an account of the built-in issuer.
pub(crate) async fn delete_sign_in(ctx: &Ctx, account_id: Uuid) -> Result<(), String> {
    let own = ctx.own_accounts.as_ref().ok_or("the built-in issuer, which has this account, is not in use any more")?;
    own.delete(account_id).await
}

/// Whether a sign-in is of an account whose owner was forgotten. Its access tokens go on for some minutes; they must not
/// bring the person back.
pub(crate) async fn is_forgotten(ctx: &Ctx, tx: &Transaction, issuer: &str, subject: &str) -> Result<bool, StoreError> {
    let Some(account_id) = own_account(ctx, issuer, subject) else { return Ok(false) };
    let outcome = outbox::find_outcome(tx, Job::ACCOUNT_FORGOTTEN, account_id).await?;
    Ok(outcome != Outcome::Unknown)
}

fn why(open: &OpenEnds) -> String {
    let reasons = [
        (open.classes, "classes are still to come or to be settled"),
        (open.orders, "purchases are being paid for or given back"),
        (open.refunds, "refunds have not arrived"),
        (open.credits, "paid credits can still be used"),
        (open.earnings, "earnings have not been paid out"),
    ];
    let said: Vec<String> =
        reasons.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{what} ({count})")).collect();
    format!("This account cannot be deleted yet: {}.", said.join("; "))
}
