//! Support messages and replies (D33).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{MessageId, PersonId, ReplyId};
use uuid::Uuid;

use crate::sql::keyset::fetch_capped_count;
use crate::sql::search_terms::matches_each_term;
use crate::sql::{fetch_all, fetch_count, fetch_optional, from_micros, insert_row, like_pattern, to_micros};
use crate::{CappedCount, StoreError};

/// A stored message with its sender.
#[derive(Clone, Debug)]
pub struct Message {
    /// Primary key.
    pub id: MessageId,
    /// The sender.
    pub person_id: PersonId,
    /// The sender's name.
    pub name: String,
    /// The address to which replies are sent.
    pub email: Option<String>,
    /// `student` or `teacher`.
    pub from_role: String,
    /// The topic that the sender has chosen.
    pub topic: String,
    /// The subject line.
    pub subject: String,
    /// The text.
    pub body: String,
    /// Labels and values of what the message is about.
    pub about: Vec<(String, String)>,
    /// When it was sent.
    pub created_at: Timestamp,
    /// When the first reply was sent.
    pub replied_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    person_id: Uuid,
    name: String,
    email: Option<String>,
    from_role: String,
    topic: String,
    subject: String,
    body: String,
    about: String,
    created_at: i64,
    replied_at: Option<i64>,
}

impl TryFrom<Row> for Message {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: MessageId(row.id),
            person_id: PersonId(row.person_id),
            name: row.name,
            email: row.email,
            from_role: row.from_role,
            topic: row.topic,
            subject: row.subject,
            body: row.body,
            about: serde_json::from_str(&row.about).map_err(|error| StoreError::Decode(error.to_string()))?,
            created_at: from_micros(row.created_at)?,
            replied_at: row.replied_at.map(from_micros).transpose()?,
        })
    }
}

const SELECT: &str = "SELECT m.id, m.person_id, p.name, p.email, m.from_role, m.topic, m.subject, m.body, m.about,
    m.created_at, m.replied_at FROM support_messages m JOIN people p ON p.id = m.person_id";

/// A message to insert.
#[derive(Clone, Debug)]
pub struct NewMessage<'a> {
    /// Primary key of the new row.
    pub id: MessageId,
    /// The sender.
    pub person: PersonId,
    /// `student` or `teacher`.
    pub from_role: &'a str,
    /// The topic that the sender has chosen.
    pub topic: &'a str,
    /// The subject line.
    pub subject: &'a str,
    /// The text.
    pub body: &'a str,
    /// Labels and values of what the message is about.
    pub about: &'a [(String, String)],
    /// Current time.
    pub at: Timestamp,
}

/// Inserts a message.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, new: &NewMessage<'_>) -> Result<(), StoreError> {
    let about = serde_json::to_string(new.about).map_err(|error| StoreError::Other(error.to_string()))?;
    let columns = vec![
        ("id", new.id.0.into()),
        ("person_id", new.person.0.into()),
        ("from_role", new.from_role.into()),
        ("topic", new.topic.into()),
        ("subject", new.subject.into()),
        ("body", new.body.into()),
        ("about", about.into()),
        ("created_at", to_micros(new.at).into()),
    ];
    insert_row(tx, "support_messages", columns, "").await?;
    Ok(())
}

/// Finds a message by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: MessageId) -> Result<Option<Message>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE m.id = $1"), &[id.0.into()]).await
}

/// Counts a person's messages since an instant.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_since<C: Connection>(conn: &C, person: PersonId, since: Timestamp) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) FROM support_messages WHERE person_id = $1 AND created_at > $2";
    fetch_count(conn, sql, &[person.0.into(), to_micros(since).into()]).await
}

/// Lists messages, newest first, at most `limit`, after the message `after`. With `open`, only those without (or with)
/// a reply. With `search`, only those with this text in the subject or whose sender matches it.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_messages<C: Connection>(
    conn: &C,
    open: Option<bool>,
    search: Option<&str>,
    after: Option<MessageId>,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = conditions(open, search, &mut values);
    if let Some(after) = after {
        values.push(after.0.into());
        conditions.push(format!("m.id < ${}", values.len()));
    }
    let sql = format!("{SELECT} WHERE {} ORDER BY m.id DESC LIMIT {limit}", conditions.join(" AND "));
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Counts the messages that match the conditions of [`list_messages`].
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_messages<C: Connection>(
    conn: &C,
    open: Option<bool>,
    search: Option<&str>,
) -> Result<CappedCount, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let conditions = conditions(open, search, &mut values).join(" AND ");
    let from = format!("FROM support_messages m JOIN people p ON p.id = m.person_id WHERE {conditions}");
    fetch_capped_count(conn, &from, &values).await
}

/// The conditions on messages `m` and their senders `p`. Appends their parameters to `values`.
fn conditions(open: Option<bool>, search: Option<&str>, values: &mut Vec<Value>) -> Vec<String> {
    let mut conditions = vec!["1 = 1".to_owned()];
    conditions.extend(open.map(|open| format!("m.replied_at IS {}", if open { "NULL" } else { "NOT NULL" })));
    if let Some(text) = search {
        let writer = matches_each_term(text, "p.id", values);
        values.push(like_pattern(text).into());
        conditions.push(format!("(LOWER(m.subject) LIKE ${} ESCAPE '!' OR ({writer}))", values.len()));
    }
    conditions
}

/// Lists a person's messages, newest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_person<C: Connection>(conn: &C, person: PersonId, limit: u32) -> Result<Vec<Message>, StoreError> {
    let sql = format!("{SELECT} WHERE m.person_id = $1 ORDER BY m.created_at DESC, m.id DESC LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &[person.0.into()]).await
}

/// A reply to a message.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Primary key.
    pub id: ReplyId,
    /// The message.
    pub message_id: MessageId,
    /// The administrator's name.
    pub admin: String,
    /// The text.
    pub body: String,
    /// When it was sent.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct ReplyRow {
    id: Uuid,
    message_id: Uuid,
    admin: String,
    body: String,
    created_at: i64,
}

impl TryFrom<ReplyRow> for Reply {
    type Error = StoreError;
    fn try_from(row: ReplyRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: ReplyId(row.id),
            message_id: MessageId(row.message_id),
            admin: row.admin,
            body: row.body,
            created_at: from_micros(row.created_at)?,
        })
    }
}

const REPLY: &str = "SELECT id, message_id, admin, body, created_at FROM support_replies";

/// Lists the replies to a message, oldest first, at most 100.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_replies<C: Connection>(conn: &C, message: MessageId) -> Result<Vec<Reply>, StoreError> {
    let sql = format!("{REPLY} WHERE message_id = $1 ORDER BY id LIMIT 100");
    fetch_all::<ReplyRow, _>(conn, &sql, &[message.0.into()]).await
}

/// Finds a reply by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_reply<C: Connection>(conn: &C, id: ReplyId) -> Result<Option<Reply>, StoreError> {
    let row = conn.query_opt::<ReplyRow>(&format!("{REPLY} WHERE id = $1"), &[id.0.into()]).await?;
    row.map(Reply::try_from).transpose()
}

/// Inserts a reply. Returns false and stores nothing if the message has a reply, unless `again` allows another.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_reply(tx: &Transaction, reply: &Reply, again: bool) -> Result<bool, StoreError> {
    let guard = if again { "" } else { "AND replied_at IS NULL" };
    let sql = format!("UPDATE support_messages SET replied_at = COALESCE(replied_at, $2) WHERE id = $1 {guard}");
    if tx.execute(&sql, &[reply.message_id.0.into(), to_micros(reply.created_at).into()]).await? == 0 {
        return Ok(false);
    }
    let columns = vec![
        ("id", reply.id.0.into()),
        ("message_id", reply.message_id.0.into()),
        ("admin", reply.admin.as_str().into()),
        ("body", reply.body.as_str().into()),
        ("created_at", to_micros(reply.created_at).into()),
    ];
    insert_row(tx, "support_replies", columns, "").await?;
    Ok(true)
}

/// Counts other replies with the same text to the same message since an instant.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn count_identical_replies(tx: &Transaction, reply: &Reply, since: Timestamp) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) FROM support_replies
                WHERE message_id = $1 AND body = $2 AND created_at > $3 AND id <> $4";
    let values = [reply.message_id.0.into(), reply.body.as_str().into(), to_micros(since).into(), reply.id.0.into()];
    fetch_count(tx, sql, &values).await
}
