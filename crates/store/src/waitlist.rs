//! Visitors who wait for an invitation (D33).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::WaitlistId;
use tala_domain::waitlist::{Interest, Role, Style};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{instant, micros, word};

mod office;

pub use office::{
    Invitation, Listed, WaitFilter, count_open, find_invitation, find_listed, insert_invitation, leave, list_by_person,
    list_page, mark_invited,
};

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: WaitlistId,
    /// Who waits.
    pub name: String,
    /// Their address as they wrote it.
    pub email: String,
    /// What they wait for.
    pub interest: Interest,
    /// Since when.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    location: String,
    country: String,
    dance_style: String,
    created_at: i64,
}

impl TryFrom<Row> for Entry {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: WaitlistId(row.id),
            name: row.name,
            email: row.email,
            interest: Interest {
                role: word(&row.role, Role::parse)?,
                location: row.location,
                country: row.country,
                style: word(&row.dance_style, Style::parse)?,
            },
            created_at: instant(row.created_at)?,
        })
    }
}

const COLUMNS: &str = "id, name, email, role, location, country, dance_style, created_at";

/// Keeps an entry, or puts it in the place of the earlier one of the same address and role. `None` when nothing is new;
/// otherwise the id of the entry that stands now.
pub async fn save(tx: &Transaction, entry: &Entry, email_key: &str) -> Result<Option<WaitlistId>, StoreError> {
    #[derive(FromRow)]
    struct Saved {
        id: Uuid,
    }
    let at = micros(entry.created_at);
    let values = [
        entry.id.0.into(),
        entry.name.as_str().into(),
        entry.email.as_str().into(),
        email_key.into(),
        entry.interest.role.as_str().into(),
        entry.interest.location.as_str().into(),
        entry.interest.country.as_str().into(),
        entry.interest.style.as_str().into(),
        at.into(),
    ];
    let saved: Option<Saved> = tx.query_opt("INSERT INTO waitlist (id, name, email, email_key, role, location, country, dance_style, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
         ON CONFLICT (email_key, role) DO UPDATE
            SET name = excluded.name, email = excluded.email, location = excluded.location, country = excluded.country,
                dance_style = excluded.dance_style, updated_at = excluded.updated_at
          WHERE waitlist.name <> excluded.name OR waitlist.email <> excluded.email OR waitlist.location <> excluded.location
             OR waitlist.country <> excluded.country OR waitlist.dance_style <> excluded.dance_style
         RETURNING id",
        &values,
    )
    .await?;
    Ok(saved.map(|saved| WaitlistId(saved.id)))
}

/// One entry.
pub async fn find_by_id<C: Connection>(conn: &C, id: WaitlistId) -> Result<Option<Entry>, StoreError> {
    let row: Option<Row> =
        conn.query_opt(&format!("SELECT {COLUMNS} FROM waitlist WHERE id = $1"), &[id.0.into()]).await?;
    row.map(Entry::try_from).transpose()
}
