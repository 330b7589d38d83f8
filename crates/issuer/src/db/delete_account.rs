//! Deletion of an account and its data.

use tala_db::{Error, Transaction};

use super::accounts::Account;

/// Deletes an account and all rows that refer to it or contain its email address. A concurrent sign-in makes the last
/// statement violate a foreign key; the caller must retry.
pub(crate) async fn delete_account(tx: &Transaction, account: &Account) -> Result<(), Error> {
    for sql in [
        "DELETE FROM issuer_refresh_tokens WHERE family_id IN (SELECT id FROM issuer_families WHERE account_id = $1)",
        "DELETE FROM issuer_families WHERE account_id = $1",
        "DELETE FROM issuer_codes WHERE account_id = $1",
        "DELETE FROM issuer_sessions WHERE account_id = $1",
        "DELETE FROM issuer_challenges WHERE account_id = $1",
    ] {
        tx.execute(sql, &[(&account.id).into()]).await?;
    }
    // Addresses typed into forms or sent as `login_hint`; compared without case, like account addresses.
    for sql in [
        "DELETE FROM issuer_challenges WHERE email = $1 OR LOWER(email) = $2",
        "UPDATE issuer_requests SET login_hint = NULL WHERE login_hint = $1 OR LOWER(login_hint) = $2",
    ] {
        tx.execute(sql, &[(&account.email).into(), (&account.email_key).into()]).await?;
    }
    tx.execute("DELETE FROM issuer_accounts WHERE id = $1", &[(&account.id).into()]).await.map(|_| ())
}
