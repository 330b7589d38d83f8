//! Random tokens and ids, and the hash under which tokens are stored.

use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::traits::Entropy;

/// A random 256-bit token for a cookie, authorization code, refresh token or handle, in base64url.
pub(crate) fn random_token(entropy: &dyn Entropy) -> String {
    let mut bytes = [0_u8; 32];
    entropy.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A random UUID, for identifiers that are not secret.
pub(crate) fn uuid(entropy: &dyn Entropy) -> String {
    let mut bytes = [0_u8; 16];
    entropy.fill(&mut bytes);
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// A random six-digit code for an email.
pub(crate) fn six_digit_code(entropy: &dyn Entropy) -> String {
    let mut bytes = [0_u8; 8];
    entropy.fill(&mut bytes);
    format!("{:06}", u64::from_be_bytes(bytes) % 1_000_000)
}

/// The SHA-256 of a token in base64url. It is stored instead of the token, so a leaked database reveals no tokens.
pub(crate) fn fingerprint(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct FixedEntropy(u8);
    impl Entropy for FixedEntropy {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

    #[test]
    fn code_has_six_digits_with_leading_zeros() {
        assert_eq!(six_digit_code(&FixedEntropy(0)), "000000");
        assert_eq!(six_digit_code(&FixedEntropy(255)).len(), 6);
    }

    #[test]
    fn fingerprint_is_base64url_sha256() {
        assert_eq!(fingerprint("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    }
}
