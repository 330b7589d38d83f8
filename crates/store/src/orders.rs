//! Orders: purchases with the agreed price, a seat hold, and the result (D19, D20, D23).
//!
//! The hold is part of the order: its seat state is `held` until `hold_expires_at`. After that the seat is available,
//! whether or not maintenance has released it.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Backend, Connection, Value};
use tala_domain::ids::{OrderId, SlotId, StudentId, TeacherId};

use crate::StoreError;
use crate::sql::{fetch_all, fetch_count, fetch_optional, to_micros};

mod admin;
mod changes;
mod order;

use order::{COLUMNS, Row};

pub use changes::{
    Fulfilment, claim_due_checks, clear_hold_expiry, clear_seat, fulfil, insert, lock_by_id, lock_by_provider_id,
    lock_next_expired, mark_class_cancelled, mark_expired, mark_open, mark_order_cancelled, mark_refunded,
    mark_refunding, renew_hold, schedule_check, set_coupon_reserved, set_hold_expiry, set_state, start_checking,
};

pub use admin::{OrderFilter, OrderSort, count_for_admin, list_for_admin};
pub use order::{Order, PriceBreakdown, Purpose, SeatState};

/// Finds an order by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: OrderId) -> Result<Option<Order>, StoreError> {
    find_where(conn, "id = $1", &[id.0.into()]).await
}

/// Finds an order by the provider's id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_provider_id<C: Connection>(conn: &C, id: &str) -> Result<Option<Order>, StoreError> {
    find_where(conn, "provider_order_id = $1", &[id.into()]).await
}

/// Finds a paid order by the number of its receipt.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_receipt_number<C: Connection>(conn: &C, number: i64) -> Result<Option<Order>, StoreError> {
    find_where(conn, "receipt_number = $1", &[number.into()]).await
}

/// Finds an order of this student whose payment is being checked and whose hold has not expired: for the class at
/// `class_at` or, without it, for any package.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_checking<C: Connection>(
    conn: &C,
    student: StudentId,
    class_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Order>, StoreError> {
    let at = class_at.map(to_micros);
    let same = if at.is_some() { "starts_at = $2" } else { "starts_at IS NULL AND $2 IS NULL" };
    let same = if conn.backend() == Backend::Postgres {
        same.replace("$2 IS NULL", "CAST($2 AS bigint) IS NULL")
    } else {
        same.to_owned()
    };
    let filter = format!(
        "student_id = $1 AND state = 'checking' AND {same} AND (hold_expires_at IS NULL OR hold_expires_at > $3)"
    );
    find_where(conn, &filter, &[student.0.into(), at.into(), to_micros(now).into()]).await
}

async fn find_where<C: Connection>(conn: &C, filter: &str, values: &[Value]) -> Result<Option<Order>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE {filter} ORDER BY created_at DESC, id DESC LIMIT 1");
    fetch_optional::<Row, _>(conn, &sql, values).await
}

/// Lists a student's orders, newest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_student<C: Connection>(
    conn: &C,
    student: StudentId,
    limit: u32,
) -> Result<Vec<Order>, StoreError> {
    let sql =
        format!("SELECT {COLUMNS} FROM orders WHERE student_id = $1 ORDER BY created_at DESC, id DESC LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &[student.0.into()]).await
}

/// Counts orders that have been in state `checking` for at least `patience`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_checking<C: Connection>(
    conn: &C,
    now: Timestamp,
    patience: SignedDuration,
) -> Result<i64, StoreError> {
    let before = now.saturating_sub(patience).unwrap_or(Timestamp::MIN);
    let sql = "SELECT COUNT(*) FROM orders WHERE state = 'checking' AND updated_at <= $1";
    fetch_count(conn, sql, &[to_micros(before).into()]).await
}

/// Counts the seats that a student holds.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_holds<C: Connection>(conn: &C, student: StudentId, now: Timestamp) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) FROM orders WHERE student_id = $1 AND seat_state = 'held' AND hold_expires_at > $2";
    fetch_count(conn, sql, &[student.0.into(), to_micros(now).into()]).await
}

/// Lists a student's orders that can be paid, oldest first, with expired holds or not.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_unpaid<C: Connection>(conn: &C, student: StudentId) -> Result<Vec<Order>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM orders WHERE student_id = $1 AND state IN ('preparing', 'open') ORDER BY created_at, id"
    );
    fetch_all::<Row, _>(conn, &sql, &[student.0.into()]).await
}

/// Lists holds, expired or not, that overlap a class at `start` with this teacher, or of this student if one is given.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_holds_near<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    student: Option<StudentId>,
    start: Timestamp,
) -> Result<Vec<Order>, StoreError> {
    let hour = SignedDuration::from_hours(1);
    let (from, to) =
        (start.saturating_sub(hour).unwrap_or(Timestamp::MIN), start.saturating_add(hour).unwrap_or(Timestamp::MAX));
    let sql = format!(
        "SELECT {COLUMNS} FROM orders WHERE seat_state = 'held' AND (teacher_id = $1 OR student_id = $2)
            AND starts_at > $3 AND starts_at < $4 ORDER BY id"
    );
    fetch_all::<Row, _>(
        conn,
        &sql,
        &[teacher.0.into(), student.map(|id| id.0).into(), to_micros(from).into(), to_micros(to).into()],
    )
    .await
}

/// Lists the orders that hold a seat in a virtual slot of the teacher that starts in `[from, to)`, expired or not.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_virtual_holds<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    (from, to): (Timestamp, Timestamp),
) -> Result<Vec<Order>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM orders
          WHERE seat_state = 'held' AND slot_id IN (SELECT id FROM slots
                WHERE teacher_id = $1 AND starts_at >= $2 AND starts_at < $3 AND kind = 'virtual') ORDER BY id"
    );
    fetch_all::<Row, _>(conn, &sql, &[teacher.0.into(), to_micros(from).into(), to_micros(to).into()]).await
}

/// Lists the orders that hold a seat in this slot, expired or not.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_holds_by_slot<C: Connection>(conn: &C, slot: SlotId) -> Result<Vec<Order>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE seat_state = 'held' AND slot_id = $1 ORDER BY id");
    fetch_all::<Row, _>(conn, &sql, &[slot.0.into()]).await
}
