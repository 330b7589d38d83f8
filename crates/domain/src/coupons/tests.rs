use proptest::prelude::*;
use uuid::Uuid;

use super::*;

const TEACHER: TeacherId = TeacherId(Uuid::from_u128(1));
const OTHER_TEACHER: TeacherId = TeacherId(Uuid::from_u128(2));

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn unrestricted_terms() -> CouponTerms {
    CouponTerms {
        percent: 10,
        starts_at: None,
        ends_at: None,
        limit: None,
        limit_per_student: None,
        currency: None,
        teacher: None,
        deactivated: false,
    }
}

fn now() -> Timestamp {
    at("2026-03-01T10:00:00Z")
}

fn purchase() -> CouponPurchase {
    CouponPurchase { now: now(), currency: Currency::Inr, teacher: TEACHER, used: 0, used_by_student: 0 }
}

#[test]
fn code_parses_in_any_case_and_with_surrounding_space() {
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
fn blank_code_is_missing_and_malformed_code_is_invalid() {
    for text in ["", " ", "\t\n"] {
        assert_eq!(CouponCode::parse(text), Err(CouponError::Missing), "{text:?}");
    }
    let long = "A".repeat(33);
    for text in ["AB", &long, "A B", "CODE%", "नृत्य", "ＡＢＣ", "ABC;", "A\u{0}B", "ſale"] {
        assert_eq!(CouponCode::parse(text), Err(CouponError::Invalid), "{text:?}");
    }
}

#[test]
fn coupon_is_valid_from_start_inclusive_to_end_exclusive() {
    let terms = CouponTerms {
        starts_at: Some(at("2026-03-01T00:00:00Z")),
        ends_at: Some(at("2026-03-08T00:00:00Z")),
        ..unrestricted_terms()
    };
    for (now, outcome) in [
        ("2026-02-28T23:59:59.999999Z", Err(CouponError::NotStarted)),
        ("2026-03-01T00:00:00Z", Ok(())),
        ("2026-03-07T23:59:59.999999Z", Ok(())),
        ("2026-03-08T00:00:00Z", Err(CouponError::Expired)),
    ] {
        assert_eq!(check_coupon(&terms, &CouponPurchase { now: at(now), ..purchase() }), outcome, "{now}");
    }
}

#[test]
fn coupon_is_rejected_when_a_limit_is_reached() {
    let terms = CouponTerms { limit: Some(100), limit_per_student: Some(2), ..unrestricted_terms() };
    for (used, used_by_student, outcome) in [
        (0, 0, Ok(())),
        (99, 1, Ok(())),
        (100, 1, Err(CouponError::UsedUp)),
        (101, 0, Err(CouponError::UsedUp)),
        (50, 2, Err(CouponError::UsedByYou)),
        (100, 2, Err(CouponError::UsedByYou)),
    ] {
        assert_eq!(
            check_coupon(&terms, &CouponPurchase { used, used_by_student, ..purchase() }),
            outcome,
            "{used}, {used_by_student}"
        );
    }
    assert_eq!(
        check_coupon(
            &unrestricted_terms(),
            &CouponPurchase { used: u32::MAX, used_by_student: u32::MAX, ..purchase() }
        ),
        Ok(())
    );
}

#[test]
fn coupon_is_rejected_for_other_currency_or_teacher() {
    let rupees = CouponTerms { currency: Some(Currency::Inr), ..unrestricted_terms() };
    assert_eq!(check_coupon(&rupees, &purchase()), Ok(()));
    assert_eq!(
        check_coupon(&rupees, &CouponPurchase { currency: Currency::Usd, ..purchase() }),
        Err(CouponError::NotForYou)
    );
    let one_teacher = CouponTerms { teacher: Some(TEACHER), ..unrestricted_terms() };
    assert_eq!(check_coupon(&one_teacher, &purchase()), Ok(()));
    assert_eq!(
        check_coupon(&one_teacher, &CouponPurchase { teacher: OTHER_TEACHER, ..purchase() }),
        Err(CouponError::NotForYou)
    );
}

#[test]
fn deactivated_or_malformed_coupon_is_invalid() {
    for terms in [
        CouponTerms { deactivated: true, ..unrestricted_terms() },
        CouponTerms { percent: 0, ..unrestricted_terms() },
        CouponTerms { percent: 101, ..unrestricted_terms() },
        CouponTerms { deactivated: true, ends_at: Some(at("2020-01-01T00:00:00Z")), ..unrestricted_terms() },
    ] {
        assert_eq!(check_coupon(&terms, &purchase()), Err(CouponError::Invalid), "{terms:?}");
    }
    assert_eq!(check_coupon(&CouponTerms { percent: 100, ..unrestricted_terms() }, &purchase()), Ok(()));
    assert_eq!(check_coupon(&CouponTerms { percent: 1, ..unrestricted_terms() }, &purchase()), Ok(()));
}

#[test]
fn coupon_of_another_teacher_does_not_reveal_its_dates() {
    let terms =
        CouponTerms { teacher: Some(OTHER_TEACHER), ends_at: Some(at("2020-01-01T00:00:00Z")), ..unrestricted_terms() };
    assert_eq!(check_coupon(&terms, &purchase()), Err(CouponError::NotForYou));
}

#[test]
fn validate_reports_every_invalid_field() {
    let terms = CouponTerms {
        percent: 0,
        starts_at: Some(now()),
        ends_at: Some(now()),
        limit: Some(0),
        limit_per_student: Some(0),
        ..unrestricted_terms()
    };
    let fields: Vec<String> = terms.validate().unwrap_err().0.into_iter().map(|error| error.field).collect();
    assert_eq!(fields, ["percent", "endsAt", "limit", "limitPerStudent"]);
    assert_eq!(unrestricted_terms().validate(), Ok(()));
}

#[test]
fn each_error_has_its_own_code() {
    use CouponError::{Expired, Invalid, Missing, NotForYou, NotStarted, UsedByYou, UsedUp};
    let codes = [Missing, Invalid, NotStarted, Expired, UsedUp, UsedByYou, NotForYou].map(|e| e.code().as_str());
    let expected = ["missing", "invalid", "not_started", "expired", "used_up", "limit_per_student", "not_applicable"];
    assert_eq!(codes.map(|code| code.strip_prefix("coupon_").unwrap()), expected);
}

proptest! {
    #[test]
    fn code_round_trips(text in "\\PC{0,40}") {
        if let Ok(code) = CouponCode::parse(&text) {
            prop_assert_eq!(CouponCode::parse(code.as_str()), Ok(code.clone()));
            prop_assert_eq!(CouponCode::parse(&code.as_str().to_lowercase()), Ok(code));
        }
    }
}
