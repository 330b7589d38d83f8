//! The audit log: who did what to what, written in the transaction of the deed. Nothing in the product changes it.

use jiff::Timestamp;
use serde_json::Value as Json;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::deeds::DEEDS;
use tala_domain::ids::{AuditId, PersonId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::words::{Search, having};
use crate::sql::{instant, micros, newest_of_each, pattern, places};

/// One line.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The new id.
    pub id: AuditId,
    /// Now.
    pub at: Timestamp,
    /// Who did it; `None` for the program itself.
    pub actor: Option<PersonId>,
    /// One of [`DEEDS`].
    pub action: &'a str,
    /// What it was done to.
    pub subject: Option<Uuid>,
    /// The rest, as JSON; never secrets.
    pub detail: serde_json::Value,
}

/// Inserts one line.
pub async fn record(tx: &Transaction, entry: &Entry<'_>) -> Result<(), StoreError> {
    debug_assert!(DEEDS.contains(&entry.action), "{} is missing among DEEDS", entry.action);
    tx.execute(
        "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail) VALUES ($1, $2, $3, $4, $5, $6)",
        &[
            entry.id.0.into(),
            micros(entry.at).into(),
            entry.actor.map(|actor| actor.0).into(),
            entry.action.into(),
            entry.subject.into(),
            entry.detail.to_string().into(),
        ],
    )
    .await?;
    Ok(())
}

/// The administrator behind an entry.
#[derive(Clone, Debug)]
pub struct Hand<'a> {
    /// The name with which they signed in.
    pub admin: &'a str,
    /// Why they did it.
    pub reason: Option<&'a str>,
    /// How it stood.
    pub before: &'a Json,
    /// How it stands now.
    pub after: &'a Json,
}

/// Inserts one line about what an administrator has done.
pub async fn record_act(tx: &Transaction, entry: &Entry<'_>, hand: &Hand<'_>) -> Result<(), StoreError> {
    debug_assert!(DEEDS.contains(&entry.action), "{} is missing among DEEDS", entry.action);
    let text = |value: &Json| (!value.is_null()).then(|| value.to_string());
    tx.execute(
        "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail, admin, reason, before_text, after_text)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        &[
            entry.id.0.into(),
            micros(entry.at).into(),
            entry.actor.map(|actor| actor.0).into(),
            entry.action.into(),
            entry.subject.into(),
            entry.detail.to_string().into(),
            hand.admin.into(),
            hand.reason.into(),
            text(hand.before).into(),
            text(hand.after).into(),
        ],
    )
    .await?;
    Ok(())
}

/// A line, read back.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its id.
    pub id: AuditId,
    /// When.
    pub at: Timestamp,
    /// Who did it, if it was a person.
    pub actor: Option<(PersonId, String)>,
    /// Who did it, if it was an administrator.
    pub admin: Option<String>,
    /// What was done.
    pub action: String,
    /// To what.
    pub subject: Option<Uuid>,
    /// Why.
    pub reason: Option<String>,
    /// The rest.
    pub detail: Json,
    /// How it stood.
    pub before: Option<Json>,
    /// How it stood afterwards.
    pub after: Option<Json>,
}

#[derive(FromRow)]
struct LineRow {
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

impl TryFrom<LineRow> for Line {
    type Error = StoreError;
    fn try_from(row: LineRow) -> Result<Self, StoreError> {
        let json = |text: &str| serde_json::from_str(text).map_err(|error| StoreError::Decode(error.to_string()));
        Ok(Self {
            id: AuditId(row.id),
            at: instant(row.happened_at)?,
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

/// Which lines to list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// About one of these; about anything when there is none.
    pub subjects: Vec<Uuid>,
    /// By this person.
    pub actor: Option<PersonId>,
    /// By this administrator.
    pub admin: Option<String>,
    /// By an administrator with this in the name, or a person with words in the name or address that begin with these.
    pub name: Option<String>,
    /// Of a kind with this in its name.
    pub action: Option<String>,
}

/// So many people may have a name that is searched for; of more, the log is read from its end.
const MOST_PEOPLE: i64 = 50;

#[derive(FromRow)]
struct Word {
    word: String,
}

#[derive(FromRow)]
struct IdRow {
    id: Uuid,
}

/// Who is called so: administrators, and people. `None` when those are too many.
async fn list_named<C: Connection>(conn: &C, name: &str) -> Result<Option<Vec<(&'static str, Value)>>, StoreError> {
    let mut people: Vec<IdRow> = Vec::new();
    if let Some(search) = Search::of(conn, name).await? {
        let mut values: Vec<Value> = Vec::new();
        let condition = search.condition("p.id", &mut values);
        people = conn
            .query(&format!("SELECT p.id FROM people p WHERE {condition} LIMIT {}", MOST_PEOPLE + 1), &values)
            .await?;
    }
    if people.len() > usize::try_from(MOST_PEOPLE).unwrap_or(usize::MAX) {
        return Ok(None);
    }
    let sql = "SELECT name AS word FROM admins WHERE LOWER(name) LIKE $1 ESCAPE '!'";
    let admins: Vec<Word> = conn.query(sql, &[pattern(name).into()]).await?;
    let admins = admins.into_iter().map(|Word { word }| ("admin", Value::from(word)));
    Ok(Some(admins.chain(people.into_iter().map(|IdRow { id }| ("actor_id", Value::from(id)))).collect()))
}

/// The kinds of acts with this in their name. From one to the next by the index: there are few, and many lines of each.
async fn list_actions<C: Connection>(conn: &C, part: &str) -> Result<Vec<(&'static str, Value)>, StoreError> {
    let sql = "WITH RECURSIVE kinds (word) AS (
                 SELECT MIN(action) FROM audit_log
                 UNION ALL
                 SELECT (SELECT MIN(l.action) FROM audit_log l WHERE l.action > k.word) FROM kinds k WHERE k.word IS NOT NULL)
               SELECT word FROM kinds WHERE word LIKE $1 ESCAPE '!'";
    let words: Vec<Word> = conn.query(sql, &[pattern(part).into()]).await?;
    Ok(words.into_iter().map(|Word { word }| ("action", Value::from(word))).collect())
}

/// Conditions on a line `t`, with their values.
struct Wheres {
    texts: Vec<String>,
    values: Vec<Value>,
}

impl Wheres {
    /// Another condition; each `?` in it is this value.
    fn add(&mut self, condition: &str, value: Value) {
        self.values.push(value);
        self.texts.push(condition.replace('?', &format!("${}", self.values.len())));
    }

    fn of(filter: &Filter, after: Option<AuditId>) -> Self {
        let mut wheres = Self { texts: vec!["1 = 1".to_owned()], values: Vec::new() };
        let conditions: [(&str, Option<Value>); 3] = [
            ("t.actor_id = ?", filter.actor.map(|actor| actor.0.into())),
            ("t.admin = ?", filter.admin.clone().map(Into::into)),
            ("t.id < ?", after.map(|after| after.0.into())),
        ];
        for (condition, value) in conditions {
            if let Some(value) = value {
                wheres.add(condition, value);
            }
        }
        if !filter.subjects.is_empty() {
            wheres.texts.push(format!("t.subject_id IN ({})", places(wheres.values.len(), filter.subjects.len())));
            wheres.values.extend(filter.subjects.iter().map(|subject| Value::from(*subject)));
        }
        wheres
    }

    /// Once for each of the kinds, if there are kinds.
    fn each(&mut self, kinds: Option<Vec<(&'static str, Value)>>) -> Vec<String> {
        let all = self.texts.join(" AND ");
        let Some(kinds) = kinds else { return vec![all] };
        kinds
            .into_iter()
            .map(|(column, value)| {
                self.values.push(value);
                format!("{all} AND t.{column} = ${}", self.values.len())
            })
            .collect()
    }
}

/// Lines, newest first, at most `limit`, continuing after the line `after`.
pub async fn list_lines<C: Connection>(
    conn: &C,
    filter: &Filter,
    after: Option<AuditId>,
    limit: u32,
) -> Result<Vec<Line>, StoreError> {
    let mut wheres = Wheres::of(filter, after);
    let narrow = !filter.subjects.is_empty() || filter.actor.is_some() || filter.admin.is_some();
    let mut kinds = None;
    if let Some(name) = &filter.name {
        kinds = list_named(conn, name).await?;
        if kinds.is_none() {
            let named = having(name, "t.actor_id", &mut wheres.values);
            wheres.add(&format!("(LOWER(t.admin) LIKE ? ESCAPE '!' OR ({named}))"), pattern(name).into());
        }
    }
    match &filter.action {
        Some(action) if filter.name.is_none() && !narrow => kinds = Some(list_actions(conn, action).await?),
        Some(action) => wheres.add("t.action LIKE ? ESCAPE '!'", pattern(action).into()),
        None => {}
    }
    let newest = newest_of_each("audit_log", &wheres.each(kinds), "t.id DESC", limit);
    // Not the order of the key: see `bookings::list_office`.
    let sql = format!(
        "SELECT a.id, a.happened_at, a.actor_id, p.name AS actor_name, a.admin, a.action, a.subject_id, a.reason, a.detail,
                a.before_text, a.after_text
           FROM audit_log a LEFT JOIN people p ON p.id = a.actor_id
          WHERE a.id IN ({newest}) ORDER BY COALESCE(a.id, a.id) DESC LIMIT {limit}"
    );
    conn.query::<LineRow>(&sql, &wheres.values).await?.into_iter().map(Line::try_from).collect()
}

/// How often an administrator has done this to this since an instant: against clicks that come twice.
pub async fn count_acts<C: Connection>(
    conn: &C,
    subject: Uuid,
    action: &str,
    since: Timestamp,
) -> Result<i64, StoreError> {
    #[derive(FromRow)]
    struct Acts {
        acts: i64,
    }
    let sql = "SELECT COUNT(*) AS acts FROM audit_log
                WHERE subject_id = $1 AND action = $2 AND happened_at > $3 AND admin IS NOT NULL";
    let row: Option<Acts> = conn.query_opt(sql, &[subject.into(), action.into(), micros(since).into()]).await?;
    Ok(row.map_or(0, |row| row.acts))
}

/// True when such a thing was ever done. For marks that are set once, such as the demo's.
pub async fn has_action<C: Connection>(conn: &C, action: &str) -> Result<bool, StoreError> {
    #[derive(FromRow)]
    struct Marked {
        marked: i64,
    }
    let sql = "SELECT count(*) AS marked FROM audit_log WHERE action = $1";
    let row: Option<Marked> = conn.query_opt(sql, &[action.into()]).await?;
    Ok(row.is_some_and(|row| row.marked > 0))
}
