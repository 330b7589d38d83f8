//! Seals what must not lie about in plain text: bank account numbers (D34). AES-256-GCM under a key derived from the
//! master key; each seal has a fresh nonce and opens only in the place that it was made for. While the master key is being
//! changed, what was sealed with the one before still opens.

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use aws_lc_rs::hkdf;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};

const NONCE_BYTES: usize = 12;
/// Marks how a value was sealed, for the day on which that changes.
const SCHEME: &str = "v1.";

/// Something could not be sealed or opened: another master key, another place, or a value that was tampered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a sealed value does not open: was the master key changed?")]
pub struct VaultError;

/// The keys, in memory only.
pub struct Vault {
    key: RandomizedNonceKey,
    previous: Option<RandomizedNonceKey>,
}

impl Vault {
    /// The vault of this master key.
    pub fn new(master: &SecretString) -> Result<Self, VaultError> {
        Ok(Self { key: derive(master)?, previous: None })
    }

    /// The same vault, which also opens what was sealed with the master key before.
    pub fn and_previous(self, master: &SecretString) -> Result<Self, VaultError> {
        Ok(Self { previous: Some(derive(master)?), ..self })
    }

    /// Seals a text for a place, such as the id of the record that it stands in.
    pub fn seal(&self, place: &str, plain: &str) -> Result<String, VaultError> {
        let mut sealed = plain.as_bytes().to_vec();
        let nonce =
            self.key.seal_in_place_append_tag(Aad::from(place.as_bytes()), &mut sealed).map_err(|_| VaultError)?;
        let bytes = [nonce.as_ref().as_slice(), sealed.as_slice()].concat();
        Ok(format!("{SCHEME}{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Opens what was sealed for this place.
    pub fn open(&self, place: &str, sealed: &str) -> Result<SecretString, VaultError> {
        open_with(&self.key, place, sealed).or_else(|_| self.open_previous(place, sealed))
    }

    /// The same value sealed with the master key of now; `None` when it is.
    pub fn renew(&self, place: &str, sealed: &str) -> Result<Option<String>, VaultError> {
        if open_with(&self.key, place, sealed).is_ok() {
            return Ok(None);
        }
        let plain = self.open_previous(place, sealed)?;
        self.seal(place, plain.expose_secret()).map(Some)
    }

    fn open_previous(&self, place: &str, sealed: &str) -> Result<SecretString, VaultError> {
        open_with(self.previous.as_ref().ok_or(VaultError)?, place, sealed)
    }
}

fn derive(master: &SecretString) -> Result<RandomizedNonceKey, VaultError> {
    let mut key = [0_u8; 32];
    hkdf::Salt::new(hkdf::HKDF_SHA256, b"tala/v1")
        .extract(master.expose_secret().as_bytes())
        .expand(&[b"bank accounts at rest"], hkdf::HKDF_SHA256)
        .and_then(|okm| okm.fill(&mut key))
        .map_err(|_| VaultError)?;
    RandomizedNonceKey::new(&AES_256_GCM, &key).map_err(|_| VaultError)
}

fn open_with(key: &RandomizedNonceKey, place: &str, sealed: &str) -> Result<SecretString, VaultError> {
    let encoded = sealed.strip_prefix(SCHEME).ok_or(VaultError)?;
    let bytes = URL_SAFE_NO_PAD.decode(encoded).map_err(|_| VaultError)?;
    let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or(VaultError)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| VaultError)?;
    let mut body = body.to_vec();
    let plain = key.open_in_place(nonce, Aad::from(place.as_bytes()), &mut body).map_err(|_| VaultError)?;
    String::from_utf8(plain.to_vec()).map(SecretString::from).map_err(|_| VaultError)
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vault(master: &str) -> Vault {
        Vault::new(&SecretString::from(master.repeat(32))).unwrap()
    }

    #[test]
    fn a_seal_opens_only_with_its_key_and_in_its_place() {
        let sealed = vault("a").seal("teacher-1", "000123456789").unwrap();
        assert_eq!(vault("a").open("teacher-1", &sealed).unwrap().expose_secret(), "000123456789");
        assert_eq!(vault("b").open("teacher-1", &sealed).unwrap_err(), VaultError);
        assert_eq!(vault("a").open("teacher-2", &sealed).unwrap_err(), VaultError);
        assert!(!sealed.contains("123456"));
        assert_ne!(sealed, vault("a").seal("teacher-1", "000123456789").unwrap(), "nonces are fresh");
    }

    #[test]
    fn a_new_master_key_opens_old_seals_as_long_as_the_old_one_is_known_and_renews_them() {
        let old = vault("a").seal("teacher-1", "000123456789").unwrap();
        let both = vault("b").and_previous(&SecretString::from("a".repeat(32))).unwrap();
        assert_eq!(both.open("teacher-1", &old).unwrap().expose_secret(), "000123456789");
        assert!(both.open("teacher-2", &old).is_err(), "in its place only");
        let new = both.renew("teacher-1", &old).unwrap().unwrap();
        assert_eq!(vault("b").open("teacher-1", &new).unwrap().expose_secret(), "000123456789");
        assert!(vault("a").open("teacher-1", &new).is_err(), "nothing new is sealed with the old key");
        assert_eq!(both.renew("teacher-1", &new), Ok(None));
        assert_eq!(vault("b").renew("teacher-1", &old), Err(VaultError));
    }

    #[test]
    fn what_was_tampered_with_does_not_open() {
        let sealed = vault("a").seal("x", "1234").unwrap();
        let mut other = sealed.clone();
        let last = if other.pop() == Some('A') { 'B' } else { 'A' };
        other.push(last);
        for text in [other.as_str(), "", "v1.", "v1.AAAA", "v2.x", &sealed[3..]] {
            assert!(vault("a").open("x", text).is_err(), "{text}");
        }
        assert_eq!(format!("{:?}", vault("a")), "Vault");
    }
}
