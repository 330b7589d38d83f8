use proptest::prelude::*;

use super::CancelledBy::{Admin, Student, Teacher};
use super::Outcome::{Credit, CreditReturned, NotAllowed, Refund};
use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn before(start: Timestamp, hours: i64, micros: i64) -> Timestamp {
    later(later(start, SignedDuration::from_hours(-hours)), SignedDuration::from_micros(micros))
}

/// Ordinary days, and days on which clocks change between the deadlines and the class.
const STARTS: [&str; 6] = [
    "2026-06-10T15:30:00Z",
    // New York: forward on 8 March, back on 1 November.
    "2026-03-08T16:00:00-04:00",
    "2026-11-01T16:00:00-05:00",
    // London: forward on 29 March, back on 25 October.
    "2026-03-29T12:00:00+01:00",
    "2026-10-25T12:00:00Z",
    // Lord Howe, by half an hour: 5 April.
    "2026-04-05T12:00:00+10:30",
];

#[test]
fn what_a_student_gets_back_depends_on_the_real_hours_left() {
    for start in STARTS.map(at) {
        for (hours, micros, money, credit) in [
            (100, 0, Refund, CreditReturned),
            (24, -1, Refund, CreditReturned),
            (24, 0, Refund, CreditReturned),
            (24, 1, Credit, CreditReturned),
            (12, -1, Credit, CreditReturned),
            (12, 0, Credit, CreditReturned),
            (12, 1, NotAllowed, NotAllowed),
            (4, 0, NotAllowed, NotAllowed),
            (0, 0, NotAllowed, NotAllowed),
            (-1, 0, NotAllowed, NotAllowed),
        ] {
            let now = before(start, hours, micros);
            assert_eq!(outcome(start, now, PaidWith::Money, Student), money, "{start} {hours} h {micros} µs, money");
            assert_eq!(outcome(start, now, PaidWith::Credit, Student), credit, "{start} {hours} h {micros} µs, credit");
        }
    }
}

#[test]
fn a_teachers_and_an_administrators_cancellation_gives_everything_back_at_any_time() {
    let start = at("2026-06-10T15:30:00Z");
    for by in [Teacher, Admin] {
        for hours in [100, 24, 23, 12, 11, 1, 0, -1] {
            assert_eq!(outcome(start, before(start, hours, 0), PaidWith::Money, by), Refund, "{by:?} {hours}");
            assert_eq!(outcome(start, before(start, hours, 0), PaidWith::Credit, by), CreditReturned, "{by:?} {hours}");
        }
    }
}

#[test]
fn a_class_can_be_moved_until_twelve_hours_before() {
    for start in STARTS.map(at) {
        for (micros, allowed) in [(-1, true), (0, true), (1, false)] {
            assert_eq!(may_reschedule(start, before(start, 12, micros)), allowed, "{start} {micros} µs");
        }
    }
}

#[test]
fn deadlines_are_instants_whatever_clocks_do() {
    // 16:00 on the day on which New York's clocks went forward: 24 real hours before, it was 15:00 there.
    let policy = Policy::of(at("2026-03-08T16:00:00-04:00"));
    assert_eq!(policy.refund_until, at("2026-03-07T15:00:00-05:00"));
    assert_eq!(policy.credit_until, at("2026-03-08T04:00:00-04:00"));
    // And 17:00 when they went back.
    let policy = Policy::of(at("2026-11-01T16:00:00-05:00"));
    assert_eq!(policy.refund_until, at("2026-10-31T17:00:00-04:00"));
    assert_eq!(policy.credit_until, at("2026-11-01T04:00:00-05:00"));
}

#[test]
fn a_late_cancellation_gives_a_credit_for_sixty_days() {
    let now = at("2026-03-01T10:00:00Z");
    assert_eq!(credit_for_late_cancel_expiry(now), at("2026-04-30T10:00:00Z"));
}

#[test]
fn a_credit_that_was_bound_for_nothing_gets_that_time_back() {
    let expiry = at("2026-03-31T10:00:00Z");
    for (booked, cancelled, extended) in [
        ("2026-03-01T10:00:00Z", "2026-03-11T10:00:00Z", "2026-04-10T10:00:00Z"),
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:01Z", "2026-03-31T10:00:01Z"),
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z", "2026-03-31T10:00:00Z"),
        // Clocks that disagree take nothing away.
        ("2026-03-02T10:00:00Z", "2026-03-01T10:00:00Z", "2026-03-31T10:00:00Z"),
    ] {
        assert_eq!(fault_extension(expiry, (at(booked), at(cancelled)), &[]), at(extended), "{booked} to {cancelled}");
    }
    assert_eq!(fault_extension(Timestamp::MAX, (Timestamp::MIN, Timestamp::MAX), &[]), Timestamp::MAX);
}

#[test]
fn the_words_for_who_cancelled_read_back() {
    let words: Vec<&str> = CancelledBy::ALL.iter().map(|by| by.as_str()).collect();
    assert_eq!(words, ["student", "teacher", "admin"]);
    assert!(CancelledBy::ALL.iter().all(|by| CancelledBy::parse(by.as_str()) == Some(*by)));
}

/// The sentence for a class that starts at `start`, long before it.
fn promise(start: &str, paid_with: PaidWith, teacher: &str, viewer: &str) -> String {
    sentence(Policy::of(at(start)), paid_with, (teacher, viewer), Timestamp::UNIX_EPOCH)
}

#[test]
fn what_is_too_late_already_is_not_promised() {
    let start = "2025-10-05T18:30:00+05:30";
    let told = |now: &str, paid_with| {
        sentence(Policy::of(at(start)), paid_with, ("Asia/Kolkata", "America/New_York"), at(now))
    };
    for &paid_with in PaidWith::ALL {
        let first = told("2025-10-04T18:30:00+05:30", paid_with);
        assert_eq!(first, promise(start, paid_with, "Asia/Kolkata", "America/New_York"), "in time to the last moment");
        let gone = "This class starts in less than 12 hours: it cannot be cancelled or moved any more.";
        assert_eq!(told("2025-10-05T06:30:01+05:30", paid_with), gone);
    }
    for now in ["2025-10-04T18:30:01+05:30", "2025-10-05T06:30:00+05:30"] {
        for paid_with in [PaidWith::Money, PaidWith::Coupon] {
            assert_eq!(
                told(now, paid_with),
                "Cancel before Sun 5 Oct, 6:30 AM IST (Sat 4 Oct, 9:00 PM your time): a class credit, no money back. Later: \
                 nothing."
            );
        }
        assert!(told(now, PaidWith::Credit).ends_with(": your credit back. Later: nothing."));
    }
}

#[test]
fn a_coupon_that_paid_for_everything_comes_back_itself() {
    assert_eq!(
        promise("2025-10-05T18:30:00+05:30", PaidWith::Coupon, "Asia/Kolkata", "Asia/Kolkata"),
        "Cancel before Sat 4 Oct, 6:30 PM IST: your coupon can be used again. After that, until Sun 5 Oct, 6:30 AM IST: a \
         class credit. Later: nothing."
    );
}

#[test]
fn the_promise_shows_one_clock_when_both_people_have_the_same() {
    for (teacher, viewer) in [
        ("Asia/Kolkata", "Asia/Kolkata"),
        ("Asia/Kolkata", "Asia/Calcutta"),
        ("Asia/Kolkata", "Asia/Colombo"),
        ("Asia/Kolkata", "Mars/Olympus"),
        ("Asia/Kolkata", ""),
    ] {
        assert_eq!(
            promise("2025-10-05T18:30:00+05:30", PaidWith::Money, teacher, viewer),
            "Cancel before Sat 4 Oct, 6:30 PM IST: money back. After that, until Sun 5 Oct, 6:30 AM IST: a class credit. \
             Later: nothing.",
            "{viewer}"
        );
    }
}

#[test]
fn the_promise_shows_both_clocks_and_the_other_day_where_it_is_one() {
    assert_eq!(
        promise("2025-10-05T18:30:00+05:30", PaidWith::Money, "Asia/Kolkata", "America/New_York"),
        "Cancel before Sat 4 Oct, 6:30 PM IST (9:00 AM your time): money back. After that, until Sun 5 Oct, 6:30 AM IST \
         (Sat 4 Oct, 9:00 PM your time): a class credit. Later: nothing."
    );
    assert_eq!(
        promise("2025-10-05T18:30:00-04:00", PaidWith::Money, "America/New_York", "Asia/Kolkata"),
        "Cancel before Sat 4 Oct, 6:30 PM EDT (Sun 5 Oct, 4:00 AM your time): money back. After that, until Sun 5 Oct, \
         6:30 AM EDT (4:00 PM your time): a class credit. Later: nothing."
    );
    assert_eq!(
        promise("2026-01-01T09:00:00+13:00", PaidWith::Money, "Pacific/Auckland", "Pacific/Honolulu"),
        "Cancel before Wed 31 Dec, 9:00 AM NZDT (Tue 30 Dec, 10:00 AM your time): money back. After that, until Wed 31 \
         Dec, 9:00 PM NZDT (Tue 30 Dec, 10:00 PM your time): a class credit. Later: nothing."
    );
}

#[test]
fn the_promise_writes_offsets_of_half_and_quarter_hours() {
    assert_eq!(
        promise("2026-06-10T18:00:00+05:45", PaidWith::Money, "Asia/Kathmandu", "Australia/Lord_Howe"),
        "Cancel before Tue 9 Jun, 6:00 PM UTC+05:45 (10:45 PM your time): money back. After that, until Wed 10 Jun, 6:00 \
         AM UTC+05:45 (10:45 AM your time): a class credit. Later: nothing."
    );
    assert_eq!(
        promise("2026-06-10T18:00:00-02:30", PaidWith::Credit, "America/St_Johns", "Asia/Dubai"),
        "Cancel before Wed 10 Jun, 6:00 AM NDT (12:30 PM your time): your credit back. Later: nothing."
    );
}

#[test]
fn each_deadline_is_shown_on_the_clock_of_its_own_moment() {
    // New York's clocks go forward between the two deadlines; Bogotá has New York's winter time all year.
    assert_eq!(
        promise("2026-03-08T16:00:00-04:00", PaidWith::Money, "America/New_York", "America/Bogota"),
        "Cancel before Sat 7 Mar, 3:00 PM EST: money back. After that, until Sun 8 Mar, 4:00 AM EDT (3:00 AM your time): a \
         class credit. Later: nothing."
    );
}

#[test]
fn noon_and_midnight_are_unmistakable() {
    assert_eq!(
        promise("2026-06-11T00:00:00Z", PaidWith::Money, "UTC", "UTC"),
        "Cancel before Wed 10 Jun, 12:00 AM UTC: money back. After that, until Wed 10 Jun, 12:00 PM UTC: a class credit. \
         Later: nothing."
    );
}

#[test]
fn an_unknown_zone_of_the_teacher_counts_as_utc() {
    assert_eq!(
        promise("2026-06-11T06:00:00Z", PaidWith::Credit, "Mars/Olympus", "Asia/Kolkata"),
        "Cancel before Wed 10 Jun, 6:00 PM UTC (11:30 PM your time): your credit back. Later: nothing."
    );
}

proptest! {
    #[test]
    fn waiting_never_brings_a_student_more(start in 0..4_000_000_000i64, early in 0..400_000i64, late in 0..400_000i64) {
        let rank = |outcome| match outcome {
            Refund | CreditReturned => 2,
            Credit => 1,
            NotAllowed => 0,
        };
        let start = Timestamp::from_second(start).unwrap();
        let [early, late] = [early.max(late), early.min(late)].map(|left| later(start, SignedDuration::from_secs(-left)));
        for &paid_with in PaidWith::ALL {
            let after = |now| rank(outcome(start, now, paid_with, Student));
            prop_assert!(after(early) >= after(late));
        }
        prop_assert!(may_reschedule(start, early) || !may_reschedule(start, late));
    }

    #[test]
    fn every_zone_has_a_promise_of_one_line(start in 0..4_000_000_000i64, teacher in 0..2_000usize, viewer in 0..2_000usize) {
        let names: Vec<_> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        let start = Timestamp::from_second(start).unwrap();
        let (teacher, viewer) = (&names[teacher % names.len()], &names[viewer % names.len()]);
        let text = sentence(Policy::of(start), PaidWith::Money, (teacher, viewer), Timestamp::UNIX_EPOCH);
        prop_assert!(text.starts_with("Cancel before ") && text.ends_with(" Later: nothing.") && text.len() < 240, "{text}");
        prop_assert!(!text.contains('\n') && !text.contains("  "), "{text}");
    }
}

#[test]
fn time_that_several_credits_lost_together_is_given_back_once() {
    let day = |day: i64| later(at("2026-03-01T00:00:00Z"), SignedDuration::from_hours(24 * day));
    for (bound, counted, days) in [
        ((0, 20), vec![], 20),
        ((0, 20), vec![(0, 20)], 0),
        ((5, 25), vec![(0, 20)], 5),
        ((0, 20), vec![(5, 10)], 15),
        ((0, 20), vec![(12, 14), (3, 5), (4, 6)], 15),
        ((10, 20), vec![(0, 5)], 10),
        ((10, 20), vec![(0, 30)], 0),
        ((20, 10), vec![], 0),
    ] {
        let counted: Vec<_> = counted.iter().map(|(from, until)| (day(*from), day(*until))).collect();
        let until = fault_extension(day(30), (day(bound.0), day(bound.1)), &counted);
        assert_eq!(until, day(30 + days), "{bound:?} {counted:?}");
    }
}
