//! Tests of the commission status at every boundary.

use super::*;
use crate::pricing::{CommissionStage, commission_rate, commission_status};

#[test]
fn status_has_tier_next_rate_and_progress() {
    for (hours, rate, from, to, next, progress) in [
        (0, 2_000, 0, Some(20), Some(1_800), 0),
        (1, 2_000, 0, Some(20), Some(1_800), 5),
        (19, 2_000, 0, Some(20), Some(1_800), 95),
        (20, 2_000, 0, Some(20), Some(1_800), 100),
        (21, 1_800, 21, Some(50), Some(1_500), 42),
        (50, 1_800, 21, Some(50), Some(1_500), 100),
        (51, 1_500, 51, Some(200), Some(1_000), 25),
        (200, 1_500, 51, Some(200), Some(1_000), 100),
        (201, 1_000, 201, None, None, 100),
        (u32::MAX, 1_000, 201, None, None, 100),
    ] {
        let status = commission_status(at("2020-01-01T00:00:00Z"), at("2026-01-01T00:00:00Z"), hours);
        assert_eq!((status.stage, status.launch_ends_at), (CommissionStage::Tier, None));
        assert_eq!((status.rate, status.hours), (BasisPoints(rate), hours));
        assert_eq!((status.tier_from, status.tier_to), (from, to), "{hours} hours");
        assert_eq!((status.next_rate, status.progress_percent), (next.map(BasisPoints), progress), "{hours} hours");
    }
}

#[test]
fn launch_has_zero_rate_and_an_end() {
    let created = at("2026-11-30T09:30:00+05:30");
    let end = at("2027-02-28T09:30:00+05:30");
    let launch = commission_status(created, at("2027-02-28T09:29:59+05:30"), 30);
    assert_eq!((launch.stage, launch.rate), (CommissionStage::Launch, BasisPoints(0)));
    assert_eq!((launch.launch_ends_at, launch.next_rate), (Some(end), Some(BasisPoints(1_800))));
    assert_eq!((launch.tier_from, launch.tier_to, launch.progress_percent), (21, Some(50), 60));
    let veteran = commission_status(created, created, 500);
    assert_eq!((veteran.rate, veteran.next_rate), (BasisPoints(0), Some(BasisPoints(1_000))));
    assert_eq!(commission_status(created, end, 30).stage, CommissionStage::Tier);
}

#[test]
fn status_rate_equals_rate_of_the_last_class() {
    for now in ["2026-01-15T00:00:00Z", "2026-06-15T00:00:00Z"] {
        for hours in 0..300 {
            let (created, now) = (at("2026-01-01T00:00:00Z"), at(now));
            assert_eq!(commission_status(created, now, hours).rate, commission_rate(created, now, hours), "{hours}");
        }
    }
}
