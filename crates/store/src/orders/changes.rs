//! What may happen to an order.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::{BookingId, LotId, OrderId, PaymentId, SlotId};
use tala_domain::payments::{OrderState, RefundReason};

use super::{COLUMNS, Order, Purpose, Row, Seat, orders};
use crate::StoreError;
use crate::sql::{micros, words};

/// Writes a new order as it stands in `order`.
pub async fn insert(tx: &Transaction, order: &Order) -> Result<(), StoreError> {
    let (slot, starts_at, kind, class_type, cost, size) = match order.purpose {
        Purpose::Class { slot_id, starts_at, slot_kind, class_type, credit_cost } => {
            (Some(slot_id.0), Some(micros(starts_at)), Some(slot_kind.as_str()), Some(class_type.key()), credit_cost, 0)
        }
        Purpose::Package { size } => (None, None, None, None, 1, size),
    };
    let price = &order.price;
    let values: Vec<Value> = vec![
        order.id.0.into(),
        order.student_id.0.into(),
        order.teacher_id.0.into(),
        order.state.as_str().into(),
        i64::from(size).into(),
        slot.into(),
        starts_at.into(),
        kind.into(),
        class_type.into(),
        i64::from(cost).into(),
        order.seat.as_str().into(),
        order.hold_expires_at.map(micros).into(),
        price.currency.code().into(),
        price.rate.into(),
        price.base.into(),
        i64::from(price.discount_percent).into(),
        price.discount.into(),
        price.price.into(),
        i64::from(price.service_rate).into(),
        price.service_fee.into(),
        price.service_waived.into(),
        i64::from(price.provider_rate).into(),
        price.provider_fee.into(),
        price.total.into(),
        order.coupon.as_ref().map(|(id, _)| id.0).into(),
        order.coupon.as_ref().map(|(_, code)| code.clone()).into(),
        order.coupon_held.into(),
        order.student_zone.clone().into(),
        micros(order.created_at).into(),
    ];
    tx.execute("INSERT INTO orders (id, student_id, teacher_id, state, package_size, slot_id, starts_at, slot_kind, class_type,
             credit_cost, seat, hold_expires_at, currency, rate_minor, base_minor, discount_percent, discount_minor,
             price_minor, service_rate, service_fee_minor, service_waived_minor, provider_rate, provider_fee_minor,
             total_minor, coupon_id, coupon_code, coupon_held, student_zone, created_at, updated_at, checks)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
             $24, $25, $26, $27, $28, $29, $29, 0)",
        &values,
    )
    .await?;
    Ok(())
}

/// An order by the provider's id, for whoever is about to change it: on PostgreSQL others who want the same wait from here
/// on, instead of meeting later, each with something that the other needs.
pub async fn lock_by_provider_id(tx: &Transaction, id: &str) -> Result<Option<Order>, StoreError> {
    let lock = if tx.backend() == Backend::Postgres { "FOR UPDATE" } else { "" };
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE provider_order_id = $1 {lock}");
    tx.query_opt::<Row>(&sql, &[id.into()]).await?.map(Order::try_from).transpose()
}

/// The provider knows the order now. False when it is no longer being prepared.
pub async fn mark_open(
    tx: &Transaction,
    id: OrderId,
    provider_order_id: &str,
    next_check_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET state = 'open', provider_order_id = $2, next_check_at = $3, updated_at = $4
                WHERE id = $1 AND state = 'preparing'";
    let values = [id.0.into(), provider_order_id.into(), next_check_at.map(micros).into(), micros(now).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Moves an order to another state from any of `from` from which that is allowed. False when it is in none of them.
pub async fn set_state(
    tx: &Transaction,
    id: OrderId,
    from: &[OrderState],
    to: OrderState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let from = before(from, to);
    let sql = format!("UPDATE orders SET state = $2, updated_at = $3 WHERE id = $1 AND state IN ({from})");
    Ok(tx.execute(&sql, &[id.0.into(), to.as_str().into(), micros(now).into()]).await? == 1)
}

/// Ends an order whose hold has run out. False when it has not, or the order has moved on.
pub async fn expire(tx: &Transaction, id: OrderId, now: Timestamp) -> Result<bool, StoreError> {
    let from = before(OrderState::ALL, OrderState::Expired);
    let sql = format!(
        "UPDATE orders SET state = 'expired', updated_at = $2 WHERE id = $1 AND hold_expires_at <= $2 AND state IN ({from})"
    );
    Ok(tx.execute(&sql, &[id.0.into(), micros(now).into()]).await? == 1)
}

/// Those of `from` that may become `to`, as SQL.
fn before(from: &[OrderState], to: OrderState) -> String {
    words(from.iter().filter(|state| state.may_become(to)).map(|state| state.as_str()))
}

/// The payment in question is looked into from now on, often at first; until `kept` its seat, or its price, is kept.
pub async fn start_checking(tx: &Transaction, id: OrderId, kept: Timestamp, now: Timestamp) -> Result<(), StoreError> {
    let sql =
        "UPDATE orders SET hold_expires_at = $2, next_check_at = $3, checks = 0 WHERE id = $1 AND state = 'checking'";
    tx.execute(sql, &[id.0.into(), micros(kept).into(), micros(now).into()]).await?;
    Ok(())
}

/// The order no longer holds a seat. False when it held none: somebody else has let it go.
pub async fn drop_seat(tx: &Transaction, id: OrderId) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET seat = 'none', hold_expires_at = NULL WHERE id = $1 AND seat = 'held'";
    Ok(tx.execute(sql, &[id.0.into()]).await? == 1)
}

/// A late payment has taken a seat again, perhaps in a slot that was stored anew.
pub async fn hold_again(tx: &Transaction, id: OrderId, slot: SlotId, until: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET seat = 'held', slot_id = $2, hold_expires_at = $3 WHERE id = $1 AND seat = 'none'";
    Ok(tx.execute(sql, &[id.0.into(), slot.0.into(), micros(until).into()]).await? == 1)
}

/// Says whether the coupon's use is counted for this order. False when that was so already.
pub async fn set_coupon_held(tx: &Transaction, id: OrderId, held: bool) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET coupon_held = $2 WHERE id = $1 AND coupon_held <> $2";
    Ok(tx.execute(sql, &[id.0.into(), held.into()]).await? == 1)
}

/// How an order was fulfilled.
#[derive(Clone, Copy, Debug)]
pub enum Fulfilment {
    /// A booking.
    Booked(BookingId),
    /// A lot of credits.
    Credited(LotId),
}

/// The one way in which an order is fulfilled: from the state and with the seat that `before` had. False when it has
/// changed meanwhile: the caller abandons the transaction.
pub async fn fulfil(
    tx: &Transaction,
    before: (OrderId, OrderState, Seat),
    by: Fulfilment,
    payment: Option<PaymentId>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (state, booking, lot, seat) = match by {
        Fulfilment::Booked(booking) => (OrderState::Booked, Some(booking.0), None, Seat::Used),
        Fulfilment::Credited(lot) => (OrderState::Credited, None, Some(lot.0), Seat::None),
    };
    if !before.1.may_become(state) {
        return Ok(false);
    }
    let receipt = next_number(tx, "receipt").await?;
    let sql = "UPDATE orders SET state = $2, booking_id = $3, lot_id = $4, seat = $5, hold_expires_at = NULL,
             payment_id = $6, receipt_number = $7, paid_at = $8, updated_at = $8
          WHERE id = $1 AND state = $9 AND seat = $10";
    let values = [
        before.0.0.into(),
        state.as_str().into(),
        booking.into(),
        lot.into(),
        seat.as_str().into(),
        payment.map(|payment| payment.0).into(),
        receipt.into(),
        micros(now).into(),
        before.1.as_str().into(),
        before.2.as_str().into(),
    ];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// The money of an order goes back. False when the order has been fulfilled, or its money goes back already.
pub async fn mark_refunding(
    tx: &Transaction,
    id: OrderId,
    from: &[OrderState],
    reason: RefundReason,
    payment: PaymentId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = format!(
        "UPDATE orders SET state = 'refunding', reason = $2, payment_id = $3, paid_at = COALESCE(paid_at, $4), updated_at = $4
          WHERE id = $1 AND state IN ({})",
        before(from, OrderState::Refunding)
    );
    let values = [id.0.into(), reason.as_str().into(), payment.0.into(), micros(now).into()];
    Ok(tx.execute(&sql, &values).await? == 1)
}

/// Takes up to `limit` orders whose reconciliation is due, and sets them aside until `lease_until`.
pub async fn claim_due_checks(
    tx: &Transaction,
    now: Timestamp,
    lease_until: Timestamp,
    limit: u32,
) -> Result<Vec<Order>, StoreError> {
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "WITH due AS MATERIALIZED
            (SELECT id FROM orders WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT {limit} {skip_locked})
         UPDATE orders SET next_check_at = $2, checks = checks + 1
          WHERE id IN (SELECT id FROM due) AND next_check_at <= $1
         RETURNING {COLUMNS}"
    );
    orders(tx, &sql, &[micros(now).into(), micros(lease_until).into()]).await
}

/// When the reconciliation looks at an order again that was claimed until `lease`; `None` for never. False when the order
/// is in another state, or somebody wants it looked at sooner.
pub async fn schedule_check(
    tx: &Transaction,
    (id, state, lease): (OrderId, OrderState, Timestamp),
    at: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET next_check_at = $2 WHERE id = $1 AND state = $3 AND next_check_at = $4";
    let values = [id.0.into(), at.map(micros).into(), state.as_str().into(), micros(lease).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// One order whose hold has run out, for the reaper. Orders for packages hold no seat but have a time as well, and so has
/// one whose payment is being checked. On PostgreSQL the row is locked, and rows that others have locked are passed over.
pub async fn find_lapsed(tx: &Transaction, now: Timestamp) -> Result<Option<Order>, StoreError> {
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "SELECT {COLUMNS} FROM orders WHERE hold_expires_at <= $1 AND state IN ('preparing', 'open', 'checking')
          ORDER BY hold_expires_at, id LIMIT 1 {skip_locked}"
    );
    tx.query_opt::<Row>(&sql, &[micros(now).into()]).await?.map(Order::try_from).transpose()
}

/// Forgets the time of a hold that is over.
pub async fn clear_hold_time(tx: &Transaction, id: OrderId) -> Result<(), StoreError> {
    let sql = "UPDATE orders SET hold_expires_at = NULL WHERE id = $1 AND seat <> 'held'";
    tx.execute(sql, &[id.0.into()]).await?;
    Ok(())
}

/// The next number of a series without gaps: a rolled-back transaction gives its number back.
async fn next_number(tx: &Transaction, series: &str) -> Result<i64, StoreError> {
    #[derive(FromRow)]
    struct Counter {
        value: i64,
    }
    let sql = "UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value";
    let row: Option<Counter> = tx.query_opt(sql, &[series.into()]).await?;
    row.map(|row| row.value).ok_or_else(|| StoreError::Decode(format!("no counter {series}")))
}

/// Puts a hold back to its own time after a check that found no money. The reaper ends it if that is over.
pub async fn set_hold_time(tx: &Transaction, id: OrderId, until: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE orders SET hold_expires_at = $2 WHERE id = $1 AND state = 'open'";
    tx.execute(sql, &[id.0.into(), micros(until).into()]).await?;
    Ok(())
}

/// The money of an order is back. A second payment's refund does not touch the order.
pub async fn set_refunded(
    tx: &Transaction,
    id: OrderId,
    payment: PaymentId,
    to: OrderState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET state = $3, updated_at = $4 WHERE id = $1 AND payment_id = $2 AND state = 'refunding'";
    Ok(tx.execute(sql, &[id.0.into(), payment.0.into(), to.as_str().into(), micros(now).into()]).await? == 1)
}
