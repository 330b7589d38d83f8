//! Taking an account away, with everything that was ever opened with it.

use sea_orm::{ConnectionTrait, DbErr, Statement};

use super::accounts::Model;

/// Deletes the account and every row that leads to it or holds its address. A sign-in at the same time that gets in between
/// makes the last statement fail, by the foreign key; the caller tries again.
pub(crate) async fn delete_account(db: &impl ConnectionTrait, account: &Model) -> Result<(), DbErr> {
    for sql in [
        "DELETE FROM issuer_refresh_tokens WHERE family_id IN (SELECT id FROM issuer_families WHERE account_id = $1)",
        "DELETE FROM issuer_families WHERE account_id = $1",
        "DELETE FROM issuer_codes WHERE account_id = $1",
        "DELETE FROM issuer_sessions WHERE account_id = $1",
        "DELETE FROM issuer_challenges WHERE account_id = $1",
    ] {
        run(db, sql, [account.id.as_str().into()]).await?;
    }
    // Typed by whoever asked for a mail or was led here with it; without case, as addresses are compared.
    for sql in [
        "DELETE FROM issuer_challenges WHERE email = $1 OR LOWER(email) = $2",
        "UPDATE issuer_requests SET login_hint = NULL WHERE login_hint = $1 OR LOWER(login_hint) = $2",
    ] {
        run(db, sql, [account.email.as_str().into(), account.email_key.as_str().into()]).await?;
    }
    run(db, "DELETE FROM issuer_accounts WHERE id = $1", [account.id.as_str().into()]).await
}

async fn run<const N: usize>(db: &impl ConnectionTrait, sql: &str, values: [sea_orm::Value; N]) -> Result<(), DbErr> {
    db.execute_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
    Ok(())
}
