//! Steps that endpoints, the worker and the command line share. They do not depend on HTTP.

pub mod admin_accounts;
pub mod audit;
pub mod cancellation;
pub mod coupons;
pub mod credit_booking;
pub mod credit_grants;
pub mod current_user;
pub mod holds;
pub mod invitations;
pub mod invite_codes;
pub mod ledger_check;
pub mod order_refunds;
pub mod payments;
pub mod payout_results;
pub mod payout_runs;
pub mod privacy;
mod provider_comparison;
pub mod quotes;
pub mod reencryption;
pub mod referral_rewards;
pub mod refunds;
pub mod repeated_actions;
pub mod rescheduling;
pub mod seats;
pub mod slot_listing;
pub mod teacher_approval;
pub mod waitlist_forwarding;
