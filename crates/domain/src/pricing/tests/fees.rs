//! Tests of service fee and commission rates at every boundary.

use super::*;
use crate::pricing::{FeeRules, StudentFeeModel, commission_rate, service_fee};
use crate::time::{SignedDuration, Zone, saturating_add};

const LONG_AGO: &str = "2020-01-01T00:00:00Z";

fn rules(student: StudentFeeModel) -> FeeRules {
    FeeRules { student, ..FeeRules::default() }
}

#[test]
fn service_fee_tier_depends_on_classes_taken() {
    for (taken, rate) in [
        (0, 1_000),
        (1, 1_000),
        (19, 1_000),
        (20, 1_000),
        (21, 800),
        (99, 800),
        (100, 800),
        (101, 650),
        (249, 650),
        (250, 650),
        (251, 500),
        (u32::MAX, 500),
    ] {
        let now = at("2026-01-01T00:00:00Z");
        assert_eq!(service_fee(&rules(StudentFeeModel::Tiers), now, at(LONG_AGO), taken), fee(rate), "{taken} taken");
        assert_eq!(
            service_fee(&rules(StudentFeeModel::Flat), now, at(LONG_AGO), taken),
            fee(1_000),
            "{taken} taken, flat"
        );
    }
}

#[test]
fn promotion_waives_fee_until_end_of_25_july_2025_in_india() {
    assert_eq!(FeeRules::default().promotion_until, at("2025-07-26T00:00:00+05:30"));
    for (now, is_waived) in [
        ("2025-07-25T23:59:59+05:30", true),
        ("2025-07-25T23:59:59.999999+05:30", true),
        ("2025-07-26T00:00:00+05:30", false),
        ("2025-07-26T00:00:01+05:30", false),
        ("2025-07-25T18:29:59Z", true),
        ("2025-07-25T23:59:59Z", false),
    ] {
        for student in [StudentFeeModel::Tiers, StudentFeeModel::Flat] {
            let found = service_fee(&rules(student), at(now), at(LONG_AGO), 0);
            assert_eq!(found, ServiceFee { rate: BasisPoints(1_000), is_waived }, "{now} {student:?}");
        }
    }
}

#[test]
fn end_of_promotion_is_configurable() {
    let rules = FeeRules { promotion_until: at("2030-01-01T00:00:00Z"), ..FeeRules::default() };
    assert_eq!(service_fee(&rules, at("2029-12-31T23:59:59Z"), at(LONG_AGO), 300), waived(500));
    assert_eq!(service_fee(&rules, at("2030-01-01T00:00:00Z"), at(LONG_AGO), 300), fee(500));
}

#[test]
fn service_fee_is_waived_for_sixty_days() {
    let joined = at("2026-01-10T08:00:00Z");
    for (now, expected) in [
        ("2026-01-10T08:00:00Z", waived(800)),
        ("2026-03-11T07:59:59.999999Z", waived(800)),
        ("2026-03-11T08:00:00Z", fee(800)),
        ("2026-03-11T08:00:00.000001Z", fee(800)),
        ("2026-01-09T00:00:00Z", waived(800)),
    ] {
        assert_eq!(service_fee(&rules(StudentFeeModel::Tiers), at(now), joined, 25), expected, "{now}");
    }
}

#[test]
fn flat_fee_is_waived_for_two_calendar_months_in_india() {
    for (joined, until) in [
        ("2026-01-10T08:00:00+05:30", "2026-03-10T08:00:00+05:30"),
        // Still the 10th in UTC, but the 11th in India.
        ("2026-01-10T20:00:00Z", "2026-03-10T20:00:00Z"),
        ("2025-12-31T12:00:00+05:30", "2026-02-28T12:00:00+05:30"),
        ("2027-12-31T12:00:00+05:30", "2028-02-29T12:00:00+05:30"),
        // The last evening of December in UTC is the first of January in India.
        ("2025-12-31T19:00:00Z", "2026-02-28T19:00:00Z"),
    ] {
        let until = at(until);
        let fee_at = |now| service_fee(&rules(StudentFeeModel::Flat), now, at(joined), 0);
        assert_eq!(fee_at(saturating_add(until, SignedDuration::from_micros(-1))), waived(1_000), "{joined}");
        assert_eq!(fee_at(until), fee(1_000), "{joined}");
    }
}

#[test]
fn commission_is_zero_for_three_calendar_months_in_india() {
    for (created, until) in [
        ("2026-01-15T09:30:00+05:30", "2026-04-15T09:30:00+05:30"),
        ("2026-11-30T09:30:00+05:30", "2027-02-28T09:30:00+05:30"),
        ("2027-11-30T09:30:00+05:30", "2028-02-29T09:30:00+05:30"),
        ("2027-11-29T09:30:00+05:30", "2028-02-29T09:30:00+05:30"),
        ("2028-02-29T09:30:00+05:30", "2028-05-29T09:30:00+05:30"),
        ("2026-05-31T00:00:00+05:30", "2026-08-31T00:00:00+05:30"),
        ("2026-08-31T23:59:59+05:30", "2026-11-30T23:59:59+05:30"),
        // 31 January in UTC, 1 February in India: until 1 May there, not 30 April.
        ("2026-01-31T18:30:00Z", "2026-04-30T18:30:00Z"),
        ("2026-01-31T18:29:59Z", "2026-04-30T18:29:59Z"),
        ("2026-11-30T18:30:00Z", "2027-02-28T18:30:00Z"),
        // Midnight in India, at the end of a month that is longer than the one three months later.
        ("2026-11-29T18:30:00Z", "2027-02-27T18:30:00Z"),
        ("2026-11-29T18:29:59Z", "2027-02-28T18:29:59Z"),
    ] {
        let (created, until) = (at(created), at(until));
        let rate_at = |now| commission_rate(created, now, 300);
        assert_eq!(rate_at(saturating_add(until, SignedDuration::from_micros(-1))), BasisPoints(0), "{created}");
        assert_eq!(rate_at(until), BasisPoints(1_000), "{created}");
    }
}

#[test]
fn commission_tier_depends_on_hours_taught() {
    for (hours, rate) in [
        (0, 2_000),
        (1, 2_000),
        (20, 2_000),
        (21, 1_800),
        (50, 1_800),
        (51, 1_500),
        (200, 1_500),
        (201, 1_000),
        (u32::MAX, 1_000),
    ] {
        assert_eq!(
            commission_rate(at(LONG_AGO), at("2026-01-01T00:00:00Z"), hours),
            BasisPoints(rate),
            "{hours} hours"
        );
    }
}

#[test]
fn fixed_offset_of_india_equals_the_zone_database() {
    let zone = Zone::parse("Asia/Kolkata").unwrap();
    for year in 1950..2100 {
        for month in [1, 4, 7, 10] {
            let instant = at(&format!("{year}-{month:02}-15T00:00:00Z"));
            assert_eq!(zone.tz().to_offset(instant).seconds(), 19_800, "{instant}");
        }
    }
}

#[test]
fn rates_do_not_panic_at_the_ends_of_time() {
    for student in [StudentFeeModel::Tiers, StudentFeeModel::Flat] {
        assert_eq!(service_fee(&rules(student), Timestamp::MAX, Timestamp::MIN, 0), fee(1_000));
        let _ = service_fee(&rules(student), Timestamp::MAX, Timestamp::MAX, 0);
    }
    assert_eq!(commission_rate(Timestamp::MIN, Timestamp::MAX, 0), BasisPoints(2_000));
    let _ = commission_rate(Timestamp::MAX, Timestamp::MAX, 0);
}
