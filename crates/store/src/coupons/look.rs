//! Coupons as an administrator sees them.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Value};
use tala_domain::coupons::Terms;
use tala_domain::ids::CouponId;

use super::Common;
use crate::StoreError;
use crate::sql::{count, instant};

/// A coupon with everything known of it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: CouponId,
    /// As people type it.
    pub code: String,
    /// What it takes off, and for whom.
    pub terms: Terms,
    /// The name of the only teacher that it is for.
    pub teacher_name: Option<String>,
    /// Uses so far, those that are being paid for among them.
    pub used: u32,
    /// What it is for.
    pub note: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was stopped.
    pub stopped_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct Row {
    #[row(nested)]
    common: Common,
    teacher_name: Option<String>,
    note: String,
    created_at: i64,
}

impl TryFrom<Row> for Listed {
    type Error = StoreError;
    fn try_from(Row { common, teacher_name, note, created_at }: Row) -> Result<Self, StoreError> {
        Ok(Self {
            terms: common.terms()?,
            id: CouponId(common.id),
            used: count(common.used)?,
            stopped_at: common.stopped_at.map(instant).transpose()?,
            code: common.code,
            teacher_name,
            note,
            created_at: instant(created_at)?,
        })
    }
}

const SELECT: &str = "SELECT c.id, c.code, c.percent, c.starts_at, c.ends_at, c.use_limit, c.student_limit, c.currency,
    c.teacher_id, p.name AS teacher_name, c.used, c.note, c.created_at, c.stopped_at
    FROM coupons c LEFT JOIN people p ON p.id = c.teacher_id";

/// Coupons, newest first, at most `limit`, continuing after the coupon `after`.
pub async fn list_page<C: Connection>(
    conn: &C,
    after: Option<CouponId>,
    limit: u32,
) -> Result<Vec<Listed>, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "WHERE c.id < $1";
    }
    let sql = format!("{SELECT} {from} ORDER BY c.id DESC LIMIT {limit}");
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Listed::try_from).collect()
}

/// A coupon by its code.
pub async fn find_listed<C: Connection>(conn: &C, code: &str) -> Result<Option<Listed>, StoreError> {
    conn.query_opt::<Row>(&format!("{SELECT} WHERE c.code = $1"), &[code.into()])
        .await?
        .map(Listed::try_from)
        .transpose()
}
