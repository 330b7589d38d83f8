//! Coupons for administrators.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Value};
use tala_domain::coupons::CouponTerms;
use tala_domain::ids::CouponId;

use super::Common;
use crate::sql::keyset::fetch_capped_count;
use crate::sql::{fetch_all, fetch_optional, from_micros, to_u32};
use crate::{CappedCount, StoreError};

/// A coupon with its note and uses.
#[derive(Clone, Debug)]
pub struct CouponDetails {
    /// Primary key.
    pub id: CouponId,
    /// The code, upper case.
    pub code: String,
    /// Percentage and conditions.
    pub terms: CouponTerms,
    /// The name of the only teacher whose students may use it.
    pub teacher_name: Option<String>,
    /// Uses, including those reserved by unpaid orders.
    pub used: u32,
    /// What the coupon is for, as noted by the administrator.
    pub note: String,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it was deactivated.
    pub deactivated_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    #[row(nested)]
    common: Common,
    teacher_name: Option<String>,
    note: String,
    created_at: i64,
}

impl TryFrom<Row> for CouponDetails {
    type Error = StoreError;
    fn try_from(Row { common, teacher_name, note, created_at }: Row) -> Result<Self, StoreError> {
        Ok(Self {
            terms: common.terms()?,
            id: CouponId(common.id),
            used: to_u32(common.used)?,
            deactivated_at: common.deactivated_at.map(from_micros).transpose()?,
            code: common.code,
            teacher_name,
            note,
            created_at: from_micros(created_at)?,
        })
    }
}

const SELECT: &str = "SELECT c.id, c.code, c.percent, c.starts_at, c.ends_at, c.use_limit, c.student_limit, c.currency,
    c.teacher_id, p.name AS teacher_name, c.used, c.note, c.created_at, c.deactivated_at
    FROM coupons c LEFT JOIN people p ON p.id = c.teacher_id";

/// Lists coupons, newest first, at most `limit`, after the coupon `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_page<C: Connection>(
    conn: &C,
    after: Option<CouponId>,
    limit: u32,
) -> Result<Vec<CouponDetails>, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "WHERE c.id < $1";
    }
    let sql = format!("{SELECT} {from} ORDER BY c.id DESC LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Counts the coupons.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count<C: Connection>(conn: &C) -> Result<CappedCount, StoreError> {
    fetch_capped_count(conn, "FROM coupons", &[]).await
}

/// Finds a coupon by code.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_details<C: Connection>(conn: &C, code: &str) -> Result<Option<CouponDetails>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE c.code = $1"), &[code.into()]).await
}
