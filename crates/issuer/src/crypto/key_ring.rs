//! Keys derived from the master key with HKDF, one for each purpose.

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use aws_lc_rs::{hkdf, hmac};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};

use crate::error::IssuerError;

const NONCE_BYTES: usize = 12;

/// Keys of the current master key and, during a key change, of the previous one. Encrypts and signs with the current
/// keys; decrypts and verifies with both.
pub(crate) struct KeyRing {
    current: DerivedKeys,
    previous: Option<DerivedKeys>,
}

/// The keys derived from one master key.
struct DerivedKeys {
    aead: RandomizedNonceKey,
    form_tokens: hmac::Key,
    email_codes: hmac::Key,
}

impl DerivedKeys {
    fn derive(master: &SecretString) -> Result<Self, IssuerError> {
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
            aead: RandomizedNonceKey::new(&AES_256_GCM, &key_for(b"signing keys at rest")?)
                .map_err(|_| IssuerError::Crypto("derive"))?,
            form_tokens: hmac::Key::new(hmac::HMAC_SHA256, &key_for(b"form tokens")?),
            email_codes: hmac::Key::new(hmac::HMAC_SHA256, &key_for(b"mailed codes")?),
        })
    }

    fn decrypt(&self, context: &str, ciphertext: &str) -> Result<Vec<u8>, IssuerError> {
        let failed = || IssuerError::Crypto("decrypt");
        let bytes = URL_SAFE_NO_PAD.decode(ciphertext).map_err(|_| failed())?;
        let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or_else(failed)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| failed())?;
        let mut body = body.to_vec();
        let plain = self.aead.open_in_place(nonce, Aad::from(context.as_bytes()), &mut body).map_err(|_| failed())?;
        Ok(plain.to_vec())
    }
}

impl KeyRing {
    pub(crate) fn derive(master: &SecretString, previous: Option<&SecretString>) -> Result<Self, IssuerError> {
        Ok(Self { current: DerivedKeys::derive(master)?, previous: previous.map(DerivedKeys::derive).transpose()? })
    }

    fn all(&self) -> impl Iterator<Item = &DerivedKeys> {
        std::iter::once(&self.current).chain(&self.previous)
    }

    /// Encrypts with AES-256-GCM and a random nonce. `context` is authenticated and must be the same for decryption.
    pub(crate) fn encrypt(&self, context: &str, plain: &[u8]) -> Result<String, IssuerError> {
        let mut sealed = plain.to_vec();
        let nonce = self
            .current
            .aead
            .seal_in_place_append_tag(Aad::from(context.as_bytes()), &mut sealed)
            .map_err(|_| IssuerError::Crypto("encrypt"))?;
        let mut out = nonce.as_ref().to_vec();
        out.extend_from_slice(&sealed);
        Ok(URL_SAFE_NO_PAD.encode(out))
    }

    /// Decrypts the result of [`Self::encrypt`].
    pub(crate) fn decrypt(&self, context: &str, ciphertext: &str) -> Result<Vec<u8>, IssuerError> {
        self.all().find_map(|keys| keys.decrypt(context, ciphertext).ok()).ok_or(IssuerError::Crypto("decrypt"))
    }

    /// Re-encrypts with the current master key; `None` if the value already is.
    pub(crate) fn reencrypt(&self, context: &str, ciphertext: &str) -> Result<Option<String>, IssuerError> {
        if self.current.decrypt(context, ciphertext).is_ok() {
            return Ok(None);
        }
        self.encrypt(context, &self.decrypt(context, ciphertext)?).map(Some)
    }

    /// The CSRF token for the forms of a browser: a MAC of its cookie.
    pub(crate) fn form_token(&self, browser: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.current.form_tokens, browser.as_bytes()))
    }

    pub(crate) fn verify_form_token(&self, browser: &str, token: &str) -> bool {
        let given = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
        self.all().any(|keys| hmac::verify(&keys.form_tokens, browser.as_bytes(), &given).is_ok())
    }

    /// The MAC of an emailed code, stored instead of the code. A plain hash of six digits could be brute-forced.
    pub(crate) fn code_mac(&self, challenge: &str, code: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.current.email_codes, format!("{challenge}\n{code}").as_bytes()))
    }

    pub(crate) fn verify_code(&self, challenge: &str, code: &str, mac: &str) -> bool {
        let mac = URL_SAFE_NO_PAD.decode(mac).unwrap_or_default();
        let text = format!("{challenge}\n{code}");
        self.all().any(|keys| hmac::verify(&keys.email_codes, text.as_bytes(), &mac).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_ring(master: &str) -> KeyRing {
        KeyRing::derive(&SecretString::from(master.repeat(32)), None).unwrap()
    }

    #[test]
    fn previous_master_key_still_decrypts_and_verifies() {
        let (old, new) = (key_ring("a"), key_ring("b"));
        let [master, previous] = ["b", "a"].map(|key| SecretString::from(key.repeat(32)));
        let both = KeyRing::derive(&master, Some(&previous)).unwrap();
        let sealed = old.encrypt("kid-1", b"private").unwrap();
        assert_eq!(both.decrypt("kid-1", &sealed).unwrap(), b"private");
        let renewed = both.reencrypt("kid-1", &sealed).unwrap().unwrap();
        assert_eq!(new.decrypt("kid-1", &renewed).unwrap(), b"private");
        assert_eq!(both.reencrypt("kid-1", &renewed).unwrap(), None);
        assert!(new.reencrypt("kid-1", &sealed).is_err());
        assert!(both.verify_form_token("one", &old.form_token("one")));
        assert!(new.verify_form_token("one", &both.form_token("one")));
        assert!(both.verify_code("c1", "123456", &old.code_mac("c1", "123456")));
        assert!(new.verify_code("c1", "123456", &both.code_mac("c1", "123456")));
        assert!(!both.verify_code("c1", "123457", &old.code_mac("c1", "123456")));
    }

    #[test]
    fn ciphertext_decrypts_only_with_same_master_key_and_context() {
        let sealed = key_ring("a").encrypt("kid-1", b"private").unwrap();
        assert_eq!(key_ring("a").decrypt("kid-1", &sealed).unwrap(), b"private");
        assert!(key_ring("b").decrypt("kid-1", &sealed).is_err());
        assert!(key_ring("a").decrypt("kid-2", &sealed).is_err());
        assert!(!sealed.contains("private"));
        assert_ne!(sealed, key_ring("a").encrypt("kid-1", b"private").unwrap(), "nonces are random");
    }

    #[test]
    fn form_tokens_are_bound_to_browser_and_codes_to_challenge() {
        let keys = key_ring("a");
        assert!(keys.verify_form_token("one", &keys.form_token("one")));
        assert!(!keys.verify_form_token("two", &keys.form_token("one")));
        assert!(!keys.verify_form_token("one", ""));
        let mac = keys.code_mac("c1", "123456");
        assert!(keys.verify_code("c1", "123456", &mac));
        assert!(!keys.verify_code("c2", "123456", &mac));
        assert!(!keys.verify_code("c1", "123457", &mac));
        assert!(!keys.verify_code("c1", "123456", ""));
    }
}
