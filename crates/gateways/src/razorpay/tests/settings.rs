//! Which settings are taken.

use super::*;
use crate::razorpay::RAZORPAY_ADDRESS;

fn fault(settings: &RazorpaySettings) -> Option<&'static str> {
    let error = settings.check().err()?;
    assert!(!error.to_string().contains("sandbox_secret"), "{error}");
    Some(error.field)
}

fn with_address(base_url: &str, key_id: &str) -> RazorpaySettings {
    RazorpaySettings { base_url: base_url.to_owned(), ..RazorpaySettings::new(key_id, "sandbox_secret_1".into()) }
}

#[test]
fn a_key_alone_reaches_razorpay() {
    let settings = RazorpaySettings::new("rzp_live_AbC123", "sandbox_secret_1".into());
    assert_eq!((settings.base_url.as_str(), settings.check()), (RAZORPAY_ADDRESS, Ok(())));
    assert!(!settings.is_test_mode());
    assert!(RazorpaySettings::new("rzp_test_AbC123", "sandbox_secret_1".into()).is_test_mode());
}

#[test]
fn a_live_key_leaves_this_machine_over_https_only() {
    for (address, live, test) in [
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
        assert_eq!(fault(&with_address(address, "rzp_live_A")), live, "{address}, live");
        assert_eq!(fault(&with_address(address, "rzp_test_A")), test, "{address}, test");
    }
}

#[test]
fn what_is_no_key_is_refused() {
    for key in ["", "A", "sandbox_secret_1", "RZP_TEST_A", "rzp_test_A:B", "rzp_test_A B", "rzp_test_A\n"] {
        let error = with_address(RAZORPAY_ADDRESS, key).check().unwrap_err();
        assert_eq!(error.field, "key_id", "{key:?}");
        assert!(!error.to_string().contains("sandbox_secret_1"), "a secret in the wrong place is not repeated");
    }
    for secret in ["", "  "] {
        assert_eq!(fault(&RazorpaySettings::new(KEY, secret.into())), Some("key_secret"));
    }
    let hasty = RazorpaySettings { timeout: Duration::ZERO, ..RazorpaySettings::new(KEY, SECRET.into()) };
    assert_eq!(fault(&hasty), Some("timeout"));
    assert!(Razorpay::new(hasty).is_err());
}
