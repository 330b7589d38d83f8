//! The waitlist (D33).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::WaitlistId;
use tala_domain::waitlist::{WaitlistInterest, WaitlistRole, WaitlistStyle};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_micros};

mod admin;
mod confirmations;

pub use admin::{
    EntryDetails, EntryFilter, EntrySort, Invitation, count, count_open, delete_by_invitation, find_details,
    find_invitation, insert_invitation, list_by_person, list_page, mark_invited,
};
pub use confirmations::{
    Confirmation, delete_by_confirmation, find_confirmation, find_confirmation_by_person, find_language,
    insert_confirmation,
};

/// A waitlist entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Primary key.
    pub id: WaitlistId,
    /// The visitor's name.
    pub name: String,
    /// The email address, as entered.
    pub email: String,
    /// Role, location and dance style.
    pub interest: WaitlistInterest,
    /// When the visitor joined.
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
            interest: WaitlistInterest {
                role: parse_enum(&row.role, WaitlistRole::parse)?,
                location: row.location,
                country: row.country,
                style: parse_enum(&row.dance_style, WaitlistStyle::parse)?,
            },
            created_at: from_micros(row.created_at)?,
        })
    }
}

const COLUMNS: &str = "id, name, email, role, location, country, dance_style, created_at";

/// Inserts an entry, or updates that of the same address and role. Returns its id, or `None` if nothing changed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn upsert(tx: &Transaction, entry: &Entry, email_key: &str) -> Result<Option<WaitlistId>, StoreError> {
    #[derive(FromRow)]
    struct Saved {
        id: Uuid,
    }
    let at = to_micros(entry.created_at);
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
    let sql = "INSERT INTO waitlist (id, name, email, email_key, role, location, country, dance_style, created_at,
                                     updated_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
               ON CONFLICT (email_key, role) DO UPDATE
                  SET name = excluded.name, email = excluded.email, location = excluded.location,
                      country = excluded.country, dance_style = excluded.dance_style, updated_at = excluded.updated_at
                WHERE waitlist.name <> excluded.name OR waitlist.email <> excluded.email
                   OR waitlist.location <> excluded.location OR waitlist.country <> excluded.country
                   OR waitlist.dance_style <> excluded.dance_style
               RETURNING id";
    let saved: Option<Saved> = tx.query_opt(sql, &values).await?;
    Ok(saved.map(|saved| WaitlistId(saved.id)))
}

/// Finds an entry by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: WaitlistId) -> Result<Option<Entry>, StoreError> {
    let row: Option<Row> =
        conn.query_opt(&format!("SELECT {COLUMNS} FROM waitlist WHERE id = $1"), &[id.0.into()]).await?;
    row.map(Entry::try_from).transpose()
}
