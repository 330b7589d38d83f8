//! Email challenges: sending a code to an address and verifying the typed code.

use tala_db::Transaction;

use crate::account_details::EmailAddress;
use crate::crypto::random::{fingerprint, random_token, six_digit_code};
use crate::db::challenges::{self, Challenge};
use crate::db::{MINUTE, accounts};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::pages::emails::{self, EmailMessage};
use crate::pages::errors::PageError;
use crate::pages::fields::FormErrors;
use crate::pages::texts::Texts;
use crate::rate_limits::{self, Action};

/// Purpose: confirm the email address of a new account.
pub(crate) const CONFIRM: &str = "confirm";
/// Purpose: reset the password.
pub(crate) const RESET: &str = "reset";
const CODE_LIFETIME_MICROS: i64 = 10 * MINUTE;
/// How long new codes can be requested for a challenge.
pub(crate) const CHALLENGE_LIFETIME_MICROS: i64 = 60 * MINUTE;

/// A challenge to start. Without an account no code is ever correct.
pub(crate) struct NewChallenge<'a> {
    pub(crate) purpose: &'static str,
    pub(crate) email: &'a EmailAddress,
    pub(crate) account: Option<&'a accounts::Account>,
    /// For [`CONFIRM`]: name and password that become valid with the address.
    pub(crate) name: &'a str,
    pub(crate) password_hash: &'a str,
}

/// Stores a challenge, sends the email, and returns the challenge's handle, which the next page carries in its URL. Does
/// the same work with and without an account, so timing reveals nothing.
pub(crate) async fn start(issuer: &Issuer, visitor: &Visitor, new: NewChallenge<'_>) -> Result<String, PageError> {
    rate_limits::check_email(issuer, &new.email.normalized).await?.map_err(PageError::RateLimited)?;
    let now = issuer.now_micros();
    let handle = random_token(issuer.entropy());
    let id = fingerprint(&handle);
    let code = new.account.map(|_| six_digit_code(issuer.entropy()));
    let challenge = Challenge {
        browser: visitor.browser_fingerprint(),
        purpose: new.purpose.to_owned(),
        account_id: new.account.map(|account| account.id.clone()),
        email: new.email.as_typed.clone(),
        name: new.name.to_owned(),
        password_hash: new.password_hash.to_owned(),
        code_mark: code_mac(issuer, &id, code.as_deref()),
        attempts: 0,
        created_at: now,
        expires_at: now + CODE_LIFETIME_MICROS,
        consumed_at: None,
        id,
    };
    issuer.db().transaction(async |tx| challenges::insert(&tx, &challenge).await).await?;
    send(issuer, visitor.texts, &challenge, code.as_deref()).await?;
    Ok(handle)
}

/// Sends a new code for an open challenge. The previous code stops working.
pub(crate) async fn resend(issuer: &Issuer, visitor: &Visitor, challenge: &Challenge) -> Result<(), PageError> {
    rate_limits::check_address(issuer, Action::RequestEmail, &visitor.rate_limit_key)
        .await?
        .map_err(PageError::RateLimited)?;
    rate_limits::check_email(issuer, &challenge.email.to_lowercase()).await?.map_err(PageError::RateLimited)?;
    let code = challenge.account_id.as_ref().map(|_| six_digit_code(issuer.entropy()));
    let code_mac = code_mac(issuer, &challenge.id, code.as_deref());
    let expires_at = issuer.now_micros() + CODE_LIFETIME_MICROS;
    let update = async |tx: Transaction| challenges::update_code(&tx, &challenge.id, &code_mac, expires_at).await;
    if !issuer.db().transaction(update).await? {
        return Err(PageError::StalePage);
    }
    send(issuer, visitor.texts, challenge, code.as_deref()).await
}

/// The open challenge with this handle, purpose and browser.
///
/// # Errors
/// [`PageError::StalePage`] if there is none.
pub(crate) async fn get(
    issuer: &Issuer,
    visitor: &Visitor,
    handle: &str,
    purpose: &str,
) -> Result<Challenge, PageError> {
    let found =
        challenges::find_open(issuer.db().reader(), &fingerprint(handle), &visitor.browser_fingerprint(), purpose)
            .await?;
    found
        .filter(|challenge| challenge.created_at + CHALLENGE_LIFETIME_MICROS > issuer.now_micros())
        .ok_or(PageError::StalePage)
}

/// Verifies a typed code. A well-formed code uses one attempt. A wrong code is an inner error for the form.
pub(crate) async fn verify_code(
    issuer: &Issuer,
    visitor: &Visitor,
    challenge: &Challenge,
    typed: &str,
) -> Result<Result<(), FormErrors>, PageError> {
    let mut errors = FormErrors::default();
    let digits: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        errors.add("code", visitor.texts.invalid.code);
        return Ok(Err(errors));
    }
    rate_limits::check_address(issuer, Action::EnterCode, &visitor.rate_limit_key)
        .await?
        .map_err(PageError::RateLimited)?;
    let now = issuer.now_micros();
    if !issuer.db().transaction(async |tx| challenges::claim_attempt(&tx, &challenge.id, now).await).await? {
        errors.add("code", visitor.texts.invalid.code_expired);
        return Ok(Err(errors));
    }
    if issuer.key_ring().verify_code(&challenge.id, &digits, &challenge.code_mark) {
        return Ok(Ok(()));
    }
    let attempts_left = challenges::MAX_ATTEMPTS - challenge.attempts - 1;
    errors.add("code", (visitor.texts.invalid.code_wrong)(attempts_left));
    Ok(Err(errors))
}

/// The stored MAC of a code. It is empty without a code, and no code matches an empty MAC.
fn code_mac(issuer: &Issuer, challenge_id: &str, code: Option<&str>) -> String {
    code.map(|code| issuer.key_ring().code_mac(challenge_id, code)).unwrap_or_default()
}

async fn send(issuer: &Issuer, texts: &Texts, challenge: &Challenge, code: Option<&str>) -> Result<(), PageError> {
    let message = message_for(issuer, texts, &challenge.purpose, code);
    let address = &challenge.email;
    let sent = issuer.mailer().send(address, address, &message.subject, &message.text, &message.html).await;
    sent.map_err(|reason| {
        tracing::error!(reason, "cannot send email");
        PageError::EmailNotSent
    })
}

fn message_for(issuer: &Issuer, texts: &Texts, purpose: &str, code: Option<&str>) -> EmailMessage {
    match (purpose, code) {
        (RESET, Some(code)) => emails::password_reset(issuer, texts, code),
        (RESET, None) => emails::no_account(issuer, texts),
        (_, Some(code)) => emails::confirmation(issuer, texts, code),
        (_, None) => emails::account_exists(issuer, texts),
    }
}
