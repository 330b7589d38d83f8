//! The payout that pays the classes of a failed one.

use jiff::Timestamp;
use tala_db::{Connection, FromRow};
use tala_domain::ids::{PayoutId, TeacherId};
use uuid::Uuid;

use super::{Payout, Row, SELECT};
use crate::StoreError;
use crate::sql::{fetch_optional, from_micros};

/// Condition that the payout `o` replaces the failed payout `f`: it was prepared after the failure, for the same classes
/// or later ones too, and has not failed.
const REPLACES: &str = "f.state = 'failed' AND o.teacher_id = f.teacher_id AND o.currency = f.currency
    AND o.state <> 'failed' AND o.created_at >= f.updated_at AND o.period_end_at >= f.period_end_at";

/// Finds the payout that replaces a failed one: the first that was prepared after the failure and has not failed.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_replacement<C: Connection>(conn: &C, failed: PayoutId) -> Result<Option<Payout>, StoreError> {
    let sql = format!("{SELECT} JOIN payouts f ON {REPLACES} WHERE f.id = $1 ORDER BY o.created_at, o.id LIMIT 1");
    fetch_optional::<Row, _>(conn, &sql, &[failed.0.into()]).await
}

/// The payout that includes the classes of a failed one.
#[derive(Clone, Copy, Debug)]
pub struct Replacement {
    /// The failed payout.
    pub failed_id: PayoutId,
    /// When the payout run prepared the later payout.
    pub prepared_at: Timestamp,
    /// When the later payout was marked as paid, `None` while it is prepared.
    pub paid_at: Option<Timestamp>,
}

/// Lists what replaced a teacher's failed payouts, for the newest `limit` of them. A failed payout that no later one
/// replaces yet is left out.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_replacements<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    limit: u32,
) -> Result<Vec<Replacement>, StoreError> {
    #[derive(FromRow)]
    struct ReplacementRow {
        failed_id: Uuid,
        created_at: i64,
        paid_at: Option<i64>,
    }
    let sql = format!(
        "SELECT failed.id AS failed_id, later.created_at, later.paid_at
           FROM payouts failed JOIN payouts later ON later.id =
                (SELECT o.id FROM payouts f JOIN payouts o ON {REPLACES}
                  WHERE f.id = failed.id ORDER BY o.created_at, o.id LIMIT 1)
          WHERE failed.teacher_id = $1 AND failed.state = 'failed'
          ORDER BY failed.created_at DESC, failed.id DESC LIMIT {limit}"
    );
    let rows: Vec<ReplacementRow> = conn.query(&sql, &[teacher.0.into()]).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Replacement {
                failed_id: PayoutId(row.failed_id),
                prepared_at: from_micros(row.created_at)?,
                paid_at: row.paid_at.map(from_micros).transpose()?,
            })
        })
        .collect()
}
