//! Guardians and the learners they act for (ADR 14).

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;
use tala_domain::money::Currency;

use super::{FIELDS, FROM, Person, Row};
use crate::StoreError;
use crate::sql::{fetch_all, fetch_count, fetch_optional, parse_enum, to_micros};

/// A learner of a guardian, as a student.
#[derive(Clone, Debug)]
pub struct Learner {
    /// The learner.
    pub person: Person,
    /// Name of the learner's teacher.
    pub teacher_name: String,
    /// The currency in which the learner's classes are paid.
    pub currency: Currency,
}

#[derive(FromRow)]
struct LearnerRow {
    #[row(nested)]
    person: Row,
    teacher_name: String,
    currency: String,
}

impl TryFrom<LearnerRow> for Learner {
    type Error = StoreError;
    fn try_from(row: LearnerRow) -> Result<Self, StoreError> {
        Ok(Self {
            person: row.person.try_into()?,
            teacher_name: row.teacher_name,
            currency: parse_enum(&row.currency, Currency::parse)?,
        })
    }
}

/// Makes a person a guardian of a learner. Returns false if the person is one already, or if the learner has two.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_guardian(
    tx: &Transaction,
    learner: PersonId,
    guardian: PersonId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO guardians (learner_id, guardian_id, position, created_at)
               SELECT $1, $2, CASE WHEN EXISTS (SELECT 1 FROM guardians WHERE learner_id = $1 AND position = 1)
                                   THEN 2 ELSE 1 END, $3
               ON CONFLICT DO NOTHING";
    Ok(tx.execute(sql, &[learner.0.into(), guardian.0.into(), to_micros(at).into()]).await? == 1)
}

/// Ends the guardianship of a person for a learner.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_guardian(tx: &Transaction, learner: PersonId, guardian: PersonId) -> Result<(), StoreError> {
    let sql = "DELETE FROM guardians WHERE learner_id = $1 AND guardian_id = $2";
    tx.execute(sql, &[learner.0.into(), guardian.0.into()]).await?;
    Ok(())
}

/// Finds a learner by id if this person is one of the guardians, and the learner is not independent.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_learner<C: Connection>(
    conn: &C,
    guardian: PersonId,
    learner: PersonId,
    now: Timestamp,
) -> Result<Option<Person>, StoreError> {
    let sql = format!(
        "SELECT {FIELDS} {FROM} JOIN guardians g ON g.learner_id = p.id WHERE p.id = $1 AND g.guardian_id = $2"
    );
    let found: Option<Person> = fetch_optional::<Row, _>(conn, &sql, &[learner.0.into(), guardian.0.into()]).await?;
    Ok(found.filter(|learner| !learner.is_independent(now)))
}

/// Lists the learners of a guardian who are not independent, in the order in which they were added.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_learners<C: Connection>(
    conn: &C,
    guardian: PersonId,
    now: Timestamp,
) -> Result<Vec<Learner>, StoreError> {
    let sql = format!(
        "SELECT {FIELDS}, s.currency, (SELECT tp.name FROM people tp WHERE tp.id = s.teacher_id) AS teacher_name
           {FROM} JOIN guardians g ON g.learner_id = p.id
          WHERE g.guardian_id = $1 AND s.person_id IS NOT NULL ORDER BY g.created_at, p.id"
    );
    let mut learners: Vec<Learner> = fetch_all::<LearnerRow, _>(conn, &sql, &[guardian.0.into()]).await?;
    learners.retain(|learner| !learner.person.is_independent(now));
    Ok(learners)
}

/// Counts the learners of a guardian.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_learners<C: Connection>(conn: &C, guardian: PersonId) -> Result<i64, StoreError> {
    fetch_count(conn, "SELECT COUNT(*) FROM guardians WHERE guardian_id = $1", &[guardian.0.into()]).await
}

/// Lists the guardians of a learner, the first one first. Empty for people with an account of their own.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_guardians<C: Connection>(conn: &C, learner: PersonId) -> Result<Vec<Person>, StoreError> {
    let sql = format!(
        "SELECT {FIELDS} {FROM} JOIN guardians g ON g.guardian_id = p.id WHERE g.learner_id = $1 ORDER BY g.position"
    );
    fetch_all::<Row, _>(conn, &sql, &[learner.0.into()]).await
}

/// Whether a learner has a guardian.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn has_guardian<C: Connection>(conn: &C, learner: PersonId) -> Result<bool, StoreError> {
    Ok(fetch_count(conn, "SELECT COUNT(*) FROM guardians WHERE learner_id = $1", &[learner.0.into()]).await? > 0)
}

/// Locks the learners of a guardian until commit, so that two guardians cannot delete their accounts simultaneously. On
/// SQLite there is one writer at a time.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_learners(tx: &Transaction, guardian: PersonId) -> Result<(), StoreError> {
    if tx.backend() == Backend::Postgres {
        let sql = "SELECT id FROM people WHERE id IN (SELECT learner_id FROM guardians WHERE guardian_id = $1)
                    ORDER BY id FOR UPDATE";
        tx.execute(sql, &[guardian.0.into()]).await?;
    }
    Ok(())
}

/// Sets the zone of a guardian's learners who cannot sign in to the guardian's, if it is known. With two guardians, the first
/// one's counts.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn follow_zone_of_guardian(tx: &Transaction, guardian: PersonId) -> Result<(), StoreError> {
    let sql = "UPDATE people SET time_zone = (SELECT g.time_zone FROM people g WHERE g.id = $1)
                WHERE email IS NULL AND deleted_at IS NULL
                  AND id IN (SELECT g.learner_id FROM guardians g WHERE g.guardian_id = $1
                                AND NOT EXISTS (SELECT 1 FROM guardians o
                                                 WHERE o.learner_id = g.learner_id AND o.position < g.position))
                  AND EXISTS (SELECT 1 FROM people g WHERE g.id = $1 AND g.time_zone IS NOT NULL
                                 AND g.time_zone <> COALESCE(people.time_zone, ''))";
    tx.execute(sql, &[guardian.0.into()]).await?;
    Ok(())
}
