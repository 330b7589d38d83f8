//! Tests of settings.

use super::*;
use crate::razorpay::RAZORPAY_URL;

fn invalid_field(settings: &RazorpaySettings) -> Option<&'static str> {
    let error = settings.check().err()?;
    assert!(!error.to_string().contains("sandbox_secret"), "{error}");
    Some(error.field)
}

fn with_url(base_url: &str, key_id: &str) -> RazorpaySettings {
    RazorpaySettings { base_url: base_url.to_owned(), ..RazorpaySettings::new(key_id, "sandbox_secret_1".into()) }
}

#[test]
fn key_alone_uses_the_razorpay_url() {
    let settings = RazorpaySettings::new("rzp_live_AbC123", "sandbox_secret_1".into());
    assert_eq!((settings.base_url.as_str(), settings.check()), (RAZORPAY_URL, Ok(())));
    assert!(!settings.is_test_mode());
    assert!(RazorpaySettings::new("rzp_test_AbC123", "sandbox_secret_1".into()).is_test_mode());
}

#[test]
fn live_key_requires_https_or_loopback() {
    for (url, live, test) in [
        ("https://api.razorpay.com", None, None),
        ("https://pay.example.test/gateway/", None, None),
        ("http://127.0.0.1:4000", None, None),
        ("http://[::1]:4000/razorpay-sandbox", None, None),
        ("http://localhost:4000", None, None),
        ("http://sandbox:4000", Some("base_url"), None),
        ("http://localhost.example.test", Some("base_url"), None),
        ("ftp://127.0.0.1", Some("base_url"), Some("base_url")),
        ("https://key:secret@api.razorpay.com", Some("base_url"), Some("base_url")),
        ("https://key@api.razorpay.com", Some("base_url"), Some("base_url")),
        ("https://:secret@api.razorpay.com", Some("base_url"), Some("base_url")),
        ("https://api.razorpay.com?x=1", Some("base_url"), Some("base_url")),
        ("https://api.razorpay.com#x", Some("base_url"), Some("base_url")),
        ("api.razorpay.com", Some("base_url"), Some("base_url")),
        ("data:x", Some("base_url"), Some("base_url")),
        ("", Some("base_url"), Some("base_url")),
    ] {
        assert_eq!(invalid_field(&with_url(url, "rzp_live_A")), live, "{url}, live");
        assert_eq!(invalid_field(&with_url(url, "rzp_test_A")), test, "{url}, test");
    }
}

#[test]
fn malformed_key_empty_secret_and_zero_timeout_are_rejected() {
    for key in ["", "A", "sandbox_secret_1", "RZP_TEST_A", "rzp_test_A:B", "rzp_test_A B", "rzp_test_A\n"] {
        let error = with_url(RAZORPAY_URL, key).check().unwrap_err();
        assert_eq!(error.field, "key_id", "{key:?}");
        assert!(!error.to_string().contains("sandbox_secret_1"), "a secret in the wrong field is not printed");
    }
    for secret in ["", "  "] {
        assert_eq!(invalid_field(&RazorpaySettings::new(KEY, secret.into())), Some("key_secret"));
    }
    let zero_timeout = RazorpaySettings { timeout: Duration::ZERO, ..RazorpaySettings::new(KEY, SECRET.into()) };
    assert_eq!(invalid_field(&zero_timeout), Some("timeout"));
    assert!(Razorpay::new(zero_timeout).is_err());
}
