//! The search terms of people (`person_search_terms`): the folded words of name and email address, and the digits of the
//! phone number.
//!
//! Code that writes one of them also writes the terms, in the same transaction. `people.search_source` holds the text
//! from which they were made, so that stale rows can be found and reindexed.

use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::text_search::{phone_term, query_terms, search_terms};
use uuid::Uuid;

use super::placeholders;
use crate::StoreError;

/// Rows in one statement, with at most two parameters each.
const BATCH_ROWS: usize = 2_000;
/// If a term has at most this many rows, a search starts from them. With more, each person is tested.
const MAX_SELECTIVE_MATCHES: i64 = 10_000;
/// Sorts after every term with the same prefix.
const LAST_CHAR: char = '\u{10ffff}';
/// SQL expression for a person's search source, empty after deletion.
const SOURCE: &str = "CASE WHEN deleted_at IS NULL
    THEN name || ' ' || COALESCE(email_key, '') || COALESCE('\n' || phone, '') ELSE '' END";

#[derive(FromRow)]
struct Person {
    id: Uuid,
    search_source: String,
}

/// The search source of a person without a phone number. [`SOURCE`] appends a line feed and the number.
pub(crate) fn search_source(name: &str, email_key: Option<&str>) -> String {
    format!("{name} {}", email_key.unwrap_or_default())
}

/// A word of digits also has the term of a phone number, because a query of digits is taken for one.
fn terms_of(search_source: &str) -> Vec<String> {
    let (words, phone) = search_source.split_once('\n').unwrap_or((search_source, ""));
    let mut terms = search_terms(words);
    let phones: Vec<String> = terms.iter().map(String::as_str).chain([phone]).filter_map(phone_term).collect();
    terms.extend(phones);
    terms.sort();
    terms.dedup();
    terms
}

/// Inserts the terms of a new person, whose row contains this `search_source`.
pub(crate) async fn insert(tx: &Transaction, person: Uuid, search_source: String) -> Result<(), StoreError> {
    insert_all(tx, &[Person { id: person, search_source }]).await
}

/// Replaces the terms of a person if name, address or phone number have changed.
pub(crate) async fn reindex(tx: &Transaction, person: Uuid) -> Result<(), StoreError> {
    replace(tx, "id = $1", person.into()).await.map(|_| ())
}

/// Replaces the terms of up to `limit` people for whom they are stale. Returns how many there were.
pub(crate) async fn reindex_stale(tx: &Transaction, limit: u32) -> Result<usize, StoreError> {
    let condition = format!("id IN (SELECT id FROM people WHERE {} LIMIT $1)", is_stale());
    replace(tx, &condition, i64::from(limit).into()).await
}

fn is_stale() -> String {
    format!("(search_source IS NULL OR search_source <> {SOURCE})")
}

async fn replace(tx: &Transaction, condition: &str, value: Value) -> Result<usize, StoreError> {
    // The UPDATE locks the rows, so a concurrent reindexing of the same person waits and sees the new source.
    let sql = format!(
        "UPDATE people SET search_source = {SOURCE} WHERE {condition} AND {} RETURNING id, search_source",
        is_stale()
    );
    let people: Vec<Person> = tx.query(&sql, &[value]).await?;
    for batch in people.chunks(BATCH_ROWS) {
        let ids = placeholders(0, batch.len());
        let sql = format!("DELETE FROM person_search_terms WHERE person_id IN ({ids})");
        tx.execute(&sql, &batch.iter().map(|person| person.id.into()).collect::<Vec<_>>()).await?;
    }
    insert_all(tx, &people).await?;
    Ok(people.len())
}

async fn insert_all(tx: &Transaction, people: &[Person]) -> Result<(), StoreError> {
    let terms: Vec<(Uuid, String)> = people
        .iter()
        .flat_map(|person| terms_of(&person.search_source).into_iter().map(|term| (person.id, term)))
        .collect();
    for batch in terms.chunks(BATCH_ROWS) {
        let rows: Vec<String> = (0..batch.len()).map(|row| format!("({})", placeholders(2 * row, 2))).collect();
        let sql = format!("INSERT INTO person_search_terms (term, person_id) VALUES {}", rows.join(", "));
        let values: Vec<Value> =
            batch.iter().flat_map(|(person, term)| [term.as_str().into(), (*person).into()]).collect();
        tx.execute(&sql, &values).await?;
    }
    Ok(())
}

/// A search for people who have, for each term of a text, a term that starts with it.
pub(crate) struct Search {
    /// The most selective one first.
    terms: Vec<String>,
    /// Whether the first term matches few enough people to start from its rows.
    is_selective: bool,
}

impl Search {
    /// Counts the matches of each term, to start from the most selective one. `None` if the text contains no term.
    pub(crate) async fn plan<C: Connection>(conn: &C, text: &str) -> Result<Option<Self>, StoreError> {
        #[derive(FromRow)]
        struct Matches {
            term: i64,
            matches: i64,
        }
        let terms = query_terms(text);
        if terms.is_empty() {
            return Ok(None);
        }
        let mut values = Vec::new();
        let queries: Vec<String> = terms
            .iter()
            .enumerate()
            .map(|(number, term)| {
                let range = prefix_range(term, &mut values);
                let limit = MAX_SELECTIVE_MATCHES + 1;
                let limited = format!("SELECT 1 AS one FROM person_search_terms w WHERE {range} LIMIT {limit}");
                format!("SELECT CAST({number} AS bigint) AS term, COUNT(*) AS matches FROM ({limited}) AS q{number}")
            })
            .collect();
        let mut counts: Vec<Matches> = conn.query(&queries.join(" UNION ALL "), &values).await?;
        counts.sort_by_key(|count| count.matches);
        let is_selective = counts.first().is_some_and(|rarest| rarest.matches <= MAX_SELECTIVE_MATCHES);
        let index = |count: &Matches| usize::try_from(count.term).ok();
        let terms = counts.iter().filter_map(|count| terms.get(index(count)?).cloned()).collect();
        Ok(Some(Self { terms, is_selective }))
    }

    /// Whether the search starts from the rows of its first term.
    pub(crate) const fn is_selective(&self) -> bool {
        self.is_selective
    }

    /// The condition on `id`, a column with a person's id. Appends its parameters to `values`.
    pub(crate) fn condition(&self, id: &str, values: &mut Vec<Value>) -> String {
        let conditions: Vec<String> = self
            .terms
            .iter()
            .enumerate()
            .map(|(number, term)| {
                let range = prefix_range(term, values);
                if number == 0 && self.is_selective {
                    format!("{id} IN (SELECT w.person_id FROM person_search_terms w WHERE {range})")
                } else {
                    has_term(id, &range)
                }
            })
            .collect();
        conditions.join(" AND ")
    }
}

/// For queries that find their rows without this search, as of the audit log: tests each row's person. False if the text
/// contains no term.
pub(crate) fn matches_each_term(text: &str, id: &str, values: &mut Vec<Value>) -> String {
    let conditions: Vec<String> =
        query_terms(text).iter().map(|term| has_term(id, &prefix_range(term, values))).collect();
    if conditions.is_empty() { "1 = 0".to_owned() } else { conditions.join(" AND ") }
}

fn has_term(id: &str, range: &str) -> String {
    format!("EXISTS (SELECT 1 FROM person_search_terms w WHERE w.person_id = {id} AND {range})")
}

fn prefix_range(term: &str, values: &mut Vec<Value>) -> String {
    values.extend([term.into(), format!("{term}{LAST_CHAR}").into()]);
    format!("w.term >= ${} AND w.term < ${}", values.len() - 1, values.len())
}
