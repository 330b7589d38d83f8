//! The words by which people are found (`people_words`): of the name and the address, folded. Whoever writes either writes the
//! words in the same transaction; what they were made of stays in `people.searched_as`, so that others can be found and mended.

use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::searching::words_of;
use uuid::Uuid;

use super::places;
use crate::StoreError;

/// Two values each.
const WORDS_AT_ONCE: usize = 2_000;
/// A word that so many people have is no way to find somebody; then people are looked through, newest first.
const MOST_WITH_WORD: i64 = 10_000;
/// Sorts after every word that begins alike.
const LAST: char = '\u{10ffff}';
/// What a person's words are made of; of who is deleted, nothing. Keep with [`searched_as`].
const TEXT: &str = "CASE WHEN deleted_at IS NULL THEN name || ' ' || COALESCE(email_key, '') ELSE '' END";

#[derive(FromRow)]
struct Named {
    id: Uuid,
    searched_as: String,
}

/// What a person's words are made of.
pub(crate) fn searched_as(name: &str, email_key: Option<&str>) -> String {
    format!("{name} {}", email_key.unwrap_or_default())
}

/// Writes the words of a new person, stored with this in `searched_as`.
pub(crate) async fn add(tx: &Transaction, person: Uuid, searched_as: String) -> Result<(), StoreError> {
    write(tx, &[Named { id: person, searched_as }]).await
}

/// Writes the words of a person anew, if name or address are others than before.
pub(crate) async fn renew(tx: &Transaction, person: Uuid) -> Result<(), StoreError> {
    replace(tx, "id = $1", person.into()).await.map(|_| ())
}

/// Writes the words of so many people whose words are not those of their name and address. How many there were.
pub(crate) async fn renew_stale(tx: &Transaction, limit: u32) -> Result<usize, StoreError> {
    let which = format!("id IN (SELECT id FROM people WHERE {} LIMIT $1)", stale());
    replace(tx, &which, i64::from(limit).into()).await
}

fn stale() -> String {
    format!("(searched_as IS NULL OR searched_as <> {TEXT})")
}

async fn replace(tx: &Transaction, which: &str, value: Value) -> Result<usize, StoreError> {
    // Locks them first: of two who write the same person's words, the second waits and sees what the first has written.
    let sql = format!("UPDATE people SET searched_as = {TEXT} WHERE {which} AND {} RETURNING id, searched_as", stale());
    let people: Vec<Named> = tx.query(&sql, &[value]).await?;
    for some in people.chunks(WORDS_AT_ONCE) {
        let sql = format!("DELETE FROM people_words WHERE person_id IN ({})", places(0, some.len()));
        tx.execute(&sql, &some.iter().map(|person| person.id.into()).collect::<Vec<_>>()).await?;
    }
    write(tx, &people).await?;
    Ok(people.len())
}

async fn write(tx: &Transaction, people: &[Named]) -> Result<(), StoreError> {
    let words: Vec<(Uuid, String)> = people
        .iter()
        .flat_map(|person| words_of(&person.searched_as).into_iter().map(|word| (person.id, word)))
        .collect();
    for some in words.chunks(WORDS_AT_ONCE) {
        let rows: Vec<String> = (0..some.len()).map(|row| format!("({})", places(2 * row, 2))).collect();
        let sql = format!("INSERT INTO people_words (word, person_id) VALUES {}", rows.join(", "));
        tx.execute(
            &sql,
            &some.iter().flat_map(|(person, word)| [word.as_str().into(), (*person).into()]).collect::<Vec<_>>(),
        )
        .await?;
    }
    Ok(())
}

/// People of whom each word that is searched for begins a word.
pub(crate) struct Search {
    /// The one that the fewest people have, first.
    words: Vec<String>,
    /// Whether those are few enough to begin with them.
    rare: bool,
}

impl Search {
    /// Looks how many people have each word. `None` when there is no word in the text.
    pub(crate) async fn of<C: Connection>(conn: &C, text: &str) -> Result<Option<Self>, StoreError> {
        #[derive(FromRow)]
        struct Counted {
            place: i64,
            found: i64,
        }
        let words = words_of(text);
        if words.is_empty() {
            return Ok(None);
        }
        let mut values = Vec::new();
        let counts: Vec<String> = words
            .iter()
            .enumerate()
            .map(|(place, word)| {
                let range = range(word, &mut values);
                let some = format!("SELECT 1 AS one FROM people_words w WHERE {range} LIMIT {}", MOST_WITH_WORD + 1);
                format!("SELECT CAST({place} AS bigint) AS place, COUNT(*) AS found FROM ({some}) AS found{place}")
            })
            .collect();
        let mut counted: Vec<Counted> = conn.query(&counts.join(" UNION ALL "), &values).await?;
        counted.sort_by_key(|counted| counted.found);
        let rare = counted.first().is_some_and(|rarest| rarest.found <= MOST_WITH_WORD);
        let place = |counted: &Counted| usize::try_from(counted.place).ok();
        let words = counted.iter().filter_map(|counted| words.get(place(counted)?).cloned()).collect();
        Ok(Some(Self { words, rare }))
    }

    /// The condition on the column that has a person's id.
    pub(crate) fn condition(&self, id: &str, values: &mut Vec<Value>) -> String {
        let conditions: Vec<String> = self
            .words
            .iter()
            .enumerate()
            .map(|(place, word)| {
                let range = range(word, values);
                if place == 0 && self.rare {
                    format!("{id} IN (SELECT w.person_id FROM people_words w WHERE {range})")
                } else {
                    has(id, &range)
                }
            })
            .collect();
        conditions.join(" AND ")
    }
}

/// The condition on the column that has a person's id, for whoever looks through rows that were chosen otherwise. Nobody has the
/// words of a text without words.
pub(crate) fn having(text: &str, id: &str, values: &mut Vec<Value>) -> String {
    let conditions: Vec<String> = words_of(text).iter().map(|word| has(id, &range(word, values))).collect();
    if conditions.is_empty() { "1 = 0".to_owned() } else { conditions.join(" AND ") }
}

fn has(id: &str, range: &str) -> String {
    format!("EXISTS (SELECT 1 FROM people_words w WHERE w.person_id = {id} AND {range})")
}

fn range(word: &str, values: &mut Vec<Value>) -> String {
    values.extend([word.into(), format!("{word}{LAST}").into()]);
    format!("w.word >= ${} AND w.word < ${}", values.len() - 1, values.len())
}
