//! Granting class credits to a student: by the command line, by administrators and as referral rewards (D17, D18).

use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Email;
use tala_domain::ids::{JobId, LotId, PersonId, PostingId, StudentId, TeacherId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money};
use tala_store::credits::{NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::{Transaction, credits, ledger, outbox, people, students, teachers};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};

/// Arguments of `tala credits grant`.
#[derive(Clone, Debug)]
pub struct CreditGrantRequest {
    /// The student's verified email address, or the id, because learners of a guardian have no address.
    pub student: String,
    /// The number of credits, 1 to 100.
    pub classes: u32,
    /// Days until the credits expire, 1 to 366.
    pub days: i64,
    /// The reason for the audit log.
    pub reason: String,
}

/// Grants credits at the current rate of the student's teacher.
///
/// # Errors
/// Invalid arguments, an unknown student, or credits that could not be spent.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn grant_credits(ctx: &Ctx, request: &CreditGrantRequest) -> AppResult<()> {
    if !(1..=100).contains(&request.classes) {
        return Err(FieldErrors::one("classes", "1 to 100").into());
    }
    if !(1..=366).contains(&request.days) {
        return Err(FieldErrors::one("days", "1 to 366").into());
    }
    let conn = ctx.store.read();
    let id: PersonId = match request.student.parse() {
        Ok(id) => id,
        Err(_) => {
            let email = Email::parse(&request.student).map_err(|error| error.for_field("email"))?;
            people::find_by_email(conn, &email.normalized()).await?.ok_or(ErrorCode::NotFound)?.id
        }
    };
    let student = students::find_by_id(conn, id.as_student())
        .await?
        .ok_or_else(|| AppError::new(ErrorCode::NotFound).with_detail("This person is not a student."))?;
    let grant = CreditGrant {
        student_id: student.id,
        teacher_id: student.teacher_id,
        currency: student.currency,
        classes: request.classes,
        days: request.days,
        is_reward: false,
        detail: json!({ "reason": request.reason }),
    };
    ctx.store.transaction(async |tx: Transaction| grant_lot(&tx, ctx, Actor::Console, &grant).await).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

/// Credits to grant.
pub(crate) struct CreditGrant {
    pub(crate) student_id: StudentId,
    /// The teacher with whom the credits can be spent.
    pub(crate) teacher_id: TeacherId,
    /// The student's currency.
    pub(crate) currency: Currency,
    /// The number of credits.
    pub(crate) classes: u32,
    /// Days until the credits expire.
    pub(crate) days: i64,
    /// Whether it is the reward for inviting a friend. The student's mail says so.
    pub(crate) is_reward: bool,
    /// Additional members of the audit event's detail.
    pub(crate) detail: Value,
}

/// Grants credits at the teacher's current rate and enqueues the student's mail, in the caller's transaction. Returns the
/// new lot. The caller wakes the worker.
///
/// # Errors
/// `not_found`, or `version_conflict` if the credits could not be spent.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn grant_lot(tx: &Transaction, ctx: &Ctx, actor: Actor<'_>, grant: &CreditGrant) -> AppResult<LotId> {
    let teacher = teachers::find_by_id(tx, grant.teacher_id).await?.ok_or(ErrorCode::NotFound)?;
    require_spendable(tx, grant).await?;
    let rate_minor = match grant.currency {
        Currency::Inr => teacher.rate_inr_minor,
        Currency::Usd => teacher.rate_usd_minor,
    };
    let now = ctx.now();
    let lot = NewLot {
        id: LotId(ctx.new_id()),
        student_id: grant.student_id,
        teacher_id: grant.teacher_id,
        origin: Origin::Granted,
        total: grant.classes,
        price_per_class: Money::new(rate_minor, grant.currency),
        expires_at: now.saturating_add(SignedDuration::from_hours(24 * grant.days)).unwrap_or(now),
        order_id: None,
        at: now,
    };
    let worth = lot.price_per_class.checked_mul(grant.classes).ok_or_else(|| AppError::internal("amount overflow"))?;
    let owed = worth.checked_neg().ok_or_else(|| AppError::internal("amount overflow"))?;
    let posting = Posting::new(PostingId(ctx.new_id()), Kind::CreditsGranted, now)
        .credits((grant.student_id, lot.id), (Account::CreditsGranted, None), i64::from(grant.classes))
        .money(Account::Promotions, None, worth)
        .lot_money(grant.student_id, lot.id, owed);
    credits::insert(tx, &lot).await?;
    ledger::post(tx, &posting).await?;
    let mut detail =
        json!({ "classes": grant.classes, "days": grant.days, "lotId": lot.id, "teacherId": grant.teacher_id });
    if let (Some(all), Some(more)) = (detail.as_object_mut(), grant.detail.as_object()) {
        all.extend(more.clone());
    }
    actor.record(tx, ctx, &AuditEvent::new(AuditAction::CreditsGranted, grant.student_id.0).detail(detail)).await?;
    let job = Job::CreditsGranted { lot_id: lot.id, is_reward: grant.is_reward };
    outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], now).await?;
    Ok(lot.id)
}

/// Rejects credits that the student could not spend.
async fn require_spendable(tx: &Transaction, grant: &CreditGrant) -> AppResult<()> {
    let reject = |detail: &str| Err(AppError::new(ErrorCode::VersionConflict).with_detail(detail));
    if !people::lock_pair_shared(tx, grant.student_id, grant.teacher_id).await? {
        return reject(
            "This teacher is not teaching at the moment, or the student's account is deleted. No one could use these credits.",
        );
    }
    match people::find_by_id(tx, grant.student_id.into()).await? {
        Some(student) if student.suspended_at.is_none() => Ok(()),
        _ => reject("This student is suspended and could not use these credits."),
    }
}
