//! Who is behind a token: what every request asks first, answered for all who ask at the same moment by one statement.
//!
//! A statement costs a round trip on PostgreSQL and a hop to the driver's thread on SQLite, whatever it finds. So while a few
//! are under way, later questions wait, and the next statement asks for all of them. Nothing is kept: every answer is read after
//! it was asked for, so whoever has just been suspended, or has just signed in, is so at the next request, on any server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use tokio::sync::oneshot;

use super::{FIELDS_ALONE, Person, Row};
use crate::Store;
use crate::error::StoreError;
use crate::sql::{list, places};

/// So many statements are under way at once at most. More would be shorter, and each of them a round trip.
const STATEMENTS: usize = 3;
/// So many questions go into one statement at most. A power of two, as its [`size`] is.
const QUESTIONS: usize = 64;
/// Whoever waits longer for an answer is told that the database cannot be reached.
const PATIENCE: Duration = Duration::from_secs(8);

/// What a sign-in provider calls somebody: issuer and subject.
type Identity = (String, String);

struct Question {
    identity: Identity,
    answer: oneshot::Sender<Result<Option<Person>, StoreError>>,
}

#[derive(Default)]
struct Waiting {
    questions: Vec<Question>,
    /// How many statements are under way.
    statements: usize,
}

/// Looks up people by what their sign-in provider calls them. Cheap to clone; clones ask together.
#[derive(Clone)]
pub struct IdentityLookup(Arc<Inner>);

struct Inner {
    conn: DatabaseConnection,
    waiting: Mutex<Waiting>,
}

impl IdentityLookup {
    /// Asks this database.
    pub fn new(store: &Store) -> Self {
        Self(Arc::new(Inner { conn: store.read().clone(), waiting: Mutex::default() }))
    }

    /// The person behind (issuer, subject), as the database says it after this was called.
    ///
    /// # Errors
    /// Those of the statement; [`StoreError::Unavailable`] after eight seconds without an answer.
    pub async fn find(&self, issuer: &str, subject: &str) -> Result<Option<Person>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let identity = (issuer.to_owned(), subject.to_owned());
        if self.0.add(Question { identity, answer }) {
            // Not here: whoever gives up waiting would take along what others wait for.
            tokio::spawn(Arc::clone(&self.0).answer_all());
        }
        let late = || StoreError::Unavailable("nobody could be looked up in time".to_owned());
        tokio::time::timeout(PATIENCE, answered).await.ok().and_then(Result::ok).unwrap_or_else(|| Err(late()))
    }
}

impl Inner {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a question wait. True when one more may go and ask, which the caller then has to see to.
    fn add(&self, question: Question) -> bool {
        let mut waiting = self.waiting();
        waiting.questions.push(question);
        let one_more = waiting.statements < STATEMENTS;
        if one_more {
            waiting.statements += 1;
        }
        one_more
    }

    /// The questions that have waited longest. `None`, and one statement less, when nobody waits any more.
    fn take(&self) -> Option<Vec<Question>> {
        let mut waiting = self.waiting();
        waiting.questions.retain(|question| !question.answer.is_closed());
        if waiting.questions.is_empty() {
            waiting.statements -= 1;
            return None;
        }
        let count = waiting.questions.len().min(QUESTIONS);
        Some(waiting.questions.drain(..count).collect())
    }

    async fn answer_all(self: Arc<Self>) {
        while let Some(questions) = self.take() {
            let identities: Vec<Identity> = questions.iter().map(|question| question.identity.clone()).collect();
            let conn = self.conn.clone();
            // In a task of its own: what goes wrong inside the driver must not end this one, which is counted on.
            let found = tokio::spawn(tokio::time::timeout(PATIENCE, async move { find_all(&conn, &identities).await }));
            let found = match found.await {
                Ok(Ok(found)) => found,
                Ok(Err(late)) => Err(StoreError::Unavailable(late.to_string())),
                Err(broken) => Err(StoreError::Other(broken.to_string())),
            };
            for Question { identity, answer } in questions {
                // Who does not wait any more needs no answer.
                let _ = answer.send(found.as_ref().map(|people| people.get(&identity).cloned()).map_err(Clone::clone));
            }
        }
    }
}

/// The people behind identities, by identity. Strangers are not in it.
pub(super) async fn find_all<C: ConnectionTrait>(
    conn: &C,
    identities: &[Identity],
) -> Result<HashMap<Identity, Person>, StoreError> {
    #[derive(FromQueryResult)]
    struct Behind {
        subject: String,
        #[sea_orm(nested)]
        person: Row,
    }
    let mut by_issuer: HashMap<&str, Vec<&str>> = HashMap::new();
    for (issuer, subject) in identities {
        by_issuer.entry(issuer).or_default().push(subject);
    }
    let mut found = HashMap::with_capacity(identities.len());
    for (issuer, subjects) in by_issuer {
        let size = size(subjects.len());
        let sql = format!(
            "SELECT i.subject, {FIELDS_ALONE} FROM identities i JOIN people p ON p.id = i.person_id
              WHERE i.issuer = $1 AND i.subject IN ({})",
            places(1, size)
        );
        let values = std::iter::once(issuer).chain(subjects.into_iter().cycle().take(size)).map(Into::into);
        for Behind { subject, person } in list(conn, &sql, values).await? {
            found.insert((issuer.to_owned(), subject), Person::try_from(person)?);
        }
    }
    Ok(found)
}

/// How many places a statement for so many has: few sizes, so that each connection soon has all of them prepared. What is
/// left over is filled with those that are asked for anyway.
fn size(count: usize) -> usize {
    count.next_power_of_two()
}
