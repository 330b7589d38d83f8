//! Generating invite codes (D9).

use tala_domain::identity::InviteCode;
use tala_store::teachers;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

const MAX_ATTEMPTS: u32 = 20;

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
