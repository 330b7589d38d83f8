//! The lines of a payout statement: every class with what was paid, taken off, and left.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Value};
use tala_domain::booking::ClassType;
use tala_domain::ids::{BookingId, PayoutId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, word};

/// One class in a statement. Amounts are minor units of the payout's currency.
#[derive(Clone, Debug)]
pub struct StatementLine {
    /// The booking.
    pub booking_id: BookingId,
    /// When the class started.
    pub starts_at: Timestamp,
    /// Who learnt.
    pub student_name: String,
    /// Private, Group or Duet.
    pub class_type: ClassType,
    /// Paid with money, not with a credit.
    pub with_money: bool,
    /// The student was not there.
    pub no_show: bool,
    /// The price before the coupon.
    pub base: i64,
    /// The price after the coupon: what the class was worth.
    pub price: i64,
    /// The service fee that the student paid on top.
    pub service_fee: i64,
    /// The provider fee that the student paid on top.
    pub provider_fee: i64,
    /// The commission that applied, in basis points (D22).
    pub commission_rate: u32,
    /// The hours taught, this class among them, that chose the rate.
    pub taught_hours: Option<u32>,
    /// What is left for the teacher.
    pub net: i64,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    starts_at: i64,
    student_name: String,
    class_type: String,
    order_id: Option<Uuid>,
    no_show: bool,
    base_amount_minor: i64,
    amount_minor: i64,
    service_fee: i64,
    provider_fee: i64,
    commission_rate: i64,
    taught_hours: Option<i64>,
    net_minor: i64,
}

impl TryFrom<Row> for StatementLine {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            booking_id: BookingId(row.id),
            starts_at: instant(row.starts_at)?,
            student_name: row.student_name,
            class_type: word(&row.class_type, ClassType::parse)?,
            with_money: row.order_id.is_some(),
            no_show: row.no_show,
            base: row.base_amount_minor,
            price: row.amount_minor,
            service_fee: row.service_fee,
            provider_fee: row.provider_fee,
            commission_rate: count(row.commission_rate)?,
            taught_hours: row.taught_hours.map(count).transpose()?,
            net: row.net_minor,
        })
    }
}

/// The classes of a payout, first held first, at most `limit`, continuing after the booking `after`.
pub async fn list_lines<C: Connection>(
    conn: &C,
    payout: PayoutId,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<StatementLine>, StoreError> {
    let mut values: Vec<Value> = vec![payout.0.into()];
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "AND (b.starts_at, b.id) > (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = $2)";
    }
    let sql = format!(
        "SELECT b.id, b.starts_at, p.name AS student_name, l.class_type, b.order_id, b.no_show, b.base_amount_minor,
                      b.amount_minor, COALESCE(o.service_fee_minor, 0) AS service_fee,
                      COALESCE(o.provider_fee_minor, 0) AS provider_fee,
                      COALESCE(b.commission_rate, 0) AS commission_rate, b.taught_hours,
                      COALESCE(b.net_minor, 0) AS net_minor
                 FROM bookings b JOIN people p ON p.id = b.student_id JOIN slots l ON l.id = b.slot_id
                 LEFT JOIN orders o ON o.id = b.order_id
                WHERE b.payout_id = $1 {from} ORDER BY b.starts_at, b.id LIMIT {limit}"
    );
    let rows = conn.query::<Row>(&sql, &values).await?;
    rows.into_iter().map(StatementLine::try_from).collect()
}

/// The sums of a statement's columns, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromRow)]
pub struct StatementSums {
    /// Before coupons.
    pub base: i64,
    /// What the classes were worth.
    pub price: i64,
    /// Service fees on top.
    pub service_fee: i64,
    /// Provider fees on top.
    pub provider_fee: i64,
    /// What is left for the teacher.
    pub net: i64,
}

/// The sums over all classes of a payout, however many they are.
pub async fn sum_lines<C: Connection>(conn: &C, payout: PayoutId) -> Result<StatementSums, StoreError> {
    let sql = "SELECT CAST(COALESCE(SUM(b.base_amount_minor), 0) AS bigint) AS base,
                      CAST(COALESCE(SUM(b.amount_minor), 0) AS bigint) AS price,
                      CAST(COALESCE(SUM(o.service_fee_minor), 0) AS bigint) AS service_fee,
                      CAST(COALESCE(SUM(o.provider_fee_minor), 0) AS bigint) AS provider_fee,
                      CAST(COALESCE(SUM(b.net_minor), 0) AS bigint) AS net
                 FROM bookings b LEFT JOIN orders o ON o.id = b.order_id WHERE b.payout_id = $1";
    Ok(conn.query_opt(sql, &[payout.0.into()]).await?.unwrap_or_default())
}
