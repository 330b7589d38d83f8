//! Where a teacher stands in the commission model, as the Payments page shows it (SPEC §4, §9; D22).

use super::BasisPoints;
use super::fees::{COMMISSION_FREE_MONTHS, LAST_TEACHER_RATE, TEACHER_TIERS, months_after};
use crate::time::Timestamp;

words! {
    /// Which part of the model applies.
    CommissionStage {
        /// The first 3 months: no commission.
        Launch = "launch",
        /// By hours taught.
        Tier = "tier",
    }
}

/// A teacher's place in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommissionStatus {
    /// Launch, or a tier.
    pub stage: CommissionStage,
    /// What is kept of a class now.
    pub rate: BasisPoints,
    /// Hours taught so far.
    pub hours: u32,
    /// The first hour of the tier in which the hours lie: 0, 21, 51 or 201.
    pub tier_from: u32,
    /// Its last hour; the last tier has none.
    pub tier_to: Option<u32>,
    /// What comes next: after the launch the rate of the tier, in a tier that of the next one.
    pub next_rate: Option<BasisPoints>,
    /// When the launch ends, while it lasts.
    pub launch_ends_at: Option<Timestamp>,
    /// How far the hours are on the way to the tier's last hour, 0 to 100; 100 in the last tier.
    pub progress_percent: u32,
}

/// Where a teacher stands after so many completed hours (D22).
pub fn commission_status(profile_created_at: Timestamp, now: Timestamp, hours: u32) -> CommissionStatus {
    let launch_end = months_after(profile_created_at, COMMISSION_FREE_MONTHS);
    let is_launch = now < launch_end;
    let at = TEACHER_TIERS.iter().position(|(up_to, _)| hours <= *up_to).unwrap_or(TEACHER_TIERS.len());
    let rate_of = |tier: usize| TEACHER_TIERS.get(tier).map_or(LAST_TEACHER_RATE, |(_, rate)| *rate);
    let last_hour_of = |tier: usize| TEACHER_TIERS.get(tier).map(|(up_to, _)| *up_to);
    let tier_to = last_hour_of(at);
    let next_rate = if is_launch { Some(rate_of(at)) } else { tier_to.map(|_| rate_of(at.saturating_add(1))) };
    CommissionStatus {
        stage: if is_launch { CommissionStage::Launch } else { CommissionStage::Tier },
        rate: if is_launch { BasisPoints(0) } else { rate_of(at) },
        hours,
        tier_from: at.checked_sub(1).and_then(last_hour_of).map_or(0, |before| before.saturating_add(1)),
        tier_to,
        next_rate,
        launch_ends_at: is_launch.then_some(launch_end),
        progress_percent: tier_to.map_or(100, |last| hours.saturating_mul(100).checked_div(last).unwrap_or(100)),
    }
}
