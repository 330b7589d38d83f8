//! Verification of the signatures of the checkout and of webhooks (docs/integrations.md §1.7, §1.8).

use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use subtle::{Choice, ConstantTimeEq};

/// Verifies the signature of the checkout. `order_id` must come from our database, not from the browser. The signature is
/// lower-case hexadecimal, as in the provider's libraries.
pub fn verify_payment_signature(secret: &SecretString, order_id: &str, payment_id: &str, signature: &str) -> bool {
    !order_id.is_empty()
        && !payment_id.is_empty()
        && is_signed(secret, &[order_id.as_bytes(), b"|", payment_id.as_bytes()], signature).into()
}

/// Verifies the signature of a webhook over its raw body with any of the secrets. After a change of the secret, the provider
/// continues to sign older events with the old one.
pub fn verify_webhook_signature(secrets: &[SecretString], body: &[u8], signature: &str) -> bool {
    let any = secrets.iter().fold(Choice::from(0), |any, secret| any | is_signed(secret, &[body], signature));
    any.into()
}

/// Verifies an HMAC-SHA256 signature in constant time. An empty secret never verifies.
fn is_signed(secret: &SecretString, message: &[&[u8]], signature: &str) -> Choice {
    let key = secret.expose_secret().as_bytes();
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return Choice::from(0);
    };
    message.iter().for_each(|part| mac.update(part));
    let expected = hex::encode(mac.finalize().into_bytes());
    expected.as_bytes().ct_eq(signature.as_bytes()) & Choice::from(u8::from(!key.is_empty()))
}
