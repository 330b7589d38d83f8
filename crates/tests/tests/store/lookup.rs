//! Who is behind a token, for many who ask at the same moment.

use std::task::Poll;

use futures_util::future::join_all;
use futures_util::poll;
use tala_domain::ids::PersonId;
use tala_store::people::{self, IdentityLookup, NewPerson, Person};
use tala_store::{Store, StoreError};
use tala_tests::{Database, START, at, both_dbs, raw};
use uuid::Uuid;

both_dbs!(
    all_who_ask_at_once_are_told_of_themselves,
    whoever_gives_up_takes_nobody_along,
    no_answer_is_older_than_its_question,
    what_fails_is_told_to_all_and_keeps_nobody_out_later,
);

const ISSUERS: [&str; 2] = ["https://one.test", "https://two.test"];

fn person(number: usize) -> PersonId {
    PersonId(Uuid::from_u128(1 + number as u128))
}

/// Person by person, the subject of each with every issuer; the second issuer numbers them the other way round.
async fn school(database: &Database, size: usize) -> Store {
    let store = database.open().await;
    let tx = store.begin_write().await.unwrap();
    for number in 0..size {
        let name = format!("Number {number}");
        let new = NewPerson { id: person(number), email: None, name: &name, time_zone: None, at: at(START) };
        assert!(people::insert(&tx, &new).await.unwrap());
        let subjects = [format!("s{number}"), format!("s{}", size - 1 - number)];
        for (issuer, subject) in ISSUERS.iter().zip(subjects) {
            assert!(people::insert_identity(&tx, issuer, &subject, person(number), at(START)).await.unwrap());
        }
    }
    tx.commit().await.unwrap();
    store
}

fn id(found: Result<Option<Person>, StoreError>) -> Option<PersonId> {
    found.unwrap().map(|person| person.id)
}

async fn all_who_ask_at_once_are_told_of_themselves(database: Database) {
    const SIZE: usize = 150;
    let lookup = IdentityLookup::new(&school(&database, SIZE).await);
    let questions = (0..4 * SIZE).map(|number| {
        let lookup = lookup.clone();
        async move {
            let subject = format!("s{}", number % SIZE);
            let own = id(lookup.find(ISSUERS[0], &subject).await);
            let other = id(lookup.find(ISSUERS[1], &subject).await);
            let unknown = id(lookup.find("https://three.test", &subject).await);
            let stranger = id(lookup.find(ISSUERS[0], &format!("x{number}")).await);
            (own, other, unknown, stranger)
        }
    });
    for (number, told) in join_all(questions).await.into_iter().enumerate() {
        let number = number % SIZE;
        assert_eq!(told, (Some(person(number)), Some(person(SIZE - 1 - number)), None, None));
    }
    let found = lookup.find(ISSUERS[0], "s7").await.unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.created_at), ("Number 7", at(START)));
}

async fn whoever_gives_up_takes_nobody_along(database: Database) {
    const SIZE: usize = 200;
    let store = school(&database, SIZE).await;
    let lookup = IdentityLookup::new(&store);
    for round in 0..20 {
        let subjects: Vec<String> = (0..SIZE).map(|number| format!("s{number}")).collect();
        let mut waiting = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            let mut question = Box::pin(lookup.find(ISSUERS[0], subject));
            match poll!(question.as_mut()) {
                Poll::Ready(answer) => assert_eq!(id(answer), Some(person(number))),
                Poll::Pending => waiting.push((number, question)),
            }
        }
        waiting.retain(|(number, _)| number % 7 == round % 7);
        for (number, question) in waiting {
            assert_eq!(id(question.await), Some(person(number)));
        }
    }
}

async fn no_answer_is_older_than_its_question(database: Database) {
    let store = school(&database, 40).await;
    let lookup = IdentityLookup::new(&store);
    let others: Vec<_> = (0..40)
        .map(|number| {
            let lookup = lookup.clone();
            let subject = format!("s{number}");
            tokio::spawn(async move {
                loop {
                    assert_eq!(id(lookup.find(ISSUERS[0], &subject).await), Some(person(number)));
                }
            })
        })
        .collect();
    for round in 0..60 {
        let suspended = (round % 2 == 0).then(|| at(START));
        let tx = store.begin_write().await.unwrap();
        assert!(people::set_suspended(&tx, person(3), suspended).await.unwrap());
        tx.commit().await.unwrap();
        let found = lookup.find(ISSUERS[0], "s3").await.unwrap().unwrap();
        assert_eq!(found.suspended_at, suspended, "round {round}");
    }
    for other in others {
        other.abort();
        assert!(other.await.unwrap_err().is_cancelled(), "every answer was right meanwhile");
    }
}

async fn what_fails_is_told_to_all_and_keeps_nobody_out_later(database: Database) {
    const SIZE: usize = 300;
    let store = school(&database, SIZE).await;
    let lookup = IdentityLookup::new(&store);
    let ask = async || {
        let subjects: Vec<String> = (0..SIZE).map(|number| format!("s{number}")).collect();
        join_all(subjects.iter().map(|subject| lookup.find(ISSUERS[0], subject))).await
    };
    for _ in 0..3 {
        raw::execute(&store, "ALTER TABLE identities RENAME TO elsewhere").await;
        assert!(ask().await.into_iter().all(|answer| matches!(answer, Err(StoreError::Other(_)))));
        raw::execute(&store, "ALTER TABLE elsewhere RENAME TO identities").await;
        for (number, answer) in ask().await.into_iter().enumerate() {
            assert_eq!(id(answer), Some(person(number)));
        }
    }
}
