//! Time-based one-time passwords (RFC 6238): six digits, steps of 30 seconds, a tolerance of one step.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use totp_rs::{Builder, Secret, Totp};

/// The secret is malformed, or the time is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid authenticator secret")]
pub struct TotpError;

/// Creates a secret from random bytes, in base32 as authenticator apps expect it.
pub fn new_secret(random: [u8; 20]) -> SecretString {
    SecretString::from(Secret::from(random).to_base32())
}

/// Returns the provisioning URI (`otpauth://`), which authenticator apps read from a QR code.
///
/// # Errors
/// [`TotpError`] for a malformed secret.
pub fn provisioning_uri(secret: &SecretString, account: &str, product: &str) -> Result<SecretString, TotpError> {
    let product = product.replace(':', " ");
    let totp = builder(secret)?.with_account_name(account).with_issuer(Some(product));
    let totp = totp.build().map_err(|_| TotpError)?;
    totp.to_url().map(SecretString::from).map_err(|_| TotpError)
}

/// Returns the time step for which a code is correct; `None` for a wrong code. The caller must accept each step only once.
///
/// # Errors
/// [`TotpError`] for a malformed secret, and before 1970.
pub fn matching_step(secret: &SecretString, code: &str, now: Timestamp) -> Result<Option<i64>, TotpError> {
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let seconds = u64::try_from(now.as_second()).map_err(|_| TotpError)?;
    let step = totp(secret)?.check(&digits, seconds);
    step.map(|step| i64::try_from(step).map_err(|_| TotpError)).transpose()
}

/// Returns the code at an instant, for tests.
///
/// # Errors
/// [`TotpError`] for a malformed secret, and before 1970.
pub fn code_at(secret: &SecretString, at: Timestamp) -> Result<String, TotpError> {
    let seconds = u64::try_from(at.as_second()).map_err(|_| TotpError)?;
    Ok(totp(secret)?.generate(seconds).to_string())
}

fn builder(secret: &SecretString) -> Result<Builder, TotpError> {
    let secret = Secret::try_from_base32(secret.expose_secret()).map_err(|_| TotpError)?;
    Ok(Builder::new().with_secret(secret))
}

fn totp(secret: &SecretString) -> Result<Totp, TotpError> {
    builder(secret)?.build().map_err(|_| TotpError)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn codes_match_the_test_vectors_of_rfc_6238() {
        // RFC 6238, appendix B, truncated to six digits.
        let secret = new_secret(*b"12345678901234567890");
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
            assert_eq!(code_at(&secret, at(second)).unwrap(), code);
            assert_eq!(matching_step(&secret, code, at(second)).unwrap(), Some(second / 30));
        }
    }

    #[test]
    fn code_is_accepted_within_one_step() {
        let secret = new_secret([3; 20]);
        let code = code_at(&secret, at(3_000)).unwrap();
        for (second, is_accepted) in [(2_939, false), (2_970, true), (3_000, true), (3_059, true), (3_060, false)] {
            assert_eq!(matching_step(&secret, &code, at(second)).unwrap().is_some(), is_accepted, "{second}");
        }
        let spaced = format!(" {} {} ", &code[..3], &code[3..]);
        assert_eq!(matching_step(&secret, &spaced, at(3_000)).unwrap(), Some(100));
        for bad in ["", "12345", "abcdef", "1234567", "१२३४५६"] {
            assert_eq!(matching_step(&secret, bad, at(3_000)).unwrap(), None, "{bad}");
        }
    }

    #[test]
    fn provisioning_uri_contains_account_and_product() {
        let url = provisioning_uri(&new_secret([3; 20]), "asha", "Tala: dance").unwrap();
        let url = url.expose_secret();
        assert!(url.starts_with("otpauth://totp/Tala"), "{url}");
        assert!(url.contains("asha?secret=AMBQGAYD"), "{url}");
        assert_eq!(matching_step(&SecretString::from("not base32!"), "123456", at(0)), Err(TotpError));
    }
}
