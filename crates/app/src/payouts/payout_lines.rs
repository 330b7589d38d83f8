//! Loading a payout of the signed-in teacher, and computing columns of its statement.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::Teacher;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PayoutId;
use tala_domain::payouts::PayoutState;
use tala_store::payouts::{self, Payout, StatementLine};

/// Returns the payout, or `not_found` if it belongs to another teacher or failed.
pub(super) async fn get_own_payout(ctx: &Ctx, teacher: &Teacher, id: PayoutId) -> AppResult<Payout> {
    let payout = payouts::find_by_id(ctx.store.read(), id).await?;
    let is_visible = |payout: &Payout| payout.teacher_id == teacher.id() && payout.state != PayoutState::Failed;
    Ok(payout.filter(is_visible).ok_or(ErrorCode::NotFound)?)
}

/// The discount of a class, in minor units.
pub(super) fn discount(line: &StatementLine) -> i64 {
    line.base.saturating_sub(line.price).saturating_sub(line.refunded)
}

/// The commission of a class, in minor units.
pub(super) fn commission(line: &StatementLine) -> i64 {
    line.price.saturating_sub(line.net)
}
