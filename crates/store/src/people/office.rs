//! People as an administrator finds them, and what an administrator may change of them.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::PersonId;
use tala_domain::money::Currency;
use uuid::Uuid;

use super::{FIELDS_ALONE, Person, Row};
use crate::StoreError;
use crate::sql::micros;
use crate::sql::words::{Search, renew_stale};

/// Which people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonFilter {
    /// All.
    All,
    /// Students.
    Students,
    /// Whoever has applied as a teacher.
    Teachers,
    /// Neither.
    Users,
}

impl PersonFilter {
    /// The smaller table whose rows they are.
    const fn table(self) -> Option<&'static str> {
        match self {
            Self::All | Self::Users => None,
            Self::Students => Some("students"),
            Self::Teachers => Some("teachers"),
        }
    }

    /// Where they are read: from the smaller table on, and in the order of its key, so that nobody else is looked through. SQLite begins
    /// with the first table of a `CROSS JOIN`. PostgreSQL would like to merge both from the newest person on; what has an `OFFSET`
    /// it looks up one by one. A search knows where to begin without that.
    fn from(self, backend: Backend, is_search: bool) -> String {
        match self.table() {
            None => "FROM people p WHERE 1 = 1".to_owned(),
            Some(table) if backend == Backend::Postgres && !is_search => format!(
                "FROM {table} k CROSS JOIN LATERAL (SELECT * FROM people WHERE id = k.person_id OFFSET 0) p WHERE 1 = 1"
            ),
            Some(table) => format!("FROM {table} k CROSS JOIN people p WHERE p.id = k.person_id"),
        }
    }
}

/// The mark only says where to look: a server of the release before leaves it with whoever joins.
const NEITHER: &str = "p.newcomer AND (SELECT t.person_id FROM teachers t WHERE t.person_id = p.id) IS NULL
    AND (SELECT s.person_id FROM students s WHERE s.person_id = p.id) IS NULL";

/// People, newest first, at most `limit`, continuing after the person `after`; with words in the name or
/// address that begin with these.
pub async fn list_page<C: Connection>(
    conn: &C,
    filter: PersonFilter,
    search: Option<&str>,
    after: Option<PersonId>,
    limit: u32,
) -> Result<Vec<Person>, StoreError> {
    let from = filter.from(conn.backend(), search.is_some());
    let key = if filter.table().is_some() { "k.person_id" } else { "p.id" };
    let mut wheres = vec!["p.deleted_at IS NULL".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    wheres.extend((filter == PersonFilter::Users).then(|| NEITHER.to_owned()));
    if let Some(text) = search {
        let Some(search) = Search::of(conn, text).await? else { return Ok(Vec::new()) };
        wheres.push(search.condition("p.id", &mut values));
    }
    if let Some(after) = after {
        values.push(after.0.into());
        // On both, for what is searched for may be merged.
        wheres.push(format!("{key} < ${0} AND p.id < ${0}", values.len()));
    }
    let wheres = wheres.join(" AND ");
    let sql = format!("SELECT {FIELDS_ALONE} {from} AND {wheres} ORDER BY {key} DESC LIMIT {limit}");
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Person::try_from).collect()
}

/// The ids of people with words in the name or address that begin with these, newest first, at most `limit`.
pub async fn list_ids<C: Connection>(conn: &C, search: &str, limit: u32) -> Result<Vec<PersonId>, StoreError> {
    #[derive(FromRow)]
    struct IdRow {
        id: Uuid,
    }
    let Some(search) = Search::of(conn, search).await? else { return Ok(Vec::new()) };
    let mut values: Vec<Value> = Vec::new();
    let condition = search.condition("p.id", &mut values);
    let sql = format!("SELECT p.id FROM people p WHERE {condition} ORDER BY p.id DESC LIMIT {limit}");
    let rows: Vec<IdRow> = conn.query(&sql, &values).await?;
    Ok(rows.into_iter().map(|row| PersonId(row.id)).collect())
}

/// Mends the words of people by which they are not found: a server of the release before has changed a name. At most `limit`;
/// returns how many there were.
pub async fn mend_words(tx: &Transaction, limit: u32) -> Result<usize, StoreError> {
    renew_stale(tx, limit).await
}

/// Takes the mark of a newcomer from students and teachers who have it still: a server of the release before has let them in.
/// At most `limit`; returns how many there were.
pub async fn mend_newcomers(tx: &Transaction, limit: u32) -> Result<u64, StoreError> {
    let sql = format!(
        "UPDATE people SET newcomer = FALSE WHERE id IN
           (SELECT p.id FROM people p WHERE p.newcomer AND p.deleted_at IS NULL
               AND (EXISTS (SELECT 1 FROM students s WHERE s.person_id = p.id)
                 OR EXISTS (SELECT 1 FROM teachers t WHERE t.person_id = p.id)) LIMIT {limit})"
    );
    tx.execute(&sql, &[]).await
}

/// Keeps a person out from now on, or (with `None`) lets them in again. False when it was so before.
pub async fn set_suspended(tx: &Transaction, id: PersonId, at: Option<Timestamp>) -> Result<bool, StoreError> {
    let guard = if at.is_some() { "suspended_at IS NULL" } else { "suspended_at IS NOT NULL" };
    let sql = format!("UPDATE people SET suspended_at = $2 WHERE id = $1 AND deleted_at IS NULL AND {guard}");
    Ok(tx.execute(&sql, &[id.0.into(), at.map(micros).into()]).await? == 1)
}

/// Changes the currency in which a student pays (D19). False when it is that already, or this is no student.
pub async fn change_currency(tx: &Transaction, student: PersonId, to: Currency) -> Result<bool, StoreError> {
    let sql = "UPDATE students SET currency = $2 WHERE person_id = $1 AND currency <> $2";
    Ok(tx.execute(sql, &[student.0.into(), to.code().into()]).await? == 1)
}
