//! The audit log. Events are inserted in the transaction that causes them. The table is append-only by trigger.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value as Json;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::{AuditId, PersonId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::search_terms::{Search, matches_each_term};
use crate::sql::{
    fetch_all, fetch_count, first_ids_per_condition, from_micros, insert_row, like_pattern, placeholders, to_micros,
};

mod about;
mod subjects;

pub use about::About;
pub use subjects::{SubjectName, name_subjects};

/// An audit event to insert.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// Primary key of the new row.
    pub id: AuditId,
    /// When it happened.
    pub at: Timestamp,
    /// The person who caused it, `None` for administrators and the program.
    pub actor: Option<PersonId>,
    /// What happened.
    pub action: AuditAction,
    /// The record that it is about.
    pub subject: Option<Uuid>,
    /// Details as JSON. Must not contain secrets.
    pub detail: serde_json::Value,
}

/// Inserts an event.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, event: &NewEvent) -> Result<(), StoreError> {
    let columns = vec![
        ("id", event.id.0.into()),
        ("happened_at", to_micros(event.at).into()),
        ("actor_id", event.actor.map(|actor| actor.0).into()),
        ("action", event.action.as_str().into()),
        ("subject_id", event.subject.into()),
        ("detail", event.detail.to_string().into()),
    ];
    insert_row(tx, "audit_log", columns, "").await?;
    Ok(())
}

/// The administrator who caused an event.
#[derive(Clone, Debug)]
pub struct AdminContext<'a> {
    /// The administrator's name.
    pub admin: &'a str,
    /// The reason that the administrator gave.
    pub reason: Option<&'a str>,
    /// The state before, or null.
    pub before: &'a Json,
    /// The state after, or null.
    pub after: &'a Json,
}

/// Inserts an event caused by an administrator.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_admin_event(
    tx: &Transaction,
    event: &NewEvent,
    context: &AdminContext<'_>,
) -> Result<(), StoreError> {
    let text = |value: &Json| (!value.is_null()).then(|| value.to_string());
    let columns = vec![
        ("id", event.id.0.into()),
        ("happened_at", to_micros(event.at).into()),
        ("actor_id", event.actor.map(|actor| actor.0).into()),
        ("action", event.action.as_str().into()),
        ("subject_id", event.subject.into()),
        ("detail", event.detail.to_string().into()),
        ("admin", context.admin.into()),
        ("reason", context.reason.into()),
        ("before_text", text(context.before).into()),
        ("after_text", text(context.after).into()),
    ];
    insert_row(tx, "audit_log", columns, "").await?;
    Ok(())
}

/// A stored event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Primary key.
    pub id: AuditId,
    /// When it happened.
    pub at: Timestamp,
    /// The person who caused it, with name.
    pub actor: Option<(PersonId, String)>,
    /// The name of the administrator who caused it.
    pub admin: Option<String>,
    /// The action, an [`AuditAction`].
    pub action: String,
    /// The record that it is about.
    pub subject: Option<Uuid>,
    /// The administrator's reason.
    pub reason: Option<String>,
    /// Details.
    pub detail: Json,
    /// The state before.
    pub before: Option<Json>,
    /// The state after.
    pub after: Option<Json>,
}

#[derive(FromRow)]
struct EventRow {
    id: Uuid,
    happened_at: i64,
    actor_id: Option<Uuid>,
    actor_name: Option<String>,
    admin: Option<String>,
    action: String,
    subject_id: Option<Uuid>,
    reason: Option<String>,
    detail: String,
    before_text: Option<String>,
    after_text: Option<String>,
}

impl TryFrom<EventRow> for Event {
    type Error = StoreError;
    fn try_from(row: EventRow) -> Result<Self, StoreError> {
        let json = |text: &str| serde_json::from_str(text).map_err(|error| StoreError::Decode(error.to_string()));
        Ok(Self {
            id: AuditId(row.id),
            at: from_micros(row.happened_at)?,
            actor: row.actor_id.map(|id| (PersonId(id), row.actor_name.unwrap_or_default())),
            admin: row.admin,
            action: row.action,
            subject: row.subject_id,
            reason: row.reason,
            detail: json(&row.detail)?,
            before: row.before_text.as_deref().map(json).transpose()?,
            after: row.after_text.as_deref().map(json).transpose()?,
        })
    }
}

/// Conditions for events. Those that are set must all hold.
#[derive(Clone, Debug, Default)]
pub struct EventFilter {
    /// The event is about one of these records. Empty: about any.
    pub subjects: Vec<Uuid>,
    /// The event is about a record with this name.
    pub about: Option<About>,
    /// The event was caused by this person.
    pub actor: Option<PersonId>,
    /// The event was caused by this administrator.
    pub admin: Option<String>,
    /// The event was caused by an administrator with this text in the name, or by a person who matches it as a search.
    pub name: Option<String>,
    /// The spelling of the action contains this text, or the action is one of `actions`.
    pub action: Option<String>,
    /// The action is one of these, or contains the text `action`. Empty without `action`: any action.
    pub actions: Vec<AuditAction>,
}

/// With more matching people, the log is scanned from its end.
const MAX_MATCHING_PEOPLE: i64 = 50;

#[derive(FromRow)]
struct NameRow {
    name: String,
}

#[derive(FromRow)]
struct IdRow {
    id: Uuid,
}

/// Administrators and people who match `name`, as column and value. `None` if too many people match.
async fn find_alternatives_by_name<C: Connection>(
    conn: &C,
    name: &str,
) -> Result<Option<Vec<(&'static str, Value)>>, StoreError> {
    let mut people: Vec<IdRow> = Vec::new();
    if let Some(search) = Search::plan(conn, name).await? {
        let mut values: Vec<Value> = Vec::new();
        let condition = search.condition("p.id", &mut values);
        people = conn
            .query(&format!("SELECT p.id FROM people p WHERE {condition} LIMIT {}", MAX_MATCHING_PEOPLE + 1), &values)
            .await?;
    }
    if people.len() > usize::try_from(MAX_MATCHING_PEOPLE).unwrap_or(usize::MAX) {
        return Ok(None);
    }
    let sql = "SELECT name FROM admins WHERE LOWER(name) LIKE $1 ESCAPE '!'";
    let admins: Vec<NameRow> = conn.query(sql, &[like_pattern(name).into()]).await?;
    let admins = admins.into_iter().map(|NameRow { name }| ("admin", Value::from(name)));
    Ok(Some(admins.chain(people.into_iter().map(|IdRow { id }| ("actor_id", Value::from(id)))).collect()))
}

/// The actions of a filter, as column and value. A recursive query finds those that contain the text: it skips from one
/// to the next in the index, because there are few actions, and many events of each.
async fn find_alternatives_by_action<C: Connection>(
    conn: &C,
    filter: &EventFilter,
) -> Result<Vec<(&'static str, Value)>, StoreError> {
    let mut names: BTreeSet<String> = filter.actions.iter().map(|action| action.as_str().to_owned()).collect();
    if let Some(part) = &filter.action {
        names.extend(list_stored_actions(conn, part).await?);
    }
    Ok(names.into_iter().map(|name| ("action", Value::from(name))).collect())
}

async fn list_stored_actions<C: Connection>(conn: &C, part: &str) -> Result<Vec<String>, StoreError> {
    let sql = "WITH RECURSIVE actions (name) AS (
                 SELECT MIN(action) FROM audit_log
                 UNION ALL
                 SELECT (SELECT MIN(l.action) FROM audit_log l WHERE l.action > known.name)
                   FROM actions known WHERE known.name IS NOT NULL)
               SELECT name FROM actions WHERE name LIKE $1 ESCAPE '!'";
    let actions: Vec<NameRow> = conn.query(sql, &[like_pattern(part).into()]).await?;
    Ok(actions.into_iter().map(|NameRow { name }| name).collect())
}

/// Conditions on an event `t` with their parameters.
struct Conditions {
    texts: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition. Each `?` in it is `value`.
    fn add(&mut self, condition: &str, value: Value) {
        self.values.push(value);
        self.texts.push(condition.replace('?', &format!("${}", self.values.len())));
    }

    /// Adds the condition on the action.
    fn add_action(&mut self, filter: &EventFilter) {
        let mut alternatives: Vec<String> = Vec::new();
        if let Some(part) = &filter.action {
            self.values.push(like_pattern(part).into());
            alternatives.push(format!("t.action LIKE ${} ESCAPE '!'", self.values.len()));
        }
        if !filter.actions.is_empty() {
            alternatives.push(format!("t.action IN ({})", placeholders(self.values.len(), filter.actions.len())));
            self.values.extend(filter.actions.iter().map(|action| Value::from(action.as_str())));
        }
        self.texts.push(format!("({})", alternatives.join(" OR ")));
    }

    fn from_filter(filter: &EventFilter, after: Option<AuditId>) -> Self {
        let mut conditions = Self { texts: vec!["1 = 1".to_owned()], values: Vec::new() };
        let comparisons: [(&str, Option<Value>); 3] = [
            ("t.actor_id = ?", filter.actor.map(|actor| actor.0.into())),
            ("t.admin = ?", filter.admin.clone().map(Into::into)),
            ("t.id < ?", after.map(|after| after.0.into())),
        ];
        for (condition, value) in comparisons {
            if let Some(value) = value {
                conditions.add(condition, value);
            }
        }
        if !filter.subjects.is_empty() {
            conditions
                .texts
                .push(format!("t.subject_id IN ({})", placeholders(conditions.values.len(), filter.subjects.len())));
            conditions.values.extend(filter.subjects.iter().map(|subject| Value::from(*subject)));
        }
        conditions
    }

    /// One condition for each alternative, all including the other conditions.
    fn for_each_alternative(&mut self, alternatives: Option<Vec<(&'static str, Value)>>) -> Vec<String> {
        let all = self.texts.join(" AND ");
        let Some(alternatives) = alternatives else { return vec![all] };
        alternatives
            .into_iter()
            .map(|(column, value)| {
                self.values.push(value);
                format!("{all} AND t.{column} = ${}", self.values.len())
            })
            .collect()
    }
}

/// Lists events, newest first, at most `limit`, after the event `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_events<C: Connection>(
    conn: &C,
    filter: &EventFilter,
    after: Option<AuditId>,
    limit: u32,
) -> Result<Vec<Event>, StoreError> {
    let mut conditions = Conditions::from_filter(filter, after);
    let is_selective =
        !filter.subjects.is_empty() || filter.about.is_some() || filter.actor.is_some() || filter.admin.is_some();
    let mut alternatives = None;
    if let Some(name) = &filter.name {
        alternatives = find_alternatives_by_name(conn, name).await?;
        if alternatives.is_none() {
            let named = matches_each_term(name, "t.actor_id", &mut conditions.values);
            conditions.add(&format!("(LOWER(t.admin) LIKE ? ESCAPE '!' OR ({named}))"), like_pattern(name).into());
        }
    }
    if filter.action.is_some() || !filter.actions.is_empty() {
        if filter.name.is_none() && !is_selective {
            alternatives = Some(find_alternatives_by_action(conn, filter).await?);
        } else {
            conditions.add_action(filter);
        }
    }
    let mut kinds = conditions.for_each_alternative(alternatives);
    let mut order = "t.id DESC";
    if let Some(about) = &filter.about {
        kinds = about.narrow(&kinds, &mut conditions.values);
        // Few events match; they are found by their subject and sorted.
        order = "COALESCE(t.id, t.id) DESC";
    }
    let newest = first_ids_per_condition("audit_log", &kinds, order, limit);
    // COALESCE prevents a scan of the primary key, as in `bookings::list_for_admin`.
    let sql = format!(
        "SELECT a.id, a.happened_at, a.actor_id, p.name AS actor_name, a.admin, a.action, a.subject_id, a.reason,
                a.detail, a.before_text, a.after_text
           FROM audit_log a LEFT JOIN people p ON p.id = a.actor_id
          WHERE a.id IN ({newest}) ORDER BY COALESCE(a.id, a.id) DESC LIMIT {limit}"
    );
    fetch_all::<EventRow, _>(conn, &sql, &conditions.values).await
}

/// Counts how often administrators did this to `subject` since an instant, to reject duplicate submissions.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_admin_events<C: Connection>(
    conn: &C,
    subject: Uuid,
    action: AuditAction,
    since: Timestamp,
) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) FROM audit_log
                WHERE subject_id = $1 AND action = $2 AND happened_at > $3 AND admin IS NOT NULL";
    fetch_count(conn, sql, &[subject.into(), action.as_str().into(), to_micros(since).into()]).await
}

/// Returns whether an event with this action exists.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn has_action<C: Connection>(conn: &C, action: AuditAction) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) AS marked FROM audit_log WHERE action = $1";
    Ok(fetch_count(conn, sql, &[action.as_str().into()]).await? > 0)
}
