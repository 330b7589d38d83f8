//! Which rates apply: the student's service fee (D21) and the teacher's commission (D22).

use jiff::{Span, ToSpan};

use super::BasisPoints;
use crate::time::{SignedDuration, Timestamp, Zone, later};

/// Students pay no service fee in their first days after joining (SPEC §9, D21).
const FREE_DAYS: i64 = 60;
/// The same with the flat fee, in calendar months.
const FLAT_FREE_MONTHS: i64 = 2;
/// Teachers pay no commission in their first calendar months (SPEC §9, D22, D28).
pub(super) const COMMISSION_FREE_MONTHS: i64 = 3;
/// The flat service fee, and the fee that the promotion strikes through.
const FLAT_RATE: BasisPoints = BasisPoints(1_000);
/// 26 July 2025, 00:00 in Asia/Kolkata: the promotion runs through the 25th (SPEC §9).
const PROMOTION_UNTIL: Timestamp = Timestamp::constant(1_753_468_200, 0);

/// Up to and including so many classes taken so far: this rate (SPEC §9, D21). Beyond the last: [`LAST_STUDENT_RATE`].
const STUDENT_TIERS: [(u32, BasisPoints); 3] =
    [(20, BasisPoints(1_000)), (100, BasisPoints(800)), (250, BasisPoints(650))];
const LAST_STUDENT_RATE: BasisPoints = BasisPoints(500);

/// Up to and including this hour of the teacher: this rate (SPEC §9). Beyond the last: [`LAST_TEACHER_RATE`].
pub(super) const TEACHER_TIERS: [(u32, BasisPoints); 3] =
    [(20, BasisPoints(2_000)), (50, BasisPoints(1_800)), (200, BasisPoints(1_500))];
pub(super) const LAST_TEACHER_RATE: BasisPoints = BasisPoints(1_000);

/// Which of SPEC's two readings of the service fee is in force (D21; the setting `fees.student`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StudentFees {
    /// By classes taken, free for the first 60 days.
    #[default]
    Tiers,
    /// Always 10 %, free for the first 2 calendar months.
    Flat,
}

/// The fees in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeRules {
    /// How the service fee is found.
    pub student: StudentFees,
    /// The first instant after the promotion.
    pub promotion_until: Timestamp,
    /// The payment provider's fee.
    pub provider: BasisPoints,
}

impl Default for FeeRules {
    fn default() -> Self {
        Self { student: StudentFees::Tiers, promotion_until: PROMOTION_UNTIL, provider: BasisPoints(240) }
    }
}

/// The service fee of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ServiceFee {
    /// The rate that applies, or would apply if it were not waived.
    pub rate: BasisPoints,
    /// Whether nothing is charged, and the fee is shown struck through.
    pub waived: bool,
}

/// The service fee that a student pays now (D21). The tier goes by the classes taken so far: none and up to 20 is 10 %,
/// 21 is 8 %.
///
/// The promotion waives it up to its end; so do the student's first 60 days of 24 hours or, with the flat fee, the
/// first 2 calendar months in Asia/Kolkata, both counted from the instant of joining and without their last instant.
pub fn service_fee(rules: &FeeRules, now: Timestamp, joined_at: Timestamp, classes_taken: u32) -> ServiceFee {
    let (rate, free_until) = match rules.student {
        StudentFees::Tiers => {
            let rate = tier(&STUDENT_TIERS, classes_taken, LAST_STUDENT_RATE);
            (rate, later(joined_at, SignedDuration::from_hours(24 * FREE_DAYS)))
        }
        StudentFees::Flat => (FLAT_RATE, months_after(joined_at, FLAT_FREE_MONTHS)),
    };
    ServiceFee { rate, waived: now < rules.promotion_until || now < free_until }
}

/// The commission on a class (D22): nothing for 3 calendar months in Asia/Kolkata from the creation of the profile,
/// then by the hours taught up to and including this class. `now` is the end of the class.
pub fn commission_rate(profile_created_at: Timestamp, now: Timestamp, hours_taught_including: u32) -> BasisPoints {
    if now < months_after(profile_created_at, COMMISSION_FREE_MONTHS) {
        return BasisPoints(0);
    }
    tier(&TEACHER_TIERS, hours_taught_including, LAST_TEACHER_RATE)
}

fn tier(tiers: &[(u32, BasisPoints)], number: u32, beyond: BasisPoints) -> BasisPoints {
    tiers.iter().find(|(up_to, _)| number <= *up_to).map_or(beyond, |(_, rate)| *rate)
}

/// The same wall-clock time so many calendar months later in Asia/Kolkata, or on the last day of a month that is too
/// short: from 30 November to 28 February.
pub(super) fn months_after(start: Timestamp, months: i64) -> Timestamp {
    let span: Span = months.months();
    start.to_zoned(Zone::india().tz().clone()).saturating_add(span).timestamp()
}
