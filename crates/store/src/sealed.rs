//! What is sealed with the master key, wherever it stands: to be sealed anew when that key changes.

use serde::Deserialize;
use tala_db::{Connection, FromRow, Transaction, Value};
use uuid::Uuid;

use crate::StoreError;

/// A column with sealed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The secret of an administrator's authenticator.
    Authenticator,
    /// The number of a teacher's account.
    Account,
    /// The number of the account to which a payout went.
    PayoutAccount,
}

impl Kind {
    /// All of them. Accounts come before payouts: a payout to the account of now is sealed as that is.
    pub const ALL: [Self; 3] = [Self::Authenticator, Self::Account, Self::PayoutAccount];

    const fn select(self) -> &'static str {
        match self {
            Self::Authenticator => {
                "SELECT id, id AS owner, totp_sealed AS text FROM admins WHERE totp_sealed IS NOT NULL"
            }
            Self::Account => {
                "SELECT teacher_id AS id, teacher_id AS owner, account_sealed AS text FROM bank_accounts WHERE 1 = 1"
            }
            Self::PayoutAccount => "SELECT id, teacher_id AS owner, account AS text FROM payouts WHERE account <> '{}'",
        }
    }

    const fn key(self) -> &'static str {
        match self {
            Self::Authenticator | Self::PayoutAccount => "id",
            Self::Account => "teacher_id",
        }
    }
}

/// A sealed value, and where it stands.
#[derive(Clone, Debug, FromRow)]
pub struct Sealed {
    /// The id of its row.
    pub id: Uuid,
    /// For whom it is sealed: the administrator or the teacher.
    pub owner: Uuid,
    /// The value.
    pub text: String,
}

/// The values of a kind in the order of their rows, at most `limit`, continuing after the row `after`. A payout whose account
/// cannot be read has an empty value, which opens with no key.
pub async fn list_sealed<C: Connection>(
    conn: &C,
    kind: Kind,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<Sealed>, StoreError> {
    let (select, key) = (kind.select(), kind.key());
    let from = if after.is_some() { format!("AND {key} > $1") } else { String::new() };
    let sql = format!("{select} {from} ORDER BY {key} LIMIT {limit}");
    let found: Vec<Sealed> = conn.query(&sql, after.map(Value::from).as_slice()).await?;
    if kind != Kind::PayoutAccount {
        return Ok(found);
    }
    let numbers = found.into_iter().map(|row| {
        let account: Account = serde_json::from_str(&row.text).unwrap_or_default();
        Sealed { text: account.account_sealed, ..row }
    });
    Ok(numbers.collect())
}

/// What matters here of the account that a payout has written down.
#[derive(Default, Deserialize)]
struct Account {
    account_sealed: String,
}

/// Puts the same value, sealed anew, in the place of an old one, unless that was replaced meanwhile; says in how many rows. An
/// account that payouts have copied stays the same text in all of them, for by that they are compared. Whoever writes or copies
/// an account has locked its owner ([`crate::people::lock`]), and so must the caller.
pub async fn replace(tx: &Transaction, kind: Kind, old: &Sealed, new: &str) -> Result<u64, StoreError> {
    let values = [old.owner.into(), old.text.as_str().into(), new.into()];
    if kind == Kind::Authenticator {
        let sql = "UPDATE admins SET totp_sealed = $3 WHERE id = $1 AND totp_sealed = $2";
        return tx.execute(sql, &values).await;
    }
    let account = "UPDATE bank_accounts SET account_sealed = $3 WHERE teacher_id = $1 AND account_sealed = $2";
    let payouts = "UPDATE payouts SET account = REPLACE(account, $2, $3)
                    WHERE teacher_id = $1 AND account <> REPLACE(account, $2, $3)";
    Ok(tx.execute(account, &values).await? + tx.execute(payouts, &values).await?)
}
