//! The age of students, and what follows from it (ADR 14).

use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::FieldErrors;
use tala_domain::identity::StatedAge;
use tala_domain::ids::PersonId;
use tala_store::people::{self, Person};
use tala_store::{StoreError, Transaction};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::audit::{Actor, AuditEvent};

/// Whether a student has yet to give a date of birth or an age range.
pub(crate) const fn is_age_question_open(person: &Person) -> bool {
    person.student_of.is_some() && person.age.is_none()
}

/// Whether a person is a student under 18 without a guardian, who may read and cancel but not book.
///
/// # Errors
/// Those of the database.
pub(crate) async fn needs_guardian(ctx: &Ctx, person: &Person) -> Result<bool, StoreError> {
    if person.student_of.is_none() || !person.is_minor(ctx.now()) {
        return Ok(false);
    }
    Ok(!people::has_guardian(ctx.store.read(), person.id).await?)
}

/// Stores the age that a person states. It can be stated once, because the answer decides who may book.
///
/// # Errors
/// An error of `birthDate` if an age is stored already, or those of the database.
pub(crate) async fn state(ctx: &Ctx, tx: &Transaction, person: PersonId, age: StatedAge) -> AppResult<()> {
    if !people::set_age(tx, person, age).await? {
        let text = "Your age is already stored. Please write to support to correct it";
        return Err(FieldErrors::one("birthDate", text).into());
    }
    let kind = match age {
        StatedAge::BirthDate(_) => "birth_date",
        StatedAge::Band(_) => "age_band",
    };
    let event = AuditEvent::new(AuditAction::AgeStated, person.0).detail(json!({ "kind": kind }));
    Actor::Person(person).record(tx, ctx, &event).await?;
    Ok(())
}
