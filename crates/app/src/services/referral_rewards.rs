//! Rewards for referred friends (D29): when a friend has taken a first class, the student who named them gets a free class,
//! once for each friend.

use jiff::SignedDuration;
use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_store::referrals::{self, Referral};
use tala_store::{StoreError, Transaction, counters, students};

use super::audit::{Actor, Deed};
use super::credit_grants::{Gift, give};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};

const REWARD_DAYS: i64 = 60;
const INTERVAL: SignedDuration = SignedDuration::from_hours(24);
const REWARDS_PER_RUN: u32 = 500;

/// Grants all rewards that are due; once a day, whichever server asks first.
pub(crate) async fn reward_referrals(ctx: &Ctx) -> AppResult<()> {
    let claim = async |tx: Transaction| {
        let due = counters::claim_interval(&tx, "referral_rewards", ctx.now(), INTERVAL).await?;
        Ok::<_, StoreError>(due)
    };
    if !ctx.store.transaction(claim).await? {
        return Ok(());
    }
    for referral in referrals::list_ready(ctx.store.read(), REWARDS_PER_RUN).await? {
        if let Err(error) = reward(ctx, Actor::Console, &referral).await {
            tracing::error!(%error, referral = %referral.id, "referral reward failed");
        }
    }
    Ok(())
}

/// Grants the free class. False when it was granted before.
pub(crate) async fn reward(ctx: &Ctx, actor: Actor<'_>, referral: &Referral) -> AppResult<bool> {
    let write = async |tx: Transaction| {
        let student = students::find_by_id(&tx, referral.student_id).await?.ok_or(ErrorCode::NotFound)?;
        if !referrals::mark_granted(&tx, referral.id, ctx.now()).await? {
            return Ok(false);
        }
        let gift = Gift {
            student_id: student.id,
            teacher_id: student.teacher_id,
            currency: student.currency,
            classes: 1,
            days: REWARD_DAYS,
            detail: json!({ "referralId": referral.id }),
        };
        let lot = give(&tx, ctx, actor, &gift).await?;
        referrals::set_lot(&tx, referral.id, lot).await?;
        let deed = Deed::new("referral_granted", referral.id.0)
            .detail(json!({ "studentId": student.id, "lotId": lot }))
            .change(json!({ "granted": false }), json!({ "granted": true }));
        actor.record(&tx, ctx, &deed).await?;
        Ok::<_, AppError>(true)
    };
    ctx.store.transaction(write).await
}
