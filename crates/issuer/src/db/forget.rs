//! Deleting an account, with everything that was ever opened with it.

use tala_db::{Error, Transaction};

use super::accounts::Account;

/// Deletes the account and every row that leads to it or holds its address. A sign-in between two of the statements makes
/// the last one fail, by the foreign key; the caller tries again.
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
    // Addresses that people typed to ask for a mail, or that applications sent; without case, as addresses are compared.
    for sql in [
        "DELETE FROM issuer_challenges WHERE email = $1 OR LOWER(email) = $2",
        "UPDATE issuer_requests SET login_hint = NULL WHERE login_hint = $1 OR LOWER(login_hint) = $2",
    ] {
        tx.execute(sql, &[(&account.email).into(), (&account.email_key).into()]).await?;
    }
    tx.execute("DELETE FROM issuer_accounts WHERE id = $1", &[(&account.id).into()]).await.map(|_| ())
}
