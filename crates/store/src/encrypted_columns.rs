//! All values that are encrypted with the master key, so that changing the key can re-encrypt them.

use serde::Deserialize;
use tala_db::{Connection, FromRow, Transaction, Value};
use uuid::Uuid;

use crate::StoreError;

/// A column with encrypted values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncryptedColumn {
    /// The secret of an administrator's authenticator.
    Authenticator,
    /// The number of a teacher's bank account.
    Account,
    /// The account number in a payout, inside its JSON.
    PayoutAccount,
}

impl EncryptedColumn {
    /// All columns. Accounts come before payouts, because payouts contain copies of the current account's value.
    pub const ALL: [Self; 3] = [Self::Authenticator, Self::Account, Self::PayoutAccount];

    const fn select(self) -> &'static str {
        match self {
            Self::Authenticator => {
                "SELECT id, id AS owner, totp_encrypted AS text FROM admins WHERE totp_encrypted IS NOT NULL"
            }
            Self::Account => {
                "SELECT teacher_id AS id, teacher_id AS owner, account_encrypted AS text FROM bank_accounts WHERE 1 = 1"
            }
            Self::PayoutAccount => {
                "SELECT id, teacher_id AS owner, account_encrypted AS text FROM payouts WHERE account_encrypted <> '{}'"
            }
        }
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Authenticator | Self::PayoutAccount => "id",
            Self::Account => "teacher_id",
        }
    }
}

/// An encrypted value with its location.
#[derive(Clone, Debug, FromRow)]
pub struct EncryptedValue {
    /// Id of the row.
    pub id: Uuid,
    /// The administrator or teacher for whom it is encrypted, its associated data.
    pub owner: Uuid,
    /// The ciphertext.
    pub text: String,
}

/// Lists the values of a column by row id, at most `limit`, after the row `after`. A payout whose account cannot be
/// parsed has an empty value, which no key decrypts.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_values<C: Connection>(
    conn: &C,
    column: EncryptedColumn,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<EncryptedValue>, StoreError> {
    let (select, key) = (column.select(), column.key());
    let from = if after.is_some() { format!("AND {key} > $1") } else { String::new() };
    let sql = format!("{select} {from} ORDER BY {key} LIMIT {limit}");
    let found: Vec<EncryptedValue> = conn.query(&sql, after.map(Value::from).as_slice()).await?;
    if column != EncryptedColumn::PayoutAccount {
        return Ok(found);
    }
    let numbers = found.into_iter().map(|row| {
        let account: PayoutAccount = serde_json::from_str(&row.text).unwrap_or_default();
        EncryptedValue { text: account.account_encrypted, ..row }
    });
    Ok(numbers.collect())
}

/// The part of a payout's account that is encrypted.
#[derive(Default, Deserialize)]
struct PayoutAccount {
    account_encrypted: String,
}

/// Replaces a value by the same one under a new key, unless it was changed. Returns the number of rows.
///
/// Copies of an account in payouts get the identical new value, because payouts are compared by it. Code that writes or
/// copies an account locks its owner ([`crate::people::lock_for_update`]), and so must the caller.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn replace_value(
    tx: &Transaction,
    column: EncryptedColumn,
    old: &EncryptedValue,
    new: &str,
) -> Result<u64, StoreError> {
    let values = [old.owner.into(), old.text.as_str().into(), new.into()];
    if column == EncryptedColumn::Authenticator {
        let sql = "UPDATE admins SET totp_encrypted = $3 WHERE id = $1 AND totp_encrypted = $2";
        return tx.execute(sql, &values).await;
    }
    let account = "UPDATE bank_accounts SET account_encrypted = $3 WHERE teacher_id = $1 AND account_encrypted = $2";
    let payouts = "UPDATE payouts SET account_encrypted = REPLACE(account_encrypted, $2, $3)
                    WHERE teacher_id = $1 AND account_encrypted <> REPLACE(account_encrypted, $2, $3)";
    Ok(tx.execute(account, &values).await? + tx.execute(payouts, &values).await?)
}
