//! Coupons and how often they are used. The limits are counters under CHECKs and guards, so they hold under a race.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::coupons::Terms;
use tala_domain::ids::{CouponId, PersonId};
use tala_domain::money::Currency;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, number, word};

/// A stored coupon.
#[derive(Clone, Debug)]
pub struct Coupon {
    /// Its id.
    pub id: CouponId,
    /// As people type it, upper case.
    pub code: String,
    /// What it takes off, and for whom.
    pub terms: Terms,
    /// Uses so far, those that others are paying for among them; the asking student's own unpaid orders are left out.
    pub used: u32,
    /// Uses by the student who asks, in the same way.
    pub used_by_student: u32,
}

/// The columns of both views of a coupon.
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
    stopped_at: Option<i64>,
}

impl Common {
    fn terms(&self) -> Result<Terms, StoreError> {
        Ok(Terms {
            percent: count(self.percent)?,
            starts_at: self.starts_at.map(instant).transpose()?,
            ends_at: self.ends_at.map(instant).transpose()?,
            limit: self.use_limit.map(count).transpose()?,
            limit_per_student: self.student_limit.map(count).transpose()?,
            currency: self.currency.as_deref().map(|text| word(text, Currency::parse)).transpose()?,
            teacher: self.teacher_id.map(PersonId),
            stopped: self.stopped_at.is_some(),
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
            used: count(common.used)?,
            used_by_student: count(used_by_student)?,
            code: common.code,
        })
    }
}

/// A coupon by its code, as this student sees it: a use that lies in an unpaid order of one's own is still one's own.
pub async fn find_by_code<C: Connection>(
    conn: &C,
    code: &str,
    student: PersonId,
) -> Result<Option<Coupon>, StoreError> {
    let sql = "SELECT c.id, c.code, c.percent, c.starts_at, c.ends_at, c.use_limit, c.student_limit, c.currency, c.teacher_id,
                      c.used - o.unpaid AS used, c.stopped_at, COALESCE(s.used, 0) - o.unpaid AS used_by_student
                 FROM coupons c LEFT JOIN coupon_students s ON s.coupon_id = c.id AND s.student_id = $2
                 CROSS JOIN (SELECT COUNT(*) AS unpaid FROM orders
                              WHERE student_id = $2 AND coupon_code = $1 AND coupon_held AND state IN ('preparing', 'open')) o
                WHERE c.code = $1";
    conn.query_opt::<Row>(sql, &[code.into(), student.0.into()]).await?.map(Coupon::try_from).transpose()
}

/// Whether there is no use left for this student.
pub async fn is_used_up<C: Connection>(conn: &C, coupon: CouponId, student: PersonId) -> Result<bool, StoreError> {
    let sql = "SELECT COUNT(*) AS number FROM coupons c
                 LEFT JOIN coupon_students s ON s.coupon_id = c.id AND s.student_id = $2
                WHERE c.id = $1 AND (c.used >= c.use_limit OR COALESCE(s.used, 0) >= c.student_limit)";
    Ok(number(conn, sql, &[coupon.0.into(), student.0.into()]).await? > 0)
}

mod look;

pub use look::{Listed, find_listed, list_page};

/// Counts one use. False when the coupon, or this student's share of it, is used up or was stopped: the caller abandons
/// the transaction.
pub async fn take(tx: &Transaction, coupon: CouponId, student: PersonId) -> Result<bool, StoreError> {
    let overall = tx
        .execute(
            "UPDATE coupons SET used = used + 1
          WHERE id = $1 AND stopped_at IS NULL AND (use_limit IS NULL OR used < use_limit)",
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

/// Gives one use back.
pub async fn give_back(tx: &Transaction, coupon: CouponId, student: PersonId) -> Result<(), StoreError> {
    tx.execute("UPDATE coupons SET used = used - 1 WHERE id = $1", &[coupon.0.into()]).await?;
    let sql = "UPDATE coupon_students SET used = used - 1 WHERE coupon_id = $1 AND student_id = $2";
    tx.execute(sql, &[coupon.0.into(), student.0.into()]).await?;
    Ok(())
}

/// Makes a coupon. False when the code is taken.
pub async fn insert(
    tx: &Transaction,
    id: CouponId,
    code: &str,
    terms: &Terms,
    note: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let inserted = tx.execute("INSERT INTO coupons (id, code, percent, starts_at, ends_at, use_limit, student_limit, currency, teacher_id, used,
                              note, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11) ON CONFLICT (code) DO NOTHING",
        &[
            id.0.into(),
            code.into(),
            i64::from(terms.percent).into(),
            terms.starts_at.map(micros).into(),
            terms.ends_at.map(micros).into(),
            terms.limit.map(i64::from).into(),
            terms.limit_per_student.map(i64::from).into(),
            terms.currency.map(Currency::code).into(),
            terms.teacher.map(|teacher| teacher.0).into(),
            note.into(),
            micros(now).into(),
        ],
    )
    .await?;
    Ok(inserted == 1)
}

/// The id of a coupon, whoever may use it.
pub async fn find_id<C: Connection>(conn: &C, code: &str) -> Result<Option<CouponId>, StoreError> {
    #[derive(FromRow)]
    struct Id {
        id: Uuid,
    }
    let row: Option<Id> = conn.query_opt("SELECT id FROM coupons WHERE code = $1", &[code.into()]).await?;
    Ok(row.map(|row| CouponId(row.id)))
}

/// Ends a coupon at once; what was bought with it stays. False when it was ended before.
pub async fn stop(tx: &Transaction, id: CouponId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE coupons SET stopped_at = $2 WHERE id = $1 AND stopped_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), micros(now).into()]).await? == 1)
}
