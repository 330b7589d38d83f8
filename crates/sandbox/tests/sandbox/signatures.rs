//! Signatures, with test vectors from Razorpay's documentation and official libraries.

use razorpay_sandbox::{payment_signature, webhook_signature};

#[test]
fn payment_signatures_match_official_libraries() {
    for (order, payment, secret, signature) in [
        (
            "order_IEIaMR65cu6nz3",
            "pay_IH4NVgf4Dreq1l",
            "EnLs21M47BllR3X8PSFtjtbd",
            "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f",
        ),
        (
            "order_Test000000001",
            "pay_Test0000000001",
            "sandbox_secret_1",
            "3259ef22f7996bedad8be28474668c5e72a125f2905707a2add39e8ae679b7de",
        ),
        (
            "order_9A33XWu170gUtm",
            "pay_29QQoUBi66xm2f",
            "s3cr3t-with-ünïcode",
            "e5829c541c035fb6c3b698956e5443bb1c44b7868c736057c4850eaa217ef49a",
        ),
    ] {
        assert_eq!(payment_signature(secret, order, payment), signature);
    }
}

#[test]
fn webhook_signature_covers_exact_bytes() {
    let body = r#"{"entity":"event","account_id":"acc_TEST","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{"id":"pay_Test0000000001","amount":99900}}},"created_at":1700000000}"#;
    assert_eq!(body.len(), 192);
    let expected = "3f2b17975b654adc5e94201fb4b87e308e5ceb056b4272b5402b78545a9f472a";
    assert_eq!(webhook_signature("whsec_demo", body.as_bytes()), expected);

    let escaped = r#"{"event":"payment.captured","payload":{"payment":{"entity":{"description":"N\u012bl\u0101 \/ class","notes":[],"amount":99900}}}}"#;
    let expected = "fe6a8440daa2b55a0dc55b12e2c35c75827df1bc4c8646ec3b4d05de58637bdf";
    assert_eq!(webhook_signature("whsec_demo", escaped.as_bytes()), expected);
    let parsed: serde_json::Value = serde_json::from_str(escaped).unwrap();
    assert_ne!(webhook_signature("whsec_demo", parsed.to_string().as_bytes()), expected);
}
