//! `tala credits grant`: gives a student class credits with an expiry (D17, D18).

use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Email;
use tala_domain::ids::{LedgerTxId, LotId, PersonId};
use tala_domain::money::{Currency, Money};
use tala_store::credits::{NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::{Transaction, credits, ledger, people, students, teachers};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};

/// What to give to whom.
#[derive(Clone, Debug)]
pub struct GrantCredits {
    /// The student's verified address.
    pub email: String,
    /// 1 to 100 classes.
    pub classes: u32,
    /// Valid for so many days, 1 to 366.
    pub days: i64,
    /// Why; kept in the audit log.
    pub reason: String,
}

/// Gives the credits, at the present rate of the student's teacher.
pub async fn grant_credits(ctx: &Ctx, request: &GrantCredits) -> AppResult<()> {
    if !(1..=100).contains(&request.classes) {
        return Err(FieldErrors::one("classes", "1 to 100").into());
    }
    if !(1..=366).contains(&request.days) {
        return Err(FieldErrors::one("days", "1 to 366").into());
    }
    let conn = ctx.store.read();
    let email = Email::parse(&request.email).map_err(|error| error.at("email"))?;
    let person = people::find_by_email(conn, &email.key()).await?.ok_or(ErrorCode::NotFound)?;
    let student = students::find_by_id(conn, person.id)
        .await?
        .ok_or_else(|| AppError::new(ErrorCode::NotFound).with_detail("This person is not a student."))?;
    let gift = Gift {
        student_id: student.id,
        teacher_id: student.teacher_id,
        currency: student.currency,
        classes: request.classes,
        days: request.days,
        detail: json!({ "reason": request.reason }),
    };
    let tx = ctx.store.begin().await?;
    give(&tx, ctx, Actor::Console, &gift).await?;
    tx.commit().await?;
    Ok(())
}

/// Credits about to be given.
pub(crate) struct Gift {
    /// To whom.
    pub(crate) student_id: PersonId,
    /// With whom they can be spent.
    pub(crate) teacher_id: PersonId,
    /// The student's.
    pub(crate) currency: Currency,
    /// How many.
    pub(crate) classes: u32,
    /// Valid for so many days.
    pub(crate) days: i64,
    /// What else to write down.
    pub(crate) detail: Value,
}

/// Gives credits at the present rate of the teacher, in the caller's transaction.
pub(crate) async fn give(tx: &Transaction, ctx: &Ctx, actor: Actor<'_>, gift: &Gift) -> AppResult<LotId> {
    let teacher = teachers::find_by_id(tx, gift.teacher_id).await?.ok_or(ErrorCode::NotFound)?;
    must_be_of_use(tx, gift).await?;
    let rate_minor = match gift.currency {
        Currency::Inr => teacher.rate_inr_minor,
        Currency::Usd => teacher.rate_usd_minor,
    };
    let now = ctx.now();
    let lot = NewLot {
        id: LotId(ctx.new_id()),
        student_id: gift.student_id,
        teacher_id: gift.teacher_id,
        origin: Origin::Granted,
        total: gift.classes,
        price_per_class: Money::new(rate_minor, gift.currency),
        expires_at: now.saturating_add(SignedDuration::from_hours(24 * gift.days)).unwrap_or(now),
        order_id: None,
        at: now,
    };
    let worth = lot.price_per_class.times(gift.classes).ok_or_else(|| AppError::internal("too much"))?;
    let owed = worth.checked_neg().ok_or_else(|| AppError::internal("too much"))?;
    let posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::CreditsGranted, now)
        .credits((gift.student_id, lot.id), (Account::CreditsGranted, None), i64::from(gift.classes))
        .money(Account::Promotions, None, worth)
        .lot_money(gift.student_id, lot.id, owed);
    credits::insert_lot(tx, &lot).await?;
    ledger::post(tx, &posting).await?;
    let mut detail =
        json!({ "classes": gift.classes, "days": gift.days, "lotId": lot.id, "teacherId": gift.teacher_id });
    if let (Some(all), Some(more)) = (detail.as_object_mut(), gift.detail.as_object()) {
        all.extend(more.clone());
    }
    actor.record(tx, ctx, &Deed::new("credits_granted", gift.student_id.0).detail(detail)).await?;
    Ok(lot.id)
}

/// Credits that nobody could spend are not given.
async fn must_be_of_use(tx: &Transaction, gift: &Gift) -> AppResult<()> {
    let refused = |why: &str| Err(AppError::new(ErrorCode::VersionConflict).with_detail(why));
    if !people::keep_pair(tx, gift.student_id, gift.teacher_id).await? {
        return refused(
            "This teacher does not teach at the moment, or the student is gone: nobody could spend these credits.",
        );
    }
    match people::find_by_id(tx, gift.student_id).await? {
        Some(student) if student.suspended_at.is_none() => Ok(()),
        _ => refused("This student is suspended and could not spend these credits."),
    }
}
