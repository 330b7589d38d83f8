//! State transitions of orders, as guarded updates.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction, Value};
use tala_domain::ids::{BookingId, LotId, OrderId, PaymentId, SlotId};
use tala_domain::payments::{OrderState, RefundReason};

use super::order::{COLUMNS, Order, Purpose, Row, SeatState};
use crate::StoreError;
use crate::sql::{enum_list, fetch_all, fetch_optional, insert_row, to_micros};

/// Inserts an order with the values in `order`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, order: &Order) -> Result<(), StoreError> {
    let price = &order.price;
    let mut columns: Vec<(&str, Value)> = vec![
        ("id", order.id.0.into()),
        ("student_id", order.student_id.0.into()),
        ("teacher_id", order.teacher_id.0.into()),
        ("state", order.state.as_str().into()),
        ("seat_state", order.seat_state.as_str().into()),
        ("hold_expires_at", order.hold_expires_at.map(to_micros).into()),
        ("currency", price.currency.code().into()),
        ("rate_minor", price.rate.into()),
        ("base_minor", price.base.into()),
        ("discount_percent", i64::from(price.discount_percent).into()),
        ("discount_minor", price.discount.into()),
        ("price_minor", price.net.into()),
        ("service_rate", i64::from(price.service_rate).into()),
        ("service_fee_minor", price.service_fee.into()),
        ("service_waived_minor", price.service_waived.into()),
        ("provider_rate", i64::from(price.provider_rate).into()),
        ("provider_fee_minor", price.provider_fee.into()),
        ("total_minor", price.total.into()),
        ("coupon_id", order.coupon.as_ref().map(|(id, _)| id.0).into()),
        ("coupon_code", order.coupon.as_ref().map(|(_, code)| code.clone()).into()),
        ("coupon_reserved", order.coupon_reserved.into()),
        ("student_zone", order.student_zone.clone().into()),
        ("buyer_id", order.buyer_id.map(|id| id.0).into()),
        ("provider_check_count", 0_i64.into()),
        ("created_at", to_micros(order.created_at).into()),
        ("updated_at", to_micros(order.created_at).into()),
    ];
    match order.purpose {
        Purpose::Class { slot_id, starts_at, slot_kind, class_type, credit_cost } => columns.extend([
            ("package_size", 0_i64.into()),
            ("slot_id", slot_id.0.into()),
            ("starts_at", to_micros(starts_at).into()),
            ("slot_kind", slot_kind.as_str().into()),
            ("class_type", class_type.key().into()),
            ("credit_cost", i64::from(credit_cost).into()),
        ]),
        Purpose::Package { size } => {
            columns.extend([("package_size", i64::from(size).into()), ("credit_cost", 1_i64.into())]);
        }
    }
    insert_row(tx, "orders", columns, "").await?;
    Ok(())
}

/// Finds an order by the provider's id. On PostgreSQL it is locked until commit, so that concurrent updates wait here
/// instead of causing a deadlock later.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_by_provider_id(tx: &Transaction, id: &str) -> Result<Option<Order>, StoreError> {
    let lock = if tx.backend() == Backend::Postgres { "FOR UPDATE" } else { "" };
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE provider_order_id = $1 {lock}");
    fetch_optional::<Row, _>(tx, &sql, &[id.into()]).await
}

/// Finds an order by id. On PostgreSQL it is locked until commit.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_by_id(tx: &Transaction, id: OrderId) -> Result<Option<Order>, StoreError> {
    let lock = if tx.backend() == Backend::Postgres { "FOR UPDATE" } else { "" };
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE id = $1 {lock}");
    fetch_optional::<Row, _>(tx, &sql, &[id.0.into()]).await
}

/// Records the provider's id. Returns false if the order is not in state `preparing`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_open(
    tx: &Transaction,
    id: OrderId,
    provider_order_id: &str,
    next_check_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET state = 'open', provider_order_id = $2, next_check_at = $3, updated_at = $4
                WHERE id = $1 AND state = 'preparing'";
    let values = [id.0.into(), provider_order_id.into(), next_check_at.map(to_micros).into(), to_micros(now).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Moves an order from any of the states `from` that allow it to another state. Returns false if it is in none of them.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_state(
    tx: &Transaction,
    id: OrderId,
    from: &[OrderState],
    to: OrderState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let from = states_before(from, to);
    let sql = format!("UPDATE orders SET state = $2, updated_at = $3 WHERE id = $1 AND state IN ({from})");
    Ok(tx.execute(&sql, &[id.0.into(), to.as_str().into(), to_micros(now).into()]).await? == 1)
}

/// Marks an unpaid order whose class was cancelled, so that a payment for it is refunded, and ends it unless a payment is
/// being checked. Returns false if the order is paid or has ended.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_class_cancelled(tx: &Transaction, id: OrderId, now: Timestamp) -> Result<bool, StoreError> {
    let open = states_before(&[OrderState::Preparing, OrderState::Open], OrderState::Cancelled);
    let sql = format!(
        "UPDATE orders SET reason = $2, updated_at = $3, state = CASE WHEN state IN ({open}) THEN $4 ELSE state END
          WHERE id = $1 AND (state IN ({open}) OR state = 'checking')"
    );
    let (reason, state) = (RefundReason::NotBookable.as_str(), OrderState::Cancelled.as_str());
    Ok(tx.execute(&sql, &[id.0.into(), reason.into(), to_micros(now).into(), state.into()]).await? == 1)
}

/// Gives a cancelled or expired order the reason that its student cancelled it, so that a payment for it is refunded. Keeps an
/// earlier reason, and does nothing in other states.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_order_cancelled(tx: &Transaction, id: OrderId, now: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE orders SET reason = $2, updated_at = $3
                WHERE id = $1 AND reason IS NULL AND state IN ('cancelled', 'expired')";
    tx.execute(sql, &[id.0.into(), RefundReason::OrderCancelled.as_str().into(), to_micros(now).into()]).await?;
    Ok(())
}

/// Ends an order whose hold has expired. Returns false if it has not, or if the order has another state by now.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_expired(tx: &Transaction, id: OrderId, now: Timestamp) -> Result<bool, StoreError> {
    let from = states_before(OrderState::ALL, OrderState::Expired);
    let sql = format!(
        "UPDATE orders SET state = 'expired', updated_at = $2
          WHERE id = $1 AND hold_expires_at <= $2 AND state IN ({from})"
    );
    Ok(tx.execute(&sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}

/// Those of `from` that may become `to`, as SQL.
fn states_before(from: &[OrderState], to: OrderState) -> String {
    enum_list(from.iter().filter(|state| state.can_become(to)).map(|state| state.as_str()))
}

/// Schedules checks of an order in state `checking`, and keeps its seat or price until `kept`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn start_checking(
    tx: &Transaction,
    id: OrderId,
    hold_until: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE orders SET hold_expires_at = $2, next_check_at = $3, provider_check_count = 0
                WHERE id = $1 AND state = 'checking'";
    tx.execute(sql, &[id.0.into(), to_micros(hold_until).into(), to_micros(now).into()]).await?;
    Ok(())
}

/// Gives up the seat of an order. Returns false if it holds none.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn clear_seat(tx: &Transaction, id: OrderId) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET seat_state = 'none', hold_expires_at = NULL WHERE id = $1 AND seat_state = 'held'";
    Ok(tx.execute(sql, &[id.0.into()]).await? == 1)
}

/// Holds a seat again for a late payment, possibly in another slot. Returns false if the order has a seat.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn renew_hold(tx: &Transaction, id: OrderId, slot: SlotId, until: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET seat_state = 'held', slot_id = $2, hold_expires_at = $3
                WHERE id = $1 AND seat_state = 'none'";
    Ok(tx.execute(sql, &[id.0.into(), slot.0.into(), to_micros(until).into()]).await? == 1)
}

/// Sets whether the order reserves a use of its coupon. Returns false if nothing changed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_coupon_reserved(tx: &Transaction, id: OrderId, reserved: bool) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET coupon_reserved = $2 WHERE id = $1 AND coupon_reserved <> $2";
    Ok(tx.execute(sql, &[id.0.into(), reserved.into()]).await? == 1)
}

/// The result of an order.
#[derive(Clone, Copy, Debug)]
pub enum Fulfilment {
    /// The order became a booking.
    Booked(BookingId),
    /// The order became a credit lot.
    Credited(LotId),
}

/// Fulfils an order that is in the state and seat state of `before`. Returns false if either has changed: the caller
/// must roll back.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn fulfil(
    tx: &Transaction,
    before: (OrderId, OrderState, SeatState),
    by: Fulfilment,
    payment: Option<PaymentId>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (state, booking, lot, seat) = match by {
        Fulfilment::Booked(booking) => (OrderState::Booked, Some(booking.0), None, SeatState::Used),
        Fulfilment::Credited(lot) => (OrderState::Credited, None, Some(lot.0), SeatState::None),
    };
    if !before.1.can_become(state) {
        return Ok(false);
    }
    let receipt = next_number(tx, "receipt").await?;
    let sql = "UPDATE orders SET state = $2, booking_id = $3, lot_id = $4, seat_state = $5, hold_expires_at = NULL,
             payment_id = $6, receipt_number = $7, paid_at = $8, updated_at = $8
          WHERE id = $1 AND state = $9 AND seat_state = $10";
    let values = [
        before.0.0.into(),
        state.as_str().into(),
        booking.into(),
        lot.into(),
        seat.as_str().into(),
        payment.map(|payment| payment.0).into(),
        receipt.into(),
        to_micros(now).into(),
        before.1.as_str().into(),
        before.2.as_str().into(),
    ];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Starts the refund of an order's payment. Returns false if the order is in none of the states `from` that allow it.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_refunding(
    tx: &Transaction,
    id: OrderId,
    from: &[OrderState],
    reason: RefundReason,
    payment: PaymentId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = format!(
        "UPDATE orders SET state = 'refunding', reason = $2, payment_id = $3, paid_at = COALESCE(paid_at, $4),
                updated_at = $4
          WHERE id = $1 AND state IN ({})",
        states_before(from, OrderState::Refunding)
    );
    let values = [id.0.into(), reason.as_str().into(), payment.0.into(), to_micros(now).into()];
    Ok(tx.execute(&sql, &values).await? == 1)
}

/// Claims up to `limit` orders whose check is due, until `lease_until`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
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
         UPDATE orders SET next_check_at = $2, provider_check_count = provider_check_count + 1
          WHERE id IN (SELECT id FROM due) AND next_check_at <= $1
         RETURNING {COLUMNS}"
    );
    fetch_all::<Row, _>(tx, &sql, &[to_micros(now).into(), to_micros(lease_until).into()]).await
}

/// Schedules the next check of an order that was claimed until `lease`; `None` for never. Returns false if the order
/// has another state, or if its check was scheduled again.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn schedule_check(
    tx: &Transaction,
    (id, state, lease): (OrderId, OrderState, Timestamp),
    at: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET next_check_at = $2 WHERE id = $1 AND state = $3 AND next_check_at = $4";
    let values = [id.0.into(), at.map(to_micros).into(), state.as_str().into(), to_micros(lease).into()];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Finds an order whose hold has expired, including packages and orders in state `checking`. On PostgreSQL the row is
/// locked, and rows locked by others are skipped.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_next_expired(tx: &Transaction, now: Timestamp) -> Result<Option<Order>, StoreError> {
    let skip_locked = if tx.backend() == Backend::Postgres { "FOR UPDATE SKIP LOCKED" } else { "" };
    let sql = format!(
        "SELECT {COLUMNS} FROM orders WHERE hold_expires_at <= $1 AND state IN ('preparing', 'open', 'checking')
          ORDER BY hold_expires_at, id LIMIT 1 {skip_locked}"
    );
    fetch_optional::<Row, _>(tx, &sql, &[to_micros(now).into()]).await
}

/// Clears the expiry of an order that holds no seat.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn clear_hold_expiry(tx: &Transaction, id: OrderId) -> Result<(), StoreError> {
    let sql = "UPDATE orders SET hold_expires_at = NULL WHERE id = $1 AND seat_state <> 'held'";
    tx.execute(sql, &[id.0.into()]).await?;
    Ok(())
}

/// The next number of a series without gaps: a rolled-back transaction frees its number.
async fn next_number(tx: &Transaction, series: &str) -> Result<i64, StoreError> {
    #[derive(FromRow)]
    struct Counter {
        value: i64,
    }
    let sql = "UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value";
    let row: Option<Counter> = tx.query_opt(sql, &[series.into()]).await?;
    row.map(|row| row.value).ok_or_else(|| StoreError::Decode(format!("no counter {series}")))
}

/// Restores the original expiry of a hold after a check that found no payment.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_hold_expiry(tx: &Transaction, id: OrderId, until: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE orders SET hold_expires_at = $2 WHERE id = $1 AND state = 'open'";
    tx.execute(sql, &[id.0.into(), to_micros(until).into()]).await?;
    Ok(())
}

/// Records that the refund is done. Refunds of other payments of the order do not change it.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_refunded(
    tx: &Transaction,
    id: OrderId,
    payment: PaymentId,
    to: OrderState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE orders SET state = $3, updated_at = $4 WHERE id = $1 AND payment_id = $2 AND state = 'refunding'";
    Ok(tx.execute(sql, &[id.0.into(), payment.0.into(), to.as_str().into(), to_micros(now).into()]).await? == 1)
}
