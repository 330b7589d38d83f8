//! The lines of a payout statement.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Value};
use tala_domain::booking::ClassType;
use tala_domain::ids::{BookingId, PayoutId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_u32};

/// A booking in a statement. Amounts are minor units of the payout's currency.
#[derive(Clone, Debug)]
pub struct StatementLine {
    /// The booking.
    pub booking_id: BookingId,
    /// When the class started.
    pub starts_at: Timestamp,
    /// The student's name.
    pub student_name: String,
    /// Private, group or duet.
    pub class_type: ClassType,
    /// The title of a published class; otherwise empty.
    pub title: String,
    /// Whether it was paid with money and not with credits.
    pub with_money: bool,
    /// Whether the student missed the class.
    pub no_show: bool,
    /// Price before discount.
    pub base: i64,
    /// What partial refunds took from the price (ADR 11).
    pub refunded: i64,
    /// Price after discount and partial refunds, without fees.
    pub price: i64,
    /// The service fee paid by the student, less partial refunds.
    pub service_fee: i64,
    /// The provider fee paid by the student, less partial refunds.
    pub provider_fee: i64,
    /// The commission in basis points (D22).
    pub commission_rate: u32,
    /// The teacher's hours including this class, which decide the rate.
    pub taught_hours: u32,
    /// The teacher's earnings.
    pub net: i64,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    starts_at: i64,
    student_name: String,
    class_type: String,
    title: String,
    order_id: Option<Uuid>,
    no_show: bool,
    base_amount_minor: i64,
    refunded: i64,
    amount_minor: i64,
    service_fee: i64,
    provider_fee: i64,
    commission_rate: i64,
    taught_hours: i64,
    net_minor: i64,
}

impl TryFrom<Row> for StatementLine {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            booking_id: BookingId(row.id),
            starts_at: from_micros(row.starts_at)?,
            student_name: row.student_name,
            class_type: parse_enum(&row.class_type, ClassType::parse)?,
            title: row.title,
            with_money: row.order_id.is_some(),
            no_show: row.no_show,
            base: row.base_amount_minor,
            refunded: row.refunded,
            price: row.amount_minor,
            service_fee: row.service_fee,
            provider_fee: row.provider_fee,
            commission_rate: to_u32(row.commission_rate)?,
            taught_hours: to_u32(row.taught_hours)?,
            net: row.net_minor,
        })
    }
}

/// The order's fees less what partial refunds took from them, and what they took from the price.
const ORDER_AMOUNTS: &str = "COALESCE((SELECT SUM(r.price_minor) FROM refunds r WHERE r.order_id = o.id), 0) AS refunded,
    COALESCE(o.service_fee_minor - COALESCE((SELECT SUM(r.service_fee_minor) FROM refunds r WHERE r.order_id = o.id), 0), 0)
    AS service_fee,
    COALESCE(o.provider_fee_minor - COALESCE((SELECT SUM(r.provider_fee_minor) FROM refunds r WHERE r.order_id = o.id), 0), 0)
    AS provider_fee";

/// Lists the bookings of a payout, earliest class first, at most `limit`, after the booking `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
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
        "SELECT x.id, x.starts_at, x.student_name, x.class_type, x.title, x.order_id, x.no_show, x.base_amount_minor,
                x.amount_minor, CAST(x.refunded AS bigint) AS refunded, CAST(x.service_fee AS bigint) AS service_fee,
                CAST(x.provider_fee AS bigint) AS provider_fee, x.commission_rate, x.taught_hours, x.net_minor
           FROM (SELECT b.id, b.starts_at, p.name AS student_name, l.class_type, l.title, b.order_id, b.no_show,
                        b.base_amount_minor, b.amount_minor, b.commission_rate, b.taught_hours, b.net_minor,
                        {ORDER_AMOUNTS}
                 FROM bookings b JOIN people p ON p.id = b.student_id JOIN slots l ON l.id = b.slot_id
                 LEFT JOIN orders o ON o.id = b.order_id
                WHERE b.payout_id = $1 {from} ORDER BY b.starts_at, b.id LIMIT {limit}) x
          ORDER BY x.starts_at, x.id"
    );
    let rows = conn.query::<Row>(&sql, &values).await?;
    rows.into_iter().map(StatementLine::try_from).collect()
}

/// Sums of the columns, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromRow)]
pub struct StatementSums {
    /// Prices before discount.
    pub base: i64,
    /// What partial refunds took from the prices (ADR 11).
    pub refunded: i64,
    /// Prices after discount and partial refunds, without fees.
    pub price: i64,
    /// Service fees paid by students, less partial refunds.
    pub service_fee: i64,
    /// Provider fees paid by students, less partial refunds.
    pub provider_fee: i64,
    /// The teacher's earnings.
    pub net: i64,
}

/// Sums the columns over all bookings of a payout.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn sum_lines<C: Connection>(conn: &C, payout: PayoutId) -> Result<StatementSums, StoreError> {
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(x.base), 0) AS bigint) AS base, CAST(COALESCE(SUM(x.refunded), 0) AS bigint) AS refunded,
                CAST(COALESCE(SUM(x.price), 0) AS bigint) AS price,
                CAST(COALESCE(SUM(x.service_fee), 0) AS bigint) AS service_fee,
                CAST(COALESCE(SUM(x.provider_fee), 0) AS bigint) AS provider_fee,
                CAST(COALESCE(SUM(x.net), 0) AS bigint) AS net
           FROM (SELECT b.base_amount_minor AS base, b.amount_minor AS price, b.net_minor AS net, {ORDER_AMOUNTS}
                   FROM bookings b LEFT JOIN orders o ON o.id = b.order_id WHERE b.payout_id = $1) x"
    );
    conn.query_one(&sql, &[payout.0.into()]).await
}
