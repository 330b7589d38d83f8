//! Ids: fourteen letters and digits, from a root and a counter that never repeats.

use rand::TryRngCore;
use rand::rngs::OsRng;
use sha2::{Digest, Sha256};

use crate::config::Error;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 14;

pub(crate) struct Ids {
    root: [u8; 32],
    /// How many have been given; kept across restarts.
    pub(crate) given: u64,
}

impl Ids {
    pub(crate) fn new(seed: Option<u64>) -> Result<Self, Error> {
        let mut root = [0_u8; 32];
        match seed {
            Some(seed) => root = Sha256::digest(seed.to_be_bytes()).into(),
            None => OsRng.try_fill_bytes(&mut root).map_err(|error| Error::Randomness(error.to_string()))?,
        }
        Ok(Self { root, given: 0 })
    }

    /// The next number of the counter, for what is only put in order.
    pub(crate) fn number(&mut self) -> u64 {
        self.given += 1;
        self.given
    }

    /// A fresh id such as `pay_29QQoUBi66xm2f`.
    pub(crate) fn id(&mut self, prefix: &str) -> String {
        let number = self.number();
        let digest = Sha256::new().chain_update(self.root).chain_update(number.to_be_bytes()).finalize();
        let letter = |byte: &u8| ALPHABET.get(usize::from(byte % 62)).copied().map(char::from);
        std::iter::once(prefix.to_owned())
            .chain(digest.iter().take(LENGTH).filter_map(letter).map(String::from))
            .collect()
    }

    /// Digits of a bank reference.
    pub(crate) fn reference(&mut self) -> String {
        let number = self.number();
        format!("{:012}", number.wrapping_mul(7_919).wrapping_add(400_000_000_000) % 1_000_000_000_000)
    }
}

/// Whether the text can be an id of that kind: `order_` and fourteen letters or digits.
pub(crate) fn is_id(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|rest| rest.len() == LENGTH && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}
