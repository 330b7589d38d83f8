//! Against clicks that come twice: what an administrator has just done to something is not done again at once, unless it is
//! meant.

use jiff::{SignedDuration, Timestamp};
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::{Transaction, audit, people};
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

pub(crate) const A_MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Refuses an act on something of a person that was done within the last minute. Two of them at once follow each other
/// here.
pub(crate) async fn refuse_twice(
    tx: &Transaction,
    ctx: &Ctx,
    person: PersonId,
    (action, subject): (&str, Uuid),
    again: bool,
) -> AppResult<()> {
    people::lock(tx, person).await?;
    let since = ctx.now().saturating_sub(A_MINUTE).unwrap_or(Timestamp::MIN);
    if !again && audit::count_acts(tx, subject, action, since).await? > 0 {
        return Err(AppError::new(ErrorCode::AlreadyDone).with_detail("This was done less than a minute ago."));
    }
    Ok(())
}
