//! Finding the teacher behind an invite code, without letting anybody guess codes (D9).

use tala_domain::error::ErrorCode;
use tala_domain::identity::InviteCode;
use tala_store::refusals;
use tala_store::teachers::{self, Teacher};

use crate::context::Ctx;
use crate::error::AppResult;

const TOPIC: &str = "invite_code";
/// Wrong codes that somebody may try in ten minutes, on all servers together.
const WRONG_CODES_ALLOWED: i64 = 20;

/// The approved teacher with this code. `who` is whoever asks, as the sign-in provider knows them.
pub(super) async fn find_teacher(ctx: &Ctx, who: &str, code: &str) -> AppResult<Teacher> {
    let now = ctx.now();
    if refusals::count_recent(ctx.store.read(), TOPIC, who, now).await? >= WRONG_CODES_ALLOWED {
        return Err(ErrorCode::TooManyRequests.into());
    }
    let teacher = match InviteCode::parse(code) {
        Ok(code) => teachers::find_approved_by_code(ctx.store.read(), code.as_str()).await?,
        Err(_) => None,
    };
    if let Some(teacher) = teacher {
        return Ok(teacher);
    }
    let tx = ctx.store.begin().await?;
    refusals::add(&tx, TOPIC, who, now).await?;
    tx.commit().await?;
    Err(ErrorCode::InvalidInviteCode.into())
}
