//! Who does something, and how it is written to the audit log: a person, an administrator with a reason, or whoever sits
//! at the server's command line.

use serde_json::Value;
use tala_domain::ids::{AuditId, PersonId};
use tala_store::{StoreError, Transaction, audit};
use uuid::Uuid;

use crate::context::Ctx;

/// An administrator who may do what they are about to do, and why they do it.
#[derive(Clone, Debug)]
pub struct Act {
    /// The name with which they signed in.
    pub admin: String,
    /// Why, where the act wants a reason.
    pub reason: Option<String>,
}

/// Who does something.
#[derive(Clone, Copy, Debug)]
pub enum Actor<'a> {
    /// Somebody who has signed in.
    Person(PersonId),
    /// An administrator.
    Admin(&'a Act),
    /// The command line, or the program itself.
    Console,
}

/// What was done to what.
#[derive(Clone, Debug)]
pub struct Deed<'a> {
    action: &'a str,
    subject: Uuid,
    detail: Value,
    before: Value,
    after: Value,
}

impl<'a> Deed<'a> {
    /// One of [`tala_domain::deeds::DEEDS`], and what it was done to.
    pub fn new(action: &'a str, subject: Uuid) -> Self {
        Self { action, subject, detail: Value::Object(serde_json::Map::new()), before: Value::Null, after: Value::Null }
    }

    /// What else is worth knowing; never secrets.
    #[must_use]
    pub fn detail(self, detail: Value) -> Self {
        Self { detail, ..self }
    }

    /// How it stood, and how it stands now.
    #[must_use]
    pub fn change(self, before: Value, after: Value) -> Self {
        Self { before, after, ..self }
    }
}

impl Actor<'_> {
    /// Records a deed in the transaction that does it.
    pub async fn record(self, tx: &Transaction, ctx: &Ctx, deed: &Deed<'_>) -> Result<(), StoreError> {
        let entry = audit::Entry {
            id: AuditId(ctx.new_id()),
            at: ctx.now(),
            actor: match self {
                Self::Person(id) => Some(id),
                Self::Admin(_) | Self::Console => None,
            },
            action: deed.action,
            subject: Some(deed.subject),
            detail: deed.detail.clone(),
        };
        match self {
            Self::Admin(act) => {
                let hand = audit::Hand {
                    admin: &act.admin,
                    reason: act.reason.as_deref(),
                    before: &deed.before,
                    after: &deed.after,
                };
                audit::record_act(tx, &entry, &hand).await
            }
            Self::Person(_) | Self::Console => audit::record(tx, &entry).await,
        }
    }
}
