//! Bank accounts of teachers. Account numbers arrive encrypted (D34). Their last four characters are shown.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::TeacherId;

use crate::StoreError;
use crate::sql::to_micros;

/// A stored account, validated by the domain.
#[derive(Clone, Debug, PartialEq, Eq, FromRow, Serialize, Deserialize)]
pub struct BankAccount {
    /// `India` or `United States`.
    pub country: String,
    /// Name of the account holder.
    pub holder: String,
    /// Name of the bank.
    pub bank: String,
    /// The account number, encrypted for the teacher's id.
    pub account_encrypted: String,
    /// Last four characters of the account number.
    pub account_last4: String,
    /// Indian bank code. Set if `country` is India.
    pub ifsc: Option<String>,
    /// US routing number. Set if `country` is United States.
    pub routing: Option<String>,
    /// `Bi-weekly` or `Monthly`.
    pub payout_cycle: String,
}

impl BankAccount {
    /// Whether payouts go to the same account, regardless of the payout cycle.
    pub fn is_same_destination(&self, other: &Self) -> bool {
        Self { payout_cycle: other.payout_cycle.clone(), ..self.clone() } == *other
    }
}

/// Finds a teacher's account.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_teacher<C: Connection>(conn: &C, teacher: TeacherId) -> Result<Option<BankAccount>, StoreError> {
    let sql = "SELECT country, holder, bank, account_encrypted, account_last4, ifsc, routing, payout_cycle
                 FROM bank_accounts WHERE teacher_id = $1";
    conn.query_opt(sql, &[teacher.0.into()]).await
}

/// Inserts or replaces a teacher's account.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn save(
    tx: &Transaction,
    teacher: TeacherId,
    account: &BankAccount,
    at: Timestamp,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO bank_accounts (teacher_id, country, holder, bank, account_encrypted, account_last4, ifsc, routing,
             payout_cycle, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (teacher_id) DO UPDATE SET country = excluded.country, holder = excluded.holder,
             bank = excluded.bank, account_encrypted = excluded.account_encrypted,
             account_last4 = excluded.account_last4, ifsc = excluded.ifsc, routing = excluded.routing,
             payout_cycle = excluded.payout_cycle,
             updated_at = excluded.updated_at",
        &[
            teacher.0.into(),
            account.country.as_str().into(),
            account.holder.as_str().into(),
            account.bank.as_str().into(),
            account.account_encrypted.as_str().into(),
            account.account_last4.as_str().into(),
            account.ifsc.as_deref().into(),
            account.routing.as_deref().into(),
            account.payout_cycle.as_str().into(),
            to_micros(at).into(),
        ],
    )
    .await?;
    Ok(())
}
