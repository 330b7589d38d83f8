//! Messages to the people who run the place (D33).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{AnswerId, MessageId, PersonId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::words::having;
use crate::sql::{instant, micros, number, pattern};

/// A stored message with its sender.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its id.
    pub id: MessageId,
    /// Who wrote.
    pub person_id: PersonId,
    /// Their name.
    pub name: String,
    /// Where an answer goes.
    pub email: Option<String>,
    /// `student` or `teacher`.
    pub from_role: String,
    /// The kind of help.
    pub topic: String,
    /// One line.
    pub subject: String,
    /// The message.
    pub body: String,
    /// What it is about: label and value each.
    pub about: Vec<(String, String)>,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it was answered first.
    pub answered_at: Option<Timestamp>,
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
    answered_at: Option<i64>,
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
            created_at: instant(row.created_at)?,
            answered_at: row.answered_at.map(instant).transpose()?,
        })
    }
}

const SELECT: &str = "SELECT m.id, m.person_id, p.name, p.email, m.from_role, m.topic, m.subject, m.body, m.about,
    m.created_at, m.answered_at FROM support_messages m JOIN people p ON p.id = m.person_id";

/// A message about to be stored.
#[derive(Clone, Debug)]
pub struct NewMessage<'a> {
    /// The new id.
    pub id: MessageId,
    /// Who writes.
    pub person: PersonId,
    /// `student` or `teacher`.
    pub from_role: &'a str,
    /// The kind of help.
    pub topic: &'a str,
    /// One line.
    pub subject: &'a str,
    /// The message.
    pub body: &'a str,
    /// What it is about: label and value each.
    pub about: &'a [(String, String)],
    /// Now.
    pub at: Timestamp,
}

/// Stores a message.
pub async fn insert(tx: &Transaction, new: &NewMessage<'_>) -> Result<(), StoreError> {
    let about = serde_json::to_string(new.about).map_err(|error| StoreError::Other(error.to_string()))?;
    tx.execute(
        "INSERT INTO support_messages (id, person_id, from_role, topic, subject, body, about, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        &[
            new.id.0.into(),
            new.person.0.into(),
            new.from_role.into(),
            new.topic.into(),
            new.subject.into(),
            new.body.into(),
            about.into(),
            micros(new.at).into(),
        ],
    )
    .await?;
    Ok(())
}

/// A message by id.
pub async fn find_by_id<C: Connection>(conn: &C, id: MessageId) -> Result<Option<Message>, StoreError> {
    conn.query_opt::<Row>(&format!("{SELECT} WHERE m.id = $1"), &[id.0.into()])
        .await?
        .map(Message::try_from)
        .transpose()
}

/// How many messages somebody has written since an instant.
pub async fn count_since<C: Connection>(conn: &C, person: PersonId, since: Timestamp) -> Result<i64, StoreError> {
    #[derive(FromRow)]
    struct Written {
        written: i64,
    }
    let sql = "SELECT COUNT(*) AS written FROM support_messages WHERE person_id = $1 AND created_at > $2";
    let row: Option<Written> = conn.query_opt(sql, &[person.0.into(), micros(since).into()]).await?;
    Ok(row.map_or(0, |row| row.written))
}

/// Messages, newest first, at most `limit`, continuing after the message `after`: all, or those that wait (or not) for an
/// answer; with this in the subject, or with words in the name or the address that begin so.
pub async fn list_messages<C: Connection>(
    conn: &C,
    open: Option<bool>,
    search: Option<&str>,
    after: Option<MessageId>,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let mut wheres = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    wheres.extend(open.map(|open| format!("m.answered_at IS {}", if open { "NULL" } else { "NOT NULL" })));
    if let Some(text) = search {
        let writer = having(text, "p.id", &mut values);
        values.push(pattern(text).into());
        wheres.push(format!("(LOWER(m.subject) LIKE ${} ESCAPE '!' OR ({writer}))", values.len()));
    }
    if let Some(after) = after {
        values.push(after.0.into());
        wheres.push(format!("m.id < ${}", values.len()));
    }
    let sql = format!("{SELECT} WHERE {} ORDER BY m.id DESC LIMIT {limit}", wheres.join(" AND "));
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Message::try_from).collect()
}

/// What a person has written, newest first, at most `limit`.
pub async fn list_by_person<C: Connection>(conn: &C, person: PersonId, limit: u32) -> Result<Vec<Message>, StoreError> {
    let sql = format!("{SELECT} WHERE m.person_id = $1 ORDER BY m.created_at DESC, m.id DESC LIMIT {limit}");
    conn.query::<Row>(&sql, &[person.0.into()]).await?.into_iter().map(Message::try_from).collect()
}

/// An answer to a message.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its id.
    pub id: AnswerId,
    /// What it answers.
    pub message_id: MessageId,
    /// Which administrator wrote it.
    pub admin: String,
    /// What it says.
    pub body: String,
    /// When.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct AnswerRow {
    id: Uuid,
    message_id: Uuid,
    admin: String,
    body: String,
    created_at: i64,
}

impl TryFrom<AnswerRow> for Answer {
    type Error = StoreError;
    fn try_from(row: AnswerRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: AnswerId(row.id),
            message_id: MessageId(row.message_id),
            admin: row.admin,
            body: row.body,
            created_at: instant(row.created_at)?,
        })
    }
}

const ANSWER: &str = "SELECT id, message_id, admin, body, created_at FROM support_answers";

/// The answers to a message, oldest first.
pub async fn list_answers<C: Connection>(conn: &C, message: MessageId) -> Result<Vec<Answer>, StoreError> {
    let sql = format!("{ANSWER} WHERE message_id = $1 ORDER BY id LIMIT 100");
    conn.query::<AnswerRow>(&sql, &[message.0.into()]).await?.into_iter().map(Answer::try_from).collect()
}

/// An answer by id.
pub async fn find_answer<C: Connection>(conn: &C, id: AnswerId) -> Result<Option<Answer>, StoreError> {
    let row = conn.query_opt::<AnswerRow>(&format!("{ANSWER} WHERE id = $1"), &[id.0.into()]).await?;
    row.map(Answer::try_from).transpose()
}

/// Stores an answer. False, and nothing stored, when the message has one and `again` is not meant.
pub async fn insert_answer(tx: &Transaction, answer: &Answer, again: bool) -> Result<bool, StoreError> {
    let guard = if again { "" } else { "AND answered_at IS NULL" };
    let sql = format!("UPDATE support_messages SET answered_at = COALESCE(answered_at, $2) WHERE id = $1 {guard}");
    if tx.execute(&sql, &[answer.message_id.0.into(), micros(answer.created_at).into()]).await? == 0 {
        return Ok(false);
    }
    tx.execute(
        "INSERT INTO support_answers (id, message_id, admin, body, created_at) VALUES ($1, $2, $3, $4, $5)",
        &[
            answer.id.0.into(),
            answer.message_id.0.into(),
            answer.admin.as_str().into(),
            answer.body.as_str().into(),
            micros(answer.created_at).into(),
        ],
    )
    .await?;
    Ok(true)
}

/// How many other answers to the same message with the same words there have been since then.
pub async fn count_same_answers(tx: &Transaction, answer: &Answer, since: Timestamp) -> Result<i64, StoreError> {
    let sql = "SELECT count(*) AS number FROM support_answers
                WHERE message_id = $1 AND body = $2 AND created_at > $3 AND id <> $4";
    let values = [answer.message_id.0.into(), answer.body.as_str().into(), micros(since).into(), answer.id.0.into()];
    number(tx, sql, &values).await
}
