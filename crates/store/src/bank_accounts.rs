//! Where teachers are paid. The number is sealed before it comes here (D34); the last four characters serve for showing.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;

use crate::StoreError;
use crate::sql::micros;

/// A stored account. All words have been checked by the domain.
#[derive(Clone, Debug, PartialEq, Eq, FromRow, Serialize, Deserialize)]
pub struct BankAccount {
    /// `India` or `United States`.
    pub country: String,
    /// Account holder's name.
    pub holder: String,
    /// Bank name.
    pub bank: String,
    /// The encrypted account number.
    pub account_sealed: String,
    /// Its last four characters.
    pub account_last4: String,
    /// For India.
    pub ifsc: Option<String>,
    /// For the United States.
    pub routing: Option<String>,
    /// `Bi-weekly` or `Monthly`.
    pub payout_cycle: String,
}

impl BankAccount {
    /// Whether money goes to the same place, whenever it goes.
    pub fn is_same_place(&self, other: &Self) -> bool {
        Self { payout_cycle: other.payout_cycle.clone(), ..self.clone() } == *other
    }
}

/// A teacher's account, if one was saved.
pub async fn find_by_teacher<C: Connection>(conn: &C, teacher: PersonId) -> Result<Option<BankAccount>, StoreError> {
    let sql = "SELECT country, holder, bank, account_sealed, account_last4, ifsc, routing, payout_cycle
                 FROM bank_accounts WHERE teacher_id = $1";
    conn.query_opt(sql, &[teacher.0.into()]).await
}

/// Saves a teacher's account over the one before.
pub async fn save(tx: &Transaction, teacher: PersonId, account: &BankAccount, at: Timestamp) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO bank_accounts (teacher_id, country, holder, bank, account_sealed, account_last4, ifsc, routing,
             payout_cycle, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (teacher_id) DO UPDATE SET country = excluded.country, holder = excluded.holder,
             bank = excluded.bank, account_sealed = excluded.account_sealed, account_last4 = excluded.account_last4,
             ifsc = excluded.ifsc, routing = excluded.routing, payout_cycle = excluded.payout_cycle,
             updated_at = excluded.updated_at",
        &[
            teacher.0.into(),
            account.country.as_str().into(),
            account.holder.as_str().into(),
            account.bank.as_str().into(),
            account.account_sealed.as_str().into(),
            account.account_last4.as_str().into(),
            account.ifsc.as_deref().into(),
            account.routing.as_deref().into(),
            account.payout_cycle.as_str().into(),
            micros(at).into(),
        ],
    )
    .await?;
    Ok(())
}
