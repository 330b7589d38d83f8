//! Proof Key for Code Exchange, method S256 only (RFC 7636).

use aws_lc_rs::constant_time::verify_slices_are_equal;

use super::random::fingerprint;

/// Whether `text` is a well-formed S256 code challenge: 32 bytes in unpadded base64url.
pub(crate) fn is_challenge(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Whether `verifier` (43 to 128 unreserved characters) hashes to `challenge`. Compares in constant time.
pub(crate) fn matches(verifier: &str, challenge: &str) -> bool {
    let unreserved = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~');
    (43..=128).contains(&verifier.len())
        && verifier.bytes().all(unreserved)
        && verify_slices_are_equal(fingerprint(verifier).as_bytes(), challenge.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rfc_7636_example_matches_and_variants_do_not() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(is_challenge(challenge));
        assert!(matches(verifier, challenge));
        assert!(!matches(&verifier.replace('d', "e"), challenge));
        assert!(!matches("short", challenge));
        assert!(!is_challenge("plain-text"));
    }
}
