//! Keys derived from the master key, one for each purpose.

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use aws_lc_rs::{hkdf, hmac};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};

use crate::error::IssuerError;

const NONCE_BYTES: usize = 12;

/// The keys that live only in memory.
pub(crate) struct Secrets {
    sealing: RandomizedNonceKey,
    forms: hmac::Key,
    codes: hmac::Key,
}

impl Secrets {
    pub(crate) fn derive(master: &SecretString) -> Result<Self, IssuerError> {
        let salt = hkdf::Salt::new(hkdf::HKDF_SHA256, b"issuer/v1");
        let prk = salt.extract(master.expose_secret().as_bytes());
        let key_for = |purpose: &[u8]| -> Result<[u8; 32], IssuerError> {
            let mut key = [0_u8; 32];
            prk.expand(&[purpose], hkdf::HKDF_SHA256)
                .and_then(|okm| okm.fill(&mut key))
                .map_err(|_| IssuerError::Crypto("derive"))?;
            Ok(key)
        };
        Ok(Self {
            sealing: RandomizedNonceKey::new(&AES_256_GCM, &key_for(b"signing keys at rest")?)
                .map_err(|_| IssuerError::Crypto("derive"))?,
            forms: hmac::Key::new(hmac::HMAC_SHA256, &key_for(b"form tokens")?),
            codes: hmac::Key::new(hmac::HMAC_SHA256, &key_for(b"mailed codes")?),
        })
    }

    /// Encrypts with AES-256-GCM under a fresh nonce; `context` must be the same when opening.
    pub(crate) fn seal(&self, context: &str, plain: &[u8]) -> Result<String, IssuerError> {
        let mut sealed = plain.to_vec();
        let nonce = self
            .sealing
            .seal_in_place_append_tag(Aad::from(context.as_bytes()), &mut sealed)
            .map_err(|_| IssuerError::Crypto("seal"))?;
        let mut out = nonce.as_ref().to_vec();
        out.extend_from_slice(&sealed);
        Ok(URL_SAFE_NO_PAD.encode(out))
    }

    pub(crate) fn unseal(&self, context: &str, sealed: &str) -> Result<Vec<u8>, IssuerError> {
        let fault = || IssuerError::Crypto("unseal");
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| fault())?;
        let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or_else(fault)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| fault())?;
        let mut body = body.to_vec();
        let plain = self.sealing.open_in_place(nonce, Aad::from(context.as_bytes()), &mut body).map_err(|_| fault())?;
        Ok(plain.to_vec())
    }

    /// The token that a form shown to this browser must bring back.
    pub(crate) fn form_token(&self, browser: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.forms, browser.as_bytes()))
    }

    pub(crate) fn form_token_is_valid(&self, browser: &str, token: &str) -> bool {
        let given = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
        hmac::verify(&self.forms, browser.as_bytes(), &given).is_ok()
    }

    /// What is stored in place of a mailed code. Keyed, because six digits alone could be tried out from a stolen table.
    pub(crate) fn code_mark(&self, challenge: &str, code: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.codes, format!("{challenge}\n{code}").as_bytes()))
    }

    pub(crate) fn code_matches(&self, challenge: &str, code: &str, mark: &str) -> bool {
        let mark = URL_SAFE_NO_PAD.decode(mark).unwrap_or_default();
        hmac::verify(&self.codes, format!("{challenge}\n{code}").as_bytes(), &mark).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(master: &str) -> Secrets {
        Secrets::derive(&SecretString::from(master.repeat(32))).unwrap()
    }

    #[test]
    fn a_sealed_key_opens_only_with_its_master_key_and_its_name() {
        let sealed = secrets("a").seal("kid-1", b"private").unwrap();
        assert_eq!(secrets("a").unseal("kid-1", &sealed).unwrap(), b"private");
        assert!(secrets("b").unseal("kid-1", &sealed).is_err());
        assert!(secrets("a").unseal("kid-2", &sealed).is_err());
        assert!(!sealed.contains("private"));
        assert_ne!(sealed, secrets("a").seal("kid-1", b"private").unwrap(), "nonces are fresh");
    }

    #[test]
    fn form_tokens_and_codes_are_bound_to_browser_and_challenge() {
        let keys = secrets("a");
        assert!(keys.form_token_is_valid("one", &keys.form_token("one")));
        assert!(!keys.form_token_is_valid("two", &keys.form_token("one")));
        assert!(!keys.form_token_is_valid("one", ""));
        let mark = keys.code_mark("c1", "123456");
        assert!(keys.code_matches("c1", "123456", &mark));
        assert!(!keys.code_matches("c2", "123456", &mark));
        assert!(!keys.code_matches("c1", "123457", &mark));
        assert!(!keys.code_matches("c1", "123456", ""));
    }
}
