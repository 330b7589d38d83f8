//! Idempotency keys of requests.

use tala_domain::error::FieldErrors;

const MAX_LENGTH: usize = 200;

/// Parses the key that a client sends to make a request repeatable.
///
/// # Errors
/// An error of `field` if it is not 1 to 200 printable ASCII characters.
pub fn parse_idempotency_key<'a>(field: &str, key: &'a [u8]) -> Result<&'a str, FieldErrors> {
    std::str::from_utf8(key)
        .ok()
        .filter(|text| (1..=MAX_LENGTH).contains(&text.len()))
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' '))
        .ok_or_else(|| FieldErrors::one(field, "An idempotency key has 1 to 200 printable ASCII characters."))
}
