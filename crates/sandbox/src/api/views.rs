//! JSON representations of the entities, as in Razorpay's API.

use serde_json::{Value, json};

use crate::currency::Currency;
use crate::model::{Card, Method, Notes, Order, Payment, PaymentStatus, Payout, Refund};

/// Razorpay represents empty notes as `[]` and others as an object.
pub(crate) fn notes_json(notes: &Notes) -> Value {
    if notes.is_empty() { json!([]) } else { Value::Object(notes.clone()) }
}

pub(crate) fn order_json(order: &Order) -> Value {
    let mut json = json!({
        "id": order.id,
        "entity": "order",
        "amount": order.amount,
        "amount_paid": order.amount_paid,
        "amount_due": order.amount_due(),
        "currency": order.currency,
        "receipt": order.receipt,
        "offer_id": null,
        "status": order.status,
        "attempts": order.attempts,
        "notes": notes_json(&order.notes),
        "created_at": order.created_at,
    });
    if let (true, Some(fields)) = (order.partial_payment, json.as_object_mut()) {
        fields.insert("partial_payment".into(), true.into());
        fields.insert("first_payment_min_amount".into(), order.first_payment_min_amount.into());
    }
    json
}

/// A payment as the API returns it. The card is left out, as in the live API, unless the request expands it.
pub(crate) fn payment_json(payment: &Payment) -> Value {
    let instrument = &payment.instrument;
    let failure = payment.failure.as_ref();
    let refund_status = match (payment.amount_refunded, payment.refundable()) {
        (0, _) => None,
        (_, 0) => Some("full"),
        _ => Some("partial"),
    };
    let mut json = json!({
        "id": payment.id,
        "entity": "payment",
        "amount": payment.amount,
        "currency": payment.currency,
        "status": payment.status,
        "order_id": payment.order_id,
        "invoice_id": null,
        "international": payment.is_international(),
        "method": instrument.method,
        "amount_refunded": payment.amount_refunded,
        "amount_transferred": 0,
        "refund_status": refund_status,
        "captured": payment.captured,
        "description": payment.description,
        "card_id": instrument.card.as_ref().map(|card| card.id.as_str()),
        "bank": instrument.bank,
        "wallet": instrument.wallet,
        "vpa": instrument.vpa,
        "email": payment.email,
        "contact": payment.contact,
        "customer_id": null,
        "token_id": null,
        "provider": null,
        "reward": null,
        "notes": notes_json(&payment.notes),
        "fee": payment.fee,
        "tax": payment.tax,
        "error_code": failure.map(|f| f.code.as_str()),
        "error_description": failure.map(|f| f.description.as_str()),
        "error_source": failure.map(|f| f.source.as_str()),
        "error_step": failure.map(|f| f.step.as_str()),
        "error_reason": failure.map(|f| f.reason.as_str()),
        "acquirer_data": acquirer_data(payment),
        "created_at": payment.created_at,
    });
    let Some(fields) = json.as_object_mut() else { return json };
    if let Some(vpa) = &instrument.vpa {
        fields.insert("upi".into(), json!({ "vpa": vpa, "flow": "collect" }));
    }
    if payment.currency != "INR" {
        let paise = Currency::find(&payment.currency).map(|currency| currency.to_paise(payment.amount));
        fields.insert("base_amount".into(), paise.into());
        fields.insert("base_currency".into(), "INR".into());
    }
    json
}

/// A payment with its card, as in webhooks and with `expand[]=card`.
pub(crate) fn payment_with_card_json(payment: &Payment) -> Value {
    let mut json = payment_json(payment);
    if let (Some(card), Some(fields)) = (&payment.instrument.card, json.as_object_mut()) {
        fields.insert("card".into(), card_json(card));
    }
    json
}

pub(crate) fn card_json(card: &Card) -> Value {
    json!({
        "id": card.id,
        "entity": "card",
        "name": card.name,
        "last4": card.last4,
        // The live API hides the real one of tokenized cards in this way.
        "iin": "999999",
        "network": card.network,
        "type": card.kind,
        "issuer": card.issuer,
        "international": card.international,
        "emi": false,
        "sub_type": "consumer",
        "token_iin": null,
    })
}

/// The bank's reference as an object; `[]` without a reference.
fn acquirer_data(payment: &Payment) -> Value {
    let Some(reference) = &payment.bank_reference else { return json!([]) };
    match payment.instrument.method {
        _ if payment.status == PaymentStatus::Failed => json!([]),
        Method::Card | Method::Emi => json!({ "auth_code": reference.get(6..), "rrn": reference }),
        Method::Upi => json!({ "rrn": reference, "upi_transaction_id": reference }),
        Method::Netbanking => json!({ "bank_transaction_id": reference }),
        Method::Wallet => json!({ "transaction_id": reference }),
    }
}

pub(crate) fn refund_json(refund: &Refund) -> Value {
    let reference_name = if refund.speed_processed == "instant" { "rrn" } else { "arn" };
    json!({
        "id": refund.id,
        "entity": "refund",
        "amount": refund.amount,
        "currency": refund.currency,
        "payment_id": refund.payment_id,
        "notes": notes_json(&refund.notes),
        "receipt": refund.receipt,
        "acquirer_data": { reference_name: refund.bank_reference },
        "created_at": refund.created_at,
        "batch_id": null,
        "status": refund.status,
        "speed_processed": refund.speed_processed,
        "speed_requested": refund.speed_requested,
    })
}

pub(crate) fn payout_json(payout: &Payout) -> Value {
    let details = payout.status_details();
    json!({
        "id": payout.id,
        "entity": "payout",
        "fund_account_id": payout.fund_account_id,
        "amount": payout.amount,
        "currency": "INR",
        "notes": notes_json(&payout.notes),
        "fees": 0,
        "tax": 0,
        "status": payout.status,
        "utr": payout.utr,
        "mode": payout.mode,
        "purpose": payout.purpose,
        "reference_id": payout.reference_id,
        "narration": payout.narration,
        "batch_id": null,
        "status_details": {
            "source": details.as_ref().map(|details| details.source),
            "reason": details.as_ref().map(|details| details.reason),
            "description": details.as_ref().map(|details| details.description),
        },
        "created_at": payout.created_at,
    })
}
