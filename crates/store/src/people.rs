//! People and the sign-in identities that lead to them (D5).

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, FromQueryResult};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::PersonId;
use uuid::Uuid;

use crate::WriteTx;
use crate::error::StoreError;
use crate::sql::{execute, find, instant, micros, word};

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
}

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    email: Option<String>,
    name: String,
    phone: Option<String>,
    time_zone: Option<String>,
    created_at: i64,
    teacher_status: Option<String>,
    student_of: Option<Uuid>,
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
        })
    }
}

const COLUMNS: &str = "p.id, p.email, p.name, p.phone, p.time_zone, p.created_at,
    t.status AS teacher_status, s.teacher_id AS student_of
    FROM people p LEFT JOIN teachers t ON t.person_id = p.id LEFT JOIN students s ON s.person_id = p.id";

/// The person behind (issuer, subject).
pub async fn find_by_identity<C: ConnectionTrait>(
    conn: &C,
    issuer: &str,
    subject: &str,
) -> Result<Option<Person>, StoreError> {
    let sql =
        format!("SELECT {COLUMNS} JOIN identities i ON i.person_id = p.id WHERE i.issuer = $1 AND i.subject = $2");
    find::<Row, _>(conn, &sql, [issuer.into(), subject.into()]).await?.map(Person::try_from).transpose()
}

/// A person by id.
pub async fn find_by_id<C: ConnectionTrait>(conn: &C, id: PersonId) -> Result<Option<Person>, StoreError> {
    let sql = format!("SELECT {COLUMNS} WHERE p.id = $1");
    find::<Row, _>(conn, &sql, [id.0.into()]).await?.map(Person::try_from).transpose()
}

/// The person to whom a verified address belongs. `email_key` is the lower-cased form.
pub async fn find_by_email<C: ConnectionTrait>(conn: &C, email_key: &str) -> Result<Option<Person>, StoreError> {
    let sql = format!("SELECT {COLUMNS} WHERE p.email_key = $1");
    find::<Row, _>(conn, &sql, [email_key.into()]).await?.map(Person::try_from).transpose()
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
pub async fn insert(tx: &WriteTx, new: &NewPerson<'_>) -> Result<bool, StoreError> {
    let inserted = execute(
        tx,
        "INSERT INTO people (id, email, email_key, name, phone, time_zone, created_at)
         VALUES ($1, $2, $3, $4, NULL, $5, $6) ON CONFLICT DO NOTHING",
        [
            new.id.0.into(),
            new.email.map(|(email, _)| email).into(),
            new.email.map(|(_, key)| key).into(),
            new.name.into(),
            new.time_zone.into(),
            micros(new.at).into(),
        ],
    )
    .await?;
    Ok(inserted == 1)
}

/// Ties (issuer, subject) to a person. False when that identity is already tied.
pub async fn insert_identity(
    tx: &WriteTx,
    issuer: &str,
    subject: &str,
    person: PersonId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let inserted = execute(
        tx,
        "INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        [issuer.into(), subject.into(), person.0.into(), micros(at).into()],
    )
    .await?;
    Ok(inserted == 1)
}

/// Remembers the address once the provider has verified it. False when it belongs to somebody else.
pub async fn set_email(tx: &WriteTx, person: PersonId, email: &str, email_key: &str) -> Result<bool, StoreError> {
    let outcome = execute(
        tx,
        "UPDATE people SET email = $2, email_key = $3 WHERE id = $1
         AND NOT EXISTS (SELECT 1 FROM people o WHERE o.email_key = $3 AND o.id <> $1)",
        [person.0.into(), email.into(), email_key.into()],
    )
    .await;
    match outcome {
        Ok(changed) => Ok(changed == 1),
        // PostgreSQL: somebody took it while we waited. The transaction is spoilt; from the start again, it is seen.
        Err(StoreError::Unique(detail)) => Err(StoreError::Retry(detail)),
        Err(error) => Err(error),
    }
}

/// Keeps the name, phone and zone that the person gave; what is `None` stays as it was.
pub async fn update_contact(
    tx: &WriteTx,
    person: PersonId,
    name: Option<&str>,
    phone: Option<&str>,
    time_zone: Option<&str>,
) -> Result<(), StoreError> {
    execute(
        tx,
        "UPDATE people SET name = COALESCE($2, name), phone = COALESCE($3, phone), time_zone = COALESCE($4, time_zone)
         WHERE id = $1",
        [person.0.into(), name.into(), phone.into(), time_zone.into()],
    )
    .await?;
    Ok(())
}

/// Makes others wait who want to do the same for this person, until the transaction ends.
pub async fn lock(tx: &WriteTx, person: PersonId) -> Result<(), StoreError> {
    execute(tx, "UPDATE people SET id = id WHERE id = $1", [person.0.into()]).await?;
    Ok(())
}

/// True when nobody has ever signed in and nothing has been stored.
pub async fn is_empty<C: ConnectionTrait>(conn: &C) -> Result<bool, StoreError> {
    #[derive(FromQueryResult)]
    struct Any {
        #[expect(dead_code, reason = "only its presence matters")]
        id: Uuid,
    }
    Ok(find::<Any, _>(conn, "SELECT id FROM people LIMIT 1", []).await?.is_none())
}
