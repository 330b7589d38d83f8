//! People for administrators.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::{PersonId, StudentId};
use tala_domain::money::Currency;
use uuid::Uuid;

use super::{FIELDS_ALONE, Person, Row};
use crate::sql::keyset::{Keyset, fetch_capped_count};
use crate::sql::search_terms::{self, Search};
use crate::sql::{fetch_all, to_micros};
use crate::{CappedCount, Position, SortColumn, SortKind, SortValue, SortedPage, StoreError};

/// Which people to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonFilter {
    /// All people.
    All,
    /// Students.
    Students,
    /// People who have applied as teachers.
    Teachers,
    /// People who are neither.
    Users,
}

impl PersonFilter {
    /// The table of the role, which is smaller than `people`.
    const fn table(self) -> Option<&'static str> {
        match self {
            Self::All | Self::Users => None,
            Self::Students => Some("students"),
            Self::Teachers => Some("teachers"),
        }
    }

    /// The FROM clause. It starts with the table of the role in key order, so that other people are not scanned.
    ///
    /// SQLite starts with the first table of a `CROSS JOIN`. PostgreSQL would merge both tables from the newest person
    /// on, and looks up one row at a time in a subquery with `OFFSET`. A search starts with its terms instead.
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

/// The flag selects candidates by an index. The subqueries decide, because the flag can be stale after raw SQL.
const HAS_NO_ROLE: &str = "p.has_no_role AND (SELECT t.person_id FROM teachers t WHERE t.person_id = p.id) IS NULL
    AND (SELECT s.person_id FROM students s WHERE s.person_id = p.id) IS NULL";

/// A subquery instead of EXISTS, which PostgreSQL would turn into a join of all students.
const IS_STUDENT: &str = "(SELECT s.person_id FROM students s WHERE s.person_id = p.id) IS NOT NULL";

/// Columns by which administrators sort people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonSort {
    /// When the person first signed in.
    Joined,
    /// The name, ignoring the case of ASCII letters.
    Name,
}

impl SortColumn for PersonSort {
    fn kind(self) -> SortKind {
        match self {
            Self::Joined => SortKind::Id,
            Self::Name => SortKind::Text,
        }
    }
}

impl PersonSort {
    /// The place of a person in a list that is sorted by this column.
    pub fn position(self, person: &Person) -> Position {
        let value = match self {
            Self::Joined => None,
            // As `LOWER` does on both databases.
            Self::Name => Some(SortValue::Text(person.name.to_ascii_lowercase())),
        };
        Position { value, id: person.id.0 }
    }
}

/// The sorted form of a name. The same on both databases: bytes, and only ASCII letters are folded.
const fn folded_name(backend: Backend) -> &'static str {
    match backend {
        Backend::Postgres => "LOWER(p.name COLLATE \"C\")",
        _ => "LOWER(p.name)",
    }
}

/// The parts of a query for people. `None` if the search text contains no term.
struct PeopleQuery {
    /// FROM and WHERE.
    text: String,
    values: Vec<Value>,
    /// The expression of the id.
    key: &'static str,
    /// Whether few people match, so that they are sorted instead of read in the order of an index.
    is_selective: bool,
}

impl PeopleQuery {
    async fn plan<C: Connection>(
        conn: &C,
        filter: PersonFilter,
        search: Option<&str>,
        sort: PersonSort,
    ) -> Result<Option<Self>, StoreError> {
        let mut conditions = vec!["p.deleted_at IS NULL".to_owned()];
        // There are many students: in the order of names, people are read and tested instead.
        let by_name = sort == PersonSort::Name && filter == PersonFilter::Students;
        let (from, key) = if by_name {
            conditions.push(IS_STUDENT.to_owned());
            (PersonFilter::All.from(conn.backend(), true), "p.id")
        } else {
            let key = if filter.table().is_some() { "k.person_id" } else { "p.id" };
            (filter.from(conn.backend(), search.is_some()), key)
        };
        let mut values: Vec<Value> = Vec::new();
        let mut is_selective = filter == PersonFilter::Teachers;
        conditions.extend((filter == PersonFilter::Users).then(|| HAS_NO_ROLE.to_owned()));
        if let Some(text) = search {
            let Some(search) = Search::plan(conn, text).await? else { return Ok(None) };
            conditions.push(search.condition("p.id", &mut values));
            is_selective |= search.is_selective();
        }
        Ok(Some(Self { text: format!("{from} AND {}", conditions.join(" AND ")), values, key, is_selective }))
    }
}

/// Lists a page of people. With `search`, only those who match it.
///
/// # Errors
/// [`StoreError`] if a query fails.
pub async fn list_page<C: Connection>(
    conn: &C,
    filter: PersonFilter,
    search: Option<&str>,
    page: &SortedPage<PersonSort>,
) -> Result<Vec<Person>, StoreError> {
    let Some(query) = PeopleQuery::plan(conn, filter, search, page.column).await? else { return Ok(Vec::new()) };
    let PeopleQuery { mut text, mut values, key, is_selective } = query;
    let name = folded_name(conn.backend());
    // `|| ''` hides the order from the planner, which could otherwise scan the index of names.
    let hidden = format!("{name} || ''");
    let (column, id) = match page.column {
        PersonSort::Joined => (None, key),
        PersonSort::Name if is_selective => (Some(hidden.as_str()), "p.id"),
        PersonSort::Name => (Some(name), "p.id"),
    };
    let order = Keyset { column, id, direction: page.direction };
    if let Some(after) = &page.after {
        text = format!("{text} AND {}", order.after(after, &mut values));
        if column.is_none() && key != "p.id" {
            // On both tables, because a search may be merged with either.
            let other = Keyset { column, id: "p.id", ..order };
            text = format!("{text} AND {}", other.after(after, &mut values));
        }
    }
    let (order_by, limit) = (order.order_by(), page.limit);
    fetch_all::<Row, _>(conn, &format!("SELECT {FIELDS_ALONE} {text} ORDER BY {order_by} LIMIT {limit}"), &values).await
}

/// Counts the people that match a filter and `search`.
///
/// # Errors
/// [`StoreError`] if a query fails.
pub async fn count<C: Connection>(
    conn: &C,
    filter: PersonFilter,
    search: Option<&str>,
) -> Result<CappedCount, StoreError> {
    let query = PeopleQuery::plan(conn, filter, search, PersonSort::Joined).await?;
    let Some(PeopleQuery { text, values, .. }) = query else { return Ok(CappedCount::of(0)) };
    fetch_capped_count(conn, &text, &values).await
}

/// Lists the ids of people who match `search`, newest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_ids<C: Connection>(conn: &C, search: &str, limit: u32) -> Result<Vec<PersonId>, StoreError> {
    #[derive(FromRow)]
    struct IdRow {
        id: Uuid,
    }
    let Some(search) = Search::plan(conn, search).await? else { return Ok(Vec::new()) };
    let mut values: Vec<Value> = Vec::new();
    let condition = search.condition("p.id", &mut values);
    let sql = format!("SELECT p.id FROM people p WHERE {condition} ORDER BY p.id DESC LIMIT {limit}");
    let rows: Vec<IdRow> = conn.query(&sql, &values).await?;
    Ok(rows.into_iter().map(|row| PersonId(row.id)).collect())
}

/// Reindexes up to `limit` people whose search terms are stale, for example after raw SQL. Returns how many there were.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reindex_stale(tx: &Transaction, limit: u32) -> Result<usize, StoreError> {
    search_terms::reindex_stale(tx, limit).await
}

/// Clears `has_no_role` of up to `limit` students and teachers who have it, for example after raw SQL. Returns how many
/// there were.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn repair_role_flags(tx: &Transaction, limit: u32) -> Result<u64, StoreError> {
    let sql = format!(
        "UPDATE people SET has_no_role = FALSE WHERE id IN
           (SELECT p.id FROM people p WHERE p.has_no_role AND p.deleted_at IS NULL
               AND (EXISTS (SELECT 1 FROM students s WHERE s.person_id = p.id)
                 OR EXISTS (SELECT 1 FROM teachers t WHERE t.person_id = p.id)) LIMIT {limit})"
    );
    tx.execute(&sql, &[]).await
}

/// Suspends a person at an instant, or unsuspends with `None`. Returns false if nothing changed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_suspended(tx: &Transaction, id: PersonId, at: Option<Timestamp>) -> Result<bool, StoreError> {
    let guard = if at.is_some() { "suspended_at IS NULL" } else { "suspended_at IS NOT NULL" };
    let sql = format!("UPDATE people SET suspended_at = $2 WHERE id = $1 AND deleted_at IS NULL AND {guard}");
    Ok(tx.execute(&sql, &[id.0.into(), at.map(to_micros).into()]).await? == 1)
}

/// Changes the currency in which a student pays (D19). Returns false if nothing changed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn change_currency(tx: &Transaction, student: StudentId, to: Currency) -> Result<bool, StoreError> {
    let sql = "UPDATE students SET currency = $2 WHERE person_id = $1 AND currency <> $2";
    Ok(tx.execute(sql, &[student.0.into(), to.code().into()]).await? == 1)
}
