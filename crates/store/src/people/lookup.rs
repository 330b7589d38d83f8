//! Who is behind a token: what every request asks first, answered for all who ask at the same moment by one statement.
//!
//! A statement costs a round trip on PostgreSQL and a hop to the driver's thread on SQLite, whatever it finds. So while a few
//! are under way, later questions wait, and the next statement asks for all of them. Nothing is kept: every answer is read after
//! it was asked for, so whoever has just been suspended, or has just signed in, is so at the next request, on any server.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, Statement};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::{FIELDS_ALONE, Person, Row};
use crate::error::StoreError;
use crate::sql::places;
use crate::{ACQUIRE_TIMEOUT, Store};

/// So many statements are under way at once. More would be shorter, and each of them a round trip.
const STATEMENTS: usize = 3;
/// So many questions go into one statement at most.
const QUESTIONS: usize = 64;
/// A statement that has not answered by then is not waited for by others: its connection may be dead.
const SLOW: Duration = Duration::from_millis(500);
/// What a statement may take, with waiting for a connection. What the pool says of that comes before it.
const STATEMENT_TIMEOUT: Duration = ACQUIRE_TIMEOUT.saturating_add(Duration::from_secs(1));
/// What a question may take, with waiting for its statement. A lock on these tables is waited out that long, and no longer.
const QUESTION_TIMEOUT: Duration = ACQUIRE_TIMEOUT.saturating_add(Duration::from_secs(4));
/// A connection that was closed behind the pool's back is noticed only when it is used. Then the next one is asked: after a restart
/// of the database all are closed, sixteen by default.
const ATTEMPTS: u32 = 20;
/// Whoever comes when so many wait is told at once that the database is not to be had.
const MOST_WAITING: usize = 10_000;

/// What a sign-in provider calls somebody: issuer and subject.
type Identity = (String, String);
type Found = HashMap<Identity, Result<Person, StoreError>>;

/// Looks up people by what their sign-in provider calls them. Cheap to clone; clones ask together.
#[derive(Clone)]
pub struct IdentityLookup(Arc<Inner>);

struct Inner {
    conn: DatabaseConnection,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    questions: VecDeque<Question>,
    /// How many askers there are whose statement is not slow.
    askers: usize,
}

struct Question {
    identity: Identity,
    answer: oneshot::Sender<Result<Option<Person>, StoreError>>,
}

impl IdentityLookup {
    /// Asks this database.
    pub fn new(store: &Store) -> Self {
        Self(Arc::new(Inner { conn: store.read().clone(), queue: Mutex::default() }))
    }

    /// The person behind (issuer, subject), as the database says it after this was called.
    ///
    /// # Errors
    /// Those of the statement; [`StoreError::Unavailable`] also after twelve seconds, and when thousands wait.
    pub async fn find(&self, issuer: &str, subject: &str) -> Result<Option<Person>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let identity = (issuer.to_owned(), subject.to_owned());
        if self.0.queue().add(Question { identity, answer })? {
            self.0.start_asker();
        }
        let Ok(answered) = timeout(QUESTION_TIMEOUT, answered).await else {
            return Err(StoreError::Unavailable("nobody could be looked up in time".to_owned()));
        };
        answered.unwrap_or_else(|_| Err(StoreError::Unavailable("looking people up has ended".to_owned())))
    }
}

impl Queue {
    /// Lets a question wait. True when one more asker is needed, which is counted already.
    fn add(&mut self, question: Question) -> Result<bool, StoreError> {
        if self.questions.len() >= MOST_WAITING {
            return Err(StoreError::Unavailable("too many wait to be looked up".to_owned()));
        }
        self.questions.push_back(question);
        Ok(self.one_more())
    }

    fn one_more(&mut self) -> bool {
        let needed = !self.questions.is_empty() && self.askers < STATEMENTS;
        self.askers += usize::from(needed);
        needed
    }

    /// The questions that have waited longest, without those of whoever has gone. `None`, and one asker less, when nobody waits.
    fn take(&mut self) -> Option<Vec<Question>> {
        let mut taken = Vec::new();
        while taken.len() < QUESTIONS
            && let Some(question) = self.questions.pop_front()
        {
            if !question.answer.is_closed() {
                taken.push(question);
            }
        }
        if taken.is_empty() {
            self.askers -= 1;
            return None;
        }
        Some(taken)
    }

    /// An asker whose statement is slow counts no more. True when another is needed in its place, which is counted already.
    fn give_way(&mut self) -> bool {
        self.askers -= 1;
        self.one_more()
    }
}

impl Inner {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Not in the task of whoever asks: who gives up waiting would take along what others wait for.
    fn start_asker(self: &Arc<Self>) {
        tokio::spawn(Arc::clone(self).ask_for_all());
    }

    async fn ask_for_all(self: Arc<Self>) {
        loop {
            let Some(questions) = self.queue().take() else { return };
            let identities: Vec<Identity> = questions.iter().map(|question| question.identity.clone()).collect();
            // What goes wrong inside the driver must not end this task, which is counted.
            let statement = AssertUnwindSafe(ask(self.conn.clone(), identities)).catch_unwind();
            let mut statement = pin!(timeout(STATEMENT_TIMEOUT, statement));
            let (slow, outcome) = match timeout(SLOW, statement.as_mut()).await {
                Ok(outcome) => (false, outcome),
                Err(_) => {
                    if self.queue().give_way() {
                        self.start_asker();
                    }
                    (true, statement.await)
                }
            };
            answer_all(
                questions,
                match outcome {
                    Ok(Ok(found)) => found,
                    Ok(Err(_)) => Err(StoreError::Other("a panic while people were looked up".to_owned())),
                    Err(late) => Err(StoreError::Unavailable(late.to_string())),
                },
            );
            if slow {
                return;
            }
        }
    }
}

fn answer_all(questions: Vec<Question>, found: Result<Found, StoreError>) {
    if let Err(error) = &found {
        tracing::warn!(%error, questions = questions.len(), "nobody could be looked up");
    }
    for Question { identity, answer } in questions {
        let own = match &found {
            Ok(found) => found.get(&identity).cloned().transpose(),
            Err(error) => Err(error.clone()),
        };
        // Who does not wait any more needs no answer.
        let _ = answer.send(own);
    }
}

async fn ask(conn: DatabaseConnection, identities: Vec<Identity>) -> Result<Found, StoreError> {
    let mut attempt = 1;
    loop {
        let error = match find_all(&conn, &identities).await {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        // What the pool says while it waits or connects is said after it has tried for long enough.
        let was_connected = matches!(error, DbErr::Query(_));
        let error = StoreError::from(error);
        if !was_connected || !matches!(error, StoreError::Unavailable(_)) || attempt == ATTEMPTS {
            return Err(error);
        }
        attempt += 1;
    }
}

/// The people behind identities, by identity, each with what is wrong with their own row. Strangers are not in it.
pub(super) async fn find_all<C: ConnectionTrait>(conn: &C, identities: &[Identity]) -> Result<Found, DbErr> {
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
    for (issuer, mut subjects) in by_issuer {
        // One page asks several times for whoever opens it.
        subjects.sort_unstable();
        subjects.dedup();
        let room = room_for(subjects.len());
        let sql = format!(
            "SELECT i.subject, {FIELDS_ALONE} FROM identities i JOIN people p ON p.id = i.person_id
              WHERE i.issuer = $1 AND i.subject IN ({})",
            places(1, room)
        );
        let values = std::iter::once(issuer).chain(subjects.into_iter().cycle().take(room)).map(Into::into);
        let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, values);
        for row in conn.query_all_raw(statement).await? {
            let Behind { subject, person } = Behind::from_query_result(&row, "")?;
            found.insert((issuer.to_owned(), subject), Person::try_from(person));
        }
    }
    Ok(found)
}

/// How many places a statement for so many has: 1, 4, 16 or 64, so that each connection soon has all of them prepared. Those
/// that are left over are filled with what is asked for anyway.
fn room_for(count: usize) -> usize {
    let mut room = 1;
    while room < count {
        room *= 4;
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    type Answer = oneshot::Receiver<Result<Option<Person>, StoreError>>;

    fn question(number: usize) -> (Question, Answer) {
        let (answer, answered) = oneshot::channel();
        (Question { identity: ("issuer".to_owned(), number.to_string()), answer }, answered)
    }

    fn subjects(taken: Option<Vec<Question>>) -> Vec<usize> {
        taken.unwrap().iter().map(|question| question.identity.1.parse().unwrap()).collect()
    }

    #[test]
    fn three_ask_for_all_in_the_order_in_which_they_came() {
        let mut queue = Queue::default();
        let mut waiting = Vec::new();
        let mut needed = 0;
        for number in 0..200 {
            let (question, answered) = question(number);
            needed += usize::from(queue.add(question).unwrap());
            waiting.push(answered);
        }
        assert_eq!(needed, 3);
        waiting.drain(10..20);
        assert_eq!(subjects(queue.take()), (0..10).chain(20..74).collect::<Vec<_>>());
        assert_eq!(subjects(queue.take()), (74..138).collect::<Vec<_>>());
        assert_eq!(subjects(queue.take()), (138..200).collect::<Vec<_>>());
        assert!(queue.take().is_none());
        let (next, _waiting) = question(200);
        assert!(queue.add(next).unwrap(), "there is room for one again");
        let (next, _waiting) = question(201);
        assert!(!queue.add(next).unwrap());
    }

    #[test]
    fn who_is_slow_is_replaced_only_while_somebody_waits() {
        let mut queue = Queue::default();
        let asked: Vec<_> = (0..4).map(question).collect();
        let (questions, _waiting): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
        for question in questions {
            queue.add(question).unwrap();
        }
        assert!(queue.give_way(), "the first is slow");
        assert_eq!(subjects(queue.take()), [0, 1, 2, 3]);
        assert!(!queue.give_way(), "so is the second, and nobody waits");
        assert_eq!(queue.askers, 2);
    }

    #[test]
    fn the_queue_has_an_end() {
        let mut queue = Queue::default();
        let mut waiting = Vec::new();
        for number in 0..MOST_WAITING {
            let (question, answered) = question(number);
            queue.add(question).unwrap();
            waiting.push(answered);
        }
        assert!(matches!(queue.add(question(0).0), Err(StoreError::Unavailable(_))));
        queue.take().unwrap();
        assert!(queue.add(question(0).0).is_ok());
    }

    #[test]
    fn a_statement_has_one_of_four_sizes() {
        let rooms = [1, 2, 4, 5, 16, 17, 63, QUESTIONS].map(room_for);
        assert_eq!(rooms, [1, 4, 4, 16, 16, 64, 64, 64]);
    }
}
