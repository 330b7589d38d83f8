//! Writing audit events. The actor is a person, an administrator, or the command line and the program itself.

use serde_json::Value;
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::{AuditId, PersonId};
use tala_store::{StoreError, Transaction, audit};
use uuid::Uuid;

use crate::context::Ctx;

/// An administrator who is authorized for an action.
#[derive(Clone, Debug)]
pub struct AdminActor {
    /// The administrator's user name.
    pub admin: String,
    /// The reason, if the action requires one.
    pub reason: Option<String>,
}

/// The originator of an audit event.
#[derive(Clone, Copy, Debug)]
pub enum Actor<'a> {
    /// A student or teacher.
    Person(PersonId),
    /// An administrator.
    Admin(&'a AdminActor),
    /// The command line, or the program itself.
    Console,
}

/// An audit event that is about to be recorded.
#[derive(Clone, Debug)]
pub struct AuditEvent {
    action: AuditAction,
    subject: Uuid,
    detail: Value,
    before: Value,
    after: Value,
}

impl AuditEvent {
    /// An event without details about the row with the id `subject`.
    pub fn new(action: AuditAction, subject: Uuid) -> Self {
        Self { action, subject, detail: Value::Object(serde_json::Map::new()), before: Value::Null, after: Value::Null }
    }

    /// Sets the details. They must not contain secrets.
    #[must_use]
    pub fn detail(self, detail: Value) -> Self {
        Self { detail, ..self }
    }

    /// Sets the values before and after the change.
    #[must_use]
    pub fn change(self, before: Value, after: Value) -> Self {
        Self { before, after, ..self }
    }
}

impl Actor<'_> {
    /// Records an event, in the transaction that makes the change.
    ///
    /// # Errors
    /// Those of the database.
    #[tracing::instrument(level = "debug", skip_all)]
    pub async fn record(self, tx: &Transaction, ctx: &Ctx, event: &AuditEvent) -> Result<(), StoreError> {
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: ctx.now(),
            actor: match self {
                Self::Person(id) => Some(id),
                Self::Admin(_) | Self::Console => None,
            },
            action: event.action,
            subject: Some(event.subject),
            detail: event.detail.clone(),
        };
        match self {
            Self::Admin(actor) => {
                let context = audit::AdminContext {
                    admin: &actor.admin,
                    reason: actor.reason.as_deref(),
                    before: &event.before,
                    after: &event.after,
                };
                audit::insert_admin_event(tx, &entry, &context).await
            }
            Self::Person(_) | Self::Console => audit::insert(tx, &entry).await,
        }
    }
}
