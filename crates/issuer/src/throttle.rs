//! Who may try what how often. Limits per network address stop floods, limits per account stop guessing; both live in
//! the database.

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

/// Mails to one address: five at once, then one in twelve minutes …
const MAILS_AN_HOUR: Allowance = Allowance { burst: 5, every_micros: 12 * MINUTE };
/// … and twenty at once, then sixteen a day. With five tries each, guessing a code takes decades.
const MAILS_A_DAY: Allowance = Allowance { burst: 20, every_micros: 90 * MINUTE };
/// Passwords tried for one account from all addresses together.
const TRIES_PER_ACCOUNT: Allowance = Allowance { burst: 40, every_micros: MINUTE };

/// Counts an act of a network address.
pub(crate) async fn address(issuer: &Issuer, act: Act, address: &str) -> Result<Result<(), Wait>, IssuerError> {
    let scale = i64::from(issuer.config().address_limit_scale.max(1));
    let (name, allowance) = act.name_and_allowance();
    let allowance = Allowance { burst: allowance.burst * scale, every_micros: (allowance.every_micros / scale).max(1) };
    take(issuer, &format!("{name}@{address}"), allowance).await
}

/// Counts a mail to `email_key`, whether or not it has an account.
pub(crate) async fn mail(issuer: &Issuer, email_key: &str) -> Result<Result<(), Wait>, IssuerError> {
    let person = fingerprint(email_key);
    match take(issuer, &format!("mail-hour:{person}"), MAILS_AN_HOUR).await? {
        Ok(()) => take(issuer, &format!("mail-day:{person}"), MAILS_A_DAY).await,
        wait => Ok(wait),
    }
}

/// Counts a try of a password for `email_key`, whether or not it has an account. Waiting grows per account and network
/// address together, so that a stranger's guesses do not lock the owner out.
pub(crate) async fn password(issuer: &Issuer, email_key: &str, address: &str) -> Result<Result<(), Wait>, IssuerError> {
    let person = fingerprint(email_key);
    match take(issuer, &format!("password:{person}"), TRIES_PER_ACCOUNT).await? {
        Ok(()) => {
            let pair = format!("{person}@{address}");
            Ok(limits::take_try(&issuer.db().writer, &pair, issuer.now_micros()).await?)
        }
        wait => Ok(wait),
    }
}

/// After a right password: earlier slips no longer count.
pub(crate) async fn forgive(issuer: &Issuer, email_key: &str, address: &str) -> Result<(), IssuerError> {
    let pair = format!("{}@{address}", fingerprint(email_key));
    Ok(limits::forgive(&issuer.db().writer, &pair).await?)
}

async fn take(issuer: &Issuer, id: &str, allowance: Allowance) -> Result<Result<(), Wait>, IssuerError> {
    Ok(limits::take(&issuer.db().writer, id, allowance, issuer.now_micros()).await?)
}
