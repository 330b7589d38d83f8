//! Keys, random tokens, PKCE and passwords.

mod common_passwords;
pub(crate) mod key_ring;
pub(crate) mod password_hashing;
pub(crate) mod password_policy;
pub(crate) mod pkce;
pub(crate) mod random;
