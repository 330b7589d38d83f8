//! The waitlist for administrators, and waitlist invitations.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::{InvitationId, PersonId, TeacherId, WaitlistId};
use tala_domain::waitlist::WaitlistRole;
use uuid::Uuid;

use super::{COLUMNS, Entry, Row};
use crate::sql::keyset::{Keyset, fetch_capped_count};
use crate::sql::{fetch_all, fetch_count, fetch_optional, from_micros, insert_row, like_pattern, to_micros};
use crate::{CappedCount, Position, SortColumn, SortKind, SortValue, SortedPage, StoreError};

/// Conditions for entries. Those that are set must all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryFilter {
    /// The visitor wants this role.
    pub role: Option<WaitlistRole>,
    /// Whether the visitor was invited.
    pub invited: Option<bool>,
    /// The name or address contains this text.
    pub search: Option<String>,
}

/// An entry with its last invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryDetails {
    /// The entry.
    pub entry: Entry,
    /// When the visitor was last invited.
    pub invited_at: Option<Timestamp>,
    /// The administrator who sent the invitation.
    pub invited_by: Option<String>,
}

#[derive(FromRow)]
struct ListedRow {
    #[row(nested)]
    entry: Row,
    invited_at: Option<i64>,
    invited_by: Option<String>,
}

impl TryFrom<ListedRow> for EntryDetails {
    type Error = StoreError;
    fn try_from(row: ListedRow) -> Result<Self, StoreError> {
        Ok(Self {
            entry: row.entry.try_into()?,
            invited_at: row.invited_at.map(from_micros).transpose()?,
            invited_by: row.invited_by,
        })
    }
}

/// Columns by which administrators sort the waitlist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntrySort {
    /// When the visitor joined it.
    Joined,
    /// The name, ignoring the case of ASCII letters.
    Name,
}

impl SortColumn for EntrySort {
    fn kind(self) -> SortKind {
        match self {
            Self::Joined => SortKind::Id,
            Self::Name => SortKind::Text,
        }
    }
}

impl EntrySort {
    /// The place of an entry in a list that is sorted by this column.
    pub fn position(self, listed: &EntryDetails) -> Position {
        let value = match self {
            Self::Joined => None,
            // As `LOWER` does on both databases.
            Self::Name => Some(SortValue::Text(listed.entry.name.to_ascii_lowercase())),
        };
        Position { value, id: listed.entry.id.0 }
    }
}

impl EntryFilter {
    /// The conditions. Appends their parameters to `values`.
    fn conditions(&self, values: &mut Vec<Value>) -> String {
        let mut conditions = vec!["1 = 1".to_owned()];
        let invited = self.invited.map(|invited| if invited { "NOT NULL" } else { "NULL" });
        conditions.extend(invited.map(|what| format!("invited_at IS {what}")));
        if let Some(role) = self.role {
            values.push(role.as_str().into());
            conditions.push(format!("role = ${}", values.len()));
        }
        if let Some(text) = &self.search {
            values.push(like_pattern(text).into());
            conditions
                .push(format!("(LOWER(name) LIKE ${0} ESCAPE '!' OR email_key LIKE ${0} ESCAPE '!')", values.len()));
        }
        conditions.join(" AND ")
    }
}

/// Lists a page of entries.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_page<C: Connection>(
    conn: &C,
    filter: &EntryFilter,
    page: &SortedPage<EntrySort>,
) -> Result<Vec<EntryDetails>, StoreError> {
    // The same on both databases: bytes, and only ASCII letters are folded.
    let name = match conn.backend() {
        Backend::Postgres => "LOWER(name COLLATE \"C\")",
        _ => "LOWER(name)",
    };
    let column = (page.column == EntrySort::Name).then_some(name);
    let order = Keyset { column, id: "id", direction: page.direction };
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = filter.conditions(&mut values);
    if let Some(after) = &page.after {
        conditions = format!("{conditions} AND {}", order.after(after, &mut values));
    }
    let (order_by, limit) = (order.order_by(), page.limit);
    let sql = format!(
        "SELECT {COLUMNS}, invited_at, invited_by FROM waitlist WHERE {conditions} ORDER BY {order_by} LIMIT {limit}"
    );
    fetch_all::<ListedRow, _>(conn, &sql, &values).await
}

/// Counts the entries that match a filter.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count<C: Connection>(conn: &C, filter: &EntryFilter) -> Result<CappedCount, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let conditions = filter.conditions(&mut values);
    fetch_capped_count(conn, &format!("FROM waitlist WHERE {conditions}"), &values).await
}

/// Finds an entry with its last invitation.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_details<C: Connection>(conn: &C, id: WaitlistId) -> Result<Option<EntryDetails>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, invited_at, invited_by FROM waitlist WHERE id = $1");
    fetch_optional::<ListedRow, _>(conn, &sql, &[id.0.into()]).await
}

/// Lists the entries with a person's email address.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_person<C: Connection>(conn: &C, person: PersonId) -> Result<Vec<EntryDetails>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS}, invited_at, invited_by FROM waitlist
          WHERE email_key = (SELECT email_key FROM people WHERE id = $1) ORDER BY id"
    );
    fetch_all::<ListedRow, _>(conn, &sql, &[person.0.into()]).await
}

/// Counts entries without an invitation.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_open<C: Connection>(conn: &C) -> Result<i64, StoreError> {
    fetch_count(conn, "SELECT COUNT(*) FROM waitlist WHERE invited_at IS NULL", &[]).await
}

/// A waitlist invitation.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Primary key.
    pub id: InvitationId,
    /// The entry.
    pub entry_id: WaitlistId,
    /// The administrator's name.
    pub admin: String,
    /// The teacher whose code it contains.
    pub teacher_id: Option<TeacherId>,
    /// A personal note of the administrator, possibly empty.
    pub note: String,
    /// When it was sent.
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

/// Marks an entry as invited. Returns false if it was invited after `unless_since` or, without that, at any time.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_invited(
    tx: &Transaction,
    id: WaitlistId,
    admin: &str,
    now: Timestamp,
    unless_since: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let mut values: Vec<Value> = vec![id.0.into(), to_micros(now).into(), admin.into()];
    let guard = match unless_since {
        Some(since) => {
            values.push(to_micros(since).into());
            "(invited_at IS NULL OR invited_at <= $4)"
        }
        None => "invited_at IS NULL",
    };
    let sql = format!("UPDATE waitlist SET invited_at = $2, invited_by = $3 WHERE id = $1 AND {guard}");
    Ok(tx.execute(&sql, &values).await? == 1)
}

/// Inserts an invitation.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_invitation(tx: &Transaction, new: &Invitation) -> Result<(), StoreError> {
    let columns = vec![
        ("id", new.id.0.into()),
        ("entry_id", new.entry_id.0.into()),
        ("admin", new.admin.as_str().into()),
        ("teacher_id", new.teacher_id.map(|teacher| teacher.0).into()),
        ("note", new.note.as_str().into()),
        ("created_at", to_micros(new.created_at).into()),
    ];
    insert_row(tx, "waitlist_invitations", columns, "").await?;
    Ok(())
}

/// Finds an invitation by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_invitation<C: Connection>(conn: &C, id: InvitationId) -> Result<Option<Invitation>, StoreError> {
    let sql = "SELECT id, entry_id, admin, teacher_id, note, created_at FROM waitlist_invitations WHERE id = $1";
    let Some(row) = conn.query_opt::<InvitationRow>(sql, &[id.0.into()]).await? else { return Ok(None) };
    Ok(Some(Invitation {
        id: InvitationId(row.id),
        entry_id: WaitlistId(row.entry_id),
        admin: row.admin,
        teacher_id: row.teacher_id.map(TeacherId),
        note: row.note,
        created_at: from_micros(row.created_at)?,
    }))
}

/// Deletes the entry of an invitation with all its invitations. Does nothing if it is gone.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_by_invitation(tx: &Transaction, invitation: InvitationId) -> Result<(), StoreError> {
    let entry = "(SELECT entry_id FROM waitlist_invitations WHERE id = $1)";
    // Locks the entry first, as `mark_invited` does, so that a concurrent invitation is deleted too.
    let lock = format!("UPDATE waitlist SET updated_at = updated_at WHERE id = {entry} RETURNING id");
    let Some(EntryId { id }) = tx.query_opt(&lock, &[invitation.0.into()]).await? else { return Ok(()) };
    tx.execute("DELETE FROM waitlist_invitations WHERE entry_id = $1", &[id.into()]).await?;
    // The address is erased with its last entry.
    let sql = "DELETE FROM waitlist_confirmations WHERE email_key = (SELECT email_key FROM waitlist WHERE id = $1)
                  AND NOT EXISTS (SELECT 1 FROM waitlist w WHERE w.email_key = waitlist_confirmations.email_key AND w.id <> $1)";
    tx.execute(sql, &[id.into()]).await?;
    tx.execute("DELETE FROM waitlist WHERE id = $1", &[id.into()]).await?;
    Ok(())
}

#[derive(FromRow)]
struct EntryId {
    id: Uuid,
}
