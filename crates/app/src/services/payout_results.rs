//! How the bank has decided about a payout: `tala payout paid | failed | returned`, and the same in the back office (D25).

use serde_json::json;
use tala_domain::admin::parse_reason;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{JobId, PayoutId};
use tala_domain::jobs::Job;
use tala_domain::payouts::PayoutState;
use tala_store::ledger::{Account, Kind};
use tala_store::payouts::{self, Payout};
use tala_store::{Transaction, outbox};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};
use crate::services::payout_runs::post;

const LONGEST_REFERENCE: usize = 100;

/// How the money of a payout reached the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// In a table for the bank. One that was in none cannot have been paid.
    BankTable,
    /// By hand. One that is in a table will be paid by the bank as well, unless somebody sees to it.
    ByHand,
}

/// Marks a payout as paid under the bank's reference, and mails the statement. Paid before under the same reference:
/// nothing changes.
pub async fn pay_payout(ctx: &Ctx, id: PayoutId, reference: &str, way: Way) -> AppResult<Payout> {
    pay_payout_by(ctx, Actor::Console, id, reference, way).await
}

/// The same by somebody.
pub(crate) async fn pay_payout_by(
    ctx: &Ctx,
    actor: Actor<'_>,
    id: PayoutId,
    reference: &str,
    way: Way,
) -> AppResult<Payout> {
    let reference = reference.trim();
    if reference.is_empty() || reference.chars().count() > LONGEST_REFERENCE {
        return Err(FieldErrors::one("reference", "Please give the bank's reference, at most 100 characters").into());
    }
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let listed = way == Way::BankTable;
        if payouts::mark_paid(&tx, id, reference, listed, now).await? {
            post(&tx, ctx, &payout, Kind::PayoutPaid, (Account::PayoutsPayable, Account::PaidOut)).await?;
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::PayoutPaid { payout_id: id })], now).await?;
            let deed = Deed::new("payout_paid", id.0)
                .detail(json!({ "reference": reference, "inBankTable": listed }))
                .change(json!({ "state": "prepared" }), json!({ "state": "paid" }));
            actor.record(&tx, ctx, &deed).await?;
        }
        let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let same = payout.state == PayoutState::Paid && payout.reference.as_deref() == Some(reference);
        if same { Ok(payout) } else { Err(not_paid(&payout, way)) }
    };
    let payout = ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(payout)
}

/// Marks a payout as failed, and mails the teacher the reason: its classes are owed again and come into the next run.
pub async fn fail_payout(ctx: &Ctx, id: PayoutId, failure: Option<&str>) -> AppResult<Payout> {
    let failure = failure.map(parse_reason).transpose()?;
    fail_payout_by(ctx, Actor::Console, id, failure.as_deref()).await
}

/// The same by somebody.
pub(crate) async fn fail_payout_by(
    ctx: &Ctx,
    actor: Actor<'_>,
    id: PayoutId,
    failure: Option<&str>,
) -> AppResult<Payout> {
    let refused = Undoing {
        from: PayoutState::Prepared,
        account: Account::PayoutsPayable,
        kind: Kind::PayoutFailed,
        deed: "payout_failed",
    };
    refused.carry_out(ctx, actor, id, failure).await
}

/// Marks a payout as failed that was paid, because the bank has sent the money back, and mails the teacher the reason: its
/// classes are owed again and come into the next run.
pub async fn return_payout(ctx: &Ctx, id: PayoutId, failure: &str) -> AppResult<Payout> {
    return_payout_by(ctx, Actor::Console, id, &parse_reason(failure)?).await
}

/// The same by somebody.
pub(crate) async fn return_payout_by(ctx: &Ctx, actor: Actor<'_>, id: PayoutId, failure: &str) -> AppResult<Payout> {
    let returned = Undoing {
        from: PayoutState::Paid,
        account: Account::PaidOut,
        kind: Kind::PayoutReturned,
        deed: "payout_returned",
    };
    returned.carry_out(ctx, actor, id, Some(failure)).await
}

/// What it takes that a payout has failed after all, depending on how far it had come.
struct Undoing {
    from: PayoutState,
    account: Account,
    kind: Kind,
    deed: &'static str,
}

impl Undoing {
    async fn carry_out(self, ctx: &Ctx, actor: Actor<'_>, id: PayoutId, failure: Option<&str>) -> AppResult<Payout> {
        let write = async |tx: Transaction| {
            let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
            if !payouts::mark_failed(&tx, id, self.from, failure, ctx.now()).await? {
                let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
                return Err(ended(&payout));
            }
            post(&tx, ctx, &payout, self.kind, (self.account, Account::TeacherPayable)).await?;
            let deed = Deed::new(self.deed, id.0)
                .detail(json!({ "failure": failure, "reference": payout.reference }))
                .change(json!({ "state": self.from.as_str() }), json!({ "state": "failed" }));
            actor.record(&tx, ctx, &deed).await?;
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::PayoutFailed { payout_id: id })], ctx.now()).await?;
            let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
            Ok::<_, AppError>(payout)
        };
        let payout = ctx.store.transaction(write).await?;
        ctx.work_filed.notify_one();
        Ok(payout)
    }
}

/// Why a payout could not be marked as paid: it has ended already, or it went another way to the bank.
fn not_paid(payout: &Payout, way: Way) -> AppError {
    match (payout.state, payout.exported_at, way) {
        (PayoutState::Prepared, None, Way::BankTable) => ErrorCode::NotHandedOver.into(),
        (PayoutState::Prepared, Some(at), Way::ByHand) => AppError::new(ErrorCode::VersionConflict)
            .with_detail(format!(
                "This payout has been in a table for the bank since {at}. Make sure that the bank does not pay it a second \
                 time, then mark it as paid like the others."
            ))
            .with("state", payout.state.as_str()),
        _ => ended(payout),
    }
}

fn ended(payout: &Payout) -> AppError {
    let state = payout.state.as_str();
    let words = match payout.state {
        PayoutState::Prepared => "This payout has not been paid yet.".to_owned(),
        PayoutState::Paid | PayoutState::Failed => format!("This payout is {state} already."),
    };
    AppError::new(ErrorCode::VersionConflict).with_detail(words).with("state", state)
}
