//! The two signatures of Razorpay, both HMAC-SHA256 in lower-case hex.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What the checkout hands to its `handler`: the key is the API secret, the message `order_id|payment_id`.
#[must_use]
pub fn payment_signature(key_secret: &str, order_id: &str, payment_id: &str) -> String {
    hex_hmac(key_secret.as_bytes(), format!("{order_id}|{payment_id}").as_bytes())
}

/// `X-Razorpay-Signature`: the key is the webhook's own secret, the message the body byte for byte.
#[must_use]
pub fn webhook_signature(webhook_secret: &str, body: &[u8]) -> String {
    hex_hmac(webhook_secret.as_bytes(), body)
}

fn hex_hmac(key: &[u8], message: &[u8]) -> String {
    // HMAC takes a key of any length, so this cannot fail.
    Hmac::<Sha256>::new_from_slice(key).map_or_else(
        |_| String::new(),
        |mut mac| {
            mac.update(message);
            hex::encode(mac.finalize().into_bytes())
        },
    )
}
