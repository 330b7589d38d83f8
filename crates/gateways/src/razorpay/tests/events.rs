//! Tests of provider events.

use serde_json::{Value, json};

use super::*;
use crate::razorpay::{ProviderError, ProviderEvent, parse_event};

fn event(name: &str, payload: &Value) -> Vec<u8> {
    json!({
        "entity": "event", "account_id": "acc_TEST", "event": name, "contains": ["payment"], "payload": payload,
        "created_at": 1_700_000_000,
    })
    .to_string()
    .into_bytes()
}

fn expected(
    name: &str,
    payment: Option<&str>,
    order: Option<&str>,
    refund: Option<&str>,
) -> Result<ProviderEvent, ProviderError> {
    let owned = |id: Option<&str>| id.map(str::to_owned);
    Ok(ProviderEvent {
        name: name.to_owned(),
        payment_id: owned(payment),
        order_id: owned(order),
        refund_id: owned(refund),
    })
}

#[test]
fn ids_are_parsed_from_every_kind_of_event() {
    let (payment, order, refund) =
        (json!({ "entity": payment_json() }), json!({ "entity": order_json() }), json!({ "entity": refund_json() }));
    for name in ["payment.authorized", "payment.captured", "payment.failed"] {
        let found = parse_event(&event(name, &json!({ "payment": payment })));
        assert_eq!(found, expected(name, Some(PAYMENT), Some(ORDER), None));
    }
    let found = parse_event(&event("order.paid", &json!({ "payment": payment, "order": order })));
    assert_eq!(found, expected("order.paid", Some(PAYMENT), Some(ORDER), None));
    for name in ["refund.created", "refund.processed", "refund.failed", "refund.speed_changed"] {
        let found = parse_event(&event(name, &json!({ "refund": refund, "payment": payment })));
        assert_eq!(found, expected(name, Some(PAYMENT), Some(ORDER), Some(REFUND)));
        let found = parse_event(&event(name, &json!({ "refund": refund })));
        assert_eq!(found, expected(name, Some(PAYMENT), None, Some(REFUND)));
    }
    let dispute = json!({ "dispute": { "entity": { "id": "disp_1", "payment_id": PAYMENT } } });
    let found = parse_event(&event("payment.dispute.created", &dispute));
    assert_eq!(found, expected("payment.dispute.created", Some(PAYMENT), None, None));
}

#[test]
fn unknown_events_parse_without_ids() {
    for payload in [json!({}), json!([]), json!(null), json!({ "settlement": { "entity": { "id": "setl_1" } } })] {
        let found = parse_event(&event("settlement.processed", &payload));
        assert_eq!(found, expected("settlement.processed", None, None, None), "{payload}");
    }
    assert_eq!(
        parse_event(br#"{"event":"payment.downtime.started"}"#),
        expected("payment.downtime.started", None, None, None)
    );
}

#[test]
fn malformed_ids_are_ignored() {
    for id in
        [json!(null), json!(""), json!("NA"), json!(7), json!("pay_1/../2"), json!([PAYMENT]), json!("x".repeat(65))]
    {
        let payload = json!({ "payment": { "entity": { "id": id, "order_id": id } } });
        assert_eq!(
            parse_event(&event("payment.captured", &payload)),
            expected("payment.captured", None, None, None),
            "{id}"
        );
    }
}

#[test]
fn malformed_event_is_an_error() {
    for body in [
        &b""[..],
        b"not json",
        b"[]",
        b"null",
        b"{}",
        br#"{"event":null}"#,
        br#"{"event":""}"#,
        br#"{"event":7}"#,
        br#"{"event":"payment captured"}"#,
        br#"{"event":"payment\ncaptured"}"#,
        b"\xff\xfe",
        br#"{"event":"payment.captured""#,
    ] {
        let error = parse_event(body);
        assert!(matches!(error, Err(ProviderError::InvalidResponse(_))), "{body:?}: {error:?}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(parse_event(deep.as_bytes()).is_err());
}
