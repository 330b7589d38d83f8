//! Referrals and their rewards.

mod rewards;
