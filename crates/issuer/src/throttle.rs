//! Who may try what how often. Limits per network address stop floods, limits per account stop guessing; both live in
//! the database.

use tala_db::{Error, Transaction};

use crate::crypto::random::fingerprint;
use crate::db::limits::{self, Allowance, Wait};
use crate::db::{MINUTE, SECOND};
use crate::error::IssuerError;
use crate::issuer::Issuer;

/// Acts that are counted per network address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    Authorize,
    Token,
    SignIn,
    SignUp,
    TypeCode,
    AskForMail,
}

impl Act {
    fn name_and_allowance(self) -> (&'static str, Allowance) {
        let allow = |burst, every_micros| Allowance { burst, every_micros };
        match self {
            Self::Authorize => ("authorize", allow(60, SECOND)),
            Self::Token => ("token", allow(120, SECOND / 2)),
            Self::SignIn => ("sign-in", allow(20, 6 * SECOND)),
            Self::SignUp => ("sign-up", allow(10, MINUTE)),
            Self::TypeCode => ("type-code", allow(30, 10 * SECOND)),
            Self::AskForMail => ("ask-for-mail", allow(15, MINUTE)),
        }
    }
}

/// Mails to one address: five immediately, then one in twelve minutes …
const MAILS_AN_HOUR: Allowance = Allowance { burst: 5, every_micros: 12 * MINUTE };
/// … and twenty immediately, then sixteen a day. With five tries each, guessing a code takes decades.
const MAILS_A_DAY: Allowance = Allowance { burst: 20, every_micros: 90 * MINUTE };
/// Passwords tried for one account from all addresses together.
const TRIES_PER_ACCOUNT: Allowance = Allowance { burst: 40, every_micros: MINUTE };

/// Counts an act of a network address.
pub(crate) async fn address(issuer: &Issuer, act: Act, address: &str) -> Result<Result<(), Wait>, IssuerError> {
    let scale = i64::from(issuer.config().address_limit_scale.max(1));
    let (name, allowance) = act.name_and_allowance();
    let allowance = Allowance { burst: allowance.burst * scale, every_micros: (allowance.every_micros / scale).max(1) };
    let (id, now) = (format!("{name}@{address}"), issuer.now_micros());
    Ok(issuer.db().transaction(async |tx| limits::claim(&tx, &id, allowance, now).await).await?)
}

/// Counts a mail to `email_key`, whether or not it has an account.
pub(crate) async fn mail(issuer: &Issuer, email_key: &str) -> Result<Result<(), Wait>, IssuerError> {
    let (person, now) = (fingerprint(email_key), issuer.now_micros());
    let claim = async |tx: Transaction| -> Result<_, Error> {
        match limits::claim(&tx, &format!("mail-hour:{person}"), MAILS_AN_HOUR, now).await? {
            Ok(()) => limits::claim(&tx, &format!("mail-day:{person}"), MAILS_A_DAY, now).await,
            wait => Ok(wait),
        }
    };
    Ok(issuer.db().transaction(claim).await?)
}

/// Counts a try of a password for `email_key`, whether or not it has an account. Waiting grows per account and network
/// address together, so that a stranger's guesses do not lock the owner out.
pub(crate) async fn password(issuer: &Issuer, email_key: &str, address: &str) -> Result<Result<(), Wait>, IssuerError> {
    let (person, now) = (fingerprint(email_key), issuer.now_micros());
    let claim = async |tx: Transaction| -> Result<_, Error> {
        match limits::claim(&tx, &format!("password:{person}"), TRIES_PER_ACCOUNT, now).await? {
            Ok(()) => limits::claim_attempt(&tx, &format!("{person}@{address}"), now).await,
            wait => Ok(wait),
        }
    };
    Ok(issuer.db().transaction(claim).await?)
}

/// After a right password: earlier slips no longer count.
pub(crate) async fn forgive(issuer: &Issuer, email_key: &str, address: &str) -> Result<(), IssuerError> {
    let pair = format!("{}@{address}", fingerprint(email_key));
    Ok(issuer.db().transaction(async |tx| limits::delete_failures(&tx, &pair).await).await?)
}
