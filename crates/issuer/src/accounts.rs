//! Account creation and deletion for the host program, without the sign-up pages.

use tala_db::Transaction;

use crate::account_details::{EmailAddress, parse_name};
use crate::crypto::{password_policy, random};
use crate::db::accounts::{self, Account};
use crate::db::delete_account;
use crate::error::IssuerError;
use crate::issuer::Issuer;

impl Issuer {
    /// Creates an account unless the email address has one, and returns its subject. An existing account does not change,
    /// so the call can be repeated at every start.
    ///
    /// # Errors
    /// [`IssuerError::InvalidAccount`] if the address, name or password is invalid; [`IssuerError::Busy`] if too many
    /// passwords are being hashed; [`IssuerError::Database`].
    pub async fn create_account(
        &self,
        email: &str,
        name: &str,
        password: &str,
        verified: bool,
    ) -> Result<String, IssuerError> {
        let invalid = |text: &str| IssuerError::InvalidAccount(text.to_owned());
        let email = EmailAddress::parse(email).ok_or_else(|| invalid("invalid email address"))?;
        let name = parse_name(name).ok_or_else(|| invalid("a name has 1 to 100 characters"))?;
        if let Some(account) = accounts::find_by_email(self.db().reader(), &email.normalized).await? {
            return Ok(account.id);
        }
        if let Some(violation) = password_policy::find_violation(password, &email.as_typed, &name) {
            return Err(IssuerError::InvalidAccount((crate::pages::texts::ENGLISH.invalid.new_password)(violation)));
        }
        let password_hash = self.passwords().hash(self.entropy(), password).await?;
        let now = self.now_micros();
        let account = Account {
            id: random::uuid(self.entropy()),
            email: email.as_typed,
            email_key: email.normalized,
            name,
            password_hash,
            email_verified: verified,
            created_at: now,
            updated_at: now,
        };
        let insert = async |tx: Transaction| {
            accounts::insert(&tx, &account).await?;
            accounts::find_by_email(&tx, &account.email_key).await
        };
        let stored = self.db().transaction(insert).await?;
        stored.map(|account| account.id).ok_or_else(|| invalid("the account was deleted concurrently"))
    }

    /// Deletes the account of a subject with its sessions, token families, authorization codes and challenges. Returns
    /// `false` if there was none. Refresh tokens and userinfo stop working immediately. Access tokens stay valid until they
    /// expire, so the host program must reject the subject. A new account with the same address has another subject.
    ///
    /// # Errors
    /// [`IssuerError::Database`], also if a sign-in to the account happens concurrently; retry then.
    pub async fn delete_account(&self, subject: &str) -> Result<bool, IssuerError> {
        let delete = async |tx: Transaction| {
            let Some(account) = accounts::find(&tx, subject).await? else { return Ok(false) };
            delete_account::delete_account(&tx, &account).await?;
            Ok(true)
        };
        self.db().transaction(delete).await
    }
}
