//! Generating invite codes, and finding the teacher of one (D9).

use tala_domain::error::ErrorCode;
use tala_domain::identity::InviteCode;
use tala_store::teachers::{self, Teacher};
use tala_store::{Transaction, failed_attempts};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

const MAX_ATTEMPTS: u32 = 20;
const FAILED_ATTEMPTS_TOPIC: &str = "invite_code";
/// The number of wrong codes that one subject may try in ten minutes, on all servers.
const MAX_WRONG_CODES: i64 = 20;

/// Generates an invite code that is not in use. `name` is the teacher's name, from which the letters derive.
///
/// # Errors
/// An internal error if all attempts collide, or those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn generate_invite_code(ctx: &Ctx, name: &str) -> AppResult<String> {
    for _ in 0..MAX_ATTEMPTS {
        let mut random = [0; 8];
        ctx.entropy.fill(&mut random);
        let code = InviteCode::from_random(random, name);
        if !teachers::has_invite_code(ctx.store.read(), code.as_str()).await? {
            return Ok(code.as_str().to_owned());
        }
    }
    Err(AppError::internal("no unused invite code found"))
}

/// Finds the approved teacher with this code. Wrong codes are counted for `subject_key` and limited, so that codes cannot
/// be guessed (D9).
///
/// # Errors
/// `invalid_invite_code`, `too_many_requests`, or those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn find_teacher_by_code(ctx: &Ctx, subject_key: &str, code: &str) -> AppResult<Teacher> {
    let now = ctx.now();
    if failed_attempts::count_recent(ctx.store.read(), FAILED_ATTEMPTS_TOPIC, subject_key, now).await?
        >= MAX_WRONG_CODES
    {
        let wait = failed_attempts::seconds_until_next_window(now);
        return Err(AppError::new(ErrorCode::TooManyRequests).retry_after(wait));
    }
    let teacher = match InviteCode::parse(code) {
        Ok(code) => teachers::find_approved_by_code(ctx.store.read(), code.as_str()).await?,
        Err(_) => None,
    };
    if let Some(teacher) = teacher {
        return Ok(teacher);
    }
    let write = async |tx: Transaction| failed_attempts::record(&tx, FAILED_ATTEMPTS_TOPIC, subject_key, now).await;
    ctx.store.transaction(write).await?;
    Err(ErrorCode::InvalidInviteCode.into())
}
