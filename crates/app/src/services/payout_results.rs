//! Recording the result of a payout: paid, failed or reversed, by the command line or an administrator (D25).

use serde_json::json;
use tala_domain::admin::parse_reason;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{JobId, PayoutId};
use tala_domain::jobs::Job;
use tala_domain::payouts::PayoutState;
use tala_store::ledger::{Account, Kind};
use tala_store::payouts::{self, Payout};
use tala_store::{Transaction, outbox};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};
use crate::services::payout_runs::post_transfer;

const MAX_REFERENCE_CHARS: usize = 100;

/// How the bank received the instruction for a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentChannel {
    /// In a payout export. A payout that was never exported cannot have been paid this way.
    Export,
    /// Manually. The bank may pay an exported payout a second time.
    Manual,
}

/// Marks a payout as paid and enqueues the mail with the statement. Does nothing if the payout was marked before with the
/// same reference.
///
/// # Errors
/// An invalid reference, `not_found`, `payout_not_exported`, or `version_conflict` with the current `state`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn pay_payout(ctx: &Ctx, id: PayoutId, reference: &str, channel: PaymentChannel) -> AppResult<Payout> {
    pay_payout_as(ctx, Actor::Console, id, reference, channel).await
}

/// [`pay_payout`] on behalf of `actor`.
///
/// # Errors
/// Those of [`pay_payout`].
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn pay_payout_as(
    ctx: &Ctx,
    actor: Actor<'_>,
    id: PayoutId,
    reference: &str,
    channel: PaymentChannel,
) -> AppResult<Payout> {
    let reference = reference.trim();
    if reference.is_empty() || reference.chars().count() > MAX_REFERENCE_CHARS {
        return Err(FieldErrors::one("reference", "Please give the bank's reference, at most 100 characters").into());
    }
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let is_exported = channel == PaymentChannel::Export;
        if payouts::mark_paid(&tx, id, reference, is_exported, now).await? {
            post_transfer(&tx, ctx, &payout, Kind::PayoutPaid, Account::PayoutsPayable, Account::PaidOut).await?;
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::PayoutPaid { payout_id: id })], now).await?;
            let event = AuditEvent::new(AuditAction::PayoutPaid, id.0)
                .detail(json!({ "reference": reference, "inBankTable": is_exported }))
                .change(json!({ "state": "prepared" }), json!({ "state": "paid" }));
            actor.record(&tx, ctx, &event).await?;
        }
        let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let is_same = payout.state == PayoutState::Paid && payout.reference.as_deref() == Some(reference);
        if is_same { Ok(payout) } else { Err(payment_conflict(&payout, channel)) }
    };
    let payout = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(payout)
}

/// Marks a prepared payout as failed and enqueues the mail with the reason. Its classes are part of the next payout.
///
/// # Errors
/// An invalid reason, `not_found`, or `version_conflict` with the current `state`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn fail_payout(ctx: &Ctx, id: PayoutId, failure: Option<&str>) -> AppResult<Payout> {
    let failure = failure.map(parse_reason).transpose()?;
    fail_payout_as(ctx, Actor::Console, id, failure.as_deref()).await
}

/// [`fail_payout`] on behalf of `actor`.
///
/// # Errors
/// Those of [`fail_payout`].
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn fail_payout_as(
    ctx: &Ctx,
    actor: Actor<'_>,
    id: PayoutId,
    failure: Option<&str>,
) -> AppResult<Payout> {
    let reversal = Reversal {
        from: PayoutState::Prepared,
        account: Account::PayoutsPayable,
        kind: Kind::PayoutFailed,
        action: AuditAction::PayoutFailed,
    };
    reversal.run(ctx, actor, id, failure).await
}

/// Marks a paid payout as failed because the bank sent the money back, and enqueues the mail with the reason. Its classes are
/// part of the next payout.
///
/// # Errors
/// An invalid reason, `not_found`, or `version_conflict` with the current `state`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn reverse_payout(ctx: &Ctx, id: PayoutId, failure: &str) -> AppResult<Payout> {
    reverse_payout_as(ctx, Actor::Console, id, &parse_reason(failure)?).await
}

/// [`reverse_payout`] on behalf of `actor`.
///
/// # Errors
/// Those of [`reverse_payout`].
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn reverse_payout_as(ctx: &Ctx, actor: Actor<'_>, id: PayoutId, failure: &str) -> AppResult<Payout> {
    let reversal = Reversal {
        from: PayoutState::Paid,
        account: Account::PaidOut,
        kind: Kind::PayoutReversed,
        action: AuditAction::PayoutReversed,
    };
    reversal.run(ctx, actor, id, Some(failure)).await
}

/// The transition of a payout to `failed`, from one of two states.
struct Reversal {
    from: PayoutState,
    /// The ledger account that has the money in the state `from`.
    account: Account,
    kind: Kind,
    action: AuditAction,
}

impl Reversal {
    async fn run(self, ctx: &Ctx, actor: Actor<'_>, id: PayoutId, failure: Option<&str>) -> AppResult<Payout> {
        let write = async |tx: Transaction| {
            let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
            if !payouts::mark_failed(&tx, id, self.from, failure, ctx.now()).await? {
                let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
                return Err(state_conflict(&payout));
            }
            post_transfer(&tx, ctx, &payout, self.kind, self.account, Account::TeacherPayable).await?;
            let event = AuditEvent::new(self.action, id.0)
                .detail(json!({ "failure": failure, "reference": payout.reference }))
                .change(json!({ "state": self.from.as_str() }), json!({ "state": "failed" }));
            actor.record(&tx, ctx, &event).await?;
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::PayoutFailed { payout_id: id })], ctx.now()).await?;
            let payout = payouts::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
            Ok::<_, AppError>(payout)
        };
        let payout = ctx.store.transaction(write).await?;
        ctx.job_enqueued.notify_one();
        Ok(payout)
    }
}

/// Why a payout could not be marked as paid: wrong state or wrong channel.
fn payment_conflict(payout: &Payout, channel: PaymentChannel) -> AppError {
    match (payout.state, payout.exported_at, channel) {
        (PayoutState::Prepared, None, PaymentChannel::Export) => ErrorCode::PayoutNotExported.into(),
        (PayoutState::Prepared, Some(at), PaymentChannel::Manual) => AppError::new(ErrorCode::VersionConflict)
            .with_detail(format!(
                "This payout has been in a table for the bank since {at}. Make sure that the bank does not pay it a second \
                 time, then mark it as paid like the others."
            ))
            .with_extension("state", payout.state.as_str()),
        _ => state_conflict(payout),
    }
}

fn state_conflict(payout: &Payout) -> AppError {
    let state = payout.state.as_str();
    let detail = match payout.state {
        PayoutState::Prepared => "This payout has not been paid yet.".to_owned(),
        PayoutState::Paid | PayoutState::Failed => format!("This payout is {state} already."),
    };
    AppError::new(ErrorCode::VersionConflict).with_detail(detail).with_extension("state", state)
}
