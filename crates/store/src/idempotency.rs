//! Idempotency keys of booking requests.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{BookingId, PersonId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::to_micros;

/// The state of a claimed key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The key is new. Continue in the same transaction.
    Fresh,
    /// The same request was made before and led to this booking.
    Repeated(BookingId),
    /// Another request was made with this key.
    Mismatch,
}

#[derive(FromRow)]
struct Row {
    request_hash: String,
    booking_id: Uuid,
}

/// Claims a key for a request, identified by its hash, and links it to the booking to be made.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn claim(
    tx: &Transaction,
    person: PersonId,
    key: &str,
    request_hash: &str,
    booking: BookingId,
    at: Timestamp,
) -> Result<Claim, StoreError> {
    let inserted = tx
        .execute(
            "INSERT INTO idempotency_keys (person_id, idempotency_key, request_hash, booking_id, created_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            &[person.0.into(), key.into(), request_hash.into(), booking.0.into(), to_micros(at).into()],
        )
        .await?;
    if inserted == 1 {
        return Ok(Claim::Fresh);
    }
    let sql = "SELECT request_hash, booking_id FROM idempotency_keys WHERE person_id = $1 AND idempotency_key = $2";
    match tx.query_opt::<Row>(sql, &[person.0.into(), key.into()]).await? {
        Some(row) if row.request_hash == request_hash => Ok(Claim::Repeated(BookingId(row.booking_id))),
        _ => Ok(Claim::Mismatch),
    }
}

/// Deletes keys created before `before`. Returns how many.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn delete_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    tx.execute("DELETE FROM idempotency_keys WHERE created_at < $1", &[to_micros(before).into()]).await
}
