//! Keys derived from the master key, one for each purpose.

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use aws_lc_rs::{hkdf, hmac};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};

use crate::error::IssuerError;

const NONCE_BYTES: usize = 12;

/// The keys that live only in memory: those of the master key, and, while it is being changed, of the one before. What is
/// made is made with the first; what was made with the other still counts.
pub(crate) struct Secrets {
    present: Keys,
    previous: Option<Keys>,
}

/// The keys of one master key.
struct Keys {
    sealing: RandomizedNonceKey,
    forms: hmac::Key,
    codes: hmac::Key,
}

impl Keys {
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
            sealing: RandomizedNonceKey::new(&AES_256_GCM, &key_for(b"signing keys at rest")?)
                .map_err(|_| IssuerError::Crypto("derive"))?,
            forms: hmac::Key::new(hmac::HMAC_SHA256, &key_for(b"form tokens")?),
            codes: hmac::Key::new(hmac::HMAC_SHA256, &key_for(b"mailed codes")?),
        })
    }

    fn unseal(&self, context: &str, sealed: &str) -> Result<Vec<u8>, IssuerError> {
        let fault = || IssuerError::Crypto("unseal");
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| fault())?;
        let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or_else(fault)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| fault())?;
        let mut body = body.to_vec();
        let plain = self.sealing.open_in_place(nonce, Aad::from(context.as_bytes()), &mut body).map_err(|_| fault())?;
        Ok(plain.to_vec())
    }
}

impl Secrets {
    pub(crate) fn derive(master: &SecretString, previous: Option<&SecretString>) -> Result<Self, IssuerError> {
        Ok(Self { present: Keys::derive(master)?, previous: previous.map(Keys::derive).transpose()? })
    }

    fn all(&self) -> impl Iterator<Item = &Keys> {
        std::iter::once(&self.present).chain(&self.previous)
    }

    /// Encrypts with AES-256-GCM under a fresh nonce; `context` must be the same when opening.
    pub(crate) fn seal(&self, context: &str, plain: &[u8]) -> Result<String, IssuerError> {
        let mut sealed = plain.to_vec();
        let nonce = self
            .present
            .sealing
            .seal_in_place_append_tag(Aad::from(context.as_bytes()), &mut sealed)
            .map_err(|_| IssuerError::Crypto("seal"))?;
        let mut out = nonce.as_ref().to_vec();
        out.extend_from_slice(&sealed);
        Ok(URL_SAFE_NO_PAD.encode(out))
    }

    pub(crate) fn unseal(&self, context: &str, sealed: &str) -> Result<Vec<u8>, IssuerError> {
        self.all().find_map(|keys| keys.unseal(context, sealed).ok()).ok_or(IssuerError::Crypto("unseal"))
    }

    /// The same sealed with the master key of now; `None` when it is.
    pub(crate) fn renew(&self, context: &str, sealed: &str) -> Result<Option<String>, IssuerError> {
        if self.present.unseal(context, sealed).is_ok() {
            return Ok(None);
        }
        self.seal(context, &self.unseal(context, sealed)?).map(Some)
    }

    /// The token that a form shown to this browser must bring back.
    pub(crate) fn form_token(&self, browser: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.present.forms, browser.as_bytes()))
    }

    pub(crate) fn form_token_is_valid(&self, browser: &str, token: &str) -> bool {
        let given = URL_SAFE_NO_PAD.decode(token).unwrap_or_default();
        self.all().any(|keys| hmac::verify(&keys.forms, browser.as_bytes(), &given).is_ok())
    }

    /// What is stored in place of a mailed code. Keyed, because six digits alone could be tried out from a stolen table.
    pub(crate) fn code_mark(&self, challenge: &str, code: &str) -> String {
        URL_SAFE_NO_PAD.encode(hmac::sign(&self.present.codes, format!("{challenge}\n{code}").as_bytes()))
    }

    pub(crate) fn code_matches(&self, challenge: &str, code: &str, mark: &str) -> bool {
        let mark = URL_SAFE_NO_PAD.decode(mark).unwrap_or_default();
        let text = format!("{challenge}\n{code}");
        self.all().any(|keys| hmac::verify(&keys.codes, text.as_bytes(), &mark).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(master: &str) -> Secrets {
        Secrets::derive(&SecretString::from(master.repeat(32)), None).unwrap()
    }

    #[test]
    fn while_the_master_key_changes_what_the_old_one_made_still_counts() {
        let (old, new) = (secrets("a"), secrets("b"));
        let [master, previous] = ["b", "a"].map(|key| SecretString::from(key.repeat(32)));
        let both = Secrets::derive(&master, Some(&previous)).unwrap();
        let sealed = old.seal("kid-1", b"private").unwrap();
        assert_eq!(both.unseal("kid-1", &sealed).unwrap(), b"private");
        let renewed = both.renew("kid-1", &sealed).unwrap().unwrap();
        assert_eq!(new.unseal("kid-1", &renewed).unwrap(), b"private");
        assert_eq!(both.renew("kid-1", &renewed).unwrap(), None);
        assert!(new.renew("kid-1", &sealed).is_err());
        assert!(both.form_token_is_valid("one", &old.form_token("one")));
        assert!(new.form_token_is_valid("one", &both.form_token("one")));
        assert!(both.code_matches("c1", "123456", &old.code_mark("c1", "123456")));
        assert!(new.code_matches("c1", "123456", &both.code_mark("c1", "123456")));
        assert!(!both.code_matches("c1", "123457", &old.code_mark("c1", "123456")));
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
