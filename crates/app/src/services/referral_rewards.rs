//! Referral rewards (D29): when a referred friend has taken a first class, the student who named them gets one class credit.

use jiff::SignedDuration;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_store::referrals::{self, Referral};
use tala_store::{StoreError, Transaction, counters, students};

use super::audit::{Actor, AuditEvent};
use super::credit_grants::{CreditGrant, grant_lot};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};

const REWARD_DAYS: i64 = 60;
const INTERVAL: SignedDuration = SignedDuration::from_hours(24);
const REWARDS_PER_RUN: u32 = 500;

/// Grants all rewards that are due. Does so once a day, on the first server that calls it.
///
/// # Errors
/// Those of the database. A reward that fails is logged and due again the next day.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn grant_due_rewards(ctx: &Ctx) -> AppResult<()> {
    let claim = async |tx: Transaction| {
        let due = counters::claim_interval(&tx, "referral_rewards", ctx.now(), INTERVAL).await?;
        Ok::<_, StoreError>(due)
    };
    if !ctx.store.transaction(claim).await? {
        return Ok(());
    }
    for referral in referrals::list_due_rewards(ctx.store.read(), REWARDS_PER_RUN).await? {
        if let Err(error) = grant_reward(ctx, Actor::Console, &referral).await {
            tracing::error!(%error, referral = %referral.id, "referral reward failed");
        }
    }
    Ok(())
}

/// Grants one reward. Returns false if it was granted before.
///
/// # Errors
/// `not_found` if the person is no longer a student; `version_conflict` if the credit could not be spent.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn grant_reward(ctx: &Ctx, actor: Actor<'_>, referral: &Referral) -> AppResult<bool> {
    let write = async |tx: Transaction| {
        let student = students::find_by_id(&tx, referral.student_id).await?.ok_or(ErrorCode::NotFound)?;
        if !referrals::mark_granted(&tx, referral.id, ctx.now()).await? {
            return Ok(false);
        }
        let grant = CreditGrant {
            student_id: student.id,
            teacher_id: student.teacher_id,
            currency: student.currency,
            classes: 1,
            days: REWARD_DAYS,
            is_reward: true,
            detail: json!({ "referralId": referral.id }),
        };
        let lot = grant_lot(&tx, ctx, actor, &grant).await?;
        referrals::set_lot(&tx, referral.id, lot).await?;
        let event = AuditEvent::new(AuditAction::ReferralGranted, referral.id.0)
            .detail(json!({ "studentId": student.id, "lotId": lot }))
            .change(json!({ "granted": false }), json!({ "granted": true }));
        actor.record(&tx, ctx, &event).await?;
        Ok::<_, AppError>(true)
    };
    let is_granted = ctx.store.transaction(write).await?;
    if is_granted {
        ctx.job_enqueued.notify_one();
    }
    Ok(is_granted)
}
