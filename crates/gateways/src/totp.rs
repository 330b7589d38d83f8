//! Codes of authenticator apps (RFC 6238): six digits, thirty seconds, one step either way.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use totp_rs::{Builder, Secret, Totp};

/// A secret that is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret of an authenticator cannot be read")]
pub struct TotpError;

/// A new secret, as apps take it.
pub fn secret(random: [u8; 20]) -> SecretString {
    SecretString::from(Secret::from(random).to_base32())
}

/// The address that an app reads, usually from a QR code.
pub fn enrolment(secret: &SecretString, account: &str, product: &str) -> Result<SecretString, TotpError> {
    let product = product.replace(':', " ");
    let totp = builder(secret)?.with_account_name(account).with_issuer(Some(product));
    let totp = totp.build().map_err(|_| TotpError)?;
    totp.to_url().map(SecretString::from).map_err(|_| TotpError)
}

/// The time step for which a code is right; `None` for a wrong one. Whoever asks accepts a step once only.
pub fn step_of(secret: &SecretString, code: &str, now: Timestamp) -> Result<Option<i64>, TotpError> {
    let digits: String = code.chars().filter(|sign| !sign.is_whitespace()).collect();
    let seconds = u64::try_from(now.as_second()).map_err(|_| TotpError)?;
    let step = totp(secret)?.check(&digits, seconds);
    step.map(|step| i64::try_from(step).map_err(|_| TotpError)).transpose()
}

/// The code that an app shows at an instant, for tests.
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
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, cut to six digits.
        let secret = secret(*b"12345678901234567890");
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
            assert_eq!(code_at(&secret, at(second)).unwrap(), code);
            assert_eq!(step_of(&secret, code, at(second)).unwrap(), Some(second / 30));
        }
    }

    #[test]
    fn a_code_is_right_one_step_early_or_late_and_no_longer() {
        let secret = secret([3; 20]);
        let code = code_at(&secret, at(3_000)).unwrap();
        for (second, right) in [(2_939, false), (2_970, true), (3_000, true), (3_059, true), (3_060, false)] {
            assert_eq!(step_of(&secret, &code, at(second)).unwrap().is_some(), right, "{second}");
        }
        let spaced = format!(" {} {} ", &code[..3], &code[3..]);
        assert_eq!(step_of(&secret, &spaced, at(3_000)).unwrap(), Some(100));
        for bad in ["", "12345", "abcdef", "1234567", "१२३४५६"] {
            assert_eq!(step_of(&secret, bad, at(3_000)).unwrap(), None, "{bad}");
        }
    }

    #[test]
    fn the_address_for_the_app_names_account_and_product() {
        let url = enrolment(&secret([3; 20]), "asha", "Tala: dance").unwrap();
        let url = url.expose_secret();
        assert!(url.starts_with("otpauth://totp/Tala"), "{url}");
        assert!(url.contains("asha?secret=AMBQGAYD"), "{url}");
        assert_eq!(step_of(&SecretString::from("no secret!"), "123456", at(0)), Err(TotpError));
    }
}
