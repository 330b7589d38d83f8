//! Entity ids: 14 letters and digits, derived from a root key and a counter.

use rand::TryRngCore;
use rand::rngs::OsRng;
use sha2::{Digest, Sha256};

use crate::config::Error;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 14;

/// Generates ids and sequence numbers.
pub(crate) struct IdGenerator {
    root: [u8; 32],
    /// Number of generated values; persisted.
    pub(crate) count: u64,
}

impl IdGenerator {
    pub(crate) fn new(seed: Option<u64>) -> Result<Self, Error> {
        let mut root = [0_u8; 32];
        match seed {
            Some(seed) => root = Sha256::digest(seed.to_be_bytes()).into(),
            None => OsRng.try_fill_bytes(&mut root).map_err(|error| Error::Randomness(error.to_string()))?,
        }
        Ok(Self { root, count: 0 })
    }

    /// The next sequence number.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// A new id such as `pay_29QQoUBi66xm2f`.
    pub(crate) fn next_id(&mut self, prefix: &str) -> String {
        let number = self.next_number();
        let digest = Sha256::new().chain_update(self.root).chain_update(number.to_be_bytes()).finalize();
        let letter = |byte: &u8| ALPHABET.get(usize::from(byte % 62)).copied().map(char::from);
        std::iter::once(prefix.to_owned())
            .chain(digest.iter().take(LENGTH).filter_map(letter).map(String::from))
            .collect()
    }

    /// A new bank reference of 12 digits.
    pub(crate) fn next_bank_reference(&mut self) -> String {
        let number = self.next_number();
        format!("{:012}", number.wrapping_mul(7_919).wrapping_add(400_000_000_000) % 1_000_000_000_000)
    }
}

/// Whether `text` is a well-formed id: prefix and 14 letters or digits.
pub(crate) fn is_valid_id(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.len() == LENGTH && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
