//! People and their identities at identity providers (D5).

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::identity::{AgeBand, BirthDate, StatedAge, TeacherStatus, WeekStart};
use tala_domain::ids::{PersonId, StudentId, TeacherId};
use tala_domain::time::{Clock, Language, TimeText, Zone};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_optional, from_micros, insert_row, parse_enum, placeholders, search_terms, to_micros};

mod admin;
mod guardians;
mod settings;

pub use admin::{
    PersonFilter, PersonSort, change_currency, count, list_ids, list_page, reindex_stale, repair_role_flags,
    set_suspended,
};
pub use guardians::{
    Learner, count_learners, delete_guardian, find_learner, follow_zone_of_guardian, has_guardian, insert_guardian,
    list_guardians, list_learners, lock_learners,
};
pub use settings::{change_age, is_muted, list_muted, set_age, set_language, set_muted, update_settings};

/// A person with the data that decides the role (D8).
#[derive(Clone, Debug)]
pub struct Person {
    /// Primary key.
    pub id: PersonId,
    /// The email address that the identity provider has verified, in its original spelling.
    pub email: Option<String>,
    /// Display name.
    pub name: String,
    /// Phone number as entered.
    pub phone: Option<String>,
    /// The chosen zone, otherwise the zone of the person's browser, if known.
    pub time_zone: Option<String>,
    /// Whether `time_zone` was chosen, so that sign-ins do not change it.
    pub time_zone_fixed: bool,
    /// The chosen language.
    pub language: Option<Language>,
    /// The chosen clock.
    pub clock: Option<Clock>,
    /// The chosen first day of the week.
    pub week_start: Option<WeekStart>,
    /// The date of birth or age range, if it was asked.
    pub age: Option<StatedAge>,
    /// When the person first signed in.
    pub created_at: Timestamp,
    /// Set if the person has applied as a teacher.
    pub teacher_status: Option<TeacherStatus>,
    /// The teacher, if the person is a student.
    pub student_of: Option<TeacherId>,
    /// When an administrator suspended the person.
    pub suspended_at: Option<Timestamp>,
    /// When the person was erased. Only data for the ledger is left (D35).
    pub deleted_at: Option<Timestamp>,
}

impl Person {
    /// Whether the person is known to be under 18 today, in their zone (India's if it is unknown).
    pub fn is_minor(&self, now: Timestamp) -> bool {
        self.age.is_some_and(|age| age.is_minor_on(self.today(now)))
    }

    /// Whether guardians cannot act for the person, nor get the mails: an adult with an address of their own.
    pub fn is_independent(&self, now: Timestamp) -> bool {
        self.email.is_some() && !self.is_minor(now)
    }

    /// Today's date in the person's zone (India's if it is unknown).
    pub fn today(&self, now: Timestamp) -> Date {
        let zone = self.time_zone.as_deref().and_then(|name| Zone::parse(name).ok());
        zone.unwrap_or_else(Zone::india).date_at(now)
    }

    /// Returns how the person reads times.
    pub fn time_text(&self) -> TimeText {
        let standard = TimeText::default();
        TimeText { language: self.language.unwrap_or(standard.language), clock: self.clock.unwrap_or(standard.clock) }
    }
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    email: Option<String>,
    name: String,
    phone: Option<String>,
    time_zone: Option<String>,
    time_zone_fixed: bool,
    language: Option<String>,
    clock: Option<String>,
    week_start: Option<String>,
    birth_date: Option<String>,
    age_band: Option<String>,
    created_at: i64,
    teacher_status: Option<String>,
    student_of: Option<Uuid>,
    suspended_at: Option<i64>,
    deleted_at: Option<i64>,
}

impl TryFrom<Row> for Person {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        let birth_date = row.birth_date.map(|text| parse_enum(&text, BirthDate::from_stored)).transpose()?;
        let age_band = row.age_band.map(|text| parse_enum(&text, AgeBand::parse)).transpose()?;
        Ok(Self {
            id: PersonId(row.id),
            email: row.email,
            name: row.name,
            phone: row.phone,
            time_zone: row.time_zone,
            time_zone_fixed: row.time_zone_fixed,
            language: row.language.map(|text| parse_enum(&text, Language::parse)).transpose()?,
            clock: row.clock.map(|text| parse_enum(&text, Clock::parse)).transpose()?,
            week_start: row.week_start.map(|text| parse_enum(&text, WeekStart::parse)).transpose()?,
            age: birth_date.map(StatedAge::BirthDate).or(age_band.map(StatedAge::Band)),
            created_at: from_micros(row.created_at)?,
            teacher_status: row.teacher_status.map(|text| parse_enum(&text, TeacherStatus::parse)).transpose()?,
            student_of: row.student_of.map(TeacherId),
            suspended_at: row.suspended_at.map(from_micros).transpose()?,
            deleted_at: row.deleted_at.map(from_micros).transpose()?,
        })
    }
}

const FIELDS: &str = "p.id, p.email, p.name, p.phone, p.time_zone, p.time_zone_fixed, p.language, p.clock,
    p.week_start, p.birth_date, p.age_band, p.created_at,
    t.status AS teacher_status, s.teacher_id AS student_of, p.suspended_at, p.deleted_at";

/// Without joins, so that the planner starts with people unless the query names another table first.
const FIELDS_ALONE: &str = "p.id, p.email, p.name, p.phone, p.time_zone, p.time_zone_fixed, p.language, p.clock,
    p.week_start, p.birth_date, p.age_band, p.created_at,
    (SELECT t.status FROM teachers t WHERE t.person_id = p.id) AS teacher_status,
    (SELECT s.teacher_id FROM students s WHERE s.person_id = p.id) AS student_of, p.suspended_at, p.deleted_at";

const FROM: &str =
    "FROM people p LEFT JOIN teachers t ON t.person_id = p.id LEFT JOIN students s ON s.person_id = p.id";

/// Finds a person by (issuer, subject).
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_identity<C: Connection>(
    conn: &C,
    issuer: &str,
    subject: &str,
) -> Result<Option<Person>, StoreError> {
    let sql = format!(
        "SELECT {FIELDS_ALONE} FROM identities i JOIN people p ON p.id = i.person_id
          WHERE i.issuer = $1 AND i.subject = $2"
    );
    fetch_optional::<Row, _>(conn, &sql, &[issuer.into(), subject.into()]).await
}

/// Finds a person by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: PersonId) -> Result<Option<Person>, StoreError> {
    let sql = format!("SELECT {FIELDS} {FROM} WHERE p.id = $1");
    fetch_optional::<Row, _>(conn, &sql, &[id.0.into()]).await
}

/// Finds a person by verified email address. `email_key` is the address in lower case.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_email<C: Connection>(conn: &C, email_key: &str) -> Result<Option<Person>, StoreError> {
    let sql = format!("SELECT {FIELDS} {FROM} WHERE p.email_key = $1");
    fetch_optional::<Row, _>(conn, &sql, &[email_key.into()]).await
}

/// A person to insert.
#[derive(Clone, Debug)]
pub struct NewPerson<'a> {
    /// Primary key of the new row.
    pub id: PersonId,
    /// Verified email address and its lower-case form.
    pub email: Option<(&'a str, &'a str)>,
    /// Display name.
    pub name: &'a str,
    /// The zone of the person's browser.
    pub time_zone: Option<&'a str>,
    /// Current time.
    pub at: Timestamp,
}

/// Inserts a person. Returns false if another person has the email address.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, new: &NewPerson<'_>) -> Result<bool, StoreError> {
    let search_source = search_terms::search_source(new.name, new.email.map(|(_, key)| key));
    let columns = vec![
        ("id", new.id.0.into()),
        ("email", new.email.map(|(email, _)| email).into()),
        ("email_key", new.email.map(|(_, key)| key).into()),
        ("name", new.name.into()),
        ("time_zone", new.time_zone.into()),
        ("created_at", to_micros(new.at).into()),
        ("search_source", search_source.as_str().into()),
    ];
    let inserted = insert_row(tx, "people", columns, "ON CONFLICT DO NOTHING").await?;
    if inserted == 1 {
        search_terms::insert(tx, new.id.0, search_source).await?;
    }
    Ok(inserted == 1)
}

/// Links (issuer, subject) to a person. Returns false if it is linked already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_identity(
    tx: &Transaction,
    issuer: &str,
    subject: &str,
    person: PersonId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT DO NOTHING";
    let values = [issuer.into(), subject.into(), person.0.into(), to_micros(at).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Finds the names of these people. Missing people are left out.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_names<C: Connection>(conn: &C, people: &[PersonId]) -> Result<HashMap<PersonId, String>, StoreError> {
    #[derive(FromRow)]
    struct Named {
        id: Uuid,
        name: String,
    }
    let sql = format!("SELECT id, name FROM people WHERE id IN ({})", placeholders(0, people.len()));
    let rows: Vec<Named> = conn.query(&sql, &people.iter().map(|person| person.0.into()).collect::<Vec<_>>()).await?;
    Ok(rows.into_iter().map(|row| (PersonId(row.id), row.name)).collect())
}

/// Lists issuer and subject of a person's identities.
///
/// # Errors
/// [`StoreError`] if a statement fails.
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

/// Sets a verified email address. Returns false if another person has it.
///
/// # Errors
/// [`StoreError::Serialization`] if another person gets it concurrently: retry the transaction.
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
            search_terms::reindex(tx, person.0).await?;
            Ok(changed == 1)
        }
        // On PostgreSQL a concurrent transaction has just inserted the address. A retry sees it.
        Err(StoreError::UniqueViolation(detail)) => Err(StoreError::Serialization(detail)),
        Err(error) => Err(error),
    }
}

/// Updates name, phone and the browser's zone. `None` leaves a value unchanged; a zone that the person chose stays.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn update_contact(
    tx: &Transaction,
    person: PersonId,
    name: Option<&str>,
    phone: Option<&str>,
    time_zone: Option<&str>,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE people SET name = COALESCE($2, name), phone = COALESCE($3, phone),
                time_zone = CASE WHEN time_zone_fixed THEN time_zone ELSE COALESCE($4, time_zone) END
         WHERE id = $1 AND deleted_at IS NULL",
        &[person.0.into(), name.into(), phone.into(), time_zone.into()],
    )
    .await?;
    if name.is_some() || phone.is_some() {
        search_terms::reindex(tx, person.0).await?;
    }
    Ok(())
}

/// Sets or deletes the phone number.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_phone(tx: &Transaction, person: PersonId, phone: Option<&str>) -> Result<(), StoreError> {
    tx.execute("UPDATE people SET phone = $2 WHERE id = $1 AND deleted_at IS NULL", &[person.0.into(), phone.into()])
        .await?;
    search_terms::reindex(tx, person.0).await?;
    Ok(())
}

/// Locks a person's row until commit against other writers that lock it. Rows that refer to the person can still be
/// inserted.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_for_update(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    tx.execute("UPDATE people SET id = id WHERE id = $1", &[person.0.into()]).await?;
    Ok(())
}

/// Locks a person's row until commit, also against inserting rows that refer to the person, so that counts of such rows
/// stay valid. On SQLite there is one writer at a time.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_exclusively(tx: &Transaction, person: PersonId) -> Result<(), StoreError> {
    if tx.backend() == Backend::Postgres {
        tx.execute("SELECT id FROM people WHERE id = $1 FOR UPDATE", &[person.0.into()]).await?;
    }
    Ok(())
}

/// Locks a student and a teacher until commit, so that neither can be suspended or erased. Returns whether the student
/// exists and the teacher is approved and not suspended.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_pair_shared(tx: &Transaction, student: StudentId, teacher: TeacherId) -> Result<bool, StoreError> {
    // The lock that a foreign key takes, but before the first insert. After waiting, PostgreSQL re-evaluates the
    // condition only on locked rows.
    let lock = if tx.backend() == Backend::Postgres { "FOR KEY SHARE OF s, p" } else { "" };
    let sql = format!(
        "SELECT p.id FROM people s, people p JOIN teachers t ON t.person_id = p.id
          WHERE s.id = $1 AND s.deleted_at IS NULL AND p.id = $2 AND p.deleted_at IS NULL AND p.suspended_at IS NULL
            AND t.status = 'approved' {lock}"
    );
    Ok(tx.query_opt::<(Uuid,)>(&sql, &[student.0.into(), teacher.0.into()]).await?.is_some())
}

/// Returns whether no person is stored.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn is_empty<C: Connection>(conn: &C) -> Result<bool, StoreError> {
    Ok(conn.query_opt::<(Uuid,)>("SELECT id FROM people LIMIT 1", &[]).await?.is_none())
}
