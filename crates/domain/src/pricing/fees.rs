//! The rates of the service fee (D21) and the commission (D22).

use jiff::{Span, ToSpan};

use super::BasisPoints;
use crate::time::{SignedDuration, Timestamp, Zone, saturating_add};

/// The service fee is waived for this many days after joining (SPEC §9, D21).
const WAIVER_DAYS: i64 = 60;
/// With the flat fee, the service fee is waived for this many calendar months after joining.
const FLAT_WAIVER_MONTHS: i64 = 2;
/// Teachers pay no commission for this many calendar months (SPEC §9, D22, D28).
pub(super) const COMMISSION_FREE_MONTHS: i64 = 3;
/// The flat service fee.
const FLAT_RATE: BasisPoints = BasisPoints(1_000);
/// The end of the promotion: 26 July 2025, 00:00 in Asia/Kolkata (SPEC §9).
const PROMOTION_UNTIL: Timestamp = Timestamp::constant(1_753_468_200, 0);

/// Service fee by number of classes taken, upper bounds inclusive (SPEC §9, D21). Above the last: [`LAST_STUDENT_RATE`].
const STUDENT_TIERS: [(u32, BasisPoints); 3] =
    [(20, BasisPoints(1_000)), (100, BasisPoints(800)), (250, BasisPoints(650))];
const LAST_STUDENT_RATE: BasisPoints = BasisPoints(500);

/// Commission by hours taught, upper bounds inclusive (SPEC §9). Above the last: [`LAST_TEACHER_RATE`].
pub(super) const TEACHER_TIERS: [(u32, BasisPoints); 3] =
    [(20, BasisPoints(2_000)), (50, BasisPoints(1_800)), (200, BasisPoints(1_500))];
pub(super) const LAST_TEACHER_RATE: BasisPoints = BasisPoints(1_000);

/// The model of the service fee; SPEC allows two (D21; setting `fees.student`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StudentFeeModel {
    /// By classes taken; waived for the first 60 days.
    #[default]
    Tiers,
    /// Always 10 %; waived for the first 2 calendar months.
    Flat,
}

/// The configured fees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeRules {
    /// The model of the service fee.
    pub student: StudentFeeModel,
    /// The end of the promotion, exclusive.
    pub promotion_until: Timestamp,
    /// The payment provider's fee.
    pub provider: BasisPoints,
}

impl Default for FeeRules {
    fn default() -> Self {
        Self { student: StudentFeeModel::Tiers, promotion_until: PROMOTION_UNTIL, provider: BasisPoints(240) }
    }
}

/// The service fee that applies to a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ServiceFee {
    /// The rate, also when the fee is waived.
    pub rate: BasisPoints,
    /// Whether the fee is displayed but not charged.
    pub is_waived: bool,
}

/// Returns the service fee of a purchase at `now` (D21). The tier depends on the classes taken so far: up to 20 classes
/// 10 %, from 21 classes 8 %.
///
/// The fee is waived until the end of the promotion, and for the first 60 days of 24 hours after joining (flat fee: the
/// first 2 calendar months in Asia/Kolkata), ends exclusive.
pub fn service_fee(rules: &FeeRules, now: Timestamp, joined_at: Timestamp, classes_taken: u32) -> ServiceFee {
    let (rate, waived_until) = match rules.student {
        StudentFeeModel::Tiers => {
            let rate = tier(&STUDENT_TIERS, classes_taken, LAST_STUDENT_RATE);
            (rate, saturating_add(joined_at, SignedDuration::from_hours(24 * WAIVER_DAYS)))
        }
        StudentFeeModel::Flat => (FLAT_RATE, months_after(joined_at, FLAT_WAIVER_MONTHS)),
    };
    ServiceFee { rate, is_waived: now < rules.promotion_until || now < waived_until }
}

/// Returns the commission rate of a class (D22): zero for 3 calendar months in Asia/Kolkata after the creation of the
/// profile, then by the hours taught, this class included. `now` is the end of the class.
pub fn commission_rate(profile_created_at: Timestamp, now: Timestamp, hours_taught_including: u32) -> BasisPoints {
    if now < months_after(profile_created_at, COMMISSION_FREE_MONTHS) {
        return BasisPoints(0);
    }
    tier(&TEACHER_TIERS, hours_taught_including, LAST_TEACHER_RATE)
}

fn tier(tiers: &[(u32, BasisPoints)], number: u32, beyond: BasisPoints) -> BasisPoints {
    tiers.iter().find(|(up_to, _)| number <= *up_to).map_or(beyond, |(_, rate)| *rate)
}

/// Returns the same wall-clock time in Asia/Kolkata `months` calendar months later, on the last day of a shorter month: 30
/// November plus 3 months is 28 February.
pub(super) fn months_after(start: Timestamp, months: i64) -> Timestamp {
    let span: Span = months.months();
    start.to_zoned(Zone::india().tz().clone()).saturating_add(span).timestamp()
}
