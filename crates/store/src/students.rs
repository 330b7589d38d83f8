//! Students: whose they are, and what was settled when they joined.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::PersonId;
use tala_domain::money::Currency;
use tala_domain::onboarding::Location;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{instant, micros, set_arrived, word};

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

#[derive(FromRow)]
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
pub async fn find_by_id<C: Connection>(conn: &C, id: PersonId) -> Result<Option<Student>, StoreError> {
    let sql =
        "SELECT person_id, teacher_id, invite_code, location, currency, joined_at FROM students WHERE person_id = $1";
    conn.query_opt::<Row>(sql, &[id.0.into()]).await?.map(Student::try_from).transpose()
}

/// Makes a person a student. False when the person already is one, or has applied as a teacher.
pub async fn insert(tx: &Transaction, student: &Student) -> Result<bool, StoreError> {
    let inserted = tx
        .execute(
            "INSERT INTO students (person_id, teacher_id, invite_code, location, currency, joined_at)
         SELECT p.id, t.person_id, $3, $4, $5, $6 FROM people p JOIN teachers t ON t.person_id = $2
          WHERE p.id = $1 AND t.status = 'approved'
            AND NOT EXISTS (SELECT 1 FROM teachers own WHERE own.person_id = $1)
         ON CONFLICT DO NOTHING",
            &[
                student.id.0.into(),
                student.teacher_id.0.into(),
                student.invite_code.as_str().into(),
                student.location.as_str().into(),
                student.currency.code().into(),
                micros(student.joined_at).into(),
            ],
        )
        .await?;
    if inserted == 1 {
        set_arrived(tx, student.id.0).await?;
    }
    Ok(inserted == 1)
}

/// A student as the teacher's list shows them (SPEC §2).
#[derive(Clone, Debug)]
pub struct Pupil {
    /// Who.
    pub id: PersonId,
    /// Display name.
    pub name: String,
    /// Verified address.
    pub email: Option<String>,
    /// The browser's zone when last told.
    pub time_zone: Option<String>,
    /// When they joined.
    pub joined_at: Timestamp,
    /// Classes that were not called off.
    pub total: i64,
    /// Those of them that are still to come.
    pub upcoming: i64,
    /// When the last one that has begun did so.
    pub last: Option<Timestamp>,
}

#[derive(FromRow)]
struct PupilRow {
    id: Uuid,
    name: String,
    email: Option<String>,
    time_zone: Option<String>,
    joined_at: i64,
    total: i64,
    upcoming: i64,
    last: Option<i64>,
}

impl TryFrom<PupilRow> for Pupil {
    type Error = StoreError;
    fn try_from(row: PupilRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: PersonId(row.id),
            name: row.name,
            email: row.email,
            time_zone: row.time_zone,
            joined_at: instant(row.joined_at)?,
            total: row.total,
            upcoming: row.upcoming,
            last: row.last.map(instant).transpose()?,
        })
    }
}

const PUPIL: &str = "SELECT p.id, p.name, p.email, p.time_zone, s.joined_at,
    (SELECT COUNT(*) FROM bookings b WHERE b.teacher_id = $1 AND b.student_id = p.id AND b.status <> 'cancelled') AS total,
    (SELECT COUNT(*) FROM bookings b WHERE b.teacher_id = $1 AND b.student_id = p.id AND b.status = 'confirmed'
        AND b.starts_at > $2) AS upcoming,
    (SELECT MAX(b.starts_at) FROM bookings b WHERE b.teacher_id = $1 AND b.student_id = p.id AND b.status <> 'cancelled'
        AND b.starts_at <= $2) AS last
    FROM students s JOIN people p ON p.id = s.person_id";

const MATCHES: &str =
    "s.teacher_id = $1 AND ($3 = '' OR LOWER(p.name) LIKE $3 ESCAPE '!' OR p.email_key LIKE $3 ESCAPE '!')";

/// What of a name or address to look for, as a pattern; nothing looks for all.
fn pattern(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let escaped = text.to_ascii_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// A page of a teacher's students by name, continuing after the student `after`.
pub async fn list_pupils<C: Connection>(
    conn: &C,
    teacher: PersonId,
    search: &str,
    now: Timestamp,
    after: Option<PersonId>,
    limit: u32,
) -> Result<Vec<Pupil>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), micros(now).into(), pattern(search).into()];
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "AND (LOWER(p.name), p.id) > (SELECT LOWER(a.name), a.id FROM people a WHERE a.id = $4)";
    }
    let sql = format!("{PUPIL} WHERE {MATCHES} {from} ORDER BY LOWER(p.name), p.id LIMIT {limit}");
    conn.query::<PupilRow>(&sql, &values).await?.into_iter().map(Pupil::try_from).collect()
}

/// How many students a search finds.
pub async fn count_pupils<C: Connection>(conn: &C, teacher: PersonId, search: &str) -> Result<i64, StoreError> {
    #[derive(FromRow)]
    struct Found {
        found: i64,
    }
    let sql = "SELECT COUNT(*) AS found FROM students s JOIN people p ON p.id = s.person_id
                WHERE s.teacher_id = $1 AND ($2 = '' OR LOWER(p.name) LIKE $2 ESCAPE '!' OR p.email_key LIKE $2 ESCAPE '!')";
    let row: Option<Found> = conn.query_opt(sql, &[teacher.0.into(), pattern(search).into()]).await?;
    Ok(row.map_or(0, |row| row.found))
}

/// One of a teacher's students.
pub async fn find_pupil<C: Connection>(
    conn: &C,
    teacher: PersonId,
    student: PersonId,
    now: Timestamp,
) -> Result<Option<Pupil>, StoreError> {
    let sql = format!("{PUPIL} WHERE s.teacher_id = $1 AND s.person_id = $3");
    let values = [teacher.0.into(), micros(now).into(), student.0.into()];
    conn.query_opt::<PupilRow>(&sql, &values).await?.map(Pupil::try_from).transpose()
}

/// The zones of a teacher's students, and how many live in each, most first.
pub async fn list_zones<C: Connection>(conn: &C, teacher: PersonId) -> Result<Vec<(String, i64)>, StoreError> {
    #[derive(FromRow)]
    struct ZoneRow {
        time_zone: String,
        people: i64,
    }
    let sql = "SELECT p.time_zone, COUNT(*) AS people FROM students s JOIN people p ON p.id = s.person_id
                WHERE s.teacher_id = $1 AND p.time_zone IS NOT NULL
                GROUP BY p.time_zone ORDER BY people DESC, p.time_zone LIMIT 50";
    let rows: Vec<ZoneRow> = conn.query(sql, &[teacher.0.into()]).await?;
    Ok(rows.into_iter().map(|row| (row.time_zone, row.people)).collect())
}
