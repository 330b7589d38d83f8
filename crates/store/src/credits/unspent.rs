//! Unspent credits with one teacher, for a suspension or a hand-over.

use jiff::Timestamp;
use tala_db::{Connection, FromRow};
use tala_domain::ids::{LotId, OrderId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, from_micros, parse_enum, to_micros, to_u32};

/// The conditions of a lot with unspent credits: a literal match of the partial index, and not expired at `$2`.
const UNSPENT: &str = "l.teacher_id = $1 AND l.remaining > 0 AND l.expired_at IS NULL AND l.expires_at > $2";

/// A lot with unspent credits.
#[derive(Clone, Copy, Debug)]
pub struct UnspentLot {
    /// Primary key.
    pub id: LotId,
    /// The owner.
    pub student_id: StudentId,
    /// The paid order of a package. `None` for credits that were granted or returned.
    pub order_id: Option<OrderId>,
    /// Credits left.
    pub remaining: u32,
    /// Price of one class.
    pub price_per_class: Money,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    student_id: Uuid,
    order_id: Option<Uuid>,
    remaining: i64,
    price_per_class_minor: i64,
    currency: String,
}

impl TryFrom<Row> for UnspentLot {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: LotId(row.id),
            student_id: StudentId(row.student_id),
            order_id: row.order_id.map(OrderId),
            remaining: to_u32(row.remaining)?,
            price_per_class: Money::new(row.price_per_class_minor, parse_enum(&row.currency, Currency::parse)?),
        })
    }
}

/// Lists lots with unspent credits for a teacher's classes, those of packages first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_unspent_by_teacher<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<UnspentLot>, StoreError> {
    let sql = format!(
        "SELECT l.id, l.student_id, l.order_id, l.remaining, l.price_per_class_minor, l.currency FROM credit_lots l
          WHERE {UNSPENT} ORDER BY CASE WHEN l.order_id IS NULL THEN 1 ELSE 0 END, l.id LIMIT {limit}"
    );
    fetch_all::<Row, _>(conn, &sql, &[teacher.0.into(), to_micros(now).into()]).await
}

/// Lists the students with unspent credits for a teacher's classes, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_students_with_unspent<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<StudentId>, StoreError> {
    #[derive(FromRow)]
    struct StudentRow {
        student_id: Uuid,
    }
    let sql =
        format!("SELECT DISTINCT l.student_id FROM credit_lots l WHERE {UNSPENT} ORDER BY l.student_id LIMIT {limit}");
    let rows: Vec<StudentRow> = conn.query(&sql, &[teacher.0.into(), to_micros(now).into()]).await?;
    Ok(rows.into_iter().map(|row| StudentId(row.student_id)).collect())
}

/// Unspent credits of one student for a teacher's classes.
#[derive(Clone, Copy, Debug)]
pub struct UnspentSum {
    /// Credits left, at least one.
    pub credits: u32,
    /// When the first of them expires.
    pub expires_at: Timestamp,
    /// Some of them were bought; others were granted or returned.
    pub has_bought: bool,
}

/// Sums the unspent credits of one student for a teacher's classes; `None` if there are none.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn sum_unspent<C: Connection>(
    conn: &C,
    student: StudentId,
    teacher: TeacherId,
    now: Timestamp,
) -> Result<Option<UnspentSum>, StoreError> {
    #[derive(FromRow)]
    struct SumRow {
        credits: i64,
        earliest: Option<i64>,
        bought: i64,
    }
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(l.remaining), 0) AS bigint) AS credits, MIN(l.expires_at) AS earliest,
                COUNT(l.order_id) AS bought
           FROM credit_lots l WHERE {UNSPENT} AND l.student_id = $3"
    );
    let row: SumRow = conn.query_one(&sql, &[teacher.0.into(), to_micros(now).into(), student.0.into()]).await?;
    let sum = |earliest| {
        let expires_at = from_micros(earliest)?;
        Ok(UnspentSum { credits: to_u32(row.credits)?, expires_at, has_bought: row.bought > 0 })
    };
    row.earliest.map(sum).transpose()
}
