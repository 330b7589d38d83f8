//! Acceptance of the terms and conditions: once for each version.

use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::FieldErrors;
use tala_domain::identity::TERMS_VERSION;
use tala_domain::ids::PersonId;
use tala_store::people::{self, Person};
use tala_store::{StoreError, Transaction, terms_acceptances};

use crate::context::Ctx;
use crate::services::audit::{Actor, AuditEvent};

/// Checks that a request is about the version of the terms that applies now, because its sender read that one.
///
/// # Errors
/// An error of `field` for another version.
pub(crate) fn require_current_version(version: &str, field: &str) -> Result<(), FieldErrors> {
    if version == TERMS_VERSION {
        return Ok(());
    }
    Err(FieldErrors::one(field, "The terms have changed. Please reload the page and read them again."))
}

/// Records that a person accepts the current terms. Repeating it keeps the first instant and records no event.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn accept(ctx: &Ctx, tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    if terms_acceptances::insert(tx, person, TERMS_VERSION, ctx.now()).await? {
        let event = AuditEvent::new(AuditAction::TermsAccepted, person.0).detail(json!({ "version": TERMS_VERSION }));
        Actor::Person(person).record(tx, ctx, &event).await?;
    }
    Ok(())
}

/// Returns the version that a student, guardian or teacher has yet to accept.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn find_version_to_accept(ctx: &Ctx, person: &Person) -> Result<Option<&'static str>, StoreError> {
    let conn = ctx.store.read();
    let has_no_role = person.student_of.is_none() && person.teacher_status.is_none();
    if has_no_role && people::count_learners(conn, person.id).await? == 0 {
        return Ok(None);
    }
    let accepted = terms_acceptances::list(conn, person.id).await?;
    Ok((!accepted.iter().any(|(version, _)| version == TERMS_VERSION)).then_some(TERMS_VERSION))
}
