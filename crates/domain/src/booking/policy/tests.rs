use proptest::prelude::*;

use super::CancellationOutcome::{Credit, CreditRestored, NotAllowed, Refund};
use super::CancelledBy::{Admin, Student, Teacher};
use super::*;
use crate::time::{Clock, Language, TimeText};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn before(start: Timestamp, hours: i64, micros: i64) -> Timestamp {
    saturating_add(saturating_add(start, SignedDuration::from_hours(-hours)), SignedDuration::from_micros(micros))
}

/// Class starts on ordinary days, and with a clock change between a deadline and the class.
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
fn student_outcome_depends_on_elapsed_hours_before_class() {
    for start in STARTS.map(at) {
        for (hours, micros, money, credit) in [
            (100, 0, Refund, CreditRestored),
            (24, -1, Refund, CreditRestored),
            (24, 0, Refund, CreditRestored),
            (24, 1, Credit, CreditRestored),
            (12, -1, Credit, CreditRestored),
            (12, 0, Credit, CreditRestored),
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
fn cancellation_by_teacher_or_admin_refunds_fully_at_any_time() {
    let start = at("2026-06-10T15:30:00Z");
    for by in [Teacher, Admin] {
        for hours in [100, 24, 23, 12, 11, 1, 0, -1] {
            assert_eq!(outcome(start, before(start, hours, 0), PaidWith::Money, by), Refund, "{by:?} {hours}");
            assert_eq!(outcome(start, before(start, hours, 0), PaidWith::Credit, by), CreditRestored, "{by:?} {hours}");
        }
    }
}

#[test]
fn student_can_reschedule_until_twelve_hours_before_class() {
    for start in STARTS.map(at) {
        for (micros, allowed) in [(-1, true), (0, true), (1, false)] {
            assert_eq!(can_reschedule(start, before(start, 12, micros)), allowed, "{start} {micros} µs");
        }
    }
}

#[test]
fn deadlines_are_elapsed_hours_across_clock_changes() {
    // 16:00 on the date on which New York's clocks go forward: 24 elapsed hours before, it is 15:00 there.
    let policy = CancellationDeadlines::for_start(at("2026-03-08T16:00:00-04:00"));
    assert_eq!(policy.refund_until, at("2026-03-07T15:00:00-05:00"));
    assert_eq!(policy.credit_until, at("2026-03-08T04:00:00-04:00"));
    // And 17:00 on the date on which they go back.
    let policy = CancellationDeadlines::for_start(at("2026-11-01T16:00:00-05:00"));
    assert_eq!(policy.refund_until, at("2026-10-31T17:00:00-04:00"));
    assert_eq!(policy.credit_until, at("2026-11-01T04:00:00-05:00"));
}

#[test]
fn late_cancellation_credit_expires_after_sixty_days() {
    let now = at("2026-03-01T10:00:00Z");
    assert_eq!(late_cancellation_credit_expiry(now), at("2026-04-30T10:00:00Z"));
}

#[test]
fn expiry_is_extended_by_the_blocked_period() {
    let extend = |expiry, from, until| extended_expiry(expiry, Period { from, until }, &[]);
    let expiry = at("2026-03-31T10:00:00Z");
    for (booked, cancelled, extended) in [
        ("2026-03-01T10:00:00Z", "2026-03-11T10:00:00Z", "2026-04-10T10:00:00Z"),
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:01Z", "2026-03-31T10:00:01Z"),
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z", "2026-03-31T10:00:00Z"),
        // A period that ends before it starts does not shorten the expiry.
        ("2026-03-02T10:00:00Z", "2026-03-01T10:00:00Z", "2026-03-31T10:00:00Z"),
    ] {
        assert_eq!(extend(expiry, at(booked), at(cancelled)), at(extended), "{booked} to {cancelled}");
    }
    assert_eq!(extend(Timestamp::MAX, Timestamp::MIN, Timestamp::MAX), Timestamp::MAX);
}

#[test]
fn cancelled_by_strings_round_trip() {
    let strings: Vec<&str> = CancelledBy::ALL.iter().map(|by| by.as_str()).collect();
    assert_eq!(strings, ["student", "teacher", "admin"]);
    assert!(CancelledBy::ALL.iter().all(|by| CancelledBy::parse(by.as_str()) == Some(*by)));
}

/// Returns the sentence for a class that starts at `start`, before all its deadlines.
fn sentence(start: &str, paid_with: PaidWith, viewer: &str) -> String {
    let deadlines = CancellationDeadlines::for_start(at(start));
    let zones = PolicyReader { teacher: Some("Asia/Kolkata"), viewer: Some(viewer), ..PolicyReader::default() };
    describe(deadlines, paid_with, zones, Timestamp::UNIX_EPOCH)
}

#[test]
fn sentence_omits_terms_whose_deadline_has_passed() {
    let start = "2025-10-05T18:30:00+05:30";
    let zones =
        PolicyReader { teacher: Some("Asia/Kolkata"), viewer: Some("America/New_York"), ..PolicyReader::default() };
    let sentence_at =
        |now: &str, paid_with| describe(CancellationDeadlines::for_start(at(start)), paid_with, zones, at(now));
    for &paid_with in PaidWith::ALL {
        let first = sentence_at("2025-10-04T18:30:00+05:30", paid_with);
        assert_eq!(first, sentence(start, paid_with, "America/New_York"), "the deadline is inclusive");
        let too_late = "This class starts in less than 12 hours, so it can't be cancelled or rescheduled.";
        assert_eq!(sentence_at("2025-10-05T06:30:01+05:30", paid_with), too_late);
    }
    for now in ["2025-10-04T18:30:01+05:30", "2025-10-05T06:30:00+05:30"] {
        for (paid_with, expected) in [
            (
                PaidWith::Money,
                "Cancel by Sat, 4 Oct, 9:00 pm and you get a class credit instead of a refund. After that, this class can't \
                 be cancelled.",
            ),
            (
                PaidWith::Coupon,
                "Cancel by Sat, 4 Oct, 9:00 pm and you get a class credit. After that, this class can't be cancelled.",
            ),
            (
                PaidWith::Credit,
                "Free cancellation until Sat, 4 Oct, 9:00 pm. Your credit comes back. After that, this class can't be \
                 cancelled.",
            ),
        ] {
            assert_eq!(sentence_at(now, paid_with), expected);
        }
    }
}

#[test]
fn paid_class_has_three_lines_in_the_viewers_zone() {
    let start = "2025-10-05T18:30:00+05:30";
    let zones =
        PolicyReader { teacher: Some("Asia/Kolkata"), viewer: Some("Asia/Calcutta"), ..PolicyReader::default() };
    assert_eq!(
        describe_lines(CancellationDeadlines::for_start(at(start)), PaidWith::Money, zones, Timestamp::UNIX_EPOCH),
        [
            "Full refund until Sat, 4 Oct, 6:30 pm",
            "Class credit until Sun, 5 Oct, 6:30 am",
            "No cancellation after that"
        ]
    );
    assert_eq!(
        sentence(start, PaidWith::Money, "America/New_York"),
        "Full refund until Sat, 4 Oct, 9:00 am · class credit until Sat, 4 Oct, 9:00 pm · no cancellation after that"
    );
    assert_eq!(
        sentence(start, PaidWith::Coupon, "Asia/Kolkata"),
        "Cancel by Sat, 4 Oct, 6:30 pm and you can use your coupon again · class credit until Sun, 5 Oct, 6:30 am · no cancellation after that"
    );
}

#[test]
fn sentence_for_an_unknown_viewer_names_the_teachers_city() {
    let deadlines = CancellationDeadlines::for_start(at("2025-10-05T18:30:00+05:30"));
    for (teacher, viewer, time) in [
        (Some("Asia/Calcutta"), None, "Sun, 5 Oct, 6:30 am (Kolkata time)"),
        (Some("America/New_York"), Some("Mars/Olympus"), "Sat, 4 Oct, 9:00 pm (New York time)"),
        (Some("Mars/Olympus"), None, "Sun, 5 Oct, 1:00 am (UTC)"),
        (None, None, "Sun, 5 Oct, 1:00 am (UTC)"),
        (None, Some("Asia/Kolkata"), "Sun, 5 Oct, 6:30 am"),
    ] {
        assert_eq!(
            describe(
                deadlines,
                PaidWith::Credit,
                PolicyReader { viewer, teacher, ..PolicyReader::default() },
                Timestamp::UNIX_EPOCH
            ),
            format!(
                "Free cancellation until {time}. Your credit comes back. After that, this class can't be cancelled."
            ),
        );
    }
}

#[test]
fn each_deadline_is_formatted_with_the_offset_in_force_at_that_instant() {
    // New York's clocks go forward between the two deadlines.
    assert_eq!(
        sentence("2026-03-08T16:00:00-04:00", PaidWith::Money, "America/New_York"),
        "Full refund until Sat, 7 Mar, 3:00 pm · class credit until Sun, 8 Mar, 4:00 am · no cancellation after that"
    );
}

#[test]
fn deadlines_at_noon_and_midnight_are_unambiguous() {
    assert_eq!(
        sentence("2026-06-11T00:00:00Z", PaidWith::Money, "UTC"),
        "Full refund until midnight (end of Tue, 9 Jun) · class credit until Wed, 10 Jun, noon · no cancellation after \
         that"
    );
}

proptest! {
    #[test]
    fn later_cancellation_never_gives_more(start in 0..4_000_000_000i64, early in 0..400_000i64, late in 0..400_000i64) {
        let rank = |outcome| match outcome {
            Refund | CreditRestored => 2,
            Credit => 1,
            NotAllowed => 0,
        };
        let start = Timestamp::from_second(start).unwrap();
        let [early, late] = [early.max(late), early.min(late)].map(|left| saturating_add(start, SignedDuration::from_secs(-left)));
        for &paid_with in PaidWith::ALL {
            let after = |now| rank(outcome(start, now, paid_with, Student));
            prop_assert!(after(early) >= after(late));
        }
        prop_assert!(can_reschedule(start, early) || !can_reschedule(start, late));
    }

    #[test]
    fn sentence_is_one_line_in_every_zone(start in 0..4_000_000_000i64, viewer in 0..2_000usize) {
        let names: Vec<_> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        let start = Timestamp::from_second(start).unwrap();
        let zones = PolicyReader { teacher: None, viewer: Some(&names[viewer % names.len()]), ..PolicyReader::default() };
        let deadlines = CancellationDeadlines::for_start(start);
        let text = describe(deadlines, PaidWith::Money, zones, Timestamp::UNIX_EPOCH);
        prop_assert!(text.starts_with("Full refund until ") && text.ends_with(" · no cancellation after that"), "{text}");
        prop_assert!(text.len() < 200, "{text}");
        prop_assert!(!text.contains('\n') && !text.contains("  "), "{text}");
    }
}

#[test]
fn overlapping_blocked_periods_extend_expiry_once() {
    let day = |day: i64| saturating_add(at("2026-03-01T00:00:00Z"), SignedDuration::from_hours(24 * day));
    for (blocked, compensated, days) in [
        ((0, 20), vec![], 20),
        ((0, 20), vec![(0, 20)], 0),
        ((5, 25), vec![(0, 20)], 5),
        ((0, 20), vec![(5, 10)], 15),
        ((0, 20), vec![(12, 14), (3, 5), (4, 6)], 15),
        ((10, 20), vec![(0, 5)], 10),
        ((10, 20), vec![(0, 30)], 0),
        ((20, 10), vec![], 0),
    ] {
        let period = |(from, until)| Period { from: day(from), until: day(until) };
        let compensated: Vec<Period> = compensated.into_iter().map(period).collect();
        let expiry = extended_expiry(day(30), period(blocked), &compensated);
        assert_eq!(expiry, day(30 + days), "{blocked:?} {compensated:?}");
    }
}

#[test]
fn hindi_policy_has_the_terms_of_the_english_one() {
    let start = at("2025-10-05T18:30:00+05:30");
    let deadlines = CancellationDeadlines::for_start(start);
    let text = TimeText { language: Language::Hindi, clock: Clock::Hours12 };
    let reader = PolicyReader { teacher: Some("Asia/Kolkata"), viewer: Some("Asia/Kolkata"), text };
    let hindi = |paid_with, now: &str| describe(deadlines, paid_with, reader, at(now));
    let (early, late, over) = ("2025-10-01T00:00:00Z", "2025-10-04T18:30:01+05:30", "2025-10-05T06:30:01+05:30");
    assert_eq!(
        hindi(PaidWith::Money, early),
        "शनि, 4 अक्टूबर, शाम 6:30 तक रद्द करने पर पूरा रिफ़ंड · रवि, 5 अक्टूबर, सुबह 6:30 तक रद्द करने पर क्लास का क्रेडिट · इसके बाद क्लास रद्द नहीं हो सकती"
    );
    assert_eq!(
        hindi(PaidWith::Credit, early),
        "रवि, 5 अक्टूबर, सुबह 6:30 तक रद्द करने पर आपका क्रेडिट वापस मिल जाएगा। इसके बाद क्लास रद्द नहीं हो सकती।"
    );
    assert!(hindi(PaidWith::Money, late).contains("रिफ़ंड की जगह"), "{}", hindi(PaidWith::Money, late));
    assert!(hindi(PaidWith::Coupon, over).contains("12 घंटे"), "{}", hindi(PaidWith::Coupon, over));
    let away = PolicyReader { viewer: None, ..reader };
    assert!(describe(deadlines, PaidWith::Credit, away, at(early)).contains("(कोलकाता का समय)"));
}
