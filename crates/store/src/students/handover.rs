//! Handing students over to another teacher.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, parse_enum, placeholders, to_micros, to_u32};

/// The students and the two teachers of a hand-over.
#[derive(Clone, Copy, Debug)]
pub struct HandOver {
    /// The teacher who gives the students away.
    pub from: TeacherId,
    /// The only student concerned; `None` for all students of the teacher.
    pub student: Option<StudentId>,
    /// The teacher who takes them over.
    pub to: TeacherId,
}

/// Gives at most `limit` students of a teacher another teacher, who must be approved, and moves their unspent, unexpired
/// credits with them. The invite code with which they joined stays. Returns the students.
/// Children whose guardian is the new teacher stay: teachers could book themselves and be paid for it.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn hand_over(
    tx: &Transaction,
    HandOver { from, student, to }: HandOver,
    limit: u32,
) -> Result<Vec<StudentId>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        person_id: Uuid,
    }
    let only = if student.is_some() { "AND person_id = $3" } else { "" };
    let sql = format!(
        "UPDATE students SET teacher_id = $2
          WHERE person_id IN
                  (SELECT person_id FROM students WHERE teacher_id = $1 {only}
                      AND NOT EXISTS (SELECT 1 FROM guardians g WHERE g.learner_id = person_id AND g.guardian_id = $2)
                    ORDER BY person_id LIMIT {limit})
            AND teacher_id = $1 AND EXISTS (SELECT 1 FROM teachers t WHERE t.person_id = $2 AND t.status = 'approved')
         RETURNING person_id"
    );
    let values: Vec<Value> =
        [from.0, to.0].into_iter().chain(student.map(|student| student.0)).map(Value::from).collect();
    let rows: Vec<Row> = tx.query(&sql, &values).await?;
    let students: Vec<StudentId> = rows.into_iter().map(|row| StudentId(row.person_id)).collect();
    let sql = format!(
        "UPDATE credit_lots SET teacher_id = $2
          WHERE teacher_id = $1 AND remaining > 0 AND expired_at IS NULL AND student_id IN ({})",
        placeholders(2, students.len())
    );
    let values = [from.0, to.0].into_iter().chain(students.iter().map(|student| student.0)).map(Value::from);
    tx.execute(&sql, &values.collect::<Vec<_>>()).await?;
    Ok(students)
}

/// A teacher's students who pay in one currency, and their unspent credits in it.
#[derive(Clone, Copy, Debug)]
pub struct StudentsInCurrency {
    /// Students who pay in this currency.
    pub students: u32,
    /// Unspent, unexpired credits for the teacher's classes in this currency, bought or granted.
    pub credits: u32,
    /// Their value: what was paid for bought ones without fees, the teacher's rate at that time for granted ones.
    pub worth: Money,
}

/// Summarizes a teacher's students, or only one of them, and their unspent credits, one item for each currency that occurs.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn summarize_by_currency<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    student: Option<StudentId>,
    now: Timestamp,
) -> Result<Vec<StudentsInCurrency>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        currency: String,
        students: i64,
        credits: i64,
        worth: i64,
    }
    impl TryFrom<Row> for StudentsInCurrency {
        type Error = StoreError;
        fn try_from(row: Row) -> Result<Self, StoreError> {
            Ok(Self {
                students: to_u32(row.students)?,
                credits: to_u32(row.credits)?,
                worth: Money::new(row.worth, parse_enum(&row.currency, Currency::parse)?),
            })
        }
    }
    let only = |column: &str| student.map_or_else(String::new, |_| format!("AND {column} = $3"));
    let sql = format!(
        "SELECT x.currency, CAST(SUM(x.students) AS bigint) AS students, CAST(SUM(x.credits) AS bigint) AS credits,
                CAST(SUM(x.worth) AS bigint) AS worth
           FROM (SELECT currency, 1 AS students, 0 AS credits, 0 AS worth FROM students WHERE teacher_id = $1 {}
                 UNION ALL
                 SELECT currency, 0, remaining, remaining * price_per_class_minor FROM credit_lots
                  WHERE teacher_id = $1 AND remaining > 0 AND expired_at IS NULL AND expires_at > $2 {}) x
          GROUP BY x.currency ORDER BY x.currency",
        only("person_id"),
        only("student_id")
    );
    let values = [teacher.0.into(), to_micros(now).into()].into_iter().chain(student.map(|student| student.0.into()));
    fetch_all::<Row, _>(conn, &sql, &values.collect::<Vec<_>>()).await
}
