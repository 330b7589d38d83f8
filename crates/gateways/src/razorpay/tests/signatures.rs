//! Tests of signatures with the test vectors of docs/integrations.md §1.7 and altered inputs.

use secrecy::SecretString;

use crate::razorpay::{verify_payment_signature, verify_webhook_signature};

/// Order, payment, secret, signature; verified with the provider's libraries for Node and Python.
const PAYMENTS: [[&str; 4]; 3] = [
    [
        "order_IEIaMR65cu6nz3",
        "pay_IH4NVgf4Dreq1l",
        "EnLs21M47BllR3X8PSFtjtbd",
        "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f",
    ],
    [
        "order_Test000000001",
        "pay_Test0000000001",
        "sandbox_secret_1",
        "3259ef22f7996bedad8be28474668c5e72a125f2905707a2add39e8ae679b7de",
    ],
    [
        "order_9A33XWu170gUtm",
        "pay_29QQoUBi66xm2f",
        "s3cr3t-with-ünïcode",
        "e5829c541c035fb6c3b698956e5443bb1c44b7868c736057c4850eaa217ef49a",
    ],
];

const WEBHOOK: &str = concat!(
    r#"{"entity":"event","account_id":"acc_TEST","event":"payment.captured","contains":["payment"],"#,
    r#""payload":{"payment":{"entity":{"id":"pay_Test0000000001","amount":99900}}},"created_at":1700000000}"#
);
const WEBHOOK_SIGNATURE: &str = "3f2b17975b654adc5e94201fb4b87e308e5ceb056b4272b5402b78545a9f472a";
const ESCAPED: &str = concat!(
    r#"{"event":"payment.captured","payload":{"payment":{"entity":{"description":"N\u012bl\u0101 \/ class","#,
    r#""notes":[],"amount":99900}}}}"#
);
const ESCAPED_SIGNATURE: &str = "fe6a8440daa2b55a0dc55b12e2c35c75827df1bc4c8646ec3b4d05de58637bdf";

fn secret(text: &str) -> SecretString {
    text.into()
}

#[test]
fn checkout_signatures_verify() {
    for [order, payment, key, signature] in PAYMENTS {
        assert!(verify_payment_signature(&secret(key), order, payment, signature), "{order}");
    }
}

#[test]
fn altered_checkout_signature_does_not_verify() {
    for [order, payment, key, signature] in PAYMENTS {
        let verify = |order: &str, payment: &str, key: &str, signature: &str| {
            verify_payment_signature(&secret(key), order, payment, signature)
        };
        assert!(!verify(order, payment, key, &signature.to_uppercase()), "upper case");
        assert!(!verify(order, payment, key, &signature[..63]), "truncated");
        assert!(!verify(order, payment, key, &signature[..2]), "cut to one byte");
        assert!(!verify(order, payment, key, ""), "empty");
        assert!(!verify(order, payment, key, &format!("{signature}00")), "longer");
        assert!(!verify(order, payment, key, &format!(" {signature}")), "space");
        assert!(!verify(order, payment, key, &format!("0x{signature}")), "prefix");
        assert!(!verify(payment, order, key, signature), "the order of subscriptions");
        assert!(!verify(order, "pay_Other000000001", key, signature), "another payment");
        assert!(!verify("order_Other00000001", payment, key, signature), "another order");
        assert!(!verify(order, payment, &format!("{key} "), signature), "another secret");
        let mut flipped = signature.to_owned();
        flipped.replace_range(63.., if signature.ends_with('0') { "1" } else { "0" });
        assert!(!verify(order, payment, key, &flipped), "one digit");
    }
}

/// Correctly computed signatures with an empty secret, and over empty ids.
#[test]
fn empty_secret_and_empty_ids_never_verify() {
    let order_and_payment = "bdc788b13b9bf544409174488f2f0cdb0ca9753b327f084529ec43b4cbccde7e";
    assert!(!verify_payment_signature(&secret(""), "order_1", "pay_1", order_and_payment));
    let empty_object = "22f8eea909400af98adf3681a9f31923ef6b7fcba4abb553d92823a3e9d5c25e";
    assert!(!verify_webhook_signature(&[secret("")], b"{}", empty_object));
    let no_order = "2ce86d8ba8459c94008f68409e536a8002b35ff92e1ddaa681d543502caf204d";
    assert!(!verify_payment_signature(&secret("S"), "", "pay_1", no_order));
    let no_payment = "8b8af6f87f5c0e0fb73bed25c3f18c0f4347fb1b17fd121a00a8650a645c6ee7";
    assert!(!verify_payment_signature(&secret("S"), "order_1", "", no_payment));
}

#[test]
fn webhook_signature_verifies_over_raw_bytes_only() {
    let secrets = [secret("whsec_demo")];
    assert_eq!(WEBHOOK.len(), 192);
    assert!(verify_webhook_signature(&secrets, WEBHOOK.as_bytes(), WEBHOOK_SIGNATURE));
    assert!(verify_webhook_signature(&secrets, ESCAPED.as_bytes(), ESCAPED_SIGNATURE));

    let parsed: serde_json::Value = serde_json::from_str(ESCAPED).unwrap();
    assert!(!verify_webhook_signature(&secrets, parsed.to_string().as_bytes(), ESCAPED_SIGNATURE), "re-serialized");
    assert!(
        !verify_webhook_signature(&secrets, format!("{WEBHOOK}\n").as_bytes(), WEBHOOK_SIGNATURE),
        "an additional line end"
    );
    assert!(!verify_webhook_signature(&secrets, &WEBHOOK.as_bytes()[..191], WEBHOOK_SIGNATURE), "truncated");
    assert!(!verify_webhook_signature(&secrets, b"", WEBHOOK_SIGNATURE), "empty");
    assert!(!verify_webhook_signature(&secrets, WEBHOOK.as_bytes(), &WEBHOOK_SIGNATURE.to_uppercase()), "upper case");
    assert!(!verify_webhook_signature(&secrets, WEBHOOK.as_bytes(), &WEBHOOK_SIGNATURE[..32]), "a truncated signature");
    assert!(!verify_webhook_signature(&secrets, WEBHOOK.as_bytes(), ""), "no signature");
}

#[test]
fn webhook_signature_verifies_with_any_secret() {
    let verify = |secrets: &[SecretString]| verify_webhook_signature(secrets, WEBHOOK.as_bytes(), WEBHOOK_SIGNATURE);
    assert!(verify(&[secret("whsec_demo"), secret("whsec_new")]));
    assert!(verify(&[secret("whsec_new"), secret("whsec_demo")]));
    assert!(!verify(&[secret("whsec_new"), secret("whsec_newer")]));
    assert!(!verify(&[]));
}
