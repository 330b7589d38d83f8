//! Protection against accidental double submission of an administrator's action.

use jiff::{SignedDuration, Timestamp};
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::{Transaction, audit, people};
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// An identical action within this time counts as a double submission.
pub(crate) const REPEAT_WINDOW: SignedDuration = SignedDuration::from_mins(1);

/// Rejects an action that was recorded for the same subject within [`REPEAT_WINDOW`], unless `is_intended`. Locks the row of
/// `person`, so concurrent submissions run one after the other.
///
/// # Errors
/// `already_processed`.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn reject_repeated_action(
    tx: &Transaction,
    ctx: &Ctx,
    person: PersonId,
    action: AuditAction,
    subject: Uuid,
    is_intended: bool,
) -> AppResult<()> {
    people::lock_for_update(tx, person).await?;
    let since = ctx.now().saturating_sub(REPEAT_WINDOW).unwrap_or(Timestamp::MIN);
    if !is_intended && audit::count_admin_events(tx, subject, action, since).await? > 0 {
        return Err(AppError::new(ErrorCode::AlreadyProcessed).with_detail("This was done less than a minute ago."));
    }
    Ok(())
}
