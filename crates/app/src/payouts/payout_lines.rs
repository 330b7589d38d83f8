//! Finding a teacher's own payout, and the sums of its lines.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::Teacher;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PayoutId;
use tala_domain::payouts::PayoutState;
use tala_store::payouts::{self, Payout, StatementLine};

pub(super) async fn own(ctx: &Ctx, teacher: &Teacher, id: PayoutId) -> AppResult<Payout> {
    let payout = payouts::find_by_id(ctx.store.read(), id).await?;
    let mine = |payout: &Payout| payout.teacher_id == teacher.person.id && payout.state != PayoutState::Failed;
    Ok(payout.filter(mine).ok_or(ErrorCode::NotFound)?)
}

pub(super) fn discount(line: &StatementLine) -> i64 {
    line.base.saturating_sub(line.price)
}

pub(super) fn commission(line: &StatementLine) -> i64 {
    line.price.saturating_sub(line.net)
}
