//! `tala credits grant`: gives a student class credits with an expiry (D17, D18).

use jiff::SignedDuration;
use serde_json::json;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Email;
use tala_domain::ids::{AuditId, LedgerTxId, LotId};
use tala_domain::money::{Currency, Money};
use tala_store::credits::{NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::{audit, credits, ledger, people, students, teachers};

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};

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
pub async fn grant_credits(ctx: &Ctx, request: &GrantCredits) -> ApiResult<()> {
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
        .ok_or_else(|| ApiError::new(ErrorCode::NotFound).with_detail("This person is not a student."))?;
    let teacher = teachers::find_by_id(conn, student.teacher_id).await?.ok_or(ErrorCode::NotFound)?;
    let rate_minor = match student.currency {
        Currency::Inr => teacher.rate_inr_minor,
        Currency::Usd => teacher.rate_usd_minor,
    };
    let now = ctx.now();
    let lot = NewLot {
        id: LotId(ctx.new_id()),
        student_id: student.id,
        teacher_id: student.teacher_id,
        origin: Origin::Granted,
        total: request.classes,
        price_per_class: Money::new(rate_minor, student.currency),
        expires_at: now.saturating_add(SignedDuration::from_hours(24 * request.days)).unwrap_or(now),
        order_id: None,
        at: now,
    };
    let worth = lot.price_per_class.times(request.classes).ok_or_else(|| ApiError::internal("too much"))?;
    let owed = worth.checked_neg().ok_or_else(|| ApiError::internal("too much"))?;
    let posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::CreditsGranted, now)
        .credits((student.id, lot.id), (Account::CreditsGranted, None), i64::from(request.classes))
        .money(Account::Promotions, None, worth)
        .lot_money(student.id, lot.id, owed);
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: None,
        action: "credits_granted",
        subject: Some(student.id.0),
        detail: json!({ "classes": request.classes, "days": request.days, "reason": request.reason }),
    };
    let tx = ctx.store.begin_write().await?;
    credits::insert_lot(&tx, &lot).await?;
    ledger::post(&tx, &posting).await?;
    audit::record(&tx, &entry).await?;
    tx.commit().await?;
    Ok(())
}
