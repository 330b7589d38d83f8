use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::time::{SignedDuration, Timestamp, saturating_add};

/// Returns all states reachable from `from` by one or more transitions.
fn reachable(from: OrderState) -> HashSet<OrderState> {
    let mut found = HashSet::new();
    let mut pending = vec![from];
    while let Some(state) = pending.pop() {
        pending.extend(state.next_states().iter().filter(|next| found.insert(**next)));
    }
    found
}

#[test]
fn strings_of_states_are_stable() {
    let strings: Vec<&str> = OrderState::ALL.iter().map(|state| state.as_str()).collect();
    let expected = [
        "preparing",
        "open",
        "checking",
        "booked",
        "credited",
        "refunding",
        "refunded",
        "expired",
        "cancelled",
        "failed",
    ];
    assert_eq!(strings, expected);
    let strings: Vec<&str> = PaymentState::ALL.iter().map(|state| state.as_str()).collect();
    assert_eq!(strings, ["created", "authorized", "captured", "refunded", "failed"]);
    let strings: Vec<&str> = RefundState::ALL.iter().map(|state| state.as_str()).collect();
    assert_eq!(strings, ["requested", "started", "done", "failed"]);
    let strings: Vec<&str> = RefundReason::ALL.iter().map(|reason| reason.as_str()).collect();
    assert_eq!(
        strings,
        [
            "cancelled",
            "seat_gone",
            "amount_mismatch",
            "duplicate",
            "not_bookable",
            "student_busy",
            "coupon_gone",
            "partial",
            "order_cancelled",
        ]
    );
    assert_eq!(OrderState::parse("booked"), Some(OrderState::Booked));
    assert_eq!(PaymentState::parse("Captured"), None);
}

#[test]
fn every_order_state_is_reachable_and_leads_to_a_final_state() {
    use OrderState::{Booked, Credited, Failed, Preparing, Refunded};
    let reachable_states = reachable(Preparing);
    let final_outcomes = [Booked, Credited, Refunded, Failed];
    for state in OrderState::ALL.iter().copied() {
        assert!(state == Preparing || reachable_states.contains(&state), "{state:?} is never reached");
        let is_resolved =
            final_outcomes.contains(&state) || reachable(state).iter().any(|next| final_outcomes.contains(next));
        assert!(is_resolved, "{state:?} is a dead end");
    }
    let final_states: Vec<_> = OrderState::ALL.iter().filter(|state| state.next_states().is_empty()).collect();
    assert_eq!(final_states, [&Refunded, &Failed]);
}

#[test]
fn payment_can_be_applied_or_refunded_in_every_state_that_awaits_it() {
    use OrderState::{Booked, Credited, Refunded, Refunding};
    for state in OrderState::ALL.iter().copied().filter(|state| state.awaits_payment()) {
        for next in [Booked, Credited, Refunding] {
            assert!(state.can_become(next), "no transition from {state:?} to {next:?}");
        }
    }
    let paid_states = HashSet::from([Booked, Credited, Refunding, Refunded]);
    for state in &paid_states {
        assert!(reachable(*state).is_subset(&paid_states), "{state:?} can become unpaid");
    }
    assert_eq!(reachable(Refunding), HashSet::from([Refunded]), "a refund always ends as refunded");
}

#[test]
fn order_awaits_payment_while_the_student_can_have_paid() {
    use OrderState::{Cancelled, Checking, Expired, Open};
    let awaiting: HashSet<_> = OrderState::ALL.iter().copied().filter(|state| state.awaits_payment()).collect();
    assert_eq!(awaiting, HashSet::from([Open, Checking, Expired, Cancelled]));
    for state in awaiting {
        assert!(!state.can_become(OrderState::Failed), "{state:?}: an order that can have been paid does not fail");
    }
}

#[test]
fn checking_order_cannot_be_cancelled() {
    assert!(!OrderState::Checking.can_become(OrderState::Cancelled));
    assert!(OrderState::Checking.can_become(OrderState::Expired), "but it can expire");
}

#[test]
fn no_state_follows_itself() {
    for state in OrderState::ALL {
        assert!(!state.can_become(*state));
    }
    for state in PaymentState::ALL {
        assert!(!state.can_become(*state));
    }
    for state in RefundState::ALL {
        assert!(!state.can_become(*state));
    }
}

#[test]
fn payment_events_in_any_order_end_in_the_same_state() {
    use PaymentState::{Authorized, Captured, Created, Failed, Refunded};
    let apply = |events: &[PaymentState]| {
        events.iter().fold(Created, |state, event| if state.can_become(*event) { *event } else { state })
    };
    assert_eq!(apply(&[Failed, Captured]), Captured, "the bank confirms late");
    assert_eq!(apply(&[Captured, Failed]), Captured);
    assert_eq!(apply(&[Captured, Authorized]), Captured);
    assert_eq!(apply(&[Failed, Authorized, Created]), Authorized);
    assert_eq!(apply(&[Captured, Refunded, Failed, Authorized]), Refunded);
    assert_eq!(apply(&[Refunded, Captured, Failed, Authorized]), Captured, "the bank has returned the refund");
    assert_eq!(apply(&[Authorized, Refunded]), Refunded, "an uncaptured payment is refunded");
    assert_eq!(apply(&[Authorized, Failed]), Authorized);
}

#[test]
fn failed_refund_can_be_retried_and_done_refund_is_final() {
    use RefundState::{Done, Failed, Requested, Started};
    assert_eq!(Done.next_states(), &[]);
    assert!(Failed.can_become(Started) && Failed.can_become(Done), "by a retry, or manually");
    assert!(Requested.can_become(Started) && Requested.can_become(Done) && Started.can_become(Done));
    assert!(Started.can_become(Requested) && Started.can_become(Failed));
}

const CREATED: i64 = 1_772_000_000;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(CREATED + seconds).unwrap()
}

/// Returns the ages in minutes at which an order is checked, when no check is missed.
fn check_ages() -> Vec<i64> {
    let mut ages = Vec::new();
    let mut now = at(0);
    while let Some(next) = next_check(at(0), now) {
        ages.push(next.duration_since(at(0)).as_mins());
        now = next;
        assert!(ages.len() < 100);
    }
    ages
}

#[test]
fn checks_are_frequent_at_first_and_end_after_six_days() {
    let ages = check_ages();
    assert_eq!(ages[..8], [1, 2, 4, 8, 15, 30, 60, 120]);
    assert_eq!(ages[6..30], (1..=24).map(|hour| hour * 60).collect::<Vec<_>>());
    assert_eq!(ages[30..], (5..=24).map(|quarter| quarter * 360).collect::<Vec<_>>());
    assert_eq!(ages.last(), Some(&(6 * 24 * 60)));
}

#[test]
fn missed_checks_are_skipped() {
    for (age, next) in [
        (0, Some(60)),
        (59, Some(60)),
        (60, Some(120)),
        (61, Some(120)),
        (3 * 3_600 + 1, Some(4 * 3_600)),
        (1_900, Some(3_600)),
        (86_000, Some(86_400)),
        (86_400, Some(30 * 3_600)),
        (6 * 86_400 - 1, Some(6 * 86_400)),
        (6 * 86_400, None),
        (-500, Some(60)),
    ] {
        assert_eq!(next_check(at(0), at(age)), next.map(at), "{age} seconds");
    }
}

#[test]
fn next_check_does_not_panic_at_the_ends_of_time() {
    assert_eq!(next_check(Timestamp::MIN, Timestamp::MAX), None);
    assert_eq!(next_check(Timestamp::MAX, Timestamp::MAX), None);
}

proptest! {
    #[test]
    fn next_check_is_after_now_and_within_six_days(age in -1_000..700_000i64) {
        let now = at(age);
        if let Some(next) = next_check(at(0), now) {
            prop_assert!(next > now);
            prop_assert!(next <= saturating_add(at(0), SignedDuration::from_hours(144)));
            let after = next_check(at(0), next);
            prop_assert!(after.is_none_or(|after| after > next));
        }
    }
}
