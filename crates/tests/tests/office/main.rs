//! The back office: who may come in, and a day of running the place, through the whole house on both databases.

mod accounts;
mod approvals;
mod audit;
mod bookings;
mod books;
mod coupons;
mod credits;
mod forgotten;
mod keys;
mod locks;
mod mails;
mod messages;
mod orders;
mod outbox;
mod payout_mails;
mod payouts;
mod people;
mod plans;
mod plans_of_people;
mod privacy;
mod referrals;
mod support;
mod waitlist;
