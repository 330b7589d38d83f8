//! Rate limits per client address (against floods) and per account (against guessing), stored in the database.

use tala_db::{Error, Transaction};

use crate::crypto::random::fingerprint;
use crate::db::rate_limits::{self, RateLimit, RetryAfter};
use crate::db::{MINUTE, SECOND};
use crate::error::IssuerError;
use crate::issuer::Issuer;

/// Actions limited per client address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    Authorize,
    Token,
    SignIn,
    SignUp,
    EnterCode,
    RequestEmail,
}

impl Action {
    fn key_and_limit(self) -> (&'static str, RateLimit) {
        let limit = |burst, interval_micros| RateLimit { burst, interval_micros };
        match self {
            Self::Authorize => ("authorize", limit(60, SECOND)),
            Self::Token => ("token", limit(120, SECOND / 2)),
            Self::SignIn => ("sign-in", limit(20, 6 * SECOND)),
            Self::SignUp => ("sign-up", limit(10, MINUTE)),
            Self::EnterCode => ("type-code", limit(30, 10 * SECOND)),
            Self::RequestEmail => ("ask-for-mail", limit(15, MINUTE)),
        }
    }
}

/// Emails per recipient: a burst of five, then one every twelve minutes.
const HOURLY_EMAILS: RateLimit = RateLimit { burst: 5, interval_micros: 12 * MINUTE };
/// Emails per recipient: a burst of twenty, then sixteen a day. With five attempts each, guessing a code takes decades.
const DAILY_EMAILS: RateLimit = RateLimit { burst: 20, interval_micros: 90 * MINUTE };
/// Password attempts per account, from all client addresses together.
const PASSWORD_ATTEMPTS: RateLimit = RateLimit { burst: 40, interval_micros: MINUTE };

/// Counts an action of a client address.
pub(crate) async fn check_address(
    issuer: &Issuer,
    action: Action,
    address: &str,
) -> Result<Result<(), RetryAfter>, IssuerError> {
    let scale = i64::from(issuer.config().address_limit_scale.max(1));
    let (key, limit) = action.key_and_limit();
    let limit = RateLimit { burst: limit.burst * scale, interval_micros: (limit.interval_micros / scale).max(1) };
    let (id, now) = (format!("{key}@{address}"), issuer.now_micros());
    Ok(issuer.db().transaction(async |tx| rate_limits::claim(&tx, &id, limit, now).await).await?)
}

/// Counts an email to `recipient`, a normalized address with or without an account.
pub(crate) async fn check_email(issuer: &Issuer, recipient: &str) -> Result<Result<(), RetryAfter>, IssuerError> {
    let (recipient, now) = (fingerprint(recipient), issuer.now_micros());
    let claim = async |tx: Transaction| -> Result<_, Error> {
        match rate_limits::claim(&tx, &format!("mail-hour:{recipient}"), HOURLY_EMAILS, now).await? {
            Ok(()) => rate_limits::claim(&tx, &format!("mail-day:{recipient}"), DAILY_EMAILS, now).await,
            limited => Ok(limited),
        }
    };
    Ok(issuer.db().transaction(claim).await?)
}

/// Counts a password attempt for `email`, a normalized address with or without an account. The backoff applies to the
/// pair of account and client address, so an attacker cannot lock out the owner.
pub(crate) async fn check_password(
    issuer: &Issuer,
    email: &str,
    address: &str,
) -> Result<Result<(), RetryAfter>, IssuerError> {
    let (account, now) = (fingerprint(email), issuer.now_micros());
    let claim = async |tx: Transaction| -> Result<_, Error> {
        match rate_limits::claim(&tx, &format!("password:{account}"), PASSWORD_ATTEMPTS, now).await? {
            Ok(()) => rate_limits::claim_password_attempt(&tx, &format!("{account}@{address}"), now).await,
            limited => Ok(limited),
        }
    };
    Ok(issuer.db().transaction(claim).await?)
}

/// Resets the backoff of account and client address after a correct password.
pub(crate) async fn reset_password_failures(issuer: &Issuer, email: &str, address: &str) -> Result<(), IssuerError> {
    let pair = format!("{}@{address}", fingerprint(email));
    Ok(issuer.db().transaction(async |tx| rate_limits::delete_failures(&tx, &pair).await).await?)
}
