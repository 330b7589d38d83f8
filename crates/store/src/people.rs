//! People and the sign-in identities that lead to them (D5).

use std::collections::HashMap;

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::PersonId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{instant, micros, places, word, words};

mod office;

pub use office::{PersonFilter, change_currency, list_ids, list_page, mend_newcomers, mend_words, set_suspended};

/// A person with what decides the role (D8).
#[derive(Clone, Debug)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// The address that the provider has verified, as it was written.
    pub email: Option<String>,
    /// Display name.
    pub name: String,
    /// Phone number as typed.
    pub phone: Option<String>,
    /// The browser's zone when last told.
    pub time_zone: Option<String>,
    /// When the person first signed in.
    pub created_at: Timestamp,
    /// Set for whoever has applied as a teacher.
    pub teacher_status: Option<TeacherStatus>,
    /// Set for students: their teacher.
    pub student_of: Option<PersonId>,
    /// Since when an administrator keeps them out.
    pub suspended_at: Option<Timestamp>,
    /// Since when only what the books need is left of them (D35).
    pub deleted_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    email: Option<String>,
    name: String,
    phone: Option<String>,
    time_zone: Option<String>,
    created_at: i64,
    teacher_status: Option<String>,
    student_of: Option<Uuid>,
    suspended_at: Option<i64>,
    deleted_at: Option<i64>,
}

impl TryFrom<Row> for Person {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: PersonId(row.id),
            email: row.email,
            name: row.name,
            phone: row.phone,
            time_zone: row.time_zone,
            created_at: instant(row.created_at)?,
            teacher_status: row.teacher_status.map(|text| word(&text, TeacherStatus::parse)).transpose()?,
            student_of: row.student_of.map(PersonId),
            suspended_at: row.suspended_at.map(instant).transpose()?,
            deleted_at: row.deleted_at.map(instant).transpose()?,
        })
    }
}

const FIELDS: &str = "p.id, p.email, p.name, p.phone, p.time_zone, p.created_at,
    t.status AS teacher_status, s.teacher_id AS student_of, p.suspended_at, p.deleted_at";

/// A person's fields, without joins: the databases begin with another table than people only where they are told to.
const FIELDS_ALONE: &str = "p.id, p.email, p.name, p.phone, p.time_zone, p.created_at,
    (SELECT t.status FROM teachers t WHERE t.person_id = p.id) AS teacher_status,
    (SELECT s.teacher_id FROM students s WHERE s.person_id = p.id) AS student_of, p.suspended_at, p.deleted_at";

const FROM: &str =
    "FROM people p LEFT JOIN teachers t ON t.person_id = p.id LEFT JOIN students s ON s.person_id = p.id";

/// The person behind (issuer, subject).
pub async fn find_by_identity<C: Connection>(
    conn: &C,
    issuer: &str,
    subject: &str,
) -> Result<Option<Person>, StoreError> {
    let sql = format!(
        "SELECT {FIELDS_ALONE} FROM identities i JOIN people p ON p.id = i.person_id
          WHERE i.issuer = $1 AND i.subject = $2"
    );
    conn.query_opt::<Row>(&sql, &[issuer.into(), subject.into()]).await?.map(Person::try_from).transpose()
}

/// A person by id.
pub async fn find_by_id<C: Connection>(conn: &C, id: PersonId) -> Result<Option<Person>, StoreError> {
    let sql = format!("SELECT {FIELDS} {FROM} WHERE p.id = $1");
    conn.query_opt::<Row>(&sql, &[id.0.into()]).await?.map(Person::try_from).transpose()
}

/// The person to whom a verified address belongs. `email_key` is the lower-cased form.
pub async fn find_by_email<C: Connection>(conn: &C, email_key: &str) -> Result<Option<Person>, StoreError> {
    let sql = format!("SELECT {FIELDS} {FROM} WHERE p.email_key = $1");
    conn.query_opt::<Row>(&sql, &[email_key.into()]).await?.map(Person::try_from).transpose()
}

/// What is known of somebody who signs in for the first time.
#[derive(Clone, Debug)]
pub struct NewPerson<'a> {
    /// The new id.
    pub id: PersonId,
    /// Verified address and its comparison key.
    pub email: Option<(&'a str, &'a str)>,
    /// Display name.
    pub name: &'a str,
    /// The browser's zone.
    pub time_zone: Option<&'a str>,
    /// Now.
    pub at: Timestamp,
}

/// Inserts a person. False when the address already belongs to somebody.
pub async fn insert(tx: &Transaction, new: &NewPerson<'_>) -> Result<bool, StoreError> {
    let searched_as = words::searched_as(new.name, new.email.map(|(_, key)| key));
    let inserted = tx
        .execute(
            "INSERT INTO people (id, email, email_key, name, phone, time_zone, created_at, searched_as)
         VALUES ($1, $2, $3, $4, NULL, $5, $6, $7) ON CONFLICT DO NOTHING",
            &[
                new.id.0.into(),
                new.email.map(|(email, _)| email).into(),
                new.email.map(|(_, key)| key).into(),
                new.name.into(),
                new.time_zone.into(),
                micros(new.at).into(),
                searched_as.as_str().into(),
            ],
        )
        .await?;
    if inserted == 1 {
        words::add(tx, new.id.0, searched_as).await?;
    }
    Ok(inserted == 1)
}

/// Ties (issuer, subject) to a person. False when that identity is already tied.
pub async fn insert_identity(
    tx: &Transaction,
    issuer: &str,
    subject: &str,
    person: PersonId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let inserted = tx.execute("INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        &[issuer.into(), subject.into(), person.0.into(), micros(at).into()],
    )
    .await?;
    Ok(inserted == 1)
}

/// The names of these people, in one statement.
pub async fn list_names<C: Connection>(conn: &C, people: &[PersonId]) -> Result<HashMap<PersonId, String>, StoreError> {
    #[derive(FromRow)]
    struct Named {
        id: Uuid,
        name: String,
    }
    let sql = format!("SELECT id, name FROM people WHERE id IN ({})", places(0, people.len()));
    let rows: Vec<Named> = conn.query(&sql, &people.iter().map(|person| person.0.into()).collect::<Vec<_>>()).await?;
    Ok(rows.into_iter().map(|row| (PersonId(row.id), row.name)).collect())
}

/// The sign-ins that lead to a person: issuer and subject of each.
pub async fn list_identities(tx: &Transaction, person: PersonId) -> Result<Vec<(String, String)>, StoreError> {
    #[derive(FromRow)]
    struct Identity {
        issuer: String,
        subject: String,
    }
    let sql = "SELECT issuer, subject FROM identities WHERE person_id = $1 ORDER BY created_at, subject";
    let rows: Vec<Identity> = tx.query(sql, &[person.0.into()]).await?;
    Ok(rows.into_iter().map(|row| (row.issuer, row.subject)).collect())
}

/// Remembers the address once the provider has verified it. False when it belongs to somebody else.
pub async fn set_email(tx: &Transaction, person: PersonId, email: &str, email_key: &str) -> Result<bool, StoreError> {
    let outcome = tx
        .execute(
            "UPDATE people SET email = $2, email_key = $3 WHERE id = $1
         AND NOT EXISTS (SELECT 1 FROM people o WHERE o.email_key = $3 AND o.id <> $1)",
            &[person.0.into(), email.into(), email_key.into()],
        )
        .await;
    match outcome {
        Ok(changed) => {
            words::renew(tx, person.0).await?;
            Ok(changed == 1)
        }
        // PostgreSQL: somebody took it while we waited. The transaction is spoilt; from the start again, it is seen.
        Err(StoreError::UniqueViolation(detail)) => Err(StoreError::Serialization(detail)),
        Err(error) => Err(error),
    }
}

/// Keeps the name, phone and zone that the person gave; what is `None` stays as it was.
pub async fn update_contact(
    tx: &Transaction,
    person: PersonId,
    name: Option<&str>,
    phone: Option<&str>,
    time_zone: Option<&str>,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE people SET name = COALESCE($2, name), phone = COALESCE($3, phone), time_zone = COALESCE($4, time_zone)
         WHERE id = $1",
        &[person.0.into(), name.into(), phone.into(), time_zone.into()],
    )
    .await?;
    if name.is_some() {
        words::renew(tx, person.0).await?;
    }
    Ok(())
}

/// Sets the phone number, or takes it away.
pub async fn set_phone(tx: &Transaction, person: PersonId, phone: Option<&str>) -> Result<(), StoreError> {
    tx.execute("UPDATE people SET phone = $2 WHERE id = $1", &[person.0.into(), phone.into()]).await?;
    Ok(())
}

/// Makes others wait who want to do the same for this person, until the transaction ends.
pub async fn lock(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    tx.execute("UPDATE people SET id = id WHERE id = $1", &[person.0.into()]).await?;
    Ok(())
}

/// Makes everybody wait who would write something of this person's, until the transaction ends: what is counted now stays so.
pub async fn lock_out(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    if tx.backend() == Backend::Postgres {
        tx.execute("SELECT id FROM people WHERE id = $1 FOR UPDATE", &[person.0.into()]).await?;
    }
    Ok(())
}

/// Whether the teacher teaches and the student is still there. Neither can be suspended or forgotten before the transaction
/// ends: whoever wants to waits for it, and finds what it has written.
pub async fn keep_pair(tx: &Transaction, student: PersonId, teacher: PersonId) -> Result<bool, StoreError> {
    #[derive(FromRow)]
    struct Pair {
        #[expect(dead_code, reason = "only its presence matters")]
        id: Uuid,
    }
    // As an entry that refers to them would do by itself, but before anything is written. After a wait PostgreSQL looks
    // anew only at the rows that it locks.
    let keep = if tx.backend() == Backend::Postgres { "FOR KEY SHARE OF s, p" } else { "" };
    let sql = format!(
        "SELECT p.id FROM people s, people p JOIN teachers t ON t.person_id = p.id
          WHERE s.id = $1 AND s.deleted_at IS NULL AND p.id = $2 AND p.deleted_at IS NULL AND p.suspended_at IS NULL
            AND t.status = 'approved' {keep}"
    );
    Ok(tx.query_opt::<Pair>(&sql, &[student.0.into(), teacher.0.into()]).await?.is_some())
}

/// True when nobody has ever signed in and nothing has been stored.
pub async fn is_empty<C: Connection>(conn: &C) -> Result<bool, StoreError> {
    #[derive(FromRow)]
    struct Any {
        #[expect(dead_code, reason = "only its presence matters")]
        id: Uuid,
    }
    Ok(conn.query_opt::<Any>("SELECT id FROM people LIMIT 1", &[]).await?.is_none())
}
