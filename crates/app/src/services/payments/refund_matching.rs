//! Matching the provider's refunds with ours. A payment can have several, and a refund can also be made in the provider's
//! dashboard, where it has no receipt of ours.

use tala_domain::payments::RefundState;
use tala_gateways::razorpay::ProviderRefund;
use tala_store::refunds::Refund;

/// The receipt and idempotency key of the current attempt.
pub(super) fn receipt(refund: &Refund) -> String {
    format!("{}-{}", refund.id.0.simple(), refund.attempt)
}

/// Whether the provider received it as an attempt of this refund.
fn is_attempt_of(sent: &ProviderRefund, refund: &Refund) -> bool {
    let id = sent.receipt.as_deref().and_then(|receipt| receipt.split_once('-')).map(|(id, _)| id);
    id == Some(refund.id.0.simple().to_string().as_str())
}

/// Whether it belongs to one of these refunds, by id or receipt.
fn belongs_to_any(sent: &ProviderRefund, refunds: &[Refund]) -> bool {
    refunds
        .iter()
        .any(|refund| refund.provider_refund_id.as_deref() == Some(sent.id.as_str()) || is_attempt_of(sent, refund))
}

/// Finds the provider's refund that carries out `refund`, among all (`known`) of its payment. `ours` are all our refunds
/// of that payment. A refund from the dashboard counts if it has the same amount; several count if they add up to it, and
/// are done when the last one is processed.
pub(super) fn find_sent<'a>(
    refund: &Refund,
    ours: &[Refund],
    known: &'a [ProviderRefund],
) -> Option<&'a ProviderRefund> {
    let not_failed = || known.iter().filter(|known| known.status != "failed");
    let own = not_failed().find(|known| is_attempt_of(known, refund));
    let by_hand = || not_failed().filter(|known| !belongs_to_any(known, ours));
    let same = by_hand().find(|known| known.amount_minor == refund.amount_minor);
    let parts = by_hand().map(|known| known.amount_minor).fold(0, i64::saturating_add);
    let last = by_hand().find(|known| known.status != "processed").or_else(|| by_hand().next_back());
    own.or(same).or(last.filter(|_| parts == refund.amount_minor))
}

/// Finds the refund that `sent` carries out, among our refunds of its payment: by its receipt, otherwise one of that
/// amount that the provider is not known to have.
pub(super) fn find_requested(ours: Vec<Refund>, sent: &ProviderRefund) -> Option<Refund> {
    let is_unsent = |refund: &Refund| matches!(refund.state, RefundState::Requested | RefundState::Failed);
    let has_receipt_of_ours = belongs_to_any(sent, &ours);
    ours.into_iter()
        .filter(|refund| is_unsent(refund) && refund.amount_minor == sent.amount_minor)
        .find(|refund| !has_receipt_of_ours || is_attempt_of(sent, refund))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use tala_domain::ids::{PaymentId, RefundId};
    use tala_domain::payments::RefundReason;
    use uuid::Uuid;

    use super::*;

    fn refund(number: u128, amount_minor: i64) -> Refund {
        Refund {
            id: RefundId(Uuid::from_u128(number)),
            payment_id: PaymentId(Uuid::nil()),
            order_id: None,
            booking_id: None,
            amount_minor,
            currency: "INR".to_owned(),
            reason: RefundReason::Partial,
            share: None,
            state: RefundState::Requested,
            provider_refund_id: None,
            attempt: 1,
            provider_check_count: 0,
            last_error: None,
            created_at: Timestamp::UNIX_EPOCH,
            finished_at: None,
        }
    }

    fn sent(id: &str, amount_minor: i64, receipt: Option<String>) -> ProviderRefund {
        ProviderRefund {
            id: id.to_owned(),
            payment_id: "pay_1".to_owned(),
            amount_minor,
            currency: "INR".to_owned(),
            status: "processed".to_owned(),
            receipt,
            created_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn id(found: Option<&ProviderRefund>) -> Option<&str> {
        found.map(|found| found.id.as_str())
    }

    #[test]
    fn refund_of_the_same_amount_is_never_taken_for_another_refund() {
        let (first, second) = (refund(1, 500), refund(2, 500));
        let ours = [first.clone(), second.clone()];
        let known = [sent("rfnd_1", 500, Some(receipt(&first)))];
        assert_eq!(id(find_sent(&second, &ours, &known)), None);
        assert_eq!(id(find_sent(&first, &ours, &known)), Some("rfnd_1"));
        assert_eq!(find_requested(ours.to_vec(), &known[0]).unwrap().id, first.id);
        let of_second = sent("rfnd_2", 500, Some(receipt(&second)));
        assert_eq!(find_requested(ours.to_vec(), &of_second).unwrap().id, second.id);
        let linked = Refund { provider_refund_id: Some("rfnd_3".to_owned()), state: RefundState::Done, ..first };
        let ours = [linked, second.clone()];
        assert_eq!(id(find_sent(&second, &ours, &[sent("rfnd_3", 500, None)])), None, "linked by its id");
        assert!(find_requested(ours.to_vec(), &sent("rfnd_3", 500, None)).is_none());
    }

    #[test]
    fn refund_from_the_dashboard_is_found_by_its_amount_or_in_parts() {
        let (first, second) = (refund(1, 500), refund(2, 700));
        let ours = [first.clone(), second.clone()];
        let by_hand =
            [sent("rfnd_1", 500, Some(receipt(&first))), sent("rfnd_2", 300, None), sent("rfnd_3", 400, None)];
        assert_eq!(id(find_sent(&second, &ours, &by_hand)), Some("rfnd_3"), "300 and 400 are 700");
        assert_eq!(id(find_sent(&second, &ours, &by_hand[..2])), None);
        assert_eq!(id(find_sent(&second, &ours, &[sent("rfnd_4", 700, Some("by-hand".to_owned()))])), Some("rfnd_4"));
        assert_eq!(find_requested(ours.to_vec(), &sent("rfnd_5", 700, None)).unwrap().id, second.id);
        assert!(find_requested(ours.to_vec(), &sent("rfnd_6", 600, None)).is_none());
    }

    #[test]
    fn failed_refund_of_the_provider_carries_out_nothing() {
        let first = refund(1, 500);
        let failed = ProviderRefund { status: "failed".to_owned(), ..sent("rfnd_1", 500, Some(receipt(&first))) };
        assert_eq!(id(find_sent(&first, std::slice::from_ref(&first), &[failed])), None);
    }
}
