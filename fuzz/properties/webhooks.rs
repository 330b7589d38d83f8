//! Webhooks: only bodies signed with a configured secret are accepted, and any signed body is parsed or rejected.

use aws_lc_rs::hmac;
use secrecy::SecretString;
use tala_gateways::razorpay::{parse_event, verify_payment_signature, verify_webhook_signature};

use super::SEPARATOR;

const SECRET: &str = "a secret that only the provider has";

pub(super) fn only_signed_webhooks_are_accepted(input: &[u8]) {
    let at = input.iter().position(|byte| *byte == SEPARATOR).unwrap_or(input.len());
    let (claimed, body) = (String::from_utf8_lossy(&input[..at]), input.get(at + 1..).unwrap_or_default());
    let secrets = [SecretString::from(SECRET), SecretString::from("the previous secret"), SecretString::from("")];
    let signed = signature(SECRET, body);
    assert!(verify_webhook_signature(&secrets, body, &signed));
    assert_eq!(
        verify_webhook_signature(&secrets, body, &claimed),
        claimed == signed || claimed == signature("the previous secret", body)
    );
    assert!(!verify_webhook_signature(&secrets[2..], body, &signature("", body)), "an empty secret is ignored");
    let mut changed = body.to_vec();
    changed.push(b' ');
    assert!(!verify_webhook_signature(&secrets, &changed, &signed));
    assert!(
        !verify_webhook_signature(&secrets, body, &signed.to_ascii_uppercase())
            || signed == signed.to_ascii_uppercase()
    );

    let text = String::from_utf8_lossy(body);
    let (order, payment) = text.split_once('|').unwrap_or((&text, ""));
    let pair = signature(SECRET, format!("{order}|{payment}").as_bytes());
    let sound = !order.is_empty() && !payment.is_empty();
    assert_eq!(verify_payment_signature(&secrets[0], order, payment, &pair), sound);

    let Ok(event) = parse_event(body) else { return };
    assert!(event.name.len() <= 64 && event.name.is_ascii());
    for id in [&event.payment_id, &event.order_id, &event.refund_id].into_iter().flatten() {
        let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        assert!((1..=64).contains(&id.len()) && plain, "{id:?} can become part of a URL");
    }
}

fn signature(secret: &str, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    hmac::sign(&key, body).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
