//! Coupons and their uses. Counters with CHECK constraints and guarded updates keep the limits under concurrency.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::coupons::CouponTerms;
use tala_domain::ids::{CouponId, StudentId, TeacherId};
use tala_domain::money::Currency;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_count, fetch_optional, from_micros, insert_row, parse_enum, to_micros, to_u32};

/// A coupon as one student sees it.
#[derive(Clone, Debug)]
pub struct Coupon {
    /// Primary key.
    pub id: CouponId,
    /// The code, upper case.
    pub code: String,
    /// Percentage and conditions.
    pub terms: CouponTerms,
    /// Uses, including those reserved by unpaid orders, except the student's own unpaid orders.
    pub used: u32,
    /// Uses by the student, counted in the same way.
    pub used_by_student: u32,
}

/// Columns of both views of a coupon.
#[derive(FromRow)]
struct Common {
    id: Uuid,
    code: String,
    percent: i64,
    starts_at: Option<i64>,
    ends_at: Option<i64>,
    use_limit: Option<i64>,
    student_limit: Option<i64>,
    currency: Option<String>,
    teacher_id: Option<Uuid>,
    used: i64,
    deactivated_at: Option<i64>,
}

impl Common {
    fn terms(&self) -> Result<CouponTerms, StoreError> {
        Ok(CouponTerms {
            percent: to_u32(self.percent)?,
            starts_at: self.starts_at.map(from_micros).transpose()?,
            ends_at: self.ends_at.map(from_micros).transpose()?,
            limit: self.use_limit.map(to_u32).transpose()?,
            limit_per_student: self.student_limit.map(to_u32).transpose()?,
            currency: self.currency.as_deref().map(|text| parse_enum(text, Currency::parse)).transpose()?,
            teacher: self.teacher_id.map(TeacherId),
            deactivated: self.deactivated_at.is_some(),
        })
    }
}

#[derive(FromRow)]
struct Row {
    #[row(nested)]
    common: Common,
    used_by_student: i64,
}

impl TryFrom<Row> for Coupon {
    type Error = StoreError;
    fn try_from(Row { common, used_by_student }: Row) -> Result<Self, StoreError> {
        Ok(Self {
            terms: common.terms()?,
            id: CouponId(common.id),
            used: to_u32(common.used)?,
            used_by_student: to_u32(used_by_student)?,
            code: common.code,
        })
    }
}

/// Finds a coupon by code. Uses reserved by the student's own unpaid orders do not count.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_code<C: Connection>(
    conn: &C,
    code: &str,
    student: StudentId,
) -> Result<Option<Coupon>, StoreError> {
    let sql = "SELECT c.id, c.code, c.percent, c.starts_at, c.ends_at, c.use_limit, c.student_limit, c.currency,
                      c.teacher_id, c.used - o.unpaid AS used, c.deactivated_at, COALESCE(s.used, 0) - o.unpaid AS used_by_student
                 FROM coupons c LEFT JOIN coupon_students s ON s.coupon_id = c.id AND s.student_id = $2
                 CROSS JOIN (SELECT COUNT(*) AS unpaid FROM orders
                              WHERE student_id = $2 AND coupon_code = $1 AND coupon_reserved
                                AND state IN ('preparing', 'open')) o
                WHERE c.code = $1";
    fetch_optional::<Row, _>(conn, sql, &[code.into(), student.0.into()]).await
}

/// Returns whether a limit of the coupon is reached for this student.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn is_exhausted<C: Connection>(conn: &C, coupon: CouponId, student: StudentId) -> Result<bool, StoreError> {
    let sql = "SELECT COUNT(*) FROM coupons c
                 LEFT JOIN coupon_students s ON s.coupon_id = c.id AND s.student_id = $2
                WHERE c.id = $1 AND (c.used >= c.use_limit OR COALESCE(s.used, 0) >= c.student_limit)";
    Ok(fetch_count(conn, sql, &[coupon.0.into(), student.0.into()]).await? > 0)
}

mod admin;

pub use admin::{CouponDetails, count, find_details, list_page};

/// Counts a use. Returns false if the coupon is exhausted for this student or deactivated: the caller must roll back.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reserve_use(tx: &Transaction, coupon: CouponId, student: StudentId) -> Result<bool, StoreError> {
    let overall = tx
        .execute(
            "UPDATE coupons SET used = used + 1
          WHERE id = $1 AND deactivated_at IS NULL AND (use_limit IS NULL OR used < use_limit)",
            &[coupon.0.into()],
        )
        .await?;
    if overall == 0 {
        return Ok(false);
    }
    let own = tx
        .execute(
            "INSERT INTO coupon_students (coupon_id, student_id, used) VALUES ($1, $2, 1)
         ON CONFLICT (coupon_id, student_id) DO UPDATE SET used = coupon_students.used + 1
             WHERE (SELECT student_limit FROM coupons WHERE id = $1) IS NULL
                OR coupon_students.used < (SELECT student_limit FROM coupons WHERE id = $1)",
            &[coupon.0.into(), student.0.into()],
        )
        .await?;
    Ok(own == 1)
}

/// Reverses one [`reserve_use`].
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn release_use(tx: &Transaction, coupon: CouponId, student: StudentId) -> Result<(), StoreError> {
    tx.execute("UPDATE coupons SET used = used - 1 WHERE id = $1", &[coupon.0.into()]).await?;
    let sql = "UPDATE coupon_students SET used = used - 1 WHERE coupon_id = $1 AND student_id = $2";
    tx.execute(sql, &[coupon.0.into(), student.0.into()]).await?;
    Ok(())
}

/// Inserts a coupon. Returns false if the code is taken.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(
    tx: &Transaction,
    id: CouponId,
    code: &str,
    terms: &CouponTerms,
    note: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let columns = vec![
        ("id", id.0.into()),
        ("code", code.into()),
        ("percent", i64::from(terms.percent).into()),
        ("starts_at", terms.starts_at.map(to_micros).into()),
        ("ends_at", terms.ends_at.map(to_micros).into()),
        ("use_limit", terms.limit.map(i64::from).into()),
        ("student_limit", terms.limit_per_student.map(i64::from).into()),
        ("currency", terms.currency.map(Currency::code).into()),
        ("teacher_id", terms.teacher.map(|teacher| teacher.0).into()),
        ("used", 0_i64.into()),
        ("note", note.into()),
        ("created_at", to_micros(now).into()),
    ];
    let inserted = insert_row(tx, "coupons", columns, "ON CONFLICT (code) DO NOTHING").await?;
    Ok(inserted == 1)
}

/// Finds the id of a coupon by code.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_id<C: Connection>(conn: &C, code: &str) -> Result<Option<CouponId>, StoreError> {
    #[derive(FromRow)]
    struct Id {
        id: Uuid,
    }
    let row: Option<Id> = conn.query_opt("SELECT id FROM coupons WHERE code = $1", &[code.into()]).await?;
    Ok(row.map(|row| CouponId(row.id)))
}

/// Deactivates a coupon. Earlier uses stay valid. Returns false if it was deactivated already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn deactivate(tx: &Transaction, id: CouponId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE coupons SET deactivated_at = $2 WHERE id = $1 AND deactivated_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}
