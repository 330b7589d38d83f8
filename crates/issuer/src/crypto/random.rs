//! Unguessable values and the form in which they are stored.

use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::ports::Entropy;

/// A fresh secret of 256 bits for a cookie, code, refresh token or form handle.
pub(crate) fn secret(entropy: &dyn Entropy) -> String {
    let mut bytes = [0_u8; 32];
    entropy.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A fresh identifier, for values that are named in the open.
pub(crate) fn id(entropy: &dyn Entropy) -> String {
    let mut bytes = [0_u8; 16];
    entropy.fill(&mut bytes);
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// Six digits, evenly distributed, to be typed from a mail.
pub(crate) fn six_digits(entropy: &dyn Entropy) -> String {
    let mut bytes = [0_u8; 8];
    entropy.fill(&mut bytes);
    format!("{:06}", u64::from_be_bytes(bytes) % 1_000_000)
}

/// What is stored in place of a secret of full strength: a thief of the database cannot use it.
pub(crate) fn fingerprint(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, secret.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(u8);
    impl Entropy for Fixed {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

    #[test]
    fn codes_keep_their_leading_zeros() {
        assert_eq!(six_digits(&Fixed(0)), "000000");
        assert_eq!(six_digits(&Fixed(255)).len(), 6);
    }

    #[test]
    fn a_fingerprint_is_the_url_safe_sha256() {
        assert_eq!(fingerprint("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    }
}
