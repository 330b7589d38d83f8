//! Race tests: two hundred students and one slot, the controls without the guards, and other conflicting requests.

mod account_deletion;
mod admin;
mod control;
mod families;
mod last_unit;
mod one_slot;
mod partial_refunds;
mod payouts;
