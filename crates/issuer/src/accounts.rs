//! Account details: what they may look like, and making an account without the pages.

use tala_db::Transaction;

use crate::crypto::{passwords, random};
use crate::db::{accounts, forget};
use crate::error::IssuerError;
use crate::issuer::Issuer;

const MAX_EMAIL_BYTES: usize = 254;
const MAX_LOCAL_BYTES: usize = 64;
const MAX_NAME_CHARS: usize = 100;

/// An address in the form typed, with the form used for comparing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Email {
    pub(crate) text: String,
    pub(crate) key: String,
}

impl Email {
    /// Accepts what a mail server could deliver to and refuses what would break a mail header.
    pub(crate) fn parse(input: &str) -> Option<Self> {
        let text = input.trim();
        let (local, domain) = text.rsplit_once('@')?;
        let labels_are_sound = domain.contains('.')
            && domain.split('.').all(|label| {
                !label.is_empty()
                    && !label.starts_with('-')
                    && !label.ends_with('-')
                    && label.chars().all(|c| c.is_alphanumeric() || c == '-')
            });
        let forbidden = |c: char| c.is_whitespace() || c.is_control() || "\"(),:;<>@[\\]".contains(c);
        let local_is_sound = !local.is_empty() && local.len() <= MAX_LOCAL_BYTES && !local.contains(forbidden);
        (text.len() <= MAX_EMAIL_BYTES && labels_are_sound && local_is_sound)
            .then(|| Self { text: text.to_owned(), key: text.to_lowercase() })
    }
}

/// A name in one line: control characters and runs of blanks become one blank; 1 to 100 characters.
pub(crate) fn parse_name(input: &str) -> Option<String> {
    let words: Vec<&str> =
        input.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let name = words.join(" ");
    (1..=MAX_NAME_CHARS).contains(&name.chars().count()).then_some(name)
}

pub(crate) async fn create(
    issuer: &Issuer,
    email: &str,
    name: &str,
    password: &str,
    verified: bool,
) -> Result<String, IssuerError> {
    let refused = |text: &str| IssuerError::Account(text.to_owned());
    let email = Email::parse(email).ok_or_else(|| refused("not an e-mail address"))?;
    let name = parse_name(name).ok_or_else(|| refused("a name has 1 to 100 characters"))?;
    if let Some(account) = accounts::find_by_email(issuer.db().reader(), &email.key).await? {
        return Ok(account.id);
    }
    if let Some(fault) = passwords::fault_of(password, &email.text) {
        return Err(IssuerError::Account(fault));
    }
    let password_hash = issuer.passwords().hash(issuer.entropy(), password).await?;
    let now = issuer.now_micros();
    let account = accounts::Account {
        id: random::id(issuer.entropy()),
        email: email.text,
        email_key: email.key,
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
    let stored = issuer.db().transaction(insert).await?;
    stored.map(|account| account.id).ok_or_else(|| refused("the account vanished while it was made"))
}

pub(crate) async fn delete(issuer: &Issuer, subject: &str) -> Result<bool, IssuerError> {
    let delete = async |tx: Transaction| {
        let Some(account) = accounts::find(&tx, subject).await? else { return Ok(false) };
        forget::delete_account(&tx, &account).await?;
        Ok(true)
    };
    issuer.db().transaction(delete).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_without_case_and_kept_as_typed() {
        let email = Email::parse("  Meera.Iyer+dance@Example.Test ").unwrap();
        assert_eq!(
            (email.text.as_str(), email.key.as_str()),
            ("Meera.Iyer+dance@Example.Test", "meera.iyer+dance@example.test")
        );
    }

    #[test]
    fn what_is_not_an_address_is_refused() {
        let long = format!("{}@example.test", "a".repeat(65));
        for bad in [
            "",
            "meera",
            "@example.test",
            "meera@",
            "meera@localhost",
            "a b@example.test",
            "a@b@example.test",
            "a@example..test",
            "a@-x.test",
            "a\r\nBcc: x@example.test",
            "<a@example.test>",
            &long,
        ] {
            assert_eq!(Email::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn names_become_one_line() {
        assert_eq!(parse_name(" Padma\r\n  Subrahmanyam "), Some("Padma Subrahmanyam".to_owned()));
        assert_eq!(parse_name(" \t "), None);
        assert_eq!(parse_name(&"x".repeat(101)), None);
    }
}
