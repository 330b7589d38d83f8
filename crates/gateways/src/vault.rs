//! Encryption of stored secrets such as bank account numbers (D34): AES-256-GCM with a key derived from the master key.
//!
//! Each value has a random nonce and is bound to a context (associated data), so it decrypts only there. During a change of
//! the master key, values encrypted with the previous key still decrypt.

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use aws_lc_rs::hkdf;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};

const NONCE_BYTES: usize = 12;
/// The version prefix of encrypted values.
const SCHEME: &str = "v1.";

/// A value could not be encrypted or decrypted: the master key or the context is another, or the value is corrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot decrypt value: check the master key")]
pub struct VaultError;

/// The encryption keys, in memory only.
pub struct Vault {
    key: RandomizedNonceKey,
    previous: Option<RandomizedNonceKey>,
}

impl Vault {
    /// Creates a vault with a master key.
    ///
    /// # Errors
    /// [`VaultError`] if the key derivation fails.
    pub fn new(master: &SecretString) -> Result<Self, VaultError> {
        Ok(Self { key: derive_key(master)?, previous: None })
    }

    /// Adds the previous master key, for decryption only.
    ///
    /// # Errors
    /// [`VaultError`] if the key derivation fails.
    pub fn with_previous_key(self, master: &SecretString) -> Result<Self, VaultError> {
        Ok(Self { previous: Some(derive_key(master)?), ..self })
    }

    /// Encrypts a text for a context, such as the id of the record that contains it.
    ///
    /// # Errors
    /// [`VaultError`] if the encryption fails.
    pub fn encrypt(&self, context: &str, plaintext: &str) -> Result<String, VaultError> {
        let mut ciphertext = plaintext.as_bytes().to_vec();
        let aad = Aad::from(context.as_bytes());
        let nonce = self.key.seal_in_place_append_tag(aad, &mut ciphertext).map_err(|_| VaultError)?;
        let bytes = [nonce.as_ref().as_slice(), ciphertext.as_slice()].concat();
        Ok(format!("{SCHEME}{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Decrypts a value in the context that it was encrypted for.
    ///
    /// # Errors
    /// [`VaultError`] for another context, an unknown master key, and a corrupted value.
    pub fn decrypt(&self, context: &str, encrypted: &str) -> Result<SecretString, VaultError> {
        decrypt_with(&self.key, context, encrypted).or_else(|_| self.decrypt_with_previous(context, encrypted))
    }

    /// Re-encrypts a value with the current master key; `None` if it already uses that key.
    ///
    /// # Errors
    /// As [`Vault::decrypt`].
    pub fn reencrypt(&self, context: &str, encrypted: &str) -> Result<Option<String>, VaultError> {
        if decrypt_with(&self.key, context, encrypted).is_ok() {
            return Ok(None);
        }
        let plaintext = self.decrypt_with_previous(context, encrypted)?;
        self.encrypt(context, plaintext.expose_secret()).map(Some)
    }

    fn decrypt_with_previous(&self, context: &str, encrypted: &str) -> Result<SecretString, VaultError> {
        decrypt_with(self.previous.as_ref().ok_or(VaultError)?, context, encrypted)
    }
}

fn derive_key(master: &SecretString) -> Result<RandomizedNonceKey, VaultError> {
    let mut key = [0_u8; 32];
    hkdf::Salt::new(hkdf::HKDF_SHA256, b"tala/v1")
        .extract(master.expose_secret().as_bytes())
        .expand(&[b"bank accounts at rest"], hkdf::HKDF_SHA256)
        .and_then(|okm| okm.fill(&mut key))
        .map_err(|_| VaultError)?;
    RandomizedNonceKey::new(&AES_256_GCM, &key).map_err(|_| VaultError)
}

fn decrypt_with(key: &RandomizedNonceKey, context: &str, encrypted: &str) -> Result<SecretString, VaultError> {
    let encoded = encrypted.strip_prefix(SCHEME).ok_or(VaultError)?;
    let bytes = URL_SAFE_NO_PAD.decode(encoded).map_err(|_| VaultError)?;
    let (nonce, ciphertext) = bytes.split_at_checked(NONCE_BYTES).ok_or(VaultError)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| VaultError)?;
    let mut buffer = ciphertext.to_vec();
    let plaintext = key.open_in_place(nonce, Aad::from(context.as_bytes()), &mut buffer).map_err(|_| VaultError)?;
    String::from_utf8(plaintext.to_vec()).map(SecretString::from).map_err(|_| VaultError)
}

/// Hides the keys.
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
    fn value_decrypts_only_with_its_key_and_in_its_context() {
        let encrypted = vault("a").encrypt("teacher-1", "000123456789").unwrap();
        assert_eq!(vault("a").decrypt("teacher-1", &encrypted).unwrap().expose_secret(), "000123456789");
        assert_eq!(vault("b").decrypt("teacher-1", &encrypted).unwrap_err(), VaultError);
        assert_eq!(vault("a").decrypt("teacher-2", &encrypted).unwrap_err(), VaultError);
        assert!(!encrypted.contains("123456"));
        assert_ne!(encrypted, vault("a").encrypt("teacher-1", "000123456789").unwrap(), "nonces are random");
    }

    #[test]
    fn value_of_previous_key_decrypts_and_can_be_reencrypted() {
        let old = vault("a").encrypt("teacher-1", "000123456789").unwrap();
        let both = vault("b").with_previous_key(&SecretString::from("a".repeat(32))).unwrap();
        assert_eq!(both.decrypt("teacher-1", &old).unwrap().expose_secret(), "000123456789");
        assert!(both.decrypt("teacher-2", &old).is_err(), "only in its context");
        let new = both.reencrypt("teacher-1", &old).unwrap().unwrap();
        assert_eq!(vault("b").decrypt("teacher-1", &new).unwrap().expose_secret(), "000123456789");
        assert!(vault("a").decrypt("teacher-1", &new).is_err(), "new values use the current key");
        assert_eq!(both.reencrypt("teacher-1", &new), Ok(None));
        assert_eq!(vault("b").reencrypt("teacher-1", &old), Err(VaultError));
    }

    #[test]
    fn corrupted_value_does_not_decrypt() {
        let encrypted = vault("a").encrypt("x", "1234").unwrap();
        let mut other = encrypted.clone();
        let last = if other.pop() == Some('A') { 'B' } else { 'A' };
        other.push(last);
        for text in [other.as_str(), "", "v1.", "v1.AAAA", "v2.x", &encrypted[3..]] {
            assert!(vault("a").decrypt("x", text).is_err(), "{text}");
        }
        assert_eq!(format!("{:?}", vault("a")), "Vault");
    }
}
