//! A teacher's commission status, as displayed on the Payments page (SPEC §4, §9; D22).

use super::BasisPoints;
use super::fees::{COMMISSION_FREE_MONTHS, LAST_TEACHER_RATE, TEACHER_TIERS, months_after};
use crate::time::Timestamp;

string_enum! {
    /// The stage of the commission model.
    CommissionStage {
        /// No commission in the first 3 months.
        Launch = "launch",
        /// Commission by hours taught.
        Tier = "tier",
    }
}

/// A teacher's commission status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommissionStatus {
    /// The stage.
    pub stage: CommissionStage,
    /// The current commission rate.
    pub rate: BasisPoints,
    /// Hours taught so far.
    pub hours: u32,
    /// The first hour of the current tier: 0, 21, 51 or 201.
    pub tier_from: u32,
    /// The last hour of the current tier; `None` for the last tier.
    pub tier_to: Option<u32>,
    /// The next rate: that of the current tier during launch, otherwise that of the next tier; `None` in the last tier.
    pub next_rate: Option<BasisPoints>,
    /// The end of the launch stage; `None` afterwards.
    pub launch_ends_at: Option<Timestamp>,
    /// Progress to the last hour of the tier in percent, 0 to 100; 100 in the last tier.
    pub progress_percent: u32,
}

/// Returns the commission status after `hours` completed hours (D22).
pub fn commission_status(profile_created_at: Timestamp, now: Timestamp, hours: u32) -> CommissionStatus {
    let launch_end = months_after(profile_created_at, COMMISSION_FREE_MONTHS);
    let is_launch = now < launch_end;
    let tier = TEACHER_TIERS.iter().position(|(up_to, _)| hours <= *up_to).unwrap_or(TEACHER_TIERS.len());
    let rate_of = |index: usize| TEACHER_TIERS.get(index).map_or(LAST_TEACHER_RATE, |(_, rate)| *rate);
    let last_hour_of = |index: usize| TEACHER_TIERS.get(index).map(|(up_to, _)| *up_to);
    let tier_to = last_hour_of(tier);
    let next_rate = if is_launch { Some(rate_of(tier)) } else { tier_to.map(|_| rate_of(tier.saturating_add(1))) };
    CommissionStatus {
        stage: if is_launch { CommissionStage::Launch } else { CommissionStage::Tier },
        rate: if is_launch { BasisPoints(0) } else { rate_of(tier) },
        hours,
        tier_from: tier.checked_sub(1).and_then(last_hour_of).map_or(0, |before| before.saturating_add(1)),
        tier_to,
        next_rate,
        launch_ends_at: is_launch.then_some(launch_end),
        progress_percent: tier_to.map_or(100, |last| hours.saturating_mul(100).checked_div(last).unwrap_or(100)),
    }
}
