//! Finding the teacher of an invite code. Wrong codes are limited, so that codes cannot be guessed (D9).

use tala_domain::error::ErrorCode;
use tala_domain::identity::InviteCode;
use tala_store::failed_attempts;
use tala_store::teachers::{self, Teacher};

use crate::context::Ctx;
use crate::error::AppResult;

const FAILED_ATTEMPTS_TOPIC: &str = "invite_code";
/// The number of wrong codes that one subject may try in ten minutes, on all servers.
const MAX_WRONG_CODES: i64 = 20;

/// Finds the approved teacher with this code. Wrong codes are counted for `subject_key`.
pub(super) async fn find_teacher(ctx: &Ctx, subject_key: &str, code: &str) -> AppResult<Teacher> {
    let now = ctx.now();
    if failed_attempts::count_recent(ctx.store.read(), FAILED_ATTEMPTS_TOPIC, subject_key, now).await?
        >= MAX_WRONG_CODES
    {
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
    failed_attempts::record(&tx, FAILED_ATTEMPTS_TOPIC, subject_key, now).await?;
    tx.commit().await?;
    Err(ErrorCode::InvalidInviteCode.into())
}
