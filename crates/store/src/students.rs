//! Students: whose they are, and what was settled when they joined.

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, FromQueryResult};
use tala_domain::ids::PersonId;
use tala_domain::money::Currency;
use tala_domain::onboarding::Location;
use uuid::Uuid;

use crate::WriteTx;
use crate::error::StoreError;
use crate::sql::{execute, find, instant, micros, word};

/// A student's record.
#[derive(Clone, Debug)]
pub struct Student {
    /// Who.
    pub id: PersonId,
    /// The teacher whose code brought the student.
    pub teacher_id: PersonId,
    /// That code.
    pub invite_code: String,
    /// Where the student lives, as chosen at onboarding.
    pub location: Location,
    /// Decided once, at onboarding (D19).
    pub currency: Currency,
    /// When the student joined.
    pub joined_at: Timestamp,
}

#[derive(FromQueryResult)]
struct Row {
    person_id: Uuid,
    teacher_id: Uuid,
    invite_code: String,
    location: String,
    currency: String,
    joined_at: i64,
}

impl TryFrom<Row> for Student {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: PersonId(row.person_id),
            teacher_id: PersonId(row.teacher_id),
            invite_code: row.invite_code,
            location: word(&row.location, Location::parse)?,
            currency: word(&row.currency, Currency::parse)?,
            joined_at: instant(row.joined_at)?,
        })
    }
}

/// A student by id.
pub async fn find_by_id<C: ConnectionTrait>(conn: &C, id: PersonId) -> Result<Option<Student>, StoreError> {
    let sql =
        "SELECT person_id, teacher_id, invite_code, location, currency, joined_at FROM students WHERE person_id = $1";
    find::<Row, _>(conn, sql, [id.0.into()]).await?.map(Student::try_from).transpose()
}

/// Makes a person a student. False when the person already is one, or has applied as a teacher.
pub async fn insert(tx: &WriteTx, student: &Student) -> Result<bool, StoreError> {
    let inserted = execute(
        tx,
        "INSERT INTO students (person_id, teacher_id, invite_code, location, currency, joined_at)
         SELECT p.id, t.person_id, $3, $4, $5, $6 FROM people p JOIN teachers t ON t.person_id = $2
          WHERE p.id = $1 AND t.status = 'approved'
            AND NOT EXISTS (SELECT 1 FROM teachers own WHERE own.person_id = $1)
         ON CONFLICT DO NOTHING",
        [
            student.id.0.into(),
            student.teacher_id.0.into(),
            student.invite_code.as_str().into(),
            student.location.as_str().into(),
            student.currency.code().into(),
            micros(student.joined_at).into(),
        ],
    )
    .await?;
    Ok(inserted == 1)
}
