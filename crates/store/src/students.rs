//! Students: their teacher, and what was decided at onboarding.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::{StudentId, TeacherId};
use tala_domain::money::Currency;
use tala_domain::onboarding::Location;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{clear_has_no_role, fetch_all, fetch_count, fetch_optional, from_micros, parse_enum, to_micros};

mod handover;

pub use handover::{HandOver, StudentsInCurrency, hand_over, summarize_by_currency};

/// A student's record.
#[derive(Clone, Debug)]
pub struct Student {
    /// Primary key, that of the person.
    pub id: StudentId,
    /// The teacher whose invite code the student used.
    pub teacher_id: TeacherId,
    /// The invite code.
    pub invite_code: String,
    /// The location chosen at onboarding.
    pub location: Location,
    /// The currency, decided at onboarding (D19).
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
            id: StudentId(row.person_id),
            teacher_id: TeacherId(row.teacher_id),
            invite_code: row.invite_code,
            location: parse_enum(&row.location, Location::parse)?,
            currency: parse_enum(&row.currency, Currency::parse)?,
            joined_at: from_micros(row.joined_at)?,
        })
    }
}

/// Finds a student by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: StudentId) -> Result<Option<Student>, StoreError> {
    let sql =
        "SELECT person_id, teacher_id, invite_code, location, currency, joined_at FROM students WHERE person_id = $1";
    fetch_optional::<Row, _>(conn, sql, &[id.0.into()]).await
}

/// Makes a person a student of an approved teacher. Returns false if the person is a student or has applied as a
/// teacher, or if the teacher is not approved.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, student: &Student) -> Result<bool, StoreError> {
    // The approval must not be undone before the commit (ADR 13).
    let lock = if tx.backend() == Backend::Postgres { "FOR SHARE OF t" } else { "" };
    let sql = format!(
        "INSERT INTO students (person_id, teacher_id, invite_code, location, currency, joined_at)
         SELECT p.id, t.person_id, $3, $4, $5, $6 FROM people p JOIN teachers t ON t.person_id = $2
          WHERE p.id = $1 AND t.status = 'approved'
            AND NOT EXISTS (SELECT 1 FROM teachers own WHERE own.person_id = $1) {lock}
         ON CONFLICT DO NOTHING"
    );
    let inserted = tx
        .execute(
            &sql,
            &[
                student.id.0.into(),
                student.teacher_id.0.into(),
                student.invite_code.as_str().into(),
                student.location.as_str().into(),
                student.currency.code().into(),
                to_micros(student.joined_at).into(),
            ],
        )
        .await?;
    if inserted == 1 {
        clear_has_no_role(tx, student.id.0).await?;
    }
    Ok(inserted == 1)
}

/// A student in the teacher's list (SPEC §2).
#[derive(Clone, Debug)]
pub struct StudentSummary {
    /// The student.
    pub id: StudentId,
    /// Display name.
    pub name: String,
    /// Verified email address, of a guardian if the student has none.
    pub email: Option<String>,
    /// The phone number, if given, of a guardian if the student has none.
    pub phone: Option<String>,
    /// The zone of the student's browser, if known.
    pub time_zone: Option<String>,
    /// When the student joined.
    pub joined_at: Timestamp,
    /// Bookings that are not cancelled.
    pub total: i64,
    /// Confirmed bookings whose class has not started.
    pub upcoming: i64,
    /// Start of the latest class that has started.
    pub last: Option<Timestamp>,
    /// Start of the next confirmed class.
    pub next: Option<Timestamp>,
    /// Credits with this teacher that have not expired.
    pub credits: i64,
    /// The beginning of the teacher's note.
    pub note: String,
}

#[derive(FromRow)]
struct SummaryRow {
    id: Uuid,
    name: String,
    email: Option<String>,
    phone: Option<String>,
    time_zone: Option<String>,
    joined_at: i64,
    total: i64,
    upcoming: i64,
    last: Option<i64>,
    next: Option<i64>,
    credits: i64,
    note: String,
}

impl TryFrom<SummaryRow> for StudentSummary {
    type Error = StoreError;
    fn try_from(row: SummaryRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: StudentId(row.id),
            name: row.name,
            email: row.email,
            phone: row.phone,
            time_zone: row.time_zone,
            joined_at: from_micros(row.joined_at)?,
            total: row.total,
            upcoming: row.upcoming,
            last: row.last.map(from_micros).transpose()?,
            next: row.next.map(from_micros).transpose()?,
            credits: row.credits,
            note: row.note,
        })
    }
}

const SUMMARY: &str = "SELECT p.id, p.name, p.time_zone, s.joined_at,
    COALESCE(p.email, (SELECT gp.email FROM guardians g JOIN people gp ON gp.id = g.guardian_id
                        WHERE g.learner_id = p.id ORDER BY g.position LIMIT 1)) AS email,
    COALESCE(p.phone, (SELECT gp.phone FROM guardians g JOIN people gp ON gp.id = g.guardian_id
                        WHERE g.learner_id = p.id ORDER BY g.position LIMIT 1)) AS phone,
    (SELECT COUNT(*) FROM bookings b
      WHERE b.teacher_id = $1 AND b.student_id = p.id AND b.status <> 'cancelled') AS total,
    (SELECT COUNT(*) FROM bookings b WHERE b.teacher_id = $1 AND b.student_id = p.id AND b.status = 'confirmed'
        AND b.starts_at > $2) AS upcoming,
    (SELECT MAX(b.starts_at) FROM bookings b WHERE b.teacher_id = $1 AND b.student_id = p.id AND b.status <> 'cancelled'
        AND b.starts_at <= $2) AS last,
    (SELECT MIN(b.starts_at) FROM bookings b WHERE b.teacher_id = $1 AND b.student_id = p.id AND b.status = 'confirmed'
        AND b.starts_at > $2) AS next,
    (SELECT CAST(COALESCE(SUM(l.remaining), 0) AS bigint) FROM credit_lots l WHERE l.student_id = p.id AND l.teacher_id = $1
        AND l.remaining > 0 AND l.expires_at > $2) AS credits,
    COALESCE((SELECT SUBSTR(n.body, 1, 200) FROM student_notes n WHERE n.teacher_id = $1 AND n.student_id = p.id), '') AS note
    FROM students s JOIN people p ON p.id = s.person_id";

/// A teacher's students: current ones, and those who were handed over and have a class with the teacher that has not ended.
/// A class lasts an hour, 3,600,000,000 µs. The start is compared, because the index of a teacher's bookings is by start.
const OF_TEACHER: &str = "s.person_id IN (SELECT person_id FROM students WHERE teacher_id = $1
    UNION SELECT student_id FROM bookings WHERE teacher_id = $1 AND status = 'confirmed'
        AND starts_at > $2 - 3600000000)";

const MATCHES: &str = "($3 = '' OR LOWER(p.name) LIKE $3 ESCAPE '!' OR p.email_key LIKE $3 ESCAPE '!')";

/// A pattern for part of a name or address. Empty text matches everything.
fn pattern(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let escaped = text.to_ascii_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{escaped}%")
}

/// Lists a page of a teacher's students by name, including former ones with a class that has not ended, at most `limit`,
/// after the student `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_teacher<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    search: &str,
    now: Timestamp,
    after: Option<StudentId>,
    limit: u32,
) -> Result<Vec<StudentSummary>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), to_micros(now).into(), pattern(search).into()];
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "AND (LOWER(p.name), p.id) > (SELECT LOWER(a.name), a.id FROM people a WHERE a.id = $4)";
    }
    let sql = format!("{SUMMARY} WHERE {OF_TEACHER} AND {MATCHES} {from} ORDER BY LOWER(p.name), p.id LIMIT {limit}");
    fetch_all::<SummaryRow, _>(conn, &sql, &values).await
}

/// Counts a teacher's students who match `search`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_by_teacher<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    search: &str,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let sql =
        format!("SELECT COUNT(*) FROM students s JOIN people p ON p.id = s.person_id WHERE {OF_TEACHER} AND {MATCHES}");
    fetch_count(conn, &sql, &[teacher.0.into(), to_micros(now).into(), pattern(search).into()]).await
}

/// Finds one of a teacher's students.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_teacher<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    student: StudentId,
    now: Timestamp,
) -> Result<Option<StudentSummary>, StoreError> {
    let sql = format!("{SUMMARY} WHERE s.person_id = $3 AND {OF_TEACHER}");
    let values = [teacher.0.into(), to_micros(now).into(), student.0.into()];
    fetch_optional::<SummaryRow, _>(conn, &sql, &values).await
}

/// Lists the zones of a teacher's students with the number of students, most first, at most 50.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_time_zones<C: Connection>(conn: &C, teacher: TeacherId) -> Result<Vec<(String, i64)>, StoreError> {
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
