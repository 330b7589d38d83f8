//! Mailed codes: asking for one, and checking what was typed.

use tala_db::Transaction;

use crate::accounts::Email;
use crate::crypto::random::{fingerprint, secret, six_digits};
use crate::db::challenges::{self, Challenge};
use crate::db::{MINUTE, accounts};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::pages::errors::PageError;
use crate::pages::fields::Faults;
use crate::pages::mails::{self, Mail};
use crate::throttle::{self, Act};

/// A mailed code proves the address of a new account.
pub(crate) const CONFIRM: &str = "confirm";
/// A mailed code allows a new password.
pub(crate) const RESET: &str = "reset";
const CODE_LIFE: i64 = 10 * MINUTE;
/// How long a page may ask for new codes.
pub(crate) const CHALLENGE_LIFE: i64 = 60 * MINUTE;

/// What a challenge is about. Without an account it can never be met.
pub(crate) struct Subject<'a> {
    pub(crate) purpose: &'static str,
    pub(crate) email: &'a Email,
    pub(crate) account: Option<&'a accounts::Account>,
    /// For [`CONFIRM`]: what becomes valid with the address.
    pub(crate) name: &'a str,
    pub(crate) password_hash: &'a str,
}

/// Counts the mail, stores the challenge, sends the mail, and returns the handle for the next page's address. The same
/// work is done whether or not there is an account.
pub(crate) async fn start(issuer: &Issuer, visitor: &Visitor, subject: Subject<'_>) -> Result<String, PageError> {
    throttle::mail(issuer, &subject.email.key).await?.map_err(PageError::TooMany)?;
    let now = issuer.now_micros();
    let handle = secret(issuer.entropy());
    let id = fingerprint(&handle);
    let code = subject.account.map(|_| six_digits(issuer.entropy()));
    let challenge = Challenge {
        browser: visitor.browser_mark(),
        purpose: subject.purpose.to_owned(),
        account_id: subject.account.map(|account| account.id.clone()),
        email: subject.email.text.clone(),
        name: subject.name.to_owned(),
        password_hash: subject.password_hash.to_owned(),
        code_mark: mark(issuer, &id, code.as_deref()),
        attempts: 0,
        created_at: now,
        expires_at: now + CODE_LIFE,
        consumed_at: None,
        id,
    };
    issuer.db().transaction(async |tx| challenges::insert(&tx, &challenge).await).await?;
    send(issuer, &challenge, code.as_deref()).await?;
    Ok(handle)
}

/// Sends a new code for a challenge that is still open.
pub(crate) async fn send_again(issuer: &Issuer, visitor: &Visitor, challenge: &Challenge) -> Result<(), PageError> {
    throttle::address(issuer, Act::AskForMail, &visitor.address).await?.map_err(PageError::TooMany)?;
    throttle::mail(issuer, &challenge.email.to_lowercase()).await?.map_err(PageError::TooMany)?;
    let code = challenge.account_id.as_ref().map(|_| six_digits(issuer.entropy()));
    let code_mark = mark(issuer, &challenge.id, code.as_deref());
    let expires_at = issuer.now_micros() + CODE_LIFE;
    let update = async |tx: Transaction| challenges::update_code(&tx, &challenge.id, &code_mark, expires_at).await;
    if !issuer.db().transaction(update).await? {
        return Err(PageError::OutOfDate);
    }
    send(issuer, challenge, code.as_deref()).await
}

/// The open challenge with this handle, asked for by this browser for this purpose.
pub(crate) async fn find(
    issuer: &Issuer,
    visitor: &Visitor,
    handle: &str,
    purpose: &str,
) -> Result<Challenge, PageError> {
    let found =
        challenges::find_open(issuer.db().reader(), &fingerprint(handle), &visitor.browser_mark(), purpose).await?;
    found.filter(|challenge| challenge.created_at + CHALLENGE_LIFE > issuer.now_micros()).ok_or(PageError::OutOfDate)
}

/// Whether `typed` is the code; otherwise what to say. Uses up one try for anything that looks like a code.
pub(crate) async fn check(
    issuer: &Issuer,
    visitor: &Visitor,
    challenge: &Challenge,
    typed: &str,
) -> Result<Result<(), Faults>, PageError> {
    let mut faults = Faults::default();
    let digits: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        faults.add("code", "Type the six digits from the mail.");
        return Ok(Err(faults));
    }
    throttle::address(issuer, Act::TypeCode, &visitor.address).await?.map_err(PageError::TooMany)?;
    let now = issuer.now_micros();
    if !issuer.db().transaction(async |tx| challenges::claim_attempt(&tx, &challenge.id, now).await).await? {
        faults.add("code", "This code no longer works. Send a new one with the link below.");
        return Ok(Err(faults));
    }
    if issuer.secrets().code_matches(&challenge.id, &digits, &challenge.code_mark) {
        return Ok(Ok(()));
    }
    let left = challenges::MAX_ATTEMPTS - challenge.attempts - 1;
    let text = match left {
        ..=0 => "That is not the code, and it has been tried too often. Send a new one with the link below.".to_owned(),
        1 => "That is not the code. You have one more try.".to_owned(),
        left => format!("That is not the code. Please compare with the newest mail; you have {left} more tries."),
    };
    faults.add("code", text);
    Ok(Err(faults))
}

/// What is stored for a code; nothing matches the mark of no code.
fn mark(issuer: &Issuer, challenge_id: &str, code: Option<&str>) -> String {
    code.map(|code| issuer.secrets().code_mark(challenge_id, code)).unwrap_or_default()
}

async fn send(issuer: &Issuer, challenge: &Challenge, code: Option<&str>) -> Result<(), PageError> {
    let mail = mail_for(issuer, &challenge.purpose, code);
    let address = &challenge.email;
    let sent = issuer.mailer().send(address, address, &mail.subject, &mail.text, &mail.html).await;
    sent.map_err(|reason| {
        tracing::error!(reason, "issuer could not hand over a mail");
        PageError::NoMail
    })
}

fn mail_for(issuer: &Issuer, purpose: &str, code: Option<&str>) -> Mail {
    match (purpose, code) {
        (RESET, Some(code)) => mails::reset(issuer, code),
        (RESET, None) => mails::no_account(issuer),
        (_, Some(code)) => mails::confirm(issuer, code),
        (_, None) => mails::already_have_account(issuer),
    }
}
