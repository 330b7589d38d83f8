//! New invite codes (D9), for the operator who approves a teacher and for the teacher who asks for one.

use tala_domain::identity::InviteCode;
use tala_store::teachers;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

const CODE_ATTEMPTS: u32 = 20;

/// An invite code that nobody has (D9).
pub async fn free_invite_code(ctx: &Ctx, name: &str) -> AppResult<String> {
    for _ in 0..CODE_ATTEMPTS {
        let mut random = [0; 8];
        ctx.entropy.fill(&mut random);
        let code = InviteCode::from_random(random, name);
        if !teachers::has_code(ctx.store.read(), code.as_str()).await? {
            return Ok(code.as_str().to_owned());
        }
    }
    Err(AppError::internal("no free invite code was found"))
}
