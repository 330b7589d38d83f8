use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::time::{SignedDuration, Timestamp, later};

/// Everything that can follow, near and far.
fn reachable(from: OrderState) -> HashSet<OrderState> {
    let mut found = HashSet::new();
    let mut open = vec![from];
    while let Some(state) = open.pop() {
        open.extend(state.next().iter().filter(|next| found.insert(**next)));
    }
    found
}

#[test]
fn the_words_are_those_that_are_stored_and_shown() {
    let words: Vec<&str> = OrderState::ALL.iter().map(|state| state.as_str()).collect();
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
    assert_eq!(words, expected);
    let words: Vec<&str> = PaymentState::ALL.iter().map(|state| state.as_str()).collect();
    assert_eq!(words, ["created", "authorized", "captured", "refunded", "failed"]);
    let words: Vec<&str> = RefundState::ALL.iter().map(|state| state.as_str()).collect();
    assert_eq!(words, ["requested", "started", "done", "failed"]);
    let words: Vec<&str> = RefundReason::ALL.iter().map(|reason| reason.as_str()).collect();
    assert_eq!(
        words,
        ["cancelled", "seat_gone", "amount_mismatch", "duplicate", "not_bookable", "student_busy", "coupon_gone",]
    );
    assert_eq!(OrderState::parse("booked"), Some(OrderState::Booked));
    assert_eq!(PaymentState::parse("Captured"), None);
}

#[test]
fn every_state_comes_from_somewhere_and_leads_to_an_end() {
    use OrderState::{Booked, Credited, Failed, Preparing, Refunded};
    let from_the_start = reachable(Preparing);
    let ends = [Booked, Credited, Refunded, Failed];
    for state in OrderState::ALL.iter().copied() {
        assert!(state == Preparing || from_the_start.contains(&state), "{state:?} is never reached");
        let leads_on = ends.contains(&state) || reachable(state).iter().any(|later| ends.contains(later));
        assert!(leads_on, "{state:?} is a dead end");
    }
    let final_states: Vec<_> = OrderState::ALL.iter().filter(|state| state.next().is_empty()).collect();
    assert_eq!(final_states, [&Refunded, &Failed]);
}

#[test]
fn money_that_comes_is_booked_credited_or_given_back_whenever_it_comes() {
    use OrderState::{Booked, Credited, Refunded, Refunding};
    for state in OrderState::ALL.iter().copied().filter(|state| state.awaits_money()) {
        for answer in [Booked, Credited, Refunding] {
            assert!(state.may_become(answer), "money cannot take {state:?} to {answer:?}");
        }
    }
    let with_money = HashSet::from([Booked, Credited, Refunding, Refunded]);
    for state in &with_money {
        assert!(reachable(*state).is_subset(&with_money), "{state:?} forgets its money");
    }
    assert_eq!(reachable(Refunding), HashSet::from([Refunded]), "what is on its way back arrives");
}

#[test]
fn money_is_awaited_from_the_moment_at_which_the_student_can_pay() {
    use OrderState::{Cancelled, Checking, Expired, Open};
    let awaiting: HashSet<_> = OrderState::ALL.iter().copied().filter(|state| state.awaits_money()).collect();
    assert_eq!(awaiting, HashSet::from([Open, Checking, Expired, Cancelled]));
    for state in awaiting {
        assert!(!state.may_become(OrderState::Failed), "{state:?}: who may have paid has not failed");
    }
}

#[test]
fn who_has_paid_cannot_leave_unseen() {
    assert!(!OrderState::Checking.may_become(OrderState::Cancelled));
    assert!(OrderState::Checking.may_become(OrderState::Expired), "but a check ends, too");
}

#[test]
fn no_state_follows_itself() {
    for state in OrderState::ALL {
        assert!(!state.may_become(*state));
    }
    for state in PaymentState::ALL {
        assert!(!state.may_become(*state));
    }
    for state in RefundState::ALL {
        assert!(!state.may_become(*state));
    }
}

#[test]
fn news_about_a_payment_in_any_order_end_in_the_same_state() {
    use PaymentState::{Authorized, Captured, Created, Failed, Refunded};
    let told = |news: &[PaymentState]| {
        news.iter().fold(Created, |known, heard| if known.may_become(*heard) { *heard } else { known })
    };
    assert_eq!(told(&[Failed, Captured]), Captured, "the bank confirms late");
    assert_eq!(told(&[Captured, Failed]), Captured);
    assert_eq!(told(&[Captured, Authorized]), Captured);
    assert_eq!(told(&[Failed, Authorized, Created]), Authorized);
    assert_eq!(told(&[Captured, Refunded, Failed, Authorized]), Refunded);
    assert_eq!(told(&[Refunded, Captured, Failed, Authorized]), Captured, "the bank has sent the refund back");
    assert_eq!(told(&[Authorized, Refunded]), Refunded, "what nobody captured goes back");
    assert_eq!(told(&[Authorized, Failed]), Authorized);
}

#[test]
fn a_refund_that_failed_can_be_started_again_and_one_that_is_done_cannot() {
    use RefundState::{Done, Failed, Requested, Started};
    assert_eq!(Done.next(), &[]);
    assert!(Failed.may_become(Started) && Failed.may_become(Done), "the next attempt works, or a person has done it");
    assert!(Requested.may_become(Started) && Requested.may_become(Done) && Started.may_become(Done));
    assert!(Started.may_become(Requested) && Started.may_become(Failed));
}

const CREATED: i64 = 1_772_000_000;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(CREATED + seconds).unwrap()
}

/// All looks of an order that is looked at in time, in minutes of its age.
fn looks() -> Vec<i64> {
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
fn looks_come_often_at_first_and_end_after_six_days() {
    let looks = looks();
    assert_eq!(looks[..8], [1, 2, 4, 8, 15, 30, 60, 120]);
    assert_eq!(looks[6..30], (1..=24).map(|hour| hour * 60).collect::<Vec<_>>());
    assert_eq!(looks[30..], (5..=24).map(|quarter| quarter * 360).collect::<Vec<_>>());
    assert_eq!(looks.last(), Some(&(6 * 24 * 60)));
}

#[test]
fn looks_that_a_standstill_missed_are_left_out() {
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
fn the_ends_of_time_are_no_trouble() {
    assert_eq!(next_check(Timestamp::MIN, Timestamp::MAX), None);
    assert_eq!(next_check(Timestamp::MAX, Timestamp::MAX), None);
}

proptest! {
    #[test]
    fn the_next_look_is_always_ahead_and_looks_end(age in -1_000..700_000i64) {
        let now = at(age);
        if let Some(next) = next_check(at(0), now) {
            prop_assert!(next > now);
            prop_assert!(next <= later(at(0), SignedDuration::from_hours(144)));
            let after = next_check(at(0), next);
            prop_assert!(after.is_none_or(|after| after > next));
        }
    }
}
