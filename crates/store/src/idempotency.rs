//! Idempotency keys: the same request sent again gets the same booking, a different one under the same key is refused.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{BookingId, PersonId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::micros;

/// What is known of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// New: go on in the same transaction.
    Fresh,
    /// Seen with the same request, which led to this booking.
    Repeated(BookingId),
    /// Seen with another request.
    Mismatch,
}

#[derive(FromRow)]
struct Row {
    request_hash: String,
    booking_id: Uuid,
}

/// Claims a key for a request, identified by its hash, and ties it to the booking that is about to be made.
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
            &[person.0.into(), key.into(), request_hash.into(), booking.0.into(), micros(at).into()],
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

/// Forgets keys from before `before`. Returns how many.
pub async fn delete_before(tx: &Transaction, before: Timestamp) -> Result<u64, StoreError> {
    tx.execute("DELETE FROM idempotency_keys WHERE created_at < $1", &[micros(before).into()]).await
}
