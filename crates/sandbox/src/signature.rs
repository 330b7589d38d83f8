//! Razorpay's signatures: HMAC-SHA256 in lower-case hex.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The signature that the checkout passes to its `handler`: key API secret, message `order_id|payment_id`.
#[must_use]
pub fn payment_signature(key_secret: &str, order_id: &str, payment_id: &str) -> String {
    hex_hmac(key_secret.as_bytes(), format!("{order_id}|{payment_id}").as_bytes())
}

/// The header `X-Razorpay-Signature`: key webhook secret, message the exact bytes of the body.
#[must_use]
pub fn webhook_signature(webhook_secret: &str, body: &[u8]) -> String {
    hex_hmac(webhook_secret.as_bytes(), body)
}

fn hex_hmac(key: &[u8], message: &[u8]) -> String {
    // Cannot fail: HMAC accepts keys of any length.
    Hmac::<Sha256>::new_from_slice(key).map_or_else(
        |_| String::new(),
        |mut mac| {
            mac.update(message);
            hex::encode(mac.finalize().into_bytes())
        },
    )
}
