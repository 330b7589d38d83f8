use proptest::prelude::*;
use uuid::Uuid;

use super::*;

const TEACHER: PersonId = PersonId(Uuid::from_u128(1));
const ANOTHER: PersonId = PersonId(Uuid::from_u128(2));

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn open_terms() -> Terms {
    Terms {
        percent: 10,
        starts_at: None,
        ends_at: None,
        limit: None,
        limit_per_student: None,
        currency: None,
        teacher: None,
        stopped: false,
    }
}

fn now() -> Timestamp {
    at("2026-03-01T10:00:00Z")
}

fn first_use() -> Use {
    Use { now: now(), currency: Currency::Inr, teacher: TEACHER, used: 0, used_by_student: 0 }
}

#[test]
fn codes_are_read_in_any_case_and_with_space_around() {
    for (text, code) in [
        ("DANCE10", "DANCE10"),
        ("dance10", "DANCE10"),
        ("  Dance-10_x\n", "DANCE-10_X"),
        ("abc", "ABC"),
        ("---", "---"),
        (&"a".repeat(32), &"A".repeat(32)),
    ] {
        let parsed = CouponCode::parse(text).unwrap();
        assert_eq!((parsed.as_str(), parsed.to_string().as_str()), (code, code), "{text:?}");
    }
}

#[test]
fn nothing_and_nonsense_are_told_apart() {
    for text in ["", " ", "\t\n"] {
        assert_eq!(CouponCode::parse(text), Err(CouponError::Missing), "{text:?}");
    }
    let long = "A".repeat(33);
    for text in ["AB", &long, "A B", "CODE%", "नृत्य", "ＡＢＣ", "ABC;", "A\u{0}B", "ſale"] {
        assert_eq!(CouponCode::parse(text), Err(CouponError::Invalid), "{text:?}");
    }
}

#[test]
fn a_coupon_lives_from_its_start_until_just_before_its_end() {
    let terms = Terms {
        starts_at: Some(at("2026-03-01T00:00:00Z")),
        ends_at: Some(at("2026-03-08T00:00:00Z")),
        ..open_terms()
    };
    for (now, outcome) in [
        ("2026-02-28T23:59:59.999999Z", Err(CouponError::NotStarted)),
        ("2026-03-01T00:00:00Z", Ok(())),
        ("2026-03-07T23:59:59.999999Z", Ok(())),
        ("2026-03-08T00:00:00Z", Err(CouponError::Expired)),
    ] {
        assert_eq!(check(&terms, &Use { now: at(now), ..first_use() }), outcome, "{now}");
    }
}

#[test]
fn uses_are_counted_for_everybody_and_for_each_student() {
    let terms = Terms { limit: Some(100), limit_per_student: Some(2), ..open_terms() };
    for (used, used_by_student, outcome) in [
        (0, 0, Ok(())),
        (99, 1, Ok(())),
        (100, 1, Err(CouponError::UsedUp)),
        (101, 0, Err(CouponError::UsedUp)),
        (50, 2, Err(CouponError::UsedByYou)),
        (100, 2, Err(CouponError::UsedByYou)),
    ] {
        assert_eq!(check(&terms, &Use { used, used_by_student, ..first_use() }), outcome, "{used}, {used_by_student}");
    }
    assert_eq!(check(&open_terms(), &Use { used: u32::MAX, used_by_student: u32::MAX, ..first_use() }), Ok(()));
}

#[test]
fn a_coupon_may_be_for_one_currency_or_one_teacher() {
    let rupees = Terms { currency: Some(Currency::Inr), ..open_terms() };
    assert_eq!(check(&rupees, &first_use()), Ok(()));
    assert_eq!(check(&rupees, &Use { currency: Currency::Usd, ..first_use() }), Err(CouponError::NotForYou));
    let theirs = Terms { teacher: Some(TEACHER), ..open_terms() };
    assert_eq!(check(&theirs, &first_use()), Ok(()));
    assert_eq!(check(&theirs, &Use { teacher: ANOTHER, ..first_use() }), Err(CouponError::NotForYou));
}

#[test]
fn a_stopped_coupon_and_a_broken_one_do_not_exist() {
    for terms in [
        Terms { stopped: true, ..open_terms() },
        Terms { percent: 0, ..open_terms() },
        Terms { percent: 101, ..open_terms() },
        Terms { stopped: true, ends_at: Some(at("2020-01-01T00:00:00Z")), ..open_terms() },
    ] {
        assert_eq!(check(&terms, &first_use()), Err(CouponError::Invalid), "{terms:?}");
    }
    assert_eq!(check(&Terms { percent: 100, ..open_terms() }, &first_use()), Ok(()));
    assert_eq!(check(&Terms { percent: 1, ..open_terms() }, &first_use()), Ok(()));
}

#[test]
fn somebody_elses_coupon_tells_nothing_about_its_dates() {
    let terms = Terms { teacher: Some(ANOTHER), ends_at: Some(at("2020-01-01T00:00:00Z")), ..open_terms() };
    assert_eq!(check(&terms, &first_use()), Err(CouponError::NotForYou));
}

#[test]
fn an_administrator_hears_of_every_field_that_is_wrong() {
    let terms = Terms {
        percent: 0,
        starts_at: Some(now()),
        ends_at: Some(now()),
        limit: Some(0),
        limit_per_student: Some(0),
        ..open_terms()
    };
    let fields: Vec<String> = terms.validate().unwrap_err().0.into_iter().map(|error| error.field).collect();
    assert_eq!(fields, ["percent", "endsAt", "limit", "limitPerStudent"]);
    assert_eq!(open_terms().validate(), Ok(()));
}

#[test]
fn every_refusal_has_its_own_code() {
    use CouponError::{Expired, Invalid, Missing, NotForYou, NotStarted, UsedByYou, UsedUp};
    let codes = [Missing, Invalid, NotStarted, Expired, UsedUp, UsedByYou, NotForYou].map(|e| e.code().as_str());
    let expected = ["missing", "invalid", "not_started", "expired", "used_up", "used_by_you", "not_for_you"];
    assert_eq!(codes.map(|code| code.strip_prefix("coupon_").unwrap()), expected);
}

proptest! {
    #[test]
    fn a_code_reads_back_as_itself(text in "\\PC{0,40}") {
        if let Ok(code) = CouponCode::parse(&text) {
            prop_assert_eq!(CouponCode::parse(code.as_str()), Ok(code.clone()));
            prop_assert_eq!(CouponCode::parse(&code.as_str().to_lowercase()), Ok(code));
        }
    }
}
