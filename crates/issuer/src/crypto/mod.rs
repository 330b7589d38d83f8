//! Keys, hashes, codes and passwords.

pub(crate) mod common_passwords;
pub(crate) mod passwords;
pub(crate) mod pkce;
pub(crate) mod random;
pub(crate) mod secrets;
