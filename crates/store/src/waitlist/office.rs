//! The waitlist as an administrator sees it: who waits, who was invited, and with which words.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{InvitationId, PersonId, WaitlistId};
use tala_domain::waitlist::Role;
use uuid::Uuid;

use super::{COLUMNS, Entry, Row};
use crate::StoreError;
use crate::sql::{instant, micros, number, pattern};

/// Which entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitFilter {
    /// Only those who want this.
    pub role: Option<Role>,
    /// Only those who were invited (true) or were not (false).
    pub invited: Option<bool>,
    /// With this in the name or address.
    pub search: Option<String>,
}

/// An entry, and whether it was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The entry.
    pub entry: Entry,
    /// When they were invited last.
    pub invited_at: Option<Timestamp>,
    /// By which administrator.
    pub invited_by: Option<String>,
}

#[derive(FromRow)]
struct ListedRow {
    #[row(nested)]
    entry: Row,
    invited_at: Option<i64>,
    invited_by: Option<String>,
}

impl TryFrom<ListedRow> for Listed {
    type Error = StoreError;
    fn try_from(row: ListedRow) -> Result<Self, StoreError> {
        Ok(Self {
            entry: row.entry.try_into()?,
            invited_at: row.invited_at.map(instant).transpose()?,
            invited_by: row.invited_by,
        })
    }
}

/// Entries, newest first, at most `limit`, continuing after the entry `after`.
pub async fn list_page<C: Connection>(
    conn: &C,
    filter: &WaitFilter,
    after: Option<WaitlistId>,
    limit: u32,
) -> Result<Vec<Listed>, StoreError> {
    let mut wheres = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    wheres.extend(filter.invited.map(|invited| format!("invited_at IS {}", if invited { "NOT NULL" } else { "NULL" })));
    if let Some(role) = filter.role {
        values.push(role.as_str().into());
        wheres.push(format!("role = ${}", values.len()));
    }
    if let Some(text) = &filter.search {
        values.push(pattern(text).into());
        wheres.push(format!("(LOWER(name) LIKE ${0} ESCAPE '!' OR email_key LIKE ${0} ESCAPE '!')", values.len()));
    }
    if let Some(after) = after {
        values.push(after.0.into());
        wheres.push(format!("id < ${}", values.len()));
    }
    let wheres = wheres.join(" AND ");
    let sql =
        format!("SELECT {COLUMNS}, invited_at, invited_by FROM waitlist WHERE {wheres} ORDER BY id DESC LIMIT {limit}");
    conn.query::<ListedRow>(&sql, &values).await?.into_iter().map(Listed::try_from).collect()
}

/// One entry.
pub async fn find_listed<C: Connection>(conn: &C, id: WaitlistId) -> Result<Option<Listed>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, invited_at, invited_by FROM waitlist WHERE id = $1");
    conn.query_opt::<ListedRow>(&sql, &[id.0.into()]).await?.map(Listed::try_from).transpose()
}

/// What waits under a person's address.
pub async fn list_by_person<C: Connection>(conn: &C, person: PersonId) -> Result<Vec<Listed>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS}, invited_at, invited_by FROM waitlist
          WHERE email_key = (SELECT email_key FROM people WHERE id = $1) ORDER BY id"
    );
    conn.query::<ListedRow>(&sql, &[person.0.into()]).await?.into_iter().map(Listed::try_from).collect()
}

/// How many wait for an invitation.
pub async fn count_open<C: Connection>(conn: &C) -> Result<i64, StoreError> {
    number(conn, "SELECT COUNT(*) AS number FROM waitlist WHERE invited_at IS NULL", &[]).await
}

/// What an invitation says.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Its id.
    pub id: InvitationId,
    /// Who is invited.
    pub entry_id: WaitlistId,
    /// Which administrator invites them.
    pub admin: String,
    /// To which teacher.
    pub teacher_id: Option<PersonId>,
    /// A few words of the administrator, or nothing.
    pub note: String,
    /// When.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct InvitationRow {
    id: Uuid,
    entry_id: Uuid,
    admin: String,
    teacher_id: Option<Uuid>,
    note: String,
    created_at: i64,
}

/// Says that somebody is invited now. False when they were invited after `unless_since`; without that, at any time.
pub async fn mark_invited(
    tx: &Transaction,
    id: WaitlistId,
    admin: &str,
    now: Timestamp,
    unless_since: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let mut values: Vec<Value> = vec![id.0.into(), micros(now).into(), admin.into()];
    let guard = match unless_since {
        Some(since) => {
            values.push(micros(since).into());
            "(invited_at IS NULL OR invited_at <= $4)"
        }
        None => "invited_at IS NULL",
    };
    let sql = format!("UPDATE waitlist SET invited_at = $2, invited_by = $3 WHERE id = $1 AND {guard}");
    Ok(tx.execute(&sql, &values).await? == 1)
}

/// Keeps an invitation.
pub async fn insert_invitation(tx: &Transaction, new: &Invitation) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO waitlist_invitations (id, entry_id, admin, teacher_id, note, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        &[
            new.id.0.into(),
            new.entry_id.0.into(),
            new.admin.as_str().into(),
            new.teacher_id.map(|teacher| teacher.0).into(),
            new.note.as_str().into(),
            micros(new.created_at).into(),
        ],
    )
    .await?;
    Ok(())
}

/// An invitation by id.
pub async fn find_invitation<C: Connection>(conn: &C, id: InvitationId) -> Result<Option<Invitation>, StoreError> {
    let sql = "SELECT id, entry_id, admin, teacher_id, note, created_at FROM waitlist_invitations WHERE id = $1";
    let Some(row) = conn.query_opt::<InvitationRow>(sql, &[id.0.into()]).await? else { return Ok(None) };
    Ok(Some(Invitation {
        id: InvitationId(row.id),
        entry_id: WaitlistId(row.entry_id),
        admin: row.admin,
        teacher_id: row.teacher_id.map(PersonId),
        note: row.note,
        created_at: instant(row.created_at)?,
    }))
}

/// Takes whoever was so invited off the list, with all their invitations. Nothing is done for somebody who is not on it any more.
pub async fn leave(tx: &Transaction, invitation: InvitationId) -> Result<(), StoreError> {
    let entry = "(SELECT entry_id FROM waitlist_invitations WHERE id = $1)";
    // Held first, as `mark_invited` does: whoever is just being invited again leaves with that invitation, too.
    let held = format!("UPDATE waitlist SET updated_at = updated_at WHERE id = {entry} RETURNING id");
    let Some(Left { id }) = tx.query_opt(&held, &[invitation.0.into()]).await? else { return Ok(()) };
    tx.execute("DELETE FROM waitlist_invitations WHERE entry_id = $1", &[id.into()]).await?;
    tx.execute("DELETE FROM waitlist WHERE id = $1", &[id.into()]).await?;
    Ok(())
}

#[derive(FromRow)]
struct Left {
    id: Uuid,
}
